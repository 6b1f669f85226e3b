use std::error::Error;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamap::collection::Found;
use dynamap::time::ManualClock;
use dynamap::{Collection, DynamoItem as _, Item, Transaction};

use crate::Requests;
use crate::store::{Anything, Cart, Customer, Line, Order, State, StoreItem};
use crate::tally::Tally;

const CUSTOMERS: [(&str, &str); 3] = [("ann", "Ann"), ("bob", "Bob"), ("cal", "Cal")];
const PRODUCTS: [(&str, u64); 3] = [("bread", 350), ("cheese", 720), ("tea", 495)];
const ORDERS: u64 = 12;

/// The table, the clock that its writes and reads go by, and the requests that went out.
pub(crate) struct Shop {
    pub(crate) items: Collection<StoreItem>,
    pub(crate) clock: ManualClock,
    pub(crate) requests: Requests,
}

fn title(text: &str) {
    println!("\n{text}");
}

fn answer(text: &str) {
    println!("   <- {text}");
}

/// The order of a number and its lines: one to three, of products in their order.
fn order(number: u64) -> (Order, Vec<Line>) {
    let position = usize::try_from(number).unwrap_or_default();
    let customer = CUSTOMERS[position % CUSTOMERS.len()].0.to_owned();
    let lines: Vec<Line> = PRODUCTS
        .iter()
        .take(position % PRODUCTS.len() + 1)
        .map(|(product, cents)| Line {
            customer: customer.clone(),
            number,
            product: (*product).to_owned(),
            pieces: number % 2 + 1,
            cents: *cents,
        })
        .collect();
    let order = Order {
        customer,
        number,
        state: if number.is_multiple_of(4) {
            State::Open
        } else {
            State::Paid
        },
        cents: lines.iter().map(|line| line.pieces * line.cents).sum(),
    };
    (order, lines)
}

impl Shop {
    /// Every step between the creation of the table and its deletion; how many items there were.
    pub(crate) async fn run_steps(&self) -> Result<usize, Box<dyn Error>> {
        self.fill().await?;
        self.read_a_partition().await?;
        self.read_an_order_with_its_lines().await?;
        self.read_one_type().await?;
        self.read_a_shared_index().await?;
        self.let_a_cart_expire().await?;
        self.meet_the_unknown().await?;
        self.keep_to_ones_own().await?;
        self.read_the_table().await
    }

    pub(crate) async fn create_table(&self) -> Result<(), Box<dyn Error>> {
        title("Create the table that four types declare");
        self.items.create_table().send().await?;
        let differences = self.items.compare().send().await?;
        answer(&format!(
            "{} differences between the table and what the types declare together",
            differences.len()
        ));
        Ok(())
    }

    /// Each order with its lines and its customer's count in one transaction.
    async fn fill(&self) -> Result<(), Box<dyn Error>> {
        title("Three customers order");
        let (customers, orders) = (self.items.of::<Customer>(), self.items.of::<Order>());
        let (lines, carts) = (self.items.of::<Line>(), self.items.of::<Cart>());
        for (id, name) in CUSTOMERS {
            let customer = Customer {
                id: id.to_owned(),
                name: name.to_owned(),
                orders: 0,
            };
            customers.create(customer).send().await?;
        }
        let mut written = 0;
        for number in 1..=ORDERS {
            let (order, lines_of_order) = order(number);
            let counted = customers
                .update(order.customer.as_str())
                .add(Customer::ORDERS, 1_u32);
            let mut transaction = Transaction::new(self.items.client())
                .with_clock(self.clock.clone())
                .update(counted)
                .create(&orders, order);
            for line in lines_of_order {
                transaction = transaction.create(&lines, line);
                written += 1;
            }
            transaction.send().await?;
        }
        let cart = Cart {
            customer: "ann".to_owned(),
            product: "jam".to_owned(),
            expires_at: None,
        };
        carts.create(cart).send().await?;
        answer(&format!("{ORDERS} orders with {written} lines, 1 cart"));
        Ok(())
    }

    async fn read_a_partition(&self) -> Result<(), Box<dyn Error>> {
        title("Read everything of one customer");
        let before = self.requests.sent();
        let items = self.items.query::<Customer>("ann").all().await?;
        let sent = self.requests.sent() - before;
        let tally = Tally::of(&items);
        answer(&format!(
            "{} items in {sent} request: {tally}",
            tally.items()
        ));
        for item in &items {
            match item {
                StoreItem::Customer(customer) => {
                    answer(&format!("{}, {} orders", customer.name, customer.orders));
                }
                StoreItem::Cart(cart) => answer(&format!("in the cart: {}", cart.product)),
                StoreItem::Order(order) => answer(&format!(
                    "order {}, {:?}, {} cents",
                    order.number, order.state, order.cents
                )),
                StoreItem::Line(line) => {
                    answer(&format!(
                        "   {} {} at {}",
                        line.pieces, line.product, line.cents
                    ));
                }
            }
        }
        Ok(())
    }

