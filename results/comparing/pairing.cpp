// Pairing of two series of numbers by sample or by chunk.
#include "results/comparing/pairing.hpp"

namespace apportion::results {
namespace {

std::int64_t index_of(const SampleNumber& number) { return number.sample; }
std::int64_t index_of(const ChunkNumber& number) { return number.chunk; }
double value_of(const SampleNumber& number) { return number.value; }
double value_of(const ChunkNumber& number) { return number.mean; }
bool comparable(const SampleNumber& /*a*/, const SampleNumber& /*b*/) { return true; }
// Means of different samples say nothing about each other.
bool comparable(const ChunkNumber& a, const ChunkNumber& b) { return a.samples == b.samples; }

template <class Number>
Pairing paired_numbers(const std::vector<Number>& older, const std::vector<Number>& newer) {
  Pairing result;
  auto a = older.begin();
  auto b = newer.begin();
  while (a != older.end() && b != newer.end()) {
    if (index_of(*a) == index_of(*b)) {
      if (comparable(*a, *b)) {
        result.pairs.push_back({index_of(*a), value_of(*a), value_of(*b)});
      } else {
        ++result.only_old;
        ++result.only_new;
      }
      ++a;
      ++b;
    } else if (index_of(*a) < index_of(*b)) {
      ++result.only_old;
      ++a;
    } else {
      ++result.only_new;
      ++b;
    }
  }
  result.only_old += older.end() - a;
  result.only_new += newer.end() - b;
  return result;
}

}  // namespace

Pairing paired(const std::vector<SampleNumber>& older, const std::vector<SampleNumber>& newer) {
  return paired_numbers(older, newer);
}

Pairing paired(const std::vector<ChunkNumber>& older, const std::vector<ChunkNumber>& newer) {
  return paired_numbers(older, newer);
}

}  // namespace apportion::results
