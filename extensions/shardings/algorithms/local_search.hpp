// Large-neighbourhood search on a flat core.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "extensions/shardings/algorithms/flat_core.hpp"

namespace apportion::shardings {

/// SplitMix64 (Steele, Lea & Flood 2014).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// At least 0, below 1.
  double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
  std::uint32_t below(std::size_t end) { return static_cast<std::uint32_t>(unit() * static_cast<double>(end)); }
  bool chance(double probability) { return unit() < probability; }

 private:
  std::uint64_t state_;
};

/// Bucket elimination (Bertele & Brioschi, Nonserial Dynamic Programming, 1972; Dechter 1999) with a limit on tables:
/// if one would exceed it, a neighbouring node keeps its present label. Storage is reused from one neighbourhood to the
/// next.
class Neighbourhood {
 public:
  /// `stop` is called every few milliseconds; it may be empty.
  explicit Neighbourhood(const FlatCore& flat, std::function<bool()> stop = {});

  /// Frees a node for these labels, which must include its present one; an empty list stands for all labels.
  void begin();
  void add(std::uint32_t node, const std::vector<std::uint32_t>& labels);

  /// To be called after the last add(). Labels have the costs `costs` [FlatCore::first + label]. `draw` gives numbers
  /// below 1, which decide which nodes keep their labels.
  void open(const Places& present, const std::vector<double>& costs, double most_entries,
            const std::function<double()>& draw);

  /// Raises the price of a unit of memory at a row.
  void price(std::uint32_t row, double price);

  /// Finds the best labels, including prices. Returns false if it was stopped, in open() or here.
  [[nodiscard]] bool solve(bool last_of_equals);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t node(std::size_t local) const { return nodes_[local]; }
  [[nodiscard]] std::uint32_t label(std::size_t local) const { return labels_[first_[local] + best_[local]]; }

  /// The cost of the solution, or of the present labels; without prices.
  [[nodiscard]] double cost(bool of_solution) const;

  /// The number of entries in all tables of the last open().
  [[nodiscard]] double entries() const { return entries_; }

 private:
  struct Inner {
    std::uint32_t first = 0;  // the local node that is eliminated first
    std::uint32_t last = 0;
    const FlatLink* link = nullptr;  // the link of `last`
  };
  // A table over the eliminated node, whose labels vary fastest, and nodes of its scope.
  struct Factor {
    const double* values = nullptr;
    std::vector<std::size_t> strides;  // [place in scope]
  };
  struct Bucket {
    std::vector<std::uint32_t> near;  // local nodes not yet eliminated; finally the scope, in reverse order
    std::vector<Factor> factors;
    std::size_t used = 0;   // the number of `factors` in use
    std::size_t table = 0;  // its place among the results
    std::size_t entries = 1;
  };

  bool is_stopped(std::size_t steps);
  void link_members();
  void order_members(double most_entries, const std::function<double()>& draw);
  [[nodiscard]] double weight(std::uint32_t local) const;
  void keep_present(std::uint32_t local);
  [[nodiscard]] std::uint32_t drawn_near(std::uint32_t local, double draw) const;
  void eliminate(std::uint32_t local);
  void charge(const std::vector<double>& costs);
  void prepare();
  Factor& new_factor(std::uint32_t local);
  void add_inner(const Inner& inner);
  void compute(std::uint32_t local);
  [[nodiscard]] std::uint32_t best_of(std::uint32_t local, bool last_of_equals);

  using Entry = std::pair<double, std::uint32_t>;

  const FlatCore& flat_;
  std::function<bool()> stop_;
  std::size_t steps_ = 0;  // since stop_ was called
  bool stopped_ = false;
  const Places* present_ = nullptr;
  std::vector<std::uint32_t> nodes_;   // [local]
  std::vector<std::uint32_t> local_;   // [node] its local number + 1, or 0
  std::vector<std::uint32_t> labels_;  // lists one after the other
  std::vector<std::size_t> first_;     // [local] its place in labels_ and costs_
  std::vector<std::uint32_t> count_;   // [local] the number of labels
  std::vector<std::uint32_t> was_;     // [local] place of the present label
  std::vector<std::uint32_t> best_;    // [local] place of the label found
  std::vector<double> costs_;          // with the costs of edges to fixed nodes
  std::vector<double> priced_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> position_;  // [local] its place in order_
  std::vector<bool> gone_;
  std::vector<Inner> inner_;
  std::vector<std::size_t> inner_at_;  // the place of each in copies_
  std::vector<Bucket> buckets_;        // [local], with spare ones
  std::vector<double> copies_;         // copies of matrices for the lists of labels
  std::vector<double> results_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> at_;     // places of the scope's labels
  std::vector<std::size_t> offsets_;  // offsets of the factors
  double entries_ = 0;
  double exponent_ = 0;  // the chance to keep a label is the number of neighbours to this power
};

/// Information for a search besides the core: prices of memory, and how likely labels are.
struct Guide {
  std::vector<double> prices = {};   ///< [row]
  std::vector<double> beliefs = {};  ///< [place of label] the lower, the likelier
  std::function<bool()> stop = {};   ///< called in repairs and neighbourhoods; may be empty
};

class LocalSearch {
 public:
  /// Without a guide memory has no price.
  LocalSearch(const FlatCore& flat, Places start, std::uint64_t seed, std::optional<Guide> guide = std::nullopt);

  [[nodiscard]] const Places& labels() const { return state_.labels(); }
  [[nodiscard]] double cost() const;  ///< infinite or more: something is forbidden
  [[nodiscard]] bool is_answer() const { return state_.fits() && cost() < infinite; }
  [[nodiscard]] double work() const { return work_; }  ///< entries of tables so far

  [[nodiscard]] const Guide& guide() const { return guide_; }

  /// Restarts from these labels.
  void restart(const Places& labels);

  /// From now on neighbourhoods begin within a ball of this many groups; 0 means anywhere.
  void focus(std::size_t groups);

  /// Searches one neighbourhood within the memory limit; the answer never gets worse. Returns whether it improved.
  bool move();

  /// Searches one neighbourhood without the memory limit, with these costs of labels.
  void soft_move(const std::vector<double>& priced);

  /// Raises the prices of rows that are too full, starting from these, until everything fits. Returns whether it does.
  bool repair(std::vector<double> prices, int rounds);

  /// Chooses a good combination of the present and the other labels where they differ; the answer never gets worse.
  void fuse(const Places& other);

 private:
  [[nodiscard]] bool is_stopped() const { return guide_.stop && guide_.stop(); }
  [[nodiscard]] std::uint32_t drawn_seed();
  void gather(std::uint32_t seed, std::size_t size);
  void fuse_at(const std::vector<std::uint32_t>& nodes, const Places& other);
  void gather_tree(std::uint32_t seed, std::size_t size);
  void choose_labels(const std::vector<double>& costs, bool all);
  void open(const std::vector<double>& costs);
  bool settle(bool with_memory);
  bool cut(double old_cost, double new_cost);
  void apply(bool of_solution);

  const FlatCore& flat_;
  FilledLabels state_;
  mutable std::optional<double> cost_;  // the cost of all labels, if known
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
