#include "session.h"

#include <tengen/v1/environment.grpc.pb.h>

#include <iostream>

#include "moves.h"

namespace {

namespace v1 = tengen::v1;

constexpr int kSize = 9;

// A game in a session.
class SessionGame {
 public:
  SessionGame(const std::shared_ptr<grpc::Channel>& channel, const RetryPolicy& retry, std::uint64_t seed)
      : stub_(v1::EnvironmentService::NewStub(channel)), retry_(retry), seed_(seed) {}

  // Creates the session and returns its first timestep.
  v1::Timestep create(std::uint32_t size) {
    v1::CreateSessionRequest request;
    request.set_request_id(newRequestId());
    request.mutable_spec()->set_width(size);
    request.mutable_spec()->set_height(size);
    v1::CreateSessionResponse response;
    retry_.call([&](grpc::ClientContext& context) { return stub_->CreateSession(&context, request, &response); });
    sessionId_ = response.session_id();
    return response.timestep();
  }

  // Plays from the first timestep to the end, and prints the board and the result.
  void playEpisode(v1::Timestep timestep) {
    while (!timestep.terminated() && !timestep.truncated()) {
      const int action = chooseAction(seed_, timestep.action_mask(), kSize * kSize, timestep.move_number());
      const std::string requestId = newRequestId();
      timestep = step(requestId, action);
      if (timestep.move_number() == 1) showErrors(requestId, action, timestep.state_hash());
    }
    printBoard();
    std::cout << "Session: "
              << resultText(timestep.end_reason(), timestep.move_number(), timestep.score().margin(), timestep.state_hash())
              << std::endl;
  }

  // Closes the session. A retry that finds it closed has succeeded, too.
  void close() {
    v1::CloseSessionRequest request;
    request.set_session_id(sessionId_);
    v1::CloseSessionResponse response;
    try {
      retry_.call([&](grpc::ClientContext& context) { return stub_->CloseSession(&context, request, &response); });
    } catch (const CallError& error) {
      if (error.status().error_code() != grpc::StatusCode::NOT_FOUND) throw;
    }
  }

 private:
  v1::Timestep step(const std::string& requestId, int action) {
    v1::StepRequest request;
    request.set_session_id(sessionId_);
    request.set_request_id(requestId);
    request.set_action(action);
    v1::StepResponse response;
    retry_.call([&](grpc::ClientContext& context) { return stub_->Step(&context, request, &response); });
    return response.timestep();
  }

  // Repeats the first move: with its request id the call returns the first answer and does nothing; with another id it
  // is an illegal move, and the position does not change.
  void showErrors(const std::string& requestId, int action, std::uint64_t stateHash) {
    if (step(requestId, action).state_hash() != stateHash) throw std::runtime_error("the move was played twice");
    std::cout << "Repeated as expected: the move was played once" << std::endl;
    expectRejection("OCCUPIED", [&] { step(newRequestId(), action); });
  }

  // Prints the board: X is Black, O is White.
  void printBoard() {
    v1::ObserveRequest request;
    request.set_session_id(sessionId_);
    v1::ObserveResponse response;
    retry_.call([&](grpc::ClientContext& context) { return stub_->Observe(&context, request, &response); });
    const char* color = response.board().data();
    for (int row = 0; row < kSize; row++) {
      std::cout << kSize - row;
      for (int column = 0; column < kSize; column++) std::cout << ' ' << ".XO"[static_cast<int>(*color++)];
      std::cout << '\n';
    }
    std::cout << "  A B C D E F G H J" << std::endl;
  }

  std::unique_ptr<v1::EnvironmentService::Stub> stub_;
  const RetryPolicy& retry_;
  std::uint64_t seed_;
  std::string sessionId_;
};

}  // namespace

void playSession(const std::shared_ptr<grpc::Channel>& channel, const RetryPolicy& retry, std::uint64_t seed) {
  SessionGame game(channel, retry, seed);
  expectRejection("INVALID_VALUE", [&] { game.create(26); });
  const v1::Timestep first = game.create(kSize);
  try {
    game.playEpisode(first);
  } catch (...) {
    game.close();
    throw;
  }
  game.close();
}
