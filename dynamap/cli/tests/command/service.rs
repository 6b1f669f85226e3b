//! The way to a service: over HTTP on the loopback interface, configured as the AWS CLI is.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread::{self, JoinHandle};

use assert_cmd::Command;

use crate::support::{Database, Run, command};

/// Answers one request, and gives back what was asked.
fn answer_once(status: &'static str, body: &'static str) -> (String, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a connection");
        let mut request = Vec::new();
        let mut buffer = [0; 4_096];
        // The body is one JSON object.
        while !request.ends_with(b"}") {
            let read = stream.read(&mut buffer).expect("a request");
            request.extend_from_slice(&buffer[..read]);
        }
        let length = body.len();
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/x-amz-json-1.0\r\n\
             content-length: {length}\r\nconnection: close\r\n\r\n{body}"
        );
        stream.write_all(answer.as_bytes()).expect("an answer");
        String::from_utf8(request).expect("UTF-8")
    });
    (url, server)
}

fn status(url: &str) -> Command {
    let mut command = command();
    command
        .args(["ttl", "status", "--table", "t", "--endpoint-url", url])
        .env("AWS_MAX_ATTEMPTS", "1");
    command
}

fn with_keys(mut command: Command) -> Command {
    command
        .env("AWS_ACCESS_KEY_ID", "id")
        .env("AWS_SECRET_ACCESS_KEY", "secret");
    command
}

fn finish(mut command: Command) -> Run {
    command.output().expect("it starts").into()
}

/// The last line: before it the command may warn that the system trusts no certificates.
fn error(done: &Run) -> &str {
    done.stderr.lines().last().unwrap_or_default()
}

const ENABLED: &str =
    r#"{"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"expires_at"}}"#;

#[test]
fn the_environment_and_the_options_name_the_service() {
    let (url, server) = answer_once("200 OK", ENABLED);
    let mut command = with_keys(status(&url));
    command.env("AWS_REGION", "eu-west-1");
    command.args(["--region", "eu-central-1"]);
    let done = finish(command);
    assert_eq!(done.stdout, "table `t`: TTL is enabled on `expires_at`\n");
    assert_eq!(done.status, 0, "{done:?}");
    let request = server.join().expect("no panic").to_lowercase();
    assert!(
        request.contains("x-amz-target: dynamodb_20120810.describetimetolive"),
        "{request}"
    );
    assert!(request.contains("credential=id/"), "{request}");
    assert!(
        request.contains("/eu-central-1/dynamodb/aws4_request"),
        "{request}"
    );
    assert!(request.ends_with(r#"{"tablename":"t"}"#), "{request}");
}

#[test]
fn a_profile_names_keys_region_and_endpoint() {
    let (url, server) = answer_once("200 OK", ENABLED);
    let database = Database::with_table();
    let config = database.beside("config");
    let text = format!(
        "[default]\nregion = eu-west-1\n[profile orders]\nregion = us-west-2\n\
         endpoint_url = {url}\naws_access_key_id = of-profile\naws_secret_access_key = secret\n"
    );
    std::fs::write(&config, text).expect("written");
    let mut command = command();
    command
        .args(["ttl", "status", "--table", "t", "--profile", "orders"])
        .env("AWS_CONFIG_FILE", &config)
        .env("AWS_SHARED_CREDENTIALS_FILE", database.beside("none"));
    let done = finish(command);
    assert_eq!(done.status, 0, "{done:?}");
    let request = server.join().expect("no panic").to_lowercase();
    assert!(request.contains("credential=of-profile/"), "{request}");
    assert!(
        request.contains("/us-west-2/dynamodb/aws4_request"),
        "{request}"
    );
}

#[test]
fn a_refusal_is_a_service_error_with_its_code() {
    let refusal =
        r#"{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"not you"}"#;
    let (url, server) = answer_once("400 Bad Request", refusal);
    let mut command = with_keys(status(&url));
    command.env("AWS_REGION", "eu-central-1");
    let done = finish(command);
    assert_eq!((done.status, done.stdout.as_str()), (3, ""), "{done:?}");
    assert!(
        error(&done).starts_with("error: DescribeTimeToLive on `t`: "),
        "{done:?}"
    );
    assert!(error(&done).contains("AccessDeniedException"), "{done:?}");
    server.join().expect("no panic");
}

#[test]
fn a_service_that_does_not_answer_is_a_service_error_with_its_cause() {
    // A port that was free a moment ago, and has no listener.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let mut command = with_keys(status(&url));
    command.env("AWS_REGION", "eu-central-1");
    let done = finish(command);
    assert_eq!((done.status, done.stdout.as_str()), (3, ""), "{done:?}");
    let start = "error: DescribeTimeToLive on `t`: the request could not be sent: ";
    assert!(error(&done).starts_with(start), "{done:?}");
    assert!(error(&done).contains("onnect"), "{done:?}");
    assert!(!done.stderr.contains("see the source"), "{done:?}");
}

#[test]
fn without_a_region_nothing_is_asked() {
    let done = finish(with_keys(status("http://127.0.0.1:9")));
    assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{done:?}");
    assert_eq!(
        error(&done),
        "error: no AWS Region is known: give `--region`, or set it in AWS_REGION or in the profile"
    );
}
