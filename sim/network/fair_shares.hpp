// Max-min fair sharing of links among flows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apportion {

/// The least of the values, infinity without any. Four at a time: one after the other, each would wait for the one
/// before.
[[nodiscard]] double least(std::span<const double> values);

/// Rates of flows over links, max-min fair: no flow could be faster without making one slower that is no faster than
/// itself (Bertsekas & Gallager, Data Networks, section 6.5.2; by progressive filling). Flows and links are numbered
/// from 0.
class FairShares {
 public:
  FairShares(const std::vector<double>& capacities, std::size_t flows);

  /// A flow begins, whose route is not empty and outlives it; rates are as before until update().
  void add(std::uint32_t flow, std::span<const std::uint32_t> route);
  /// A flow ends.
  void remove(std::uint32_t flow);

  /// Makes all rates fair again. The flows whose rates it computed anew, in no promised order; valid until the next
  /// call. Looks only at what hangs together with flows that were added or removed, and there only at flows that are at
  /// least as fast as the slowest of these: filling does not differ below.
  [[nodiscard]] std::span<const std::uint32_t> update();

  [[nodiscard]] double rate(std::uint32_t flow) const { return rates_[flow]; }

 private:
  struct SharedLink {
    double capacity = 0;
    std::vector<std::uint32_t> flows = {};
    double left = 0;          // while filling: capacity that no rate takes yet
    std::uint32_t open = 0;   // while filling: flows without a rate yet
    std::uint32_t place = 0;  // while filling: in collected_links_ and levels_
    bool visited = false;
  };
  struct Candidate {
    double level;
    std::uint32_t link;
  };
  struct IsLater {
    bool operator()(const Candidate& one, const Candidate& other) const {
      return one.level != other.level ? one.level > other.level : one.link > other.link;
    }
  };

  void mark(std::uint32_t link, double level);
  void collect();
  void visit_link(std::uint32_t link);
  void visit_flows(std::uint32_t link);
  void prepare(std::uint32_t place);
  void fill_few();
  void fill_many();
  std::size_t freeze_all(std::uint32_t link, double level);
  void set_level(const SharedLink& shared);
  [[nodiscard]] std::size_t lowest() const;

  std::vector<SharedLink> links_;
  std::vector<double> rates_;
  std::vector<std::span<const std::uint32_t>> routes_;
  std::vector<char> open_;              // flows that are collected and have no rate yet
  std::vector<std::uint32_t> changed_;  // links of flows that were added or removed
  double slowest_;                      // no rate below this changes
  // Room for all, and one more that is written before it is known whether it counts; the numbers say how many do.
  std::vector<std::uint32_t> collected_;
  std::vector<std::uint32_t> frozen_;
  std::vector<std::uint32_t> collected_links_;
  std::size_t number_collected_ = 0;
  std::size_t number_of_links_ = 0;
  std::vector<double> levels_;    // at which collected links are full
  std::vector<Candidate> queue_;  // a heap of links by their levels
};

}  // namespace apportion
