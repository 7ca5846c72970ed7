#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

// A call that has failed.
class CallError : public std::runtime_error {
 public:
  explicit CallError(grpc::Status status) : std::runtime_error(status.error_message()), status_(std::move(status)) {}

  const grpc::Status& status() const { return status_; }

 private:
  grpc::Status status_;
};

// The reason of a failed call and the field that it is about. The reason is empty if the server did not send the error,
// and the field is empty if the error is about none.
struct CallErrorInfo {
  std::string reason;
  std::string field;
};

CallErrorInfo errorInfo(const grpc::Status& status);

// Returns whether a call failed because no server answers. If a server fails a call, the error has a reason.
bool isServerAway(const grpc::Status& status);

// Returns an error as text: its reason or, if it has none, its status; its field; and its message.
std::string describe(const grpc::Status& status);

// Retries calls while the server cannot be reached, is full or is overloaded. Every call that changes state needs a request id, which
// stays the same in all attempts: the server then acts once, even if it has acted and the answer was lost on the way.
class RetryPolicy {
 public:
  // Starts the last attempt at most `limit` after the first.
  explicit RetryPolicy(std::chrono::milliseconds limit) : limit_(limit) {}

  // Makes attempts until one succeeds, fails for good, or the limit has passed. Throws CallError with the last status.
  // A context belongs to one attempt and has its deadline.
  void call(const std::function<grpc::Status(grpc::ClientContext&)>& attempt) const;

 private:
  std::chrono::milliseconds limit_;
};

// Returns an id for a call that changes state: at most 64 bytes, used for no other call.
std::string newRequestId();

// Prints the error of a call that has to fail with a reason. Throws if the call succeeds or fails otherwise.
void expectRejection(const std::string& reason, const std::function<void()>& call);
