//! Options of the derive, each by what it changes in requests and items.

mod option_default;
mod option_names;
mod option_rename;
mod option_skip;
mod option_ts;
mod option_ttl;
mod option_version;
mod option_with;
