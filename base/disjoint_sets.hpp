// Disjoint sets of items that are united step by step.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace apportion {

class DisjointSets {
 public:
  /// Begins with one set for each item.
  explicit DisjointSets(std::size_t items = 0) : parents_(items), count_(items) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }

  /// Adds an item, in a set of its own.
  void add() {
    parents_.push_back(parents_.size());
    ++count_;
  }

  /// Unites the sets of both items. False if they were one set already.
  bool unite(std::size_t one, std::size_t other) {
    const auto [first, second] = std::minmax({first_beside(one), first_beside(other)});
    if (first == second) return false;
    parents_[second] = first;
    --count_;
    return true;
  }

  /// The number of sets.
  [[nodiscard]] std::size_t count() const { return count_; }

  /// The number of each item's set; sets are numbered in the order of their first items.
  [[nodiscard]] std::vector<std::size_t> numbers() {
    std::vector<std::size_t> number(parents_.size());
    std::size_t next = 0;
    for (std::size_t item = 0; item < parents_.size(); ++item) {
      const std::size_t first = first_beside(item);
      number[item] = first == item ? next++ : number[first];
    }
    return number;
  }

 private:
  // The first item of the set that `item` is in; halves the path to it.
  std::size_t first_beside(std::size_t item) {
    while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
    return item;
  }

  std::vector<std::size_t> parents_;
  std::size_t count_;
};

}  // namespace apportion
