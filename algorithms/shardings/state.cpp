// A labelling of a flat core, with its memory at each row in a segment tree.
#include "algorithms/shardings/state.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace apportion::shardings {
namespace {

constexpr std::int64_t no_row = -(std::int64_t{1} << 61);

}  // namespace

MemoryTree::MemoryTree(const std::vector<std::int64_t>& capacity)
    : rows_(capacity.size()),
      leaves_(std::bit_ceil(std::max(capacity.size(), std::size_t{1}))),
      most_(2 * leaves_, no_row),
      added_(leaves_, 0) {
  for (std::size_t t = 0; t < rows_; ++t) most_[leaves_ + t] = -capacity[t];
  for (std::size_t k = leaves_; k-- > 1;) most_[k] = std::max(most_[2 * k], most_[2 * k + 1]);
}

void MemoryTree::rise(std::size_t place) {
  for (place /= 2; place > 0; place /= 2)
    most_[place] = std::max(most_[2 * place], most_[2 * place + 1]) + added_[place];
}

void MemoryTree::add(std::uint32_t from, std::uint32_t to, std::int64_t amount) {
  std::size_t low = from + leaves_;
  std::size_t high = to + leaves_;
  const auto add_at = [&](std::size_t place) {
    most_[place] += amount;
    if (place < leaves_) added_[place] += amount;
  };
  for (; low < high; low /= 2, high /= 2) {
    if (low % 2 == 1) add_at(low++);
    if (high % 2 == 1) add_at(--high);
  }
  rise(from + leaves_);
  rise(to - 1 + leaves_);
}

std::uint32_t MemoryTree::worst_row() const {
  std::size_t place = 1;
  while (place < leaves_) place = most_[2 * place] >= most_[2 * place + 1] ? 2 * place : 2 * place + 1;
  return static_cast<std::uint32_t>(place - leaves_);
}

FilledLabels::FilledLabels(const Flat& flat, Places labels)
    : flat_(&flat), labels_(std::move(labels)), memory_(flat.capacity) {
  for (std::uint32_t v = 0; v < flat.size(); ++v) occupy(v, labels_[v]);
}

void FilledLabels::set(std::uint32_t node, std::uint32_t label) {
  if (labels_[node] == label) return;
  for (const FlatPiece& piece : flat_->pieces_of(node)) {
    const std::int64_t more = flat_->usages[piece.usage + label] - flat_->usages[piece.usage + labels_[node]];
    if (more != 0) memory_.add(piece.from, piece.to, more);
  }
  labels_[node] = label;
}

void FilledLabels::occupy(std::uint32_t node, std::uint32_t label) {
  for (const FlatPiece& piece : flat_->pieces_of(node)) {
    const std::int64_t usage = flat_->usages[piece.usage + label];
    if (usage != 0) memory_.add(piece.from, piece.to, usage);
  }
}

std::int64_t FilledLabels::usage(const Flat& flat, std::uint32_t node, std::uint32_t label, std::uint32_t row) {
  const std::span<const FlatPiece> pieces = flat.pieces_of(node);
  const auto after = std::ranges::upper_bound(pieces, row, {}, &FlatPiece::from);
  if (after == pieces.begin() || (after - 1)->to <= row) return 0;
  return flat.usages[(after - 1)->usage + label];
}

double cost_of(const Flat& flat, const Places& labels) {
  double cost = flat.base;
  for (std::uint32_t v = 0; v < flat.size(); ++v) {
    cost += flat.costs[flat.first[v] + labels[v]];
    for (const FlatLink& link : flat.links_of(v))
      if (link.to > v) cost += flat.row(link, labels[v])[labels[link.to]];
  }
  return cost;
}

}  // namespace apportion::shardings
