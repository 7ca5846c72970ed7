#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>

#include "retry.h"

// Plays a game in each lane of a batch, all lanes with one message for each move. A batch ends with its stream. If the
// connection is lost, the retry opens the batch again and plays the same games from the start, since the seed determines
// them. Throws CallError.
void playBatch(const std::shared_ptr<grpc::Channel>& channel, const RetryPolicy& retry, std::uint64_t seed);
