use ::time::OffsetDateTime;
use ::time::format_description::well_known::Rfc3339;
use proptest::prelude::*;

use super::texts::{ISO_MAX, ISO_MIN, ISO_NANOS, ISO_SECONDS, READINGS, RESOLUTIONS, formats};
use crate::time::{Moment, PointInTime, Reading, Resolution, TimeFormat};

fn any_written() -> impl Strategy<Value = Moment> {
    prop_oneof![
        (ISO_MIN..=ISO_MAX).prop_map(Moment::from_nanos),
        // Around now, and close to each other.
        (1_742_560_200_000_000_000_i128..1_742_560_203_000_000_000).prop_map(Moment::from_nanos),
        (-3_000_i128..3_000).prop_map(Moment::from_nanos),
    ]
}

proptest! {
    #[test]
    fn byte_order_is_time_order(a in any_written(), b in any_written()) {
        for format in RESOLUTIONS.map(TimeFormat::Iso) {
            let (text_a, text_b) = (format.text(a).unwrap(), format.text(b).unwrap());
            prop_assert_eq!(
                text_a.as_bytes().cmp(text_b.as_bytes()),
                format.floor(a).cmp(&format.floor(b))
            );
            prop_assert_eq!(Some(text_a.len()), format.width());
        }
    }

    #[test]
    fn what_is_written_reads_back(at in any_written()) {
        for format in formats() {
            let text = format.text(at).unwrap();
            for reading in READINGS {
                prop_assert_eq!(format.parse(&text, reading).unwrap(), format.floor(at));
            }
        }
    }

    #[test]
    fn iso_text_is_that_of_the_time_crate(at in any_written()) {
        let at = TimeFormat::Iso(Resolution::Seconds).floor(at);
        let oracle = OffsetDateTime::from_unix_timestamp_nanos(at.as_nanos()).unwrap();
        prop_assert_eq!(ISO_SECONDS.text(at).unwrap(), oracle.format(&Rfc3339).unwrap());
    }

    #[test]
    fn floor_and_ceil_enclose(nanos: i128) {
        let at = Moment::from_nanos(nanos);
        for format in formats() {
            let unit = format.resolution().nanos();
            let (floor, ceil) = (format.floor(at), format.ceil(at));
            if floor != Moment::MIN {
                prop_assert_eq!(floor.as_nanos(), nanos.div_euclid(unit) * unit);
                prop_assert!(format.is_exact(floor));
            }
            if ceil != Moment::MAX {
                prop_assert!(format.is_exact(ceil));
                prop_assert!(at <= ceil && ceil.as_nanos() - nanos < unit);
                let steps = i128::from(!format.is_exact(at));
                prop_assert_eq!(ceil.as_nanos() - floor.as_nanos(), steps * unit);
                prop_assert_eq!(format.previous(ceil).as_nanos(), ceil.as_nanos() - unit);
            }
        }
    }

    #[test]
    fn exact_texts_are_exact(at in any_written()) {
        for format in formats() {
            let text = format.exact_text(at).unwrap();
            prop_assert_eq!(text == format.text(at).unwrap(), format.is_exact(at));
            prop_assert_eq!(format.parse(&text, Reading::Lenient).is_ok(), format.is_exact(at));
            // Read in the finest unit it is the moment itself.
            let whole = match format {
                TimeFormat::Iso(_) => ISO_NANOS.parse(&text, Reading::Lenient).unwrap(),
                TimeFormat::Epoch(resolution) => {
                    let exponent = 9 - resolution.digits();
                    TimeFormat::Epoch(Resolution::Nanos)
                        .parse(&format!("{text}E{exponent}"), Reading::Lenient)
                        .unwrap()
                }
            };
            prop_assert_eq!(whole, at);
        }
    }

    #[test]
    fn offset_texts_read_as_by_the_time_crate(
        at in any_written(),
        hours in 0_i32..24,
        minutes in 0_i32..60,
        west: bool,
        digits in 0_usize..=9,
    ) {
        let sign = if west { '-' } else { '+' };
        let text = ISO_NANOS.text(at).unwrap();
        let point = if digits == 0 { 19 } else { 20 + digits };
        let text = format!("{}{sign}{hours:02}:{minutes:02}", &text[..point]);
        let oracle = OffsetDateTime::parse(&text, &Rfc3339);
        let ours = ISO_NANOS.parse(&text, Reading::Lenient);
        match oracle {
            Ok(oracle) => prop_assert_eq!(ours.unwrap(), oracle.to_moment(), "{}", text),
            // The oracle's own range ends with the year 9999 in UTC.
            Err(_) => prop_assert!(ours.unwrap() > Moment::from_nanos(ISO_MAX)),
        }
    }

    #[test]
    fn only_the_written_text_is_canonical(
        at in any_written(),
        position in 0_usize..30,
        byte in prop::sample::select(b"0123456789-+:.TtZz ".to_vec()),
    ) {
        for format in RESOLUTIONS.map(TimeFormat::Iso) {
            let mut bytes = format.text(at).unwrap().into_bytes();
            let position = position % bytes.len();
            bytes[position] = byte;
            let text = String::from_utf8(bytes).unwrap();
            if let Ok(read) = format.parse(&text, Reading::Canonical) {
                prop_assert_eq!(format.text(read).unwrap(), text);
            }
        }
    }

    #[test]
    fn damaged_texts_do_not_panic(text in "[-+0-9:.TtZz é]{0,34}") {
        for format in formats() {
            for reading in READINGS {
                let _ = format.parse(&text, reading);
            }
        }
    }

    #[test]
    fn readings_agree_where_they_accept(at in any_written(), tail in "(\\.[0-9]{1,12})?(Z|z|[+-][01][0-9]:?[0-5][0-9])") {
        let stem = ISO_SECONDS.text(at).unwrap();
        let text = format!("{}{tail}", &stem[..19]);
        for format in RESOLUTIONS.map(TimeFormat::Iso) {
            let floor = format.parse(&text, Reading::Floor).unwrap();
            prop_assert!(format.is_exact(floor));
            let lenient = format.parse(&text, Reading::Lenient);
            if let Ok(lenient) = &lenient {
                prop_assert_eq!(*lenient, floor);
            }
            if let Ok(canonical) = format.parse(&text, Reading::Canonical) {
                prop_assert_eq!(canonical, lenient.unwrap());
            }
        }
    }
}
