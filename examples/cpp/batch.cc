#include "batch.h"

#include <tengen/v1/batch.grpc.pb.h>

#include <algorithm>
#include <bit>
#include <iostream>
#include <string_view>

#include "moves.h"

namespace {

namespace v1 = tengen::v1;

constexpr std::uint32_t kLaneCount = 4;
constexpr int kSize = 5;
constexpr int kNoAction = -1;  // Leaves a lane as it is.

// Returns a little-endian number of a row.
template <typename Number>
Number readRow(std::string_view bytes, std::uint32_t lane) {
  Number bits = 0;
  for (std::size_t i = 0; i < sizeof(Number); i++) {
    const auto byte = static_cast<std::uint8_t>(bytes[lane * sizeof(Number) + i]);
    bits |= static_cast<Number>(byte) << (8 * i);
  }
  return bits;
}

bool isOver(const v1::LaneStates& states, std::uint32_t lane) {
  return states.terminated()[lane] == 1 || states.truncated()[lane] == 1;
}

// The stream of one batch, which is one attempt of a retry. Each method returns false once the stream has failed; then
// finish() returns the reason.
class BatchStream {
 public:
  BatchStream(v1::BatchService::Stub& stub, grpc::ClientContext& context) : stream_(stub.Run(&context)) {}

  // Creates the lanes.
  bool open(std::uint32_t laneCount) {
    v1::RunRequest request;
    v1::OpenBatch& open = *request.mutable_open();
    open.set_lane_count(laneCount);
    open.set_autoreset_mode(v1::AUTORESET_MODE_DISABLED);
    v1::EnvironmentSpec& spec = *open.add_specs();
    spec.set_width(kSize);
    spec.set_height(kSize);
    if (!call(request)) return false;
    maskBytes_ = response_.layout().action_mask_byte_count();
    return true;
  }

  // Steps all lanes until each game is over.
  bool play(std::uint64_t seed) {
    if (!open(kLaneCount)) return false;
    while (!isEveryLaneOver()) {
      v1::RunRequest request;
      request.mutable_step()->set_actions(chooseActions(seed));
      if (!call(request)) return false;
      const std::string& reasons = states().illegal_reasons();
      const auto illegal = std::find_if(reasons.begin(), reasons.end(), [](char reason) { return reason != 0; });
      if (illegal != reasons.end()) {
        throw std::runtime_error("illegal action: " + v1::IllegalReason_Name(static_cast<v1::IllegalReason>(*illegal)));
      }
    }
    return true;
  }

  // Ends the stream and returns its status.
  grpc::Status finish() {
    stream_->WritesDone();
    return stream_->Finish();
  }

  // The states of the lanes after the last request.
  const v1::LaneStates& states() const { return response_.states(); }

 private:
  // Sends a request and reads its answer.
  bool call(const v1::RunRequest& request) { return stream_->Write(request) && stream_->Read(&response_); }

  bool isEveryLaneOver() const {
    for (std::uint32_t lane = 0; lane < kLaneCount; lane++) {
      if (!isOver(states(), lane)) return false;
    }
    return true;
  }

  // Returns the next action of each lane.
  std::string chooseActions(std::uint64_t seed) const {
    std::string actions;
    for (std::uint32_t lane = 0; lane < kLaneCount; lane++) {
      const std::string_view masks = states().action_masks();
      const auto moveNumber = readRow<std::uint32_t>(states().move_numbers(), lane);
      const int action = isOver(states(), lane) ? kNoAction
                                                : chooseAction(seed + lane, masks.substr(lane * maskBytes_, maskBytes_),
                                                               kSize * kSize, moveNumber);
      for (int shift = 0; shift < 32; shift += 8) actions.push_back(static_cast<char>(action >> shift & 0xFF));
    }
    return actions;
  }

  std::unique_ptr<grpc::ClientReaderWriter<v1::RunRequest, v1::RunResponse>> stream_;
  v1::RunResponse response_;
  std::size_t maskBytes_ = 0;
};

}  // namespace

void playBatch(const std::shared_ptr<grpc::Channel>& channel, const RetryPolicy& retry, std::uint64_t seed) {
  const auto stub = v1::BatchService::NewStub(channel);
  expectRejection("INVALID_VALUE", [&] {
    retry.call([&](grpc::ClientContext& context) {
      BatchStream batch(*stub, context);
      batch.open(0);
      return batch.finish();
    });
  });
  v1::LaneStates states;
  retry.call([&](grpc::ClientContext& context) {
    BatchStream batch(*stub, context);
    batch.play(seed);
    states = batch.states();
    return batch.finish();
  });
  for (std::uint32_t lane = 0; lane < kLaneCount; lane++) {
    std::cout << "Lane " << lane << ": "
              << resultText(static_cast<v1::EndReason>(states.end_reasons()[lane]),
                            readRow<std::uint32_t>(states.move_numbers(), lane),
                            std::bit_cast<float>(readRow<std::uint32_t>(states.margins(), lane)),
                            readRow<std::uint64_t>(states.state_hashes(), lane))
              << std::endl;
  }
}
