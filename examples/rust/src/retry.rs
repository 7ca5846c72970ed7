use std::{
    error::Error,
    time::{Duration, Instant},
};

use tonic::{Code, Request, Status};
use tonic_types::StatusExt;

/// The deadline of one attempt: of one call, or of the whole stream of a batch.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(30);

/// Retries calls while the server cannot be reached, is full or is overloaded. Every call that changes state needs a
/// request id, which stays the same in all attempts: the server then acts once, even if it has acted and the answer was
/// lost on the way.
pub struct RetryPolicy {
    limit: Duration,
}

impl RetryPolicy {
    /// Creates a policy that starts the last attempt at most `limit` after the first.
    pub fn new(limit: Duration) -> Self {
        Self { limit }
    }

    /// Makes attempts until one succeeds, fails for good, or the limit has passed. Returns the last result.
    pub async fn call<T>(&self, mut attempt: impl AsyncFnMut() -> Result<T, Status>) -> Result<T, Status> {
        let give_up = Instant::now() + self.limit;
        let mut delay = Duration::from_millis(50);
        loop {
            let status = match attempt().await {
                Ok(value) => return Ok(value),
                Err(status) => status,
            };
            match wait_before_retry(&status, delay) {
                Some(wait) if Instant::now() + wait <= give_up => {
                    eprintln!("play: retrying in {} ms after {}", wait.as_millis(), describe(&status));
                    tokio::time::sleep(wait).await;
                }
                _ => return Err(status),
            }
            delay = Duration::min(2 * delay, Duration::from_secs(1));
        }
    }
}

/// Returns how long to wait before the next attempt, or nothing if another attempt would fail, too.
fn wait_before_retry(status: &Status, delay: Duration) -> Option<Duration> {
    let backoff = delay.mul_f64(0.5 + fastrand::f64() / 2.0);
    if is_lost_connection(status) {
        return Some(backoff);
    }
    if status.code() == Code::ResourceExhausted {
        // The server is full or overloaded. If a retry can help, the server says how long to wait at least.
        return status.get_details_retry_info()?.retry_delay.map(|asked| asked.max(backoff));
    }
    None
}

/// Returns whether the server cannot be reached, is shutting down, or lost the connection. Tonic reports a connection that
/// breaks during a call with the status `Unknown` and the cause.
fn is_lost_connection(status: &Status) -> bool {
    status.code() == Code::Unavailable || (status.code() == Code::Unknown && status.source().is_some())
}

/// Returns whether a call failed because no server answers. If a server fails a call, the error has a reason.
pub fn is_server_away(status: &Status) -> bool {
    is_lost_connection(status) && error_info(status).0.is_none()
}

/// Returns a request with a deadline.
pub fn with_deadline<T>(message: T) -> Request<T> {
    let mut request = Request::new(message);
    request.set_timeout(ATTEMPT_TIMEOUT);
    request
}

/// Returns an id for a call that changes state: at most 64 bytes, used for no other call.
pub fn new_request_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Returns the reason of a failed call and the field that it is about. There is no reason if the server did not send the
/// error, and no field if the error is about none.
pub fn error_info(status: &Status) -> (Option<String>, Option<String>) {
    match status.get_details_error_info() {
        Some(mut info) if info.domain == "tengen.dev" => (Some(info.reason), info.metadata.remove("field")),
        _ => (None, None),
    }
}

/// Returns an error as text: its reason or, if it has none, its status; its field; and its message.
pub fn describe(status: &Status) -> String {
    let (reason, field) = error_info(status);
    let reason = reason.unwrap_or_else(|| format!("{:?}", status.code()));
    let field = field.map_or(String::new(), |field| format!(", field {field}"));
    format!("{reason}{field}: {}", status.message())
}

/// Prints the error of a call that has to fail with a reason. Returns an error if the call succeeded or failed otherwise.
pub fn expect_rejection<T>(result: Result<T, Status>, reason: &str) -> Result<(), Status> {
    match result {
        Ok(_) => Err(Status::internal(format!("the call succeeded instead of failing with {reason}"))),
        Err(status) if error_info(&status).0.as_deref() == Some(reason) => {
            println!("Rejected as expected: {}", describe(&status));
            Ok(())
        }
        Err(status) => Err(status),
    }
}
