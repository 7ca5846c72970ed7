//! Plays random games on a server of Tengen: one in a session, and several in the lanes of a batch. The code of the
//! messages is generated from the proto files; there is no client library.
//!
//! The same seed plays the same games on any machine and in the examples of every other language.

mod batch;
mod moves;
mod retry;
mod session;

use std::{env, process::ExitCode, time::Duration};

use tonic::{Status, transport::Endpoint};

use retry::RetryPolicy;

/// The code that the build generates from the contract.
mod tengen {
    #![allow(clippy::all)]
    tonic::include_proto!("tengen.v1");
}

const USAGE: &str = "\
Usage: play [--seed=N] [--only=sessions|batch] [--retry-seconds=N] [HOST:PORT]
Plays a 9x9 game in a session and four 5x5 games in a batch, with random moves, and prints the results.

  HOST:PORT          The address of the server (default: 127.0.0.1:9019). Start one with \"./tengen serve\".
  --seed=N           The seed of the moves, 0 to 2^63-1 (default: 1).
  --only=WHAT        Play only in a session (\"sessions\") or only in a batch (\"batch\").
  --retry-seconds=N  Retry calls for this long while the server is away or full, 0 to 3600 (default: 20).
  --help             Show this help message and exit.

Exit codes: 0 games played, 1 a call failed, 2 invalid arguments, 3 no server.";

struct Arguments {
    address: String,
    seed: u64,
    only: String,
    retry_seconds: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    if env::args().any(|word| word == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let arguments = match read_arguments(env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("play: {message}\nSee \"play --help\" for the arguments");
            return ExitCode::from(2);
        }
    };
    match play(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(status) if retry::is_server_away(&status) => {
            let address = &arguments.address;
            eprintln!("play: no server answers at {address}; start one with \"./tengen serve\"");
            ExitCode::from(3)
        }
        Err(status) => {
            eprintln!("play: {}", retry::describe(&status));
            ExitCode::from(1)
        }
    }
}

async fn play(arguments: &Arguments) -> Result<(), Status> {
    let channel = Endpoint::from_shared(format!("http://{}", arguments.address))
        .map_err(|error| Status::invalid_argument(format!("address {}: {error}", arguments.address)))?
        .connect_timeout(Duration::from_secs(5))
        .connect_lazy();
    let retry = RetryPolicy::new(Duration::from_secs(arguments.retry_seconds));
    if arguments.only != "batch" {
        session::play(channel.clone(), &retry, arguments.seed).await?;
    }
    if arguments.only != "sessions" {
        batch::play(channel, &retry, arguments.seed).await?;
    }
    Ok(())
}

fn read_arguments(words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut result = Arguments { address: "127.0.0.1:9019".into(), seed: 1, only: String::new(), retry_seconds: 20 };
    let mut address_count = 0;
    for word in words {
        match word.split_once('=') {
            Some(("--seed", text)) => result.seed = integer("--seed", text, i64::MAX as u64)?,
            Some(("--retry-seconds", text)) => result.retry_seconds = integer("--retry-seconds", text, 3600)?,
            Some(("--only", text @ ("sessions" | "batch"))) => result.only = text.into(),
            Some(("--only", text)) => {
                return Err(format!("--only={text} is neither \"sessions\" nor \"batch\""));
            }
            _ if word.starts_with('-') => return Err(format!("unknown option {word}")),
            _ => {
                address_count += 1;
                result.address = word;
            }
        }
    }
    if address_count > 1 {
        return Err(format!("expected one HOST:PORT, but got {address_count}"));
    }
    Ok(result)
}

/// Returns the number of an option, from 0 to `maximum`.
fn integer(option: &str, text: &str, maximum: u64) -> Result<u64, String> {
    match text.parse() {
        Ok(value) if value <= maximum => Ok(value),
        _ => Err(format!("{option}={text} is not an integer from 0 to {maximum}")),
    }
}
