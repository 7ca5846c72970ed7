// Plays random games on a server of Tengen: one in a session, and several in the lanes of a batch. The code of the
// messages is generated from the proto files; there is no client library.
//
// The same seed plays the same games on any machine and in the examples of every other language.

#include <grpcpp/grpcpp.h>

#include <charconv>
#include <iostream>
#include <string>
#include <string_view>

#include "batch.h"
#include "retry.h"
#include "session.h"

namespace {

constexpr std::string_view kUsage =
    R"(Usage: play [--seed=N] [--only=sessions|batch] [--retry-seconds=N] [HOST:PORT]
Plays a 9x9 game in a session and four 5x5 games in a batch, with random moves, and prints the results.

  HOST:PORT          The address of the server (default: 127.0.0.1:9019). Start one with "./tengen serve".
  --seed=N           The seed of the moves, 0 to 2^63-1 (default: 1).
  --only=WHAT        Play only in a session ("sessions") or only in a batch ("batch").
  --retry-seconds=N  Retry calls for this long while the server is away or full, 0 to 3600 (default: 20).
  --help             Show this help message and exit.

Exit codes: 0 games played, 1 a call failed, 2 invalid arguments, 3 no server.
)";

struct Arguments {
  std::string address = "127.0.0.1:9019";
  std::uint64_t seed = 1;
  std::string only;
  std::uint64_t retrySeconds = 20;
  bool isHelp = false;
};

// Returns the number of an option, from 0 to `maximum`.
std::uint64_t readInteger(std::string_view option, std::string_view text, std::uint64_t maximum) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value > maximum) {
    throw std::invalid_argument(std::string(option) + std::string(text) + " is not an integer from 0 to " +
                                std::to_string(maximum));
  }
  return value;
}

Arguments readArguments(int count, char** words) {
  Arguments result;
  int addressCount = 0;
  for (int i = 1; i < count; i++) {
    const std::string_view word = words[i];
    const std::string_view option = word.substr(0, word.find('=') == word.npos ? word.size() : word.find('=') + 1);
    const std::string_view value = word.substr(option.size());
    if (word == "--help") {
      result.isHelp = true;
    } else if (option == "--seed=") {
      result.seed = readInteger(option, value, INT64_MAX);
    } else if (option == "--retry-seconds=") {
      result.retrySeconds = readInteger(option, value, 3600);
    } else if (option == "--only=") {
      if (value != "sessions" && value != "batch") {
        throw std::invalid_argument(std::string(word) + " is neither \"sessions\" nor \"batch\"");
      }
      result.only = value;
    } else if (word.starts_with("-")) {
      throw std::invalid_argument("unknown option " + std::string(word));
    } else {
      result.address = word;
      addressCount++;
    }
  }
  if (addressCount > 1) throw std::invalid_argument("expected one HOST:PORT, but got " + std::to_string(addressCount));
  return result;
}

void play(const Arguments& arguments) {
  // A lost connection is opened again within a second, so that retries find the server soon after it returns.
  grpc::ChannelArguments options;
  options.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  options.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  const auto channel = grpc::CreateCustomChannel(arguments.address, grpc::InsecureChannelCredentials(), options);
  const RetryPolicy retry{std::chrono::seconds(arguments.retrySeconds)};
  if (arguments.only != "batch") playSession(channel, retry, arguments.seed);
  if (arguments.only != "sessions") playBatch(channel, retry, arguments.seed);
}

int fail(int exitCode, const std::string& message) {
  std::cerr << "play: " << message << std::endl;
  return exitCode;
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  try {
    arguments = readArguments(count, words);
  } catch (const std::invalid_argument& error) {
    return fail(2, std::string(error.what()) + "\nSee \"play --help\" for the arguments");
  }
  if (arguments.isHelp) {
    std::cout << kUsage;
    return 0;
  }
  try {
    play(arguments);
    return 0;
  } catch (const CallError& error) {
    if (isServerAway(error.status())) {
      return fail(3, "no server answers at " + arguments.address + "; start one with \"./tengen serve\"");
    }
    return fail(1, describe(error.status()));
  } catch (const std::runtime_error& error) {
    return fail(1, error.what());
  }
}
