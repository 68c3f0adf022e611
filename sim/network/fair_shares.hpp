// Max-min fair sharing of links among flows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace apportion {

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
    double left = 0;       // while filling: capacity that no rate takes yet
    std::size_t open = 0;  // while filling: flows without a rate yet
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
  void visit_link(std::uint32_t link);
  void visit_flow(std::uint32_t flow);
  void collect();
  void fill();
  void freeze_all(std::uint32_t link, double level);
  void prepare(std::uint32_t link);
  [[nodiscard]] double level_of(std::uint32_t link) const;

  std::vector<SharedLink> links_;
  std::vector<double> rates_;
  std::vector<std::span<const std::uint32_t>> routes_;
  std::vector<char> open_;                // flows that are collected and have no rate yet
  std::vector<std::uint32_t> changed_;    // links of flows that were added or removed
  double slowest_;                        // no rate below this changes
  std::vector<std::uint32_t> collected_;  // flows
  std::vector<std::uint32_t> collected_links_;
  std::vector<Candidate> queue_;  // a heap of links by the level at which they are full
};

}  // namespace apportion
