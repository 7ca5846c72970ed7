#pragma once

#include <tengen/v1/timestep.pb.h>

#include <cstdint>
#include <string>
#include <string_view>

// Returns a random point of a mask, or the pass if the mask has no point. From move 2 * pointCount on it returns the
// pass, so that the game ends. The examples of all languages choose the same points for the same seed.
int chooseAction(std::uint64_t seed, std::string_view mask, int pointCount, std::uint32_t moveNumber);

// Returns the end of a game as text, as in "END_REASON_PASSES after 164 moves: B+3.5 (state 0123456789abcdef)".
std::string resultText(tengen::v1::EndReason endReason, std::uint32_t moveNumber, double margin, std::uint64_t stateHash);
