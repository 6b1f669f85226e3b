//! Where documents have the tables that are measured.

/// A table in a document: behind a line that begins it, before one that ends it.
pub(crate) struct Marks {
    pub(crate) begin: &'static str,
    pub(crate) end: &'static str,
    pub(crate) documents: &'static [&'static str],
}

/// What the benchmark `mapping` writes.
pub(crate) const MEASURED: Marks = Marks {
    begin: "<!-- measured: begin -->\n",
    end: "<!-- measured: end -->\n",
    documents: &["../README.md", "../dynamap/docs/speed.md"],
};

/// What the benchmark `memory` writes.
pub(crate) const MEMORY: Marks = Marks {
    begin: "<!-- memory: begin -->\n",
    end: "<!-- memory: end -->\n",
    documents: &["../dynamap/docs/speed.md"],
};
