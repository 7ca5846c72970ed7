package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// attemptTimeout is the deadline of one attempt: of one call, or of the whole stream of a batch.
const attemptTimeout = 30 * time.Second

// retryPolicy retries calls while the server cannot be reached, is full or is overloaded. Every call that changes state
// needs a request id, which stays the same in all attempts: the server then acts once, even if it has acted and the
// answer was lost on the way.
type retryPolicy struct {
	limit time.Duration // From the first failure to the last attempt.
}

// call makes attempts until one succeeds, fails for good, or the limit has passed. Returns the last error.
func (policy retryPolicy) call(attempt func(context.Context) error) error {
	giveUp := time.Now().Add(policy.limit)
	for delay := 50 * time.Millisecond; ; delay = min(2*delay, time.Second) {
		deadline, cancel := context.WithTimeout(context.Background(), attemptTimeout)
		err := attempt(deadline)
		cancel()
		if err == nil {
			return nil
		}
		wait, ok := waitBeforeRetry(err, delay)
		if !ok || time.Now().Add(wait).After(giveUp) {
			return err
		}
		fmt.Fprintf(os.Stderr, "play: retrying in %d ms after %s\n", wait.Milliseconds(), describe(err))
		time.Sleep(wait)
	}
}

// waitBeforeRetry returns how long to wait before the next attempt, or false if another attempt would fail, too.
func waitBeforeRetry(err error, delay time.Duration) (time.Duration, bool) {
	backoff := time.Duration(float64(delay) * (0.5 + mathrand.Float64()/2))
	switch status.Code(err) {
	case codes.Unavailable: // The connection was lost, or the server is shutting down.
		return backoff, true
	case codes.ResourceExhausted:
		// The server is full or overloaded. If a retry can help, the server says how long to wait at least.
		for _, detail := range status.Convert(err).Details() {
			if info, ok := detail.(*errdetails.RetryInfo); ok {
				return max(info.RetryDelay.AsDuration(), backoff), true
			}
		}
	}
	return 0, false
}

// newRequestID returns an id for a call that changes state: at most 64 bytes, used for no other call.
func newRequestID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // Never fails.
	return hex.EncodeToString(id)
}

// errorInfo returns the reason of a failed call and the field that it is about. Both are empty if the server did not send
// the error, and the field is empty if the error is about none.
func errorInfo(err error) (reason, field string) {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok && info.Domain == "tengen.dev" {
			return info.Reason, info.Metadata["field"]
		}
	}
	return "", ""
}

// isServerAway returns whether a call failed because no server answers. If a server fails a call, the error has a reason.
func isServerAway(err error) bool {
	reason, _ := errorInfo(err)
	return status.Code(err) == codes.Unavailable && reason == ""
}

// describe returns an error as text: its reason or, if it has none, its status; its field; and its message.
func describe(err error) string {
	reason, field := errorInfo(err)
	if reason == "" {
		reason = status.Code(err).String()
	}
	if field != "" {
		reason += ", field " + field
	}
	return reason + ": " + status.Convert(err).Message()
}

// expectRejection prints the error of a call that has to fail with a reason. Returns an error if it did not.
func expectRejection(err error, reason string) error {
	if err == nil {
		return fmt.Errorf("the call succeeded instead of failing with %s", reason)
	}
	if actual, _ := errorInfo(err); actual != reason {
		return err
	}
	fmt.Println("Rejected as expected:", describe(err))
	return nil
}
