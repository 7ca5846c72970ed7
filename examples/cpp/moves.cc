#include "moves.h"

#include <cmath>
#include <iomanip>
#include <sstream>
#include <vector>

namespace {

// Returns the random number of a move: an output of the generator SplitMix64.
std::uint64_t draw(std::uint64_t seed, std::uint32_t moveNumber) {
  std::uint64_t x = seed + (moveNumber + std::uint64_t{1}) * 0x9E3779B97F4A7C15;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
  x = (x ^ x >> 27) * 0x94D049BB133111EB;
  return x ^ x >> 31;
}

}  // namespace

int chooseAction(std::uint64_t seed, std::string_view mask, int pointCount, std::uint32_t moveNumber) {
  std::vector<int> points;
  for (int point = 0; point < pointCount; point++) {
    if (mask[static_cast<std::size_t>(point >> 3)] & 0x80 >> (point & 7)) points.push_back(point);
  }
  if (points.empty() || moveNumber >= static_cast<std::uint32_t>(2 * pointCount)) return pointCount;
  return points[draw(seed, moveNumber) % points.size()];
}

std::string resultText(tengen::v1::EndReason endReason, std::uint32_t moveNumber, double margin, std::uint64_t stateHash) {
  std::ostringstream text;
  text << tengen::v1::EndReason_Name(endReason) << " after " << moveNumber << " moves: ";
  text << (margin > 0 ? "B+" : "W+");  // Never a tie, because komi is 7.5.
  text << std::fixed << std::setprecision(1) << std::abs(margin);
  text << " (state " << std::hex << std::setfill('0') << std::setw(16) << stateHash << ")";
  return text.str();
}