    async fn read_an_order_with_its_lines(&self) -> Result<(), Box<dyn Error>> {
        title("Read one order with its lines, the last line first");
        let items = self
            .items
            .query::<Customer>("cal")
            .begins_with("ORDER#00000000000000000005")
            .newest_first()
            .all()
            .await?;
        answer(&Tally::of(&items).to_string());
        let (order, lines) = order(5);
        let mut expected = vec![StoreItem::Order(order)];
        expected.extend(lines.into_iter().map(StoreItem::Line));
        expected.reverse();
        answer(if items == expected {
            "as they were written"
        } else {
            "other than they were written"
        });
        Ok(())
    }

    async fn read_one_type(&self) -> Result<(), Box<dyn Error>> {
        title("Read the items of one type");
        let (orders, lines) = (self.items.of::<Order>(), self.items.of::<Line>());
        for (customer, name) in CUSTOMERS {
            answer(&format!(
                "{name}: {} orders, {} lines",
                orders.query(customer).count().await?,
                lines.query(customer).count().await?
            ));
        }
        let latest = orders.query("bob").latest().await?;
        answer(&format!(
            "Bob's latest is order {}",
            latest.map_or(0, |order| order.number)
        ));
        Ok(())
    }

    async fn read_a_shared_index(&self) -> Result<(), Box<dyn Error>> {
        title("Read an index");
        let orders = self.items.of::<Order>();
        let open = orders.query_by_state(State::Open).all().await?;
        let numbers: Vec<_> = open.iter().map(|order| order.number.to_string()).collect();
        answer(&format!("open: orders {}", numbers.join(", ")));
        let paid = orders.query_by_state(State::Paid).collection::<StoreItem>();
        answer(&format!("paid: {}", Tally::of(&paid.all().await?)));
        Ok(())
    }

    async fn let_a_cart_expire(&self) -> Result<(), Box<dyn Error>> {
        title("An hour later the cart is gone, whether DynamoDB has deleted it or not");
        self.clock.advance(Duration::from_hours(1));
        let items = self.items.query::<Customer>("ann").all().await?;
        answer(&Tally::of(&items).to_string());
        Ok(())
    }

    async fn meet_the_unknown(&self) -> Result<(), Box<dyn Error>> {
        title("Another program stores something else");
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let coupon = Item::from([
            ("pk".to_owned(), text("CUSTOMER#ann")),
            ("sk".to_owned(), text("COUPON#1")),
            ("type".to_owned(), text("COUPON")),
        ]);
        let put = self.items.client().put_item().table_name(self.items.name());
        put.set_item(Some(coupon)).send().await?;

        let query = || self.items.query::<Customer>("ann");
        answer(&format!("left out: {} items", query().all().await?.len()));
        let found = query().with_unknown().all().await?;
        let unknown = found
            .iter()
            .filter(|found| matches!(found, Found::Unknown(_)));
        answer(&format!(
            "asked for: {} items, {} of them unknown",
            found.len(),
            unknown.count()
        ));
        match query().refuse_unknown().all().await {
            Ok(items) => answer(&format!("{} items", items.len())),
            Err(error) => answer(&format!("refused: {:?}", error.kind())),
        }
        let anything = Anything::table(self.items.client())
            .table_name(self.items.name())
            .query::<Customer>("ann")
            .all()
            .await?;
        let others = anything
            .iter()
            .filter(|item| matches!(item, Anything::Other(_)));
        answer(&format!(
            "a program that knows customers and orders: {} items, {} of them others",
            anything.len(),
            others.count()
        ));
        Ok(())
    }

    async fn keep_to_ones_own(&self) -> Result<(), Box<dyn Error>> {
        title("Write under the key of another type's item");
        let customers = self.items.of::<Customer>();
        let carts = self.items.of::<Cart>();
        let ann = customers.get("ann").send().await?.ok_or("no customer")?;
        let mut item = ann.to_item()?;
        item.insert("sk".to_owned(), AttributeValue::S("CART".to_owned()));
        let put = self.items.client().put_item().table_name(self.items.name());
        put.set_item(Some(item)).send().await?;
        match carts.update("ann").set(Cart::PRODUCT, "honey").send().await {
            Ok(_) => answer("written over"),
            Err(error) => answer(&format!("refused: {:?}", error.kind())),
        }
        match carts.get("ann").send().await {
            Ok(_) => answer("read as a cart"),
            Err(error) => answer(&format!("refused: {:?}", error.kind())),
        }
        let key = Item::from([
            (
                "pk".to_owned(),
                AttributeValue::S("CUSTOMER#ann".to_owned()),
            ),
            ("sk".to_owned(), AttributeValue::S("CART".to_owned())),
        ]);
        let delete = self
            .items
            .client()
            .delete_item()
            .table_name(self.items.name());
        delete.set_key(Some(key)).send().await?;
        Ok(())
    }

    async fn read_the_table(&self) -> Result<usize, Box<dyn Error>> {
        title("Read the whole table");
        let items = self.items.scan().segments(4).all().await?;
        let tally = Tally::of(&items);
        answer(&tally.to_string());
        Ok(tally.items())
    }
}
