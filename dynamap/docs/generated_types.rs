# use dynamap::DynamoValue;
# use time::OffsetDateTime;
# #[derive(DynamoValue)]
# enum Status { Pending, Paid }
# struct Order {
#     uuid: String,
#     pk: String,
#     created_at: OffsetDateTime,
#     updated_at: OffsetDateTime,
#     status: Status,
#     version: u64,
#     expires_at: Option<OffsetDateTime>,
# }
