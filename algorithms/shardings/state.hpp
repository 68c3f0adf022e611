// A labelling of a flat core as a search changes it, with its memory at each row.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/shardings/flat.hpp"

namespace apportion::shardings {

/// Usage less capacity at each row: adds to stretches, and knows the worst row.
class MemoryTree {
 public:
  explicit MemoryTree(const std::vector<std::int64_t>& capacity);

  void add(std::uint32_t from, std::uint32_t to, std::int64_t amount);

  /// The greatest excess over the capacity; not positive: everything fits.
  [[nodiscard]] std::int64_t worst() const { return rows_ == 0 ? 0 : most_[1]; }
  [[nodiscard]] std::uint32_t worst_row() const;

 private:
  void rise(std::size_t place);

  std::size_t rows_;
  std::size_t leaves_;
  std::vector<std::int64_t> most_;   // [place in the tree] of the part below, additions above left out
  std::vector<std::int64_t> added_;  // [inner place] to all of the part below
};

/// Labels are places in the lists of the core's groups.
using Places = std::vector<std::uint32_t>;

/// A label for each group, and the memory that they fill.
class FilledLabels {
 public:
  FilledLabels(const Flat& flat, Places labels);

  [[nodiscard]] const Places& labels() const { return labels_; }
  [[nodiscard]] bool fits() const { return memory_.worst() <= 0; }
  [[nodiscard]] const MemoryTree& memory() const { return memory_; }

  void set(std::uint32_t node, std::uint32_t label);

  /// What one label of a node takes at a row above its least.
  [[nodiscard]] static std::int64_t usage(const Flat& flat, std::uint32_t node, std::uint32_t label, std::uint32_t row);

 private:
  void occupy(std::uint32_t node, std::uint32_t label);

  const Flat* flat_;
  Places labels_;
  MemoryTree memory_;
};

/// Of all nodes and edges, the flat core's base included; infinite or more if a pair is forbidden.
[[nodiscard]] double cost_of(const Flat& flat, const Places& labels);

}  // namespace apportion::shardings
