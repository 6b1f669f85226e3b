#!/usr/bin/env bash
# Compile time of the derive beside serde's: CPU seconds (user + system) that `cargo check` and
# `cargo build` take for a crate of 100 structs of 12 attributes, each mapped in both directions.
#
#   dynamap-tests/benches/compile_time.sh [rounds]        (default: 5)
#
# The crates hold the same structs: `plain` without derives, `dynamap` with `DynamoItem` (its whole
# expansion: key, handle, constants, one index), `serde` with serde's two derives and serde_dynamo,
# and `integers` as `serde` with its times as bare integers, which need no `with`. Dependencies are
# built before anything is measured, nothing is incremental, the crates take turns, and the smallest
# figure of each counts. The last lines are the ratios to serde; the script fails if `cargo check` of `dynamap` takes longer than that of `integers`.
#
# On 2026-12-01, with rustc 1.95.0 on a busy x86-64 machine (check, build; the least of two runs): plain
# 0.31 and 0.34, dynamap 3.00 and 4.11, serde 4.39 and 10.38, integers 3.10 and 6.41; the ratios are 0.68
# and 0.40 to serde, 0.97 and 0.64 to integers.
set -euo pipefail

rounds=${1:-5}
structs=${STRUCTS:-100}
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=${CARGO_TARGET_DIR:-$repository/target}/compile-time
export CARGO_TARGET_DIR=$work/target CARGO_INCREMENTAL=0 CARGO_TERM_QUIET=true

field() { # attributes of dynamap, attributes of serde, the field
    local field=$3
    case $kind in
        dynamap) [ -z "$1" ] || echo "    $1" ;;
        serde) [ -z "$2" ] || echo "    $2" ;;
        integers) field=${field/OffsetDateTime/i64} ;;
    esac
    echo "    pub $field,"
}

item() { # number
    case $kind in
        dynamap) echo "#[derive(Debug, Clone, dynamap::DynamoItem)]
#[dynamo(table = \"table$1\", index(name = \"by_owner\", partition_key = \"owner\", sort_key = \"updated_at\"))]" ;;
        serde | integers) echo "#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]" ;;
        plain) echo "#[derive(Debug, Clone)]" ;;
    esac
    echo "pub struct Item$1 {"
    field '#[partition_key]' '' 'tenant: String'
    field '#[sort_key]' '' 'id: String'
    field '' '' 'owner: String'
    field '#[ts(millis, auto_create)]' '#[serde(with = "time::serde::timestamp::milliseconds")]' 'created_at: OffsetDateTime'
    field '#[ts(millis, auto_update)]' '#[serde(with = "time::serde::timestamp::milliseconds")]' 'updated_at: OffsetDateTime'
    field '#[ttl(seconds, after = "7d")]' '#[serde(with = "time::serde::timestamp::option")]' 'expires_at: Option<OffsetDateTime>'
    field '#[version]' '' 'version: u64'
    field '' '' 'amount: f64'
    field '' '' 'count: i32'
    field '' '' 'open: bool'
    field '' '' 'note: Option<String>'
    field '' '' 'lines: Vec<String>'
    echo "}"
    case $kind in
        dynamap) echo "
pub fn to_$1(item: &Item$1) -> Result<Map, dynamap::Error> {
    dynamap::DynamoItem::to_item(item)
}

pub fn from_$1(item: &Map) -> Result<Item$1, dynamap::Error> {
    dynamap::DynamoItem::from_item(item)
}" ;;
        serde | integers) echo "
pub fn to_$1(item: &Item$1) -> Result<Map, serde_dynamo::Error> {
    serde_dynamo::to_item(item)
}

pub fn from_$1(item: Map) -> Result<Item$1, serde_dynamo::Error> {
    serde_dynamo::from_item(item)
}" ;;
    esac
}

generate() {
    local crate=$work/$kind
    mkdir -p "$crate/src"
    cat >"$crate/Cargo.toml" <<TOML
[package]
name = "compile-time-$kind"
version = "0.0.0"
edition = "2024"

[dependencies]
aws-sdk-dynamodb = { version = "1", default-features = false }
dynamap = { path = "$repository/dynamap" }
serde = { version = "1", features = ["derive"] }
serde_dynamo = { version = "4.3", features = ["aws-sdk-dynamodb+1"] }
time = { version = "0.3", features = ["serde"] }
TOML
    {
        [ "$kind" = integers ] || echo "use time::OffsetDateTime;"
        echo "pub type Map = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;"
        for ((number = 0; number < structs; number++)); do item "$number"; done
    } >"$crate/src/lib.rs"
}

TIMEFORMAT='%U %S'
measure() { # check or build; prints hundredths of a CPU second
    touch "$work/$kind/src/lib.rs"
    local times
    times=$({ time cargo "$1" --offline --manifest-path "$work/Cargo.toml" -p "compile-time-$kind" 1>&2; } 2>&1 | tail -n 1)
    awk '{ printf "%d\n", ($1 + $2) * 100 }' <<<"$times"
}

mkdir -p "$work"
cp "$repository/Cargo.lock" "$work/Cargo.lock"
cat >"$work/Cargo.toml" <<'TOML'
[workspace]
resolver = "3"
members = ["plain", "dynamap", "serde", "integers"]

[profile.dev]
debug = "line-tables-only"
TOML
kinds=(plain dynamap serde integers)
for kind in "${kinds[@]}"; do generate; done
for command in check build; do cargo "$command" --manifest-path "$work/Cargo.toml" --workspace; done

declare -A least
for ((round = 0; round < rounds; round++)); do
    for command in check build; do
        for kind in "${kinds[@]}"; do
            taken=$(measure "$command")
            [[ -n ${least[$command-$kind]:-} && ${least[$command-$kind]} -le $taken ]] || least[$command-$kind]=$taken
        done
    done
done

printf '%-24s %8s %8s\n' "CPU s, $structs structs" check build
for kind in "${kinds[@]}"; do
    awk -v kind="$kind" -v check="${least[check-$kind]}" -v build="${least[build-$kind]}" \
        'BEGIN { printf "%-24s %8.2f %8.2f\n", kind, check / 100, build / 100 }'
done
ratio() { # kind, command
    awk -v ours="${least[$2-dynamap]}" -v theirs="${least[$2-$1]}" 'BEGIN { printf "%.2f", ours / theirs }'
}
for kind in serde integers; do
    printf '%-24s %8s %8s\n' "dynamap / $kind" "$(ratio "$kind" check)" "$(ratio "$kind" build)"
done
((least[check-dynamap] <= least[check-integers]))
