//! What the compiler says about mistakes: one rule per file of `ui/`, named after the rule.
//!
//! Messages differ between compilers, so the files are those of one. Read a new `.stderr` as a user
//! would, then keep it: `TRYBUILD=overwrite cargo test -p dynamap-tests --test ui`; some of the
//! files by `-- mistakes trybuild=<part of their names>`.

// Where other mappers assert an error, the compiler is first: a sort condition without a sort key (R18) and an
// order in `query_order_needs_a_sort_key`; a value of another type (R22) in
// `query_partition_has_the_declared_type` and `query_range_has_the_type_of_its_sort_key`, and none at all (R19)
// is a call without its argument; consistent reads of a global index (R21) in
// `query_of_a_global_index_is_not_consistent`; shards without a sort key (H02) in
// `option_shards_are_two_to_a_thousand`; what only a key without shards has (H08) in
// `query_range_needs_buckets_or_shards`; no `char` or `length` of padding exists (K23). Of TTLs: a time without
// an offset (L03) in `option_ts_refuses_wall_clocks`, a second one (L05) in `option_ttl_is_given_once`, a
// default (L06) in `option_ttl_has_no_default`, none or a wrong field (L09) in `option_ttl_needs_its_unit` and
// `option_from_names_another_time`, another type (L10) in `option_ttl_refuses_what_is_no_time_in_seconds`, an
// expiry where there is none (L27) in `setting_expires_at_needs_a_ttl`. Of versions: `version` is a bare word,
// so that no start or step can be wrong (V06, V07, V08). Of updates: what is added to a list (P11) in
// `update_adds_to_numbers`, deleted from what is no set (P13) in `update_inserts_into_sets`, a key (P26) in
// `update_does_not_change_the_key`; an attribute that is not known (P27) has no constant. Of conditions: what
// is none (C14) in `condition_names_attributes_of_its_item` and by the types of `&`, `|` and `!`; placeholders
// without a value, or a quote that is not closed (C30), and a value beside a value (C20) cannot be written,
// since no expression is text; flattened names that clash (S45) in `option_flatten_keeps_names_apart`; a value
// of another type than its key (FC-92, R22) in `query_partition_has_the_declared_type`. Of keys of several
// attributes (R26): a partition that is not whole in `query_of_several_attributes_names_the_whole_partition`, a
// sort attribute behind one that is skipped in `query_of_several_sort_attributes_goes_from_left_to_right`.

#[test]
#[cfg_attr(
    not(ui_toolchain),
    ignore = "the messages are those of rustc 1.95 without the component rust-src"
)]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
