/// Which stream is read.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// The stream of this ARN.
    Stream(String),
    /// The newest stream of this table.
    Table(String),
}
