#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>

#include "retry.h"

// Plays a whole game in a session of its own: one call for each move. Throws CallError.
void playSession(const std::shared_ptr<grpc::Channel>& channel, const RetryPolicy& retry, std::uint64_t seed);
