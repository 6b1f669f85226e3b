/// DynamoDB's ten data types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WireType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
    /// Boolean.
    Bool,
    /// Null.
    Null,
    /// List.
    L,
    /// Map.
    M,
    /// String set.
    Ss,
    /// Number set.
    Ns,
    /// Binary set.
    Bs,
}

impl WireType {
    /// DynamoDB's own tag: `S`, `N`, `B`, `BOOL`, `NULL`, `L`, `M`, `SS`, `NS`, `BS`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::L => "L",
            Self::M => "M",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
        }
    }
}

/// The three types of set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SetKind {
    /// SS.
    Strings,
    /// NS.
    Numbers,
    /// BS.
    Binaries,
}

impl SetKind {
    /// The set's own type.
    pub const fn wire_type(self) -> WireType {
        match self {
            Self::Strings => WireType::Ss,
            Self::Numbers => WireType::Ns,
            Self::Binaries => WireType::Bs,
        }
    }
}
