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
/// itself. They are if each flow has a link that is full and on which no other is faster, its bottleneck (Bertsekas &
/// Gallager, Data Networks, section 6.5.2). Flows and links are numbered from 0.
class FairShares {
 public:
  FairShares(const std::vector<double>& capacities, std::size_t flows);

  /// A flow begins, whose route is not empty and outlives it; rates are as before until update().
  void add(std::uint32_t flow, std::span<const std::uint32_t> route);
  /// A flow ends.
  void remove(std::uint32_t flow);

  /// Makes all rates fair again. The flows whose rates it computed anew, in no promised order; valid until the next
  /// call. Takes the flows that were added and those whose bottleneck has room again, fills the links with these by
  /// progressive filling while all others keep their rates, then takes also those whose bottleneck is none any more,
  /// and so on until there is none.
  [[nodiscard]] std::span<const std::uint32_t> update();

  [[nodiscard]] double rate(std::uint32_t flow) const { return rates_[flow]; }

 private:
  struct SharedLink {
    double capacity = 0;
    std::vector<std::uint32_t> flows = {};
    // While filling:
    double left = 0;            // capacity that no rate takes yet
    double fastest = 0;         // of the flows that were taken
    std::uint32_t open = 0;     // flows without a rate yet
    std::uint32_t place = 0;    // in collected_links_ and levels_
    std::uint32_t visit = 0;    // the update that visited it last
    bool keeps_others = false;  // has flows that were not taken
    bool is_full = false;       // is the bottleneck of flows that were taken
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

  void take_if(bool wanted, std::uint32_t flow);
  void visit_links();
  void take_changed();
  bool take_affected();
  [[nodiscard]] bool is_affected(std::uint32_t flow, std::uint32_t link) const;
  void fill();
  void prepare(SharedLink& shared);
  void fill_few();
  void fill_many();
  std::size_t freeze_all(std::uint32_t link, double level);
  void set_level(const SharedLink& shared);
  [[nodiscard]] std::size_t lowest() const;

  std::vector<SharedLink> links_;
  std::vector<double> rates_;
  std::vector<std::uint32_t> bottlenecks_;  // of flows with a rate
  std::vector<std::span<const std::uint32_t>> routes_;
  // Updates and fillings are numbered, so that nothing has to be unmarked.
  std::uint32_t update_ = 0;
  std::uint32_t filling_ = 0;
  std::vector<std::uint32_t> taken_;  // the update that computed the flow's rate last
  std::vector<std::uint32_t> given_;  // the filling that did
  std::vector<std::uint32_t> added_;
  std::vector<std::uint32_t> relieved_;  // links of flows that were removed
  // Room for all, and for one that turns out not to count; the numbers say how many do.
  std::vector<std::uint32_t> collected_;        // the flows that were taken
  std::vector<std::uint32_t> collected_links_;  // theirs
  std::vector<std::uint32_t> frozen_;           // those that one link gives their rates
  std::size_t number_collected_ = 0;
  std::size_t number_of_links_ = 0;
  std::size_t number_visited_ = 0;  // of the flows that were taken, those whose links are collected
  std::vector<double> levels_;      // at which collected links are full
  std::vector<Candidate> queue_;    // a heap of links by their levels
};

}  // namespace apportion
