//! The published vectors of the shard: other writers come to the same numbers.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::ErrorKind;
use crate::key::shard;

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(text: &str) -> AttributeValue {
    AttributeValue::N(text.to_owned())
}

fn b(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(bytes.to_vec().into())
}

/// H05: the table of the function's documentation, which every writer has to agree with. The hash of
/// `a` is 16629034431890738719, as the XXH3 library gives it.
#[test]
fn published_vectors() {
    let vectors = [
        (s("a"), 3, 9, 719),
        (s("2025-03-21T12:30:00Z"), 3, 9, 279),
        (s("time#2025-03-21T12:30:00.000Z#r-77"), 2, 2, 682),
        (s("Zürich#日本"), 2, 0, 390),
        (n("1742560200000"), 2, 6, 846),
        (n("-1.5"), 2, 2, 362),
        (b(&[0, 255]), 3, 3, 83),
    ];
    for (key, of_4, of_10, of_1000) in vectors {
        assert_eq!(shard(&key, 4).unwrap(), of_4, "{key:?}");
        assert_eq!(shard(&key, 10).unwrap(), of_10, "{key:?}");
        assert_eq!(shard(&key, 1000).unwrap(), of_1000, "{key:?}");
    }
    assert_eq!(16_629_034_431_890_738_719_u64 % 1000, 719);
}

/// DynamoDB stores one number, however it was spelled.
#[test]
fn a_number_has_one_shard_in_every_spelling() {
    for spellings in [
        ["1", "1.0", "1E0", "0.1e1"],
        ["-1.5", "-1.50", "-15E-1", "-00001.5"],
    ] {
        let shards = spellings.map(|text| shard(&n(text), 1000).unwrap());
        assert_eq!(shards, [shards[0]; 4], "{spellings:?}");
    }
    // As text they are different keys.
    assert_ne!(
        shard(&s("1"), 1000).unwrap(),
        shard(&s("1.0"), 1000).unwrap()
    );
    assert_eq!(shard(&n("1"), 1000).unwrap(), shard(&s("1"), 1000).unwrap());
}

/// H01, H04: no shard rather than a wrong one.
#[test]
fn what_has_no_shard() {
    let refused = [
        (s(""), 4),
        (b(&[]), 4),
        (n("one"), 4),
        (AttributeValue::Bool(true), 4),
        (s("a"), 0),
        (s("a"), 1),
        (s("a"), 1001),
    ];
    for (key, shards) in refused {
        let error = shard(&key, shards).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{key:?} of {shards}");
    }
    assert!(shard(&s("a"), 2).is_ok());
}

/// H05: the shards are 0 to n - 1, and every one of them is used.
#[test]
fn every_shard_gets_its_part() {
    let mut counts = [0; 5];
    for number in 0..1000 {
        let shard = shard(&s(&format!("2025-03-21T12:30:00.{number:03}Z")), 5).unwrap();
        counts[usize::from(shard)] += 1;
    }
    assert!(
        counts.iter().all(|count| (150..=250).contains(count)),
        "{counts:?}"
    );
}
