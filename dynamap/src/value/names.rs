use std::fmt;
use std::sync::OnceLock;

use super::wire::Template;

/// The attribute names of a struct in the order of its fields: one `static` per struct, where what
/// every item of it needs is made once.
pub struct Names {
    list: &'static [&'static str],
    index: OnceLock<Box<Index>>,
    template: OnceLock<Option<Template>>,
    json: OnceLock<Box<[Box<str>]>>,
}

impl Names {
    /// The names of a struct.
    pub const fn new(list: &'static [&'static str]) -> Self {
        Self {
            list,
            index: OnceLock::new(),
            template: OnceLock::new(),
            json: OnceLock::new(),
        }
    }

    /// The names.
    pub const fn list(&self) -> &'static [&'static str] {
        self.list
    }

    /// The position of a name.
    #[inline]
    pub(crate) fn find(&self, name: &[u8]) -> Option<usize> {
        let index = self.index.get_or_init(|| Box::new(Index::new(self.list)));
        let word = Word::of(name);
        let found = index.position(&word);
        if index.words.get(found) == Some(&word)
            && (word.length <= Word::WHOLE || self.list.get(found)?.as_bytes() == name)
        {
            return Some(found);
        }
        if index.perfect {
            return None;
        }
        self.list.iter().position(|known| known.as_bytes() == name)
    }

    /// An item with these names, to be copied and filled.
    pub(crate) fn template(&self) -> Option<&Template> {
        let template = self.template.get_or_init(|| Template::new(self));
        template.as_ref()
    }

    /// The names as they stand in JSON, each with its quotes and colon.
    pub(crate) fn json(&self, write: fn(&str) -> Box<str>) -> &[Box<str>] {
        self.json
            .get_or_init(|| self.list.iter().map(|name| write(name)).collect())
    }
}

/// Where the names stand by their words: a table without collisions, found by trying multipliers.
struct Index {
    words: Box<[Word]>,
    multiplier: u64,
    places: [u8; 256],
    /// Whether every name has a place of its own; names of which no table is found, since they are
    /// many or have equal words, are compared one by one.
    perfect: bool,
}

impl Index {
    fn new(names: &[&str]) -> Self {
        let mut index = Self {
            words: names.iter().map(|name| Word::of(name.as_bytes())).collect(),
            multiplier: 0,
            places: [0; 256],
            perfect: false,
        };
        // Odd numbers whose bits have no pattern.
        let mut multiplier = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..4_096 {
            if index.place(multiplier) {
                index.perfect = true;
                break;
            }
            multiplier = multiplier.wrapping_mul(0xD134_2543_DE82_EF95) | 1;
        }
        index
    }

    /// Whether every name gets a place of its own with this multiplier.
    fn place(&mut self, multiplier: u64) -> bool {
        self.multiplier = multiplier;
        let mut taken = [false; 256];
        for (position, word) in self.words.iter().enumerate() {
            let place = word.place(multiplier);
            let Ok(position) = u8::try_from(position) else {
                return false;
            };
            if std::mem::replace(&mut taken[usize::from(place)], true) {
                return false;
            }
            self.places[usize::from(place)] = position;
        }
        true
    }

    fn position(&self, word: &Word) -> usize {
        self.places[usize::from(word.place(self.multiplier))].into()
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Names").field(&self.list).finish()
    }
}

/// The ends of a name, which tell names apart at the cost of three comparisons: names of up to 16
/// bytes wholly.
#[derive(PartialEq, Eq)]
struct Word {
    head: u64,
    tail: u64,
    length: usize,
}

impl Word {
    /// Names up to this length are equal if their words are.
    const WHOLE: usize = 16;

    /// One of 256 places.
    fn place(&self, multiplier: u64) -> u8 {
        let mixed = self.head ^ self.tail.rotate_left(29) ^ (self.length as u64) << 59;
        let [.., place] = mixed.wrapping_mul(multiplier).to_le_bytes();
        place
    }

    #[inline]
    fn of(name: &[u8]) -> Self {
        let (head, tail) = match (name.first_chunk(), name.last_chunk()) {
            (Some(head), Some(tail)) => (u64::from_le_bytes(*head), u64::from_le_bytes(*tail)),
            _ => (short(name), 0),
        };
        Self {
            head,
            tail,
            length: name.len(),
        }
    }
}

/// All of a name of less than eight bytes.
fn short(name: &[u8]) -> u64 {
    match (name.first_chunk(), name.last_chunk(), name) {
        (Some(head), Some(tail), _) => {
            u64::from(u32::from_le_bytes(*head)) | u64::from(u32::from_le_bytes(*tail)) << 32
        }
        (_, _, [first, .., last]) => {
            let middle = name.get(1).copied().unwrap_or_default();
            u64::from(u32::from_le_bytes([*first, middle, *last, 0]))
        }
        (_, _, [only]) => u64::from(*only),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static NAMES: Names = Names::new(&[
        "",
        "a",
        "b",
        "ab",
        "ba",
        "abc",
        "acb",
        "abcd",
        "abdc",
        "abcdefg",
        "abcdegf",
        "abcdefgh",
        "0123456789abcdef",
        "012345670abcdefgh",
        "012345671abcdefgh",
        "012345672abcdefgh",
        "é",
        "ab\0",
    ]);

    #[test]
    fn every_name_is_found() {
        for (position, name) in NAMES.list().iter().enumerate() {
            assert_eq!(NAMES.find(name.as_bytes()), Some(position), "{name}");
        }
    }

    #[test]
    fn other_names_are_not_found() {
        for name in [
            "c",
            "aa",
            "ac",
            "aab",
            "abce",
            "abcdeff",
            "abcdefgi",
            "0123456789abcdeF",
            "012345673abcdefgh",
            "a\0",
            "\0",
            "abcdefghi",
        ] {
            assert_eq!(NAMES.find(name.as_bytes()), None, "{name}");
            assert_eq!(LONG.find(name.as_bytes()), None, "{name}");
        }
    }

    static LONG: Names = Names::new(&[
        "a0123456789abcdef",
        "a0123456x89abcdef",
        "b",
        "a0123456z89abcdef",
    ]);

    #[test]
    fn names_with_equal_ends_are_told_apart() {
        for (position, name) in LONG.list().iter().enumerate() {
            assert_eq!(LONG.find(name.as_bytes()), Some(position), "{name}");
        }
        assert_eq!(LONG.find(b"a0123456y89abcdef"), None);
    }

    #[test]
    fn many_names_have_places_or_are_compared() {
        for count in [0, 1, 14, 40, 100, 255, 300] {
            let list: Vec<&'static str> = (0..count)
                .map(|number: usize| &*Box::leak(format!("attribute_{number}").into_boxed_str()))
                .collect();
            let names = Names::new(Box::leak(list.into_boxed_slice()));
            for (position, name) in names.list().iter().enumerate() {
                assert_eq!(
                    names.find(name.as_bytes()),
                    Some(position),
                    "{name} of {count}"
                );
            }
            assert_eq!(names.find(b"attribute_300"), None);
        }
    }
}
