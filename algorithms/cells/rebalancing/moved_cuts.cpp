// Cuts read from owners, from the top down.
#include "algorithms/cells/rebalancing/moved_cuts.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

constexpr std::array<SweepDirection, 8> cut_directions = {
    {{1, 0}, {0, 1}, {1, 1}, {1, -1}, {2, 1}, {1, 2}, {2, -1}, {1, -2}}};

using Parts = std::vector<std::size_t>;
using Places = std::vector<std::size_t>;

struct FoundCut {
  SweepDirection direction = {};
  Parts order = {};       // the parts as they are swept
  std::size_t first = 0;  // parts on the first side
  double misplaced = std::numeric_limits<double>::infinity();
};

class CutReader {
 public:
  CutReader(const Mesh& mesh, const std::vector<double>& shares, const PlaceOwners& owners)
      : mesh_(mesh), owners_(owners), loads_(shares.size(), 0), newcomers_(shares.size()) {
    Parts present;
    Places places;
    for (std::size_t place = 0; place < owners.size(); ++place)
      if (owners[place] != no_owner) {
        loads_[owner(place)] += mesh.load[place];
        places.push_back(place);
      }
    for (std::size_t part = 0; part < shares.size(); ++part)
      if (loads_[part] > 0) present.push_back(part);
    settle_newcomers(shares, present);
    if (!present.empty()) read(present, places);
  }

  [[nodiscard]] SweepTree tree() { return std::move(tree_); }

 private:
  [[nodiscard]] std::size_t owner(std::size_t place) const { return static_cast<std::size_t>(owners_[place]); }
  [[nodiscard]] std::int64_t key(SweepDirection direction, std::size_t place) const {
    const auto number = static_cast<std::int64_t>(place);
    return direction.down * (number / mesh_.stride()) + direction.right * (number % mesh_.stride());
  }

  void settle_newcomers(const std::vector<double>& shares, const Parts& present) {
    if (present.empty()) return;
    std::vector<double> wanted = shares;
    for (std::size_t part = 0; part < shares.size(); ++part) {
      if (loads_[part] > 0) continue;
      const std::size_t host =
          *std::ranges::max_element(present, {}, [&](std::size_t other) { return loads_[other] - wanted[other]; });
      newcomers_[host].push_back(part);
      wanted[host] += shares[part];
    }
  }

  void read(const Parts& parts, const Places& places) {
    if (parts.size() == 1) {
      read_part(parts.front(), places);
      return;
    }
    FoundCut best;
    for (const SweepDirection direction : cut_directions) {
      FoundCut cut = cut_along(direction, parts, places);
      if (cut.misplaced < best.misplaced) best = std::move(cut);
    }
    const Parts first(best.order.begin(), best.order.begin() + static_cast<std::ptrdiff_t>(best.first));
    const Parts second(best.order.begin() + static_cast<std::ptrdiff_t>(best.first), best.order.end());
    std::vector<bool> is_first(loads_.size(), false);
    std::size_t processors = 0;
    for (const std::size_t part : first) {
      is_first[part] = true;
      processors += 1 + newcomers_[part].size();
    }
    tree_.cuts.push_back({tree_.order.size() + processors, best.direction});
    Places of_first;
    Places of_second;
    for (const std::size_t place : places) (is_first[owner(place)] ? of_first : of_second).push_back(place);
    read(first, of_first);
    read(second, of_second);
  }

  // A part, and those that come into it, in strips.
  void read_part(std::size_t part, const Places& places) {
    const auto extent_along = [&](SweepDirection direction) {
      const auto [least, most] =
          std::ranges::minmax(places, {}, [&](std::size_t place) { return key(direction, place); });
      return key(direction, most) - key(direction, least);
    };
    const bool is_high = extent_along({1, 0}) > extent_along({0, 1});
    for (std::size_t k = 0; k < newcomers_[part].size(); ++k)
      tree_.cuts.push_back({tree_.order.size() + k + 1, is_high ? SweepDirection{1, 0} : SweepDirection{0, 1}});
    tree_.order.push_back(part);
    tree_.order.insert(tree_.order.end(), newcomers_[part].begin(), newcomers_[part].end());
  }

  // Parts in the order of their centres; each cut has the loads of those before it on its first side.
  [[nodiscard]] FoundCut cut_along(SweepDirection direction, const Parts& parts, const Places& places) const {
    std::vector<double> centre(loads_.size(), 0);
    for (const std::size_t place : places)
      centre[owner(place)] += mesh_.load[place] * static_cast<double>(key(direction, place)) / loads_[owner(place)];
    FoundCut found{.direction = direction, .order = parts};
    std::ranges::stable_sort(found.order, {}, [&](std::size_t part) { return centre[part]; });
    Places sorted = places;
    std::ranges::stable_sort(sorted, {}, [&](std::size_t place) { return key(direction, place); });
    std::vector<double> swept(loads_.size(), 0);
    std::vector<bool> is_first(loads_.size(), false);
    double before = 0;   // load on the first side
    double at_home = 0;  // of it, that of parts which belong there
    double wanted = 0;
    std::size_t next = 0;
    for (std::size_t count = 1; count < parts.size(); ++count) {
      const std::size_t part = found.order[count - 1];
      is_first[part] = true;
      at_home += swept[part];
      wanted += loads_[part];
      for (; next < sorted.size() && before + mesh_.load[sorted[next]] / 2 <= wanted; ++next) {
        const double load = mesh_.load[sorted[next]];
        before += load;
        swept[owner(sorted[next])] += load;
        if (is_first[owner(sorted[next])]) at_home += load;
      }
      if (before - at_home >= found.misplaced) continue;
      found.misplaced = before - at_home;
      found.first = count;
    }
    return found;
  }

  const Mesh& mesh_;
  const PlaceOwners& owners_;
  std::vector<double> loads_;
  std::vector<Parts> newcomers_;  // into each part
  SweepTree tree_;
};

}  // namespace

SweepTree cuts_of(const Mesh& mesh, const std::vector<double>& shares, const PlaceOwners& owners) {
  return CutReader(mesh, shares, owners).tree();
}

}  // namespace apportion
