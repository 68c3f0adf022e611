// Large-neighbourhood search on a flat core.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "algorithms/shardings/dice.hpp"
#include "algorithms/shardings/neighbourhood.hpp"
#include "algorithms/shardings/state.hpp"

namespace apportion::shardings {

/// What a search knows besides the core: costs with memory at a price, and how likely labels are.
struct Guide {
  std::vector<double> prices = {};   ///< [row]
  std::vector<double> beliefs = {};  ///< [place of label] the less, the likelier
  std::function<bool()> stop = {};   ///< asked in repairs and neighbourhoods; may be empty
};

class LocalSearch {
 public:
  LocalSearch(const Flat& flat, Places start, std::uint64_t seed);

  [[nodiscard]] const Places& labels() const { return state_.labels(); }
  [[nodiscard]] double cost() const;  ///< infinite or more: something is forbidden
  [[nodiscard]] bool is_answer() const { return state_.fits() && cost() < infinite; }
  [[nodiscard]] double work() const { return work_; }  ///< entries of tables so far

  void set_guide(Guide guide) {
    near_.set_stop(guide.stop);
    guide_ = std::move(guide);
  }
  [[nodiscard]] const Guide& guide() const { return guide_; }

  /// Starts anew from these labels.
  void restart(const Places& labels);

  /// Neighbourhoods begin within a ball of so many groups from now on; 0: anywhere.
  void focus(std::size_t groups);

  /// One neighbourhood within the memory limit; never a worse answer. Returns whether it is better.
  bool move();

  /// One neighbourhood without the memory limit, at these costs of labels.
  void soft_move(const std::vector<double>& priced);

  /// [Flat::first + label] costs with memory at these prices.
  [[nodiscard]] std::vector<double> priced(const std::vector<double>& prices) const;

  /// Raises the prices of rows that are too full, from these on, until everything fits. Returns whether it does.
  bool repair(std::vector<double> prices, int rounds);

  /// The best of what this and other labels are made of, where they differ.
  void fuse(const Places& other);

 private:
  [[nodiscard]] std::uint32_t drawn_seed();
  void gather(std::uint32_t seed, std::size_t size);
  void gather_tree(std::uint32_t seed, std::size_t size);
  void choose_labels(const std::vector<double>& costs, bool all);
  void open(const std::vector<double>& costs);
  bool settle(bool with_memory);
  bool cut(double old_cost, double new_cost);
  void apply(bool of_solution);
  [[nodiscard]] std::vector<std::int64_t> excess() const;

  const Flat& flat_;
  FilledLabels state_;
  mutable std::optional<double> cost_;  // of all, where it is known
  double work_ = 0;
  Dice dice_;
  Guide guide_;
  Neighbourhood near_;
  std::vector<std::uint32_t> region_;  // where neighbourhoods begin; empty: anywhere
  std::vector<std::uint32_t> chosen_;  // nodes of the neighbourhood
  std::vector<std::uint32_t> mark_;    // [node] the neighbourhood that it was last in
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> before_;  // labels of the neighbourhood before it was solved
  std::vector<std::uint32_t> list_;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

}  // namespace apportion::shardings
