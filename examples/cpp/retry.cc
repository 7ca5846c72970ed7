#include "retry.h"

#include <google/rpc/details.pb.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

namespace {

using std::chrono::milliseconds;

// The deadline of one attempt: of one call, or of the whole stream of a batch.
constexpr std::chrono::seconds kAttemptTimeout{30};

std::mt19937_64& randomGenerator() {
  static std::mt19937_64 generator{std::random_device{}()};
  return generator;
}

// Returns the first detail of a type, if the status has one.
template <typename Detail>
std::optional<Detail> findDetail(const grpc::Status& status) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return std::nullopt;
  for (const google::protobuf::Any& any : details.details()) {
    Detail detail;
    if (any.UnpackTo(&detail)) return detail;
  }
  return std::nullopt;
}

// Returns how long to wait before the next attempt, or nothing if another attempt would fail, too.
std::optional<milliseconds> waitBeforeRetry(const grpc::Status& status, milliseconds delay) {
  std::uniform_int_distribution<milliseconds::rep> jitter(delay.count() / 2, delay.count());
  const milliseconds backoff(jitter(randomGenerator()));
  // The connection was lost, or the server is shutting down.
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) return backoff;
  if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED) {
    // The server is full or overloaded. If a retry can help, the server says how long to wait at least.
    if (const auto info = findDetail<google::rpc::RetryInfo>(status)) {
      const milliseconds asked(info->retry_delay().seconds() * 1000 + info->retry_delay().nanos() / 1'000'000);
      return std::max(asked, backoff);
    }
  }
  return std::nullopt;
}

const char* statusName(grpc::StatusCode code) {
  static constexpr const char* kNames[] = {
      "OK",                "CANCELLED",          "UNKNOWN",             "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
      "ALREADY_EXISTS",    "PERMISSION_DENIED",  "RESOURCE_EXHAUSTED",  "FAILED_PRECONDITION", "ABORTED",        "OUT_OF_RANGE",
      "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",         "DATA_LOSS",        "UNAUTHENTICATED"};
  return code >= 0 && code < std::ssize(kNames) ? kNames[code] : "UNKNOWN";
}

}  // namespace

void RetryPolicy::call(const std::function<grpc::Status(grpc::ClientContext&)>& attempt) const {
  const auto giveUp = std::chrono::steady_clock::now() + limit_;
  for (milliseconds delay{50};; delay = std::min(2 * delay, milliseconds(1000))) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kAttemptTimeout);
    const grpc::Status status = attempt(context);
    if (status.ok()) return;
    const auto wait = waitBeforeRetry(status, delay);
    if (!wait || std::chrono::steady_clock::now() + *wait > giveUp) throw CallError(status);
    std::cerr << "play: retrying in " << wait->count() << " ms after " << describe(status) << std::endl;
    std::this_thread::sleep_for(*wait);
  }
}

std::string newRequestId() {
  std::ostringstream id;
  id << std::hex << std::setfill('0') << std::setw(16) << randomGenerator()() << std::setw(16) << randomGenerator()();
  return id.str();
}

CallErrorInfo errorInfo(const grpc::Status& status) {
  const auto info = findDetail<google::rpc::ErrorInfo>(status);
  if (!info || info->domain() != "tengen.dev") return {};
  const auto field = info->metadata().find("field");
  return {info->reason(), field == info->metadata().end() ? "" : field->second};
}

std::string describe(const grpc::Status& status) {
  const CallErrorInfo info = errorInfo(status);
  return (info.reason.empty() ? statusName(status.error_code()) : info.reason) +
         (info.field.empty() ? "" : ", field " + info.field) + ": " + status.error_message();
}

bool isServerAway(const grpc::Status& status) {
  return status.error_code() == grpc::StatusCode::UNAVAILABLE && errorInfo(status).reason.empty();
}

void expectRejection(const std::string& reason, const std::function<void()>& call) {
  try {
    call();
  } catch (const CallError& error) {
    if (errorInfo(error.status()).reason != reason) throw;
    std::cout << "Rejected as expected: " << describe(error.status()) << std::endl;
    return;
  }
  throw std::runtime_error("the call succeeded instead of failing with " + reason);
}
