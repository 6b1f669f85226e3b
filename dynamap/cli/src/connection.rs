//! The client: of AWS, of another endpoint, or of a file of the embedded engine.

use aws_config::{BehaviorVersion, Region};
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::Provider;
use aws_smithy_http_client::tls::rustls_provider::CryptoMode;
use dynamap::aws_sdk_dynamodb::Client;
use dynamap::aws_sdk_dynamodb::config::SharedHttpClient;
use dynamap_embedded::Engine;

use crate::arguments::ConnectionArguments;
use crate::failure::{Failure, with_causes};

/// The client that the arguments and the environment name.
pub(crate) async fn client(arguments: &ConnectionArguments) -> Result<Client, Failure> {
    let Some(path) = &arguments.embedded else {
        return of_service(arguments).await;
    };
    // The engine would create it: an empty database is no answer to a mistyped name.
    if !path.is_file() {
        return Err(Failure::Usage(format!(
            "`--embedded {}`: there is no such file",
            path.display()
        )));
    }
    Engine::open(path)
        .map(|engine| engine.client())
        .map_err(|error| {
            let error = with_causes(&error);
            Failure::Usage(format!("`--embedded {}`: {error}", path.display()))
        })
}

async fn of_service(arguments: &ConnectionArguments) -> Result<Client, Failure> {
    let mut loader = aws_config::defaults(BehaviorVersion::latest()).http_client(http_client());
    if let Some(profile) = &arguments.profile {
        loader = loader.profile_name(profile);
    }
    if let Some(region) = &arguments.region {
        loader = loader.region(Region::new(region.clone()));
    }
    if let Some(url) = &arguments.endpoint_url {
        loader = loader.endpoint_url(url);
    }
    let config = loader.load().await;
    if config.region().is_none() {
        return Err(Failure::Usage(
            "no AWS Region is known: give `--region`, or set it in AWS_REGION or in the profile"
                .to_owned(),
        ));
    }
    Ok(Client::new(&config))
}

/// With the certificates that the system trusts. Where there are none, as in a bare container, an
/// endpoint without TLS can still be reached; the HTTPS client would panic.
fn http_client() -> SharedHttpClient {
    if rustls_native_certs::load_native_certs().certs.is_empty() {
        eprintln!(
            "warning: no trusted certificates were found, so only an endpoint without TLS can be \
             reached: install them, or name them in SSL_CERT_FILE"
        );
        return Builder::new().build_http();
    }
    Builder::new()
        .tls_provider(Provider::Rustls(CryptoMode::Ring))
        .build_https()
}
