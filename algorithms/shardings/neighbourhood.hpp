// A neighbourhood: the best labels of some nodes beside the fixed labels of all others, by elimination.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "algorithms/shardings/flat.hpp"
#include "algorithms/shardings/state.hpp"

namespace apportion::shardings {

/// Bucket elimination (Bertele & Brioschi, Nonserial Dynamic Programming, 1972; Dechter 1999) with a limit on tables:
/// where one would get larger, a node beside it keeps the label that it has. Storage is kept from one neighbourhood to
/// the next.
class Neighbourhood {
 public:
  explicit Neighbourhood(const Flat& flat);

  /// Asked every few milliseconds; may be empty.
  void set_stop(std::function<bool()> stop) { stop_ = std::move(stop); }

  /// A node to free, and the labels that it may get, among them its present one; none: all.
  void begin();
  void add(std::uint32_t node, const std::vector<std::uint32_t>& labels);

  /// After the last node. Labels cost `costs` [Flat::first + label]. `draw` gives numbers below 1 that decide which
  /// nodes keep their labels.
  void open(const Places& present, const std::vector<double>& costs, double most_entries,
            const std::function<double()>& draw);

  /// Makes every unit of memory at a row dearer by so much.
  void price(std::uint32_t row, double price);

  /// Finds the best labels, prices counted. Returns whether it has: not so once it is stopped, in open() or here.
  [[nodiscard]] bool solve(bool last_of_equals);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] std::uint32_t node(std::size_t local) const { return nodes_[local]; }
  [[nodiscard]] std::uint32_t label(std::size_t local) const { return labels_[first_[local] + best_[local]]; }

  /// Of the solution, or of the present labels; without prices.
  [[nodiscard]] double cost(bool of_solution) const;

  /// Entries of all tables of the last open().
  [[nodiscard]] double entries() const { return entries_; }

 private:
  struct Inner {
    std::uint32_t first = 0;  // local; eliminated first
    std::uint32_t last = 0;
    const FlatLink* link = nullptr;  // of `last`
  };
  // A table over the node that is eliminated, whose labels run fastest, and nodes of its scope.
  struct Factor {
    const double* values = nullptr;
    std::vector<std::size_t> strides;  // [place in scope]
  };
  struct Bucket {
    std::vector<std::uint32_t> near;  // local, not yet eliminated; at last the scope, the first to go at its end
    std::vector<Factor> factors;
    std::size_t used = 0;   // of `factors`
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

  const Flat& flat_;
  std::function<bool()> stop_;
  std::size_t steps_ = 0;  // since it was asked
  bool stopped_ = false;
  const Places* present_ = nullptr;
  std::vector<std::uint32_t> nodes_;   // [local]
  std::vector<std::uint32_t> local_;   // [node] local number + 1, or 0
  std::vector<std::uint32_t> labels_;  // lists one after the other
  std::vector<std::size_t> first_;     // [local] in labels_ and costs_
  std::vector<std::uint32_t> count_;   // [local] labels
  std::vector<std::uint32_t> was_;     // [local] place of the present label
  std::vector<std::uint32_t> best_;    // [local] place of the label found
  std::vector<double> costs_;          // with edges to nodes that are not free
  std::vector<double> priced_;
  std::vector<std::uint32_t> order_;
  std::vector<std::size_t> position_;  // [local] in order_
  std::vector<bool> gone_;
  std::vector<Inner> inner_;
  std::vector<std::size_t> inner_at_;  // of each in copies_
  std::vector<Bucket> buckets_;        // [local], more than are used
  std::vector<double> copies_;         // of matrices between lists of labels
  std::vector<double> results_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> at_;     // places of the scope's labels
  std::vector<std::size_t> offsets_;  // of the factors
  double entries_ = 0;
  double exponent_ = 0;  // of the number of neighbours, in the chance to keep the present label
};

}  // namespace apportion::shardings
