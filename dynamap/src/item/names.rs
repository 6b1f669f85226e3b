use super::filled::{Filled, NOTHING_FILLED};

/// The names that the attributes of a struct have in the item or map they stand in; a tree, since
/// generated code cannot join the lists of flattened structs.
#[derive(Debug)]
pub struct AttributeNames {
    /// Those of its own fields, aliases included.
    pub own: &'static [&'static str],
    /// Those of what is flattened into it.
    pub flattened: &'static [&'static Self],
    /// Whether it takes attributes of any name: a map.
    pub open: bool,
    /// Those of its own fields that writes fill.
    pub filled: &'static Filled,
}

/// No names at all.
#[doc(hidden)]
pub const NO_NAMES: &AttributeNames = &AttributeNames {
    own: &[],
    flattened: &[],
    open: false,
    filled: NOTHING_FILLED,
};

impl AttributeNames {
    /// Whether an attribute of this name is one of them.
    pub const fn contains(&self, name: &str) -> bool {
        self.contains_beside(name, usize::MAX)
    }

    /// The same without what is flattened into it at a position.
    pub const fn contains_beside(&self, name: &str, position: usize) -> bool {
        let mut index = 0;
        while index < self.own.len() {
            if same_name(self.own[index], name) {
                return true;
            }
            index += 1;
        }
        let mut index = 0;
        while index < self.flattened.len() {
            if index != position && self.flattened[index].contains(name) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// All of them.
    pub(crate) fn collect(&self) -> Vec<&'static str> {
        let mut all = self.own.to_vec();
        for flattened in self.flattened {
            all.extend(flattened.collect());
        }
        all
    }

    /// Whether it takes attributes of any name.
    pub const fn is_open(&self) -> bool {
        let mut open = self.open;
        let mut index = 0;
        while index < self.flattened.len() {
            open = open || self.flattened[index].is_open();
            index += 1;
        }
        open
    }

    /// Whether what is flattened at a position has the name of an attribute beside it.
    pub const fn clashes(&self, position: usize) -> bool {
        self.shares_name(self.flattened[position], position)
    }

    /// Whether more than one of the flattened takes attributes of any name.
    pub const fn is_open_twice(&self) -> bool {
        let mut open = 0;
        let mut index = 0;
        while index < self.flattened.len() {
            if self.flattened[index].is_open() {
                open += 1;
            }
            index += 1;
        }
        open > 1
    }

    const fn shares_name(&self, other: &Self, position: usize) -> bool {
        let mut index = 0;
        while index < other.own.len() {
            if self.contains_beside(other.own[index], position) {
                return true;
            }
            index += 1;
        }
        let mut index = 0;
        while index < other.flattened.len() {
            if self.shares_name(other.flattened[index], position) {
                return true;
            }
            index += 1;
        }
        false
    }
}

pub(crate) const fn same_name(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{AttributeNames, NOTHING_FILLED};

    const fn names(
        own: &'static [&'static str],
        flattened: &'static [&'static AttributeNames],
    ) -> AttributeNames {
        AttributeNames {
            own,
            flattened,
            open: false,
            filled: NOTHING_FILLED,
        }
    }

    const OPEN: &AttributeNames = &AttributeNames {
        own: &[],
        flattened: &[],
        open: true,
        filled: NOTHING_FILLED,
    };
    const A: &AttributeNames = &names(&["a"], &[]);
    const B: &AttributeNames = &names(&["b"], &[]);
    const ID: &AttributeNames = &names(&["id"], &[]);
    const OVER_A: &AttributeNames = &names(&["x"], &[A]);
    const OVER_OPEN: &AttributeNames = &names(&["y"], &[OPEN]);

    #[test]
    fn names_are_found_on_every_level() {
        const ALL: AttributeNames = names(&["id"], &[OVER_A, B]);
        for name in ["id", "x", "a", "b"] {
            assert!(ALL.contains(name), "{name}");
        }
        for name in ["", "i", "ids", "c"] {
            assert!(!ALL.contains(name), "{name}");
        }
        assert!(!ALL.contains_beside("a", 0));
        assert!(ALL.contains_beside("b", 0));
        assert!(ALL.contains_beside("id", 0));
        assert!(!ALL.is_open());
    }

    #[test]
    fn a_name_of_two_clashes() {
        const APART: AttributeNames = names(&["id"], &[A, B]);
        const SAME: AttributeNames = names(&["id"], &[A, OVER_A]);
        const OWN: AttributeNames = names(&["id"], &[A, ID]);
        let clashes = |all: &AttributeNames| [all.clashes(0), all.clashes(1)];
        assert_eq!(clashes(&APART), [false, false]);
        assert_eq!(clashes(&SAME), [true, true]);
        assert_eq!(clashes(&OWN), [false, true]);
    }

    #[test]
    fn only_one_takes_any_name() {
        const ONCE: AttributeNames = names(&[], &[OVER_OPEN, A]);
        const TWICE: AttributeNames = names(&[], &[OVER_OPEN, OPEN]);
        assert!(ONCE.is_open());
        assert!(!ONCE.is_open_twice());
        assert!(TWICE.is_open_twice());
    }
}
