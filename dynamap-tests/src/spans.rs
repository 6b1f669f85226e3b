use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Metadata, Subscriber};

/// What is told to `tracing` in this thread, at every level, while it is captured.
#[derive(Debug, Clone, Default)]
pub struct Spans(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    spans: Vec<Span>,
    events: Vec<Told>,
    entered: HashMap<ThreadId, Vec<Id>>,
}

/// A span or event: where it comes from, and its fields.
#[derive(Debug, Clone)]
pub struct Told {
    /// The name of the span; of an event its place.
    pub name: &'static str,
    /// The target.
    pub target: &'static str,
    /// The level.
    pub level: Level,
    /// The fields that have a value, as text.
    pub fields: BTreeMap<&'static str, String>,
}

/// A span.
#[derive(Debug, Clone)]
pub struct Span {
    /// Its name and fields.
    pub told: Told,
    /// The place of the span that it lies in.
    pub parent: Option<usize>,
    /// Whether it has ended.
    pub is_closed: bool,
    handles: usize,
}

impl Spans {
    /// Captures until the guard is dropped.
    pub fn capture() -> (Self, DefaultGuard) {
        let spans = Self::default();
        let guard = tracing::subscriber::set_default(spans.clone());
        (spans, guard)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All spans, in the order in which they began.
    pub fn all(&self) -> Vec<Span> {
        self.lock().spans.clone()
    }

    /// All events.
    pub fn events(&self) -> Vec<Told> {
        self.lock().events.clone()
    }

    /// Forgets what was told so far.
    ///
    /// # Panics
    ///
    /// If a span is open.
    pub fn clear(&self) {
        let mut state = self.lock();
        assert!(
            state.spans.iter().all(|span| span.is_closed),
            "an open span cannot be forgotten"
        );
        state.events.clear();
        state.spans.clear();
    }

    /// The spans of dynamap since the last time, each as a line: its name, then its fields in the order of
    /// their names, without those that are the same in all; indented by as much as it is nested in others.
    ///
    /// # Panics
    ///
    /// If one of them is open, or lacks what all of them have.
    pub fn take(&self) -> Vec<String> {
        let spans = self.all();
        let of_dynamap = spans.iter().filter(|span| span.told.target == "dynamap");
        let lines = of_dynamap.map(|span| {
            let told = &span.told;
            assert!(span.is_closed, "{told:?} is open");
            assert_eq!(told.level, Level::INFO);
            let mut fields = told.fields.clone();
            assert_eq!(fields.remove("otel.kind").as_deref(), Some("client"));
            assert_eq!(
                fields.remove("db.system.name").as_deref(),
                Some("aws.dynamodb")
            );
            let mut line = String::new();
            let mut outer = span.parent.and_then(|parent| spans.get(parent));
            while let Some(parent) = outer {
                if parent.told.target == "dynamap" {
                    line.push_str("  ");
                }
                outer = parent.parent.and_then(|parent| spans.get(parent));
            }
            line.push_str(told.name);
            for (field, value) in fields {
                let _ = write!(line, " {field}={value}");
            }
            line
        });
        let lines = lines.collect();
        self.clear();
        lines
    }
}

impl Told {
    fn new(metadata: &'static Metadata<'static>) -> Self {
        Self {
            name: metadata.name(),
            target: metadata.target(),
            level: *metadata.level(),
            fields: BTreeMap::new(),
        }
    }
}

impl Visit for Told {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
}

fn place(id: &Id) -> usize {
    usize::try_from(id.into_u64() - 1).expect("few spans")
}

impl Subscriber for Spans {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut told = Told::new(attributes.metadata());
        attributes.record(&mut told);
        let mut state = self.lock();
        let entered = state.entered.get(&thread::current().id());
        let parent = match attributes.parent() {
            Some(parent) => Some(parent.clone()),
            None if attributes.is_contextual() => entered.and_then(|ids| ids.last().cloned()),
            None => None,
        };
        state.spans.push(Span {
            told,
            parent: parent.as_ref().map(place),
            is_closed: false,
            handles: 1,
        });
        Id::from_u64(state.spans.len() as u64)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        if let Some(span) = self.lock().spans.get_mut(place(id)) {
            values.record(&mut span.told);
        }
    }

    fn record_follows_from(&self, _id: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut told = Told::new(event.metadata());
        event.record(&mut told);
        self.lock().events.push(told);
    }

    fn enter(&self, id: &Id) {
        let mut state = self.lock();
        let entered = state.entered.entry(thread::current().id()).or_default();
        entered.push(id.clone());
    }

    fn exit(&self, id: &Id) {
        let mut state = self.lock();
        let entered = state.entered.entry(thread::current().id()).or_default();
        if let Some(last) = entered.iter().rposition(|entered| entered == id) {
            entered.remove(last);
        }
    }

    fn clone_span(&self, id: &Id) -> Id {
        if let Some(span) = self.lock().spans.get_mut(place(id)) {
            span.handles += 1;
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let mut state = self.lock();
        let Some(span) = state.spans.get_mut(place(&id)) else {
            return false;
        };
        span.handles -= 1;
        span.is_closed = span.handles == 0;
        span.is_closed
    }
}
