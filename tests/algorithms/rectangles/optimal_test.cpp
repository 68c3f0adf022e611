// OPTIMAL and the search among all layouts, compared with enumeration and published optima.
#include <gtest/gtest.h>
#include <boost/random/uniform_real_distribution.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/rectangles/optimal.hpp"
#include "sim/samplers.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/rectangles.hpp"
#include "tests/support/registry.hpp"

namespace apportion {
namespace {

double total_of(const RectangleProblem& problem, const Decomposition& decomposition) {
  return total_cost(acost(decomposition), internal_edges(decomposition), problem.latency);
}

double rounding(const RectangleProblem& problem) { return 1e-9 * problem.extent.half_perimeter(); }

std::vector<double> areas_of(const RectangleProblem& problem) {
  std::vector<double> areas = problem.cluster.speeds;
  const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (double& area : areas) area *= problem.extent.area() / sum;
  return areas;
}

// The least total over all slicing trees, every one of them built and measured.
class AllTrees {
 public:
  explicit AllTrees(const RectangleProblem& problem)
      : problem_(problem), areas_(areas_of(problem)), decomposition_{problem.extent, {}} {
    decomposition_.parts.resize(areas_.size());
    const Rect whole{0, 0, problem.extent.rows, problem.extent.columns};
    divide({{(std::size_t{1} << areas_.size()) - 1, whole}});
  }
  [[nodiscard]] double least() const { return least_; }

 private:
  struct Open {
    std::size_t set;
    Rect rect;
  };

  [[nodiscard]] double area(std::size_t set) const {
    double sum = 0;
    for (std::size_t i = 0; i < areas_.size(); ++i) sum += (set >> i) % 2 == 1 ? areas_[i] : 0;
    return sum;
  }

  void divide(std::vector<Open> open) {
    if (open.empty()) {
      least_ = std::min(least_, total_of(problem_, decomposition_));
      return;
    }
    const auto [set, rect] = open.back();
    open.pop_back();
    if (std::has_single_bit(set)) {
      decomposition_.parts[static_cast<std::size_t>(std::countr_zero(set))] = rect;
      divide(open);
      return;
    }
    for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) {
      const double share = area(part) / area(set);
      const double rows = rect.rows * share;
      const double columns = rect.columns * share;
      open.push_back({part, {rect.row, rect.column, rows, rect.columns}});
      open.push_back({set ^ part, {rect.row + rows, rect.column, rect.rows - rows, rect.columns}});
      divide(open);
      open.resize(open.size() - 2);
      open.push_back({part, {rect.row, rect.column, rect.rows, columns}});
      open.push_back({set ^ part, {rect.row, rect.column + columns, rect.rows, rect.columns - columns}});
      divide(open);
      open.resize(open.size() - 2);
    }
  }

  const RectangleProblem& problem_;
  std::vector<double> areas_;
  Decomposition decomposition_;
  double least_ = std::numeric_limits<double>::infinity();
};

// A pinwheel of five areas in order: at the lower left a part as wide as `width`, then counterclockwise, the centre
// last. The width determines the four around the centre; it is right if the last of them is as high as the first one
// leaves room for.
struct Pinwheel {
  std::array<double, 4> widths{};
  std::array<double, 4> heights{};

  Pinwheel(const std::vector<double>& areas, const Extent& extent, double width) {
    widths[0] = width;
    heights[0] = areas[0] / width;
    widths[1] = extent.columns - width;
    heights[1] = areas[1] / widths[1];
    heights[2] = extent.rows - heights[1];
    widths[2] = areas[2] / heights[2];
    widths[3] = extent.columns - widths[2];
    heights[3] = areas[3] / widths[3];
  }

  // Positive if the first and the last part are too high together.
  [[nodiscard]] double excess(const Extent& extent) const { return heights[0] + heights[3] - extent.rows; }
  [[nodiscard]] bool is_valid() const {
    return std::ranges::min(widths) > 0 && std::ranges::min(heights) > 0 && widths[0] > widths[3] &&
           heights[1] > heights[0];
  }
  [[nodiscard]] double half_perimeters(const Extent& extent) const {
    double sum = widths[0] - widths[3] + heights[1] - heights[0];
    for (std::size_t i = 0; i < 4; ++i) sum += widths[i] + heights[i];
    return sum - extent.half_perimeter();
  }
};

// Least Acost of all pinwheels, with widths found on a fine raster and by bisection.
double best_pinwheel(const RectangleProblem& problem) {
  const Extent& extent = problem.extent;
  std::vector<double> areas = areas_of(problem);
  std::ranges::sort(areas);
  double least = std::numeric_limits<double>::infinity();
  constexpr int steps = 200;
  do {
    const auto is_positive = [&](double width) { return Pinwheel(areas, extent, width).excess(extent) > 0; };
    for (int step = 1; step + 1 < steps; ++step) {
      double low = extent.columns * step / steps;
      double high = extent.columns * (step + 1) / steps;
      const bool at_low = is_positive(low);
      if (at_low == is_positive(high)) continue;
      for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (is_positive(middle) == at_low ? low : high) = middle;
      }
      const Pinwheel found(areas, extent, low);
      if (found.is_valid()) least = std::min(least, found.half_perimeters(extent));
    }
  } while (std::ranges::next_permutation(areas).found);
  return least;
}

// Least total of all layouts, with processors in all classes in all orders.
double best_layout(const RectangleProblem& problem) {
  const std::vector<RoomLayout> layouts = all_layouts(problem.cluster.size());
  std::vector<double> areas = areas_of(problem);
  std::ranges::sort(areas);
  const Extent& extent = problem.extent;
  double least = std::numeric_limits<double>::infinity();
  LinePositions at;
  do {
    for (const RoomLayout& layout : layouts) {
      if (!place_lines(layout, areas, extent.columns, extent.rows, at)) return std::nan("");
      Decomposition decomposition{extent, {}};
      double half_perimeters = -extent.half_perimeter();
      for (const Room& room : layout.rooms) {
        const Box box = room_box(room, at);
        decomposition.parts.push_back({box.y, box.x, box.height, box.width});
        half_perimeters += box.width + box.height;
      }
      const double edges = static_cast<double>(areas.size()) - 1;
      if (half_perimeters + problem.latency * edges < least) least = std::min(least, total_of(problem, decomposition));
    }
  } while (std::ranges::next_permutation(areas).found);
  return least;
}

RectangleProblem random_problem(std::string_view sampler, std::size_t p, double ratio, double columns, double latency,
                                int sample) {
  RandomStream stream(21, "optimal " + std::string(sampler) + "/" + std::to_string(sample));
  return {{1000, columns}, draw_cluster(sampler, p, ratio, stream), latency};
}

// Speeds of every kind, including many ties, and latencies from 0 to one that decides alone.
template <class Check>
void for_problems(std::size_t p, int samples, Check check) {
  for (const char* sampler : {"log-uniform", "integers"})
    for (const double ratio : {1.0, 3.0, 64.0})
      for (const double columns : {1000.0, 1500.0, 3000.0})
        for (const double latency : {0.0, 20.0, 100.0, 1000.0})
          for (int sample = 0; sample < (ratio == 1 ? 1 : samples); ++sample) {
            SCOPED_TRACE(std::string(sampler) + " p " + std::to_string(p) + " ratio " + std::to_string(ratio) +
                         " columns " + std::to_string(columns) + " latency " + std::to_string(latency) + " sample " +
                         std::to_string(sample));
            ASSERT_NO_FATAL_FAILURE(check(random_problem(sampler, p, ratio, columns, latency, sample)));
          }
}

// Up to four rectangles every layout is slicing.
TEST(Optimal, AgreesWithBruteForceUpToFourProcessors) {
  for (std::size_t p = 1; p <= 4; ++p)
    for_problems(p, 8, [](const RectangleProblem& problem) {
      const RectangleSolution found = solve("OPTIMAL", problem);
      ASSERT_EQ(found.proof, Proof::rectangles);
      ASSERT_NEAR(total_of(problem, found.decomposition), AllTrees(problem).least(), rounding(problem));
    });
}

TEST(Optimal, AgreesWithAllSlicingTreesOfFiveProcessors) {
  for_problems(5, 1, [](const RectangleProblem& problem) {
    const RectangleSolution found = solve("OPTIMAL[layouts=slicing]", problem);
    ASSERT_EQ(found.proof, Proof::slicing);
    ASSERT_NEAR(total_of(problem, found.decomposition), AllTrees(problem).least(), rounding(problem));
  });
}

TEST(Optimal, AgreesWithAllPinwheelsOfFiveProcessors) {
  int wins = 0;
  for (const double ratio : {8.0, 64.0})
    for (int sample = 0; sample < 12; ++sample) {
      SCOPED_TRACE(::testing::Message() << ::testing::PrintToString(ratio) << ' ' << ::testing::PrintToString(sample));
      const RectangleProblem problem = random_problem("log-uniform", 5, ratio, 1000, 0, sample);
      const double slicing = solve("OPTIMAL[layouts=slicing]", problem).claimed_acost;
      const double pinwheel = best_pinwheel(problem);
      wins += pinwheel < slicing - 1 ? 1 : 0;
      ASSERT_NEAR(solve("OPTIMAL", problem).claimed_acost, std::min(slicing, pinwheel), rounding(problem));
    }
  EXPECT_GE(wins, 1);
}

TEST(Optimal, AgreesWithAllLayoutsOfFiveProcessors) {
  for_problems(5, 1, [](const RectangleProblem& problem) {
    const RectangleSolution found = solve("OPTIMAL", problem);
    ASSERT_EQ(found.proof, Proof::rectangles);
    ASSERT_NEAR(total_of(problem, found.decomposition), best_layout(problem), rounding(problem));
  });
}

TEST(Optimal, AgreesWithAllLayoutsOfSixProcessors) {
  for (const double latency : {0.0, 100.0}) {
    SCOPED_TRACE(latency);
    const RectangleProblem problem = random_problem("log-uniform", 6, 8, 1000, latency, 0);
    ASSERT_NEAR(total_of(problem, solve("OPTIMAL", problem).decomposition), best_layout(problem), rounding(problem));
  }
}

double gain_of_pinwheel(double r) {
  const RectangleProblem problem{{1000, 1000}, {{r, 1, r, r, r}, {}}, 0};
  const double slicing = solve("OPTIMAL[layouts=slicing]", problem).claimed_acost;
  return slicing - solve("OPTIMAL", problem).claimed_acost;
}

// Four equal processors around a slower one: the pinwheel is better from r = 3.232 on.
TEST(Optimal, FindsThePinwheel) {
  EXPECT_EQ(gain_of_pinwheel(3.2), 0);
  EXPECT_GT(gain_of_pinwheel(3.3), 1);
  double low = 3;
  double high = 4;
  for (int i = 0; i < 30; ++i) {
    const double middle = (low + high) / 2;
    (gain_of_pinwheel(middle) > 1e-6 ? high : low) = middle;
  }
  EXPECT_NEAR(low, 3.232, 5e-4);
  const RectangleSolution found = solve("OPTIMAL", {{1000, 1000}, {{5, 1, 5, 5, 5}, {}}, 0});
  EXPECT_EQ(found.proof, Proof::rectangles);
  EXPECT_EQ(found.claimed_edges, 8);
  const Rect& centre = found.decomposition.parts[1];
  EXPECT_NEAR(centre.row, centre.column, 1e-6);
  EXPECT_NEAR(centre.row + centre.row_end(), 1000, 1e-6);
}

// Coinciding corners save an edge.
TEST(Optimal, CountsCrossings) {
  const RectangleSolution four = solve("OPTIMAL", {{1000, 1000}, {{1, 1, 1, 1}, {}}, 100});
  EXPECT_EQ(four.claimed_edges, 4);
  const RectangleSolution six = solve("OPTIMAL", {{1000, 1500}, {{1, 1, 1, 1, 1, 1}, {}}, 200});
  EXPECT_EQ(six.claimed_edges, 7);
  EXPECT_NEAR(six.claimed_acost, 3500, 1e-6);
  const RectangleSolution nine = solve("OPTIMAL", {{1000, 1000}, {std::vector<double>(9, 1.0), {}}, 20});
  EXPECT_EQ(nine.claimed_edges, 12);
  EXPECT_EQ(nine.proof, Proof::slicing);
}

// Searches with budgets of many evaluations.
bool is_slow(const std::string& name) { return name.starts_with("BEST"); }

RectangleProblem problem_of_many(int sample) {
  const auto pick = [sample](const auto& values, int period) {
    return values.at(static_cast<std::size_t>(sample / period) % values.size());
  };
  const double ratio = pick(std::array{2.0, 8.0, 64.0, 512.0}, 5);
  const double latency = pick(std::array{0.0, 0.0, 50.0, 500.0}, 20);
  return random_problem(sample % 7 == 0 ? "integers" : "log-uniform", pick(std::array{2U, 3U, 4U, 5U, 6U}, 1), ratio,
                        sample % 3 == 0 ? 3000 : 1000, latency, sample);
}

// A thousand problems, with latency or not, compared with all registered algorithms of one rectangle per processor.
TEST(Optimal, IsNeverAboveAnyOtherAlgorithm) {
  const std::vector<std::string> names = testing_support::entry_names<RectangleAlgorithm>();
  int compared = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    const RectangleProblem problem = problem_of_many(sample);
    const double least = total_of(problem, solve("OPTIMAL", problem).decomposition);
    for (const std::string& name : names) {
      if (is_slow(name) && sample % 50 != 0) continue;
      const Decomposition other = solve(name, problem).decomposition;
      if (!other.further.empty()) continue;
      ASSERT_LE(least, total_of(problem, other) + rounding(problem)) << name << " sample " << sample;
      ++compared;
    }
  }
  EXPECT_GE(compared, 5000);
}

// The same over slicing trees of more processors, some of them equal.
TEST(Optimal, IsNeverAboveOtherAlgorithmsOfMoreProcessors) {
  for (const std::size_t p : {6U, 7U, 8U, 9U})
    for (const double latency : {0.0, 100.0})
      for (const char* sampler : {"log-uniform", "integers"}) {
        const RectangleProblem problem = random_problem(sampler, p, 6, 1500, latency, 0);
        const double least = total_of(problem, solve("OPTIMAL[layouts=slicing]", problem).decomposition);
        for (const char* name : {"XY2", "TILE", "HYBRID", "RecursiveBisection2"})
          ASSERT_LE(least, total_of(problem, solve(name, problem).decomposition) + rounding(problem))
              << name << " " << p;
      }
}

TEST(Optimal, SaysWhatItProved) {
  const auto proof = [](const char* name, std::size_t p) {
    return solve(name, random_problem("log-uniform", p, 4, 1000, 0, 1)).proof;
  };
  EXPECT_EQ(proof("OPTIMAL", 7), Proof::rectangles);
  EXPECT_EQ(proof("OPTIMAL", 8), Proof::slicing);
  EXPECT_EQ(proof("OPTIMAL[layouts=slicing]", 5), Proof::slicing);
  EXPECT_EQ(proof("OPTIMAL[layouts=all]", 6), Proof::rectangles);
}

std::string refusal_of(const char* name, std::size_t p) {
  return message_of([&] { (void)solve(name, random_problem("log-uniform", p, 4, 1000, 0, 1)); });
}

TEST(Optimal, RefusesWhatWouldTakeTooLong) {
  // 3^6 - 2^7 + 1 = 602 cuts, and then layouts.
  EXPECT_EQ(refusal_of("OPTIMAL[nodes=602]", 6),
            "OPTIMAL of 6 processors would take more than 602 nodes (option nodes); use OPTIMAL[layouts=slicing], or "
            "without a proof XY2");
  EXPECT_EQ(refusal_of("OPTIMAL[nodes=602,layouts=slicing]", 6), "");
  EXPECT_EQ(refusal_of("OPTIMAL[nodes=601,layouts=slicing]", 6),
            "OPTIMAL of 6 processors would take more than 601 nodes (option nodes); use XY2");
  EXPECT_THAT(refusal_of("OPTIMAL", 15), HasSubstr("OPTIMAL of 15 processors would take more than 10000000 nodes"));
  EXPECT_THAT(refusal_of("OPTIMAL[layouts=all]", 9), HasSubstr("over all layouts is not possible (at most 8); use"));
  EXPECT_THAT(refusal_of("OPTIMAL", 100), HasSubstr("OPTIMAL of 100 processors is not possible (at most"));
  EXPECT_THAT(refusal_of("OPTIMAL[layouts=every]", 5), HasSubstr("auto, slicing or all"));
}

constexpr std::size_t most_counted = 7;
constexpr std::array<std::size_t, most_counted + 1> baxter_numbers{0, 1, 2, 6, 22, 92, 422, 2074};
constexpr std::array<std::size_t, most_counted + 1> schroeder_numbers{0, 1, 2, 6, 22, 90, 394, 1806};

// before[i][j]: room j is behind room i, with a common line as boundary, or behind such a room.
std::vector<std::vector<bool>> relation(const RoomLayout& layout, Direction lines) {
  const std::size_t n = layout.rooms.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) before[i][j] = layout.rooms[i].end[lines] == layout.rooms[j].begin[lines];
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) before[i][j] = before[i][j] || (before[i][k] && before[k][j]);
  return before;
}

// A name of the layout that does not depend on the numbers of rooms and lines; empty if two rooms are neither beside
// nor above each other, or both, which no layout allows. The rooms are ordered from the upper left to the lower right,
// then from the lower left to the upper right.
std::vector<std::size_t> name_of(const RoomLayout& layout) {
  const auto left = relation(layout, vertical);
  const auto below = relation(layout, horizontal);
  const std::size_t n = layout.rooms.size();
  std::vector<std::size_t> falling(n, 0);
  std::vector<std::size_t> rising(n, 0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      if (left[i][j] + left[j][i] + below[i][j] + below[j][i] != 1) return {};
      falling[i] += left[j][i] || below[i][j] ? 1U : 0U;
      rising[i] += left[j][i] || below[j][i] ? 1U : 0U;
    }
  std::vector<std::size_t> name(n);
  for (std::size_t i = 0; i < n; ++i) name[rising[i]] = falling[i];
  return name;
}

TEST(Layouts, AreAsManyAsBaxterNumbersAndAllDifferent) {
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms) {
    SCOPED_TRACE(rooms);
    const std::vector<RoomLayout> layouts = all_layouts(rooms);
    EXPECT_EQ(layouts.size(), baxter_numbers.at(rooms));
    std::set<std::vector<std::size_t>> names;
    for (const RoomLayout& layout : layouts) {
      names.insert(name_of(layout));
      // Every division into rooms has one line less than rooms, borders apart.
      ASSERT_EQ(layout.lines[0] + layout.lines[1], rooms + 3);
    }
    EXPECT_FALSE(names.contains({}));
    EXPECT_EQ(names.size(), layouts.size());
  }
}

// coefficients[n] of x^n.
using Series = std::array<std::int64_t, most_rooms + 1>;

Series product(const Series& a, const Series& b) {
  Series result{};
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; i + j < a.size(); ++j) result.at(i + j) += a.at(i) * b.at(j);
  return result;
}

// The number of layouts made by cuts and these numbers of simple layouts, with layouts in place of rooms. With B for
// all of them and C for those that are no vertical cut, B = C + C^2 + ... = C / (1 - C), so C = B / (1 + B); those that
// are a cut of one direction are B - C = B C.
Series composed(const std::array<std::size_t, most_rooms + 1>& simple) {
  Series all{};
  for (std::size_t n = 1; n < all.size(); ++n) {
    Series uncut{};  // C, up to n - 1: C = B - B C
    for (std::size_t k = 1; k < n; ++k) uncut.at(k) = all.at(k) - product(all, uncut).at(k);
    std::int64_t count = (n == 1 ? 1 : 0) + 2 * product(all, uncut).at(n);
    Series power = all;
    for (std::size_t rooms = 2; rooms <= n; ++rooms) {
      power = product(power, all);
      count += static_cast<std::int64_t>(simple.at(rooms)) * power.at(n);
    }
    all.at(n) = count;
  }
  return all;
}

TEST(Layouts, OfCutsAndSimpleLayoutsAreAllThereAre) {
  std::array<std::size_t, most_rooms + 1> simple{};
  const Series of_cuts = composed(simple);
  for (std::size_t rooms = 1; rooms <= most_rooms; ++rooms) simple.at(rooms) = simple_layouts(rooms).size();
  const Series of_both = composed(simple);
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms) {
    EXPECT_EQ(of_cuts.at(rooms), schroeder_numbers.at(rooms)) << rooms;
    EXPECT_EQ(of_both.at(rooms), baxter_numbers.at(rooms)) << rooms;
  }
  EXPECT_EQ(of_both.at(8), 10754);
  EXPECT_EQ(simple, (std::array<std::size_t, most_rooms + 1>{0, 0, 0, 0, 0, 2, 0, 12, 24}));
}

// The image of a layout when left and right are exchanged, or top and bottom.
RoomLayout mirrored(RoomLayout layout, const std::array<bool, 2>& exchanges) {
  for (Room& room : layout.rooms)
    for (const Direction d : directions)
      if (exchanges[d])
        room.end[d] = layout.lines[d] - 1 - std::exchange(room.begin[d], layout.lines[d] - 1 - room.end[d]);
  return layout;
}

TEST(Layouts, MirroredOnesAreRepresented) {
  for (std::size_t rooms = 5; rooms <= most_rooms; ++rooms) {
    SCOPED_TRACE(rooms);
    std::set<std::vector<std::size_t>> represented;
    for (const RoomLayout& layout : simple_layouts(rooms))
      if (layout.represents_mirrored)
        for (const bool x : {false, true})
          for (const bool y : {false, true}) represented.insert(name_of(mirrored(layout, {x, y})));
    EXPECT_EQ(represented.size(), simple_layouts(rooms).size());
  }
}

std::vector<double> random_areas(std::size_t rooms, double ratio, RandomStream& stream) {
  boost::random::uniform_real_distribution<double> draw(0, 1);
  std::vector<double> areas;
  for (std::size_t i = 0; i < rooms; ++i) areas.push_back(std::pow(ratio, draw(stream)));
  return areas;
}

// Divides 3 x 2 and checks the result.
void expect_division(const RoomLayout& layout, std::vector<double> areas) {
  const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
  for (double& area : areas) area *= 6 / sum;
  LinePositions at;
  ASSERT_TRUE(place_lines(layout, areas, 3, 2, at)) << areas.size() << " rooms, least area " << std::ranges::min(areas);
  Decomposition decomposition{{2, 3}, {}};
  for (std::size_t i = 0; i < areas.size(); ++i) {
    SCOPED_TRACE(i);
    const Box box = room_box(layout.rooms[i], at);
    ASSERT_NEAR(box.width * box.height / areas[i], 1, 1e-9);
    decomposition.parts.push_back({box.y, box.x, box.height, box.width});
  }
  ASSERT_TRUE(testing_support::tiles(decomposition));
}

TEST(Layouts, HaveADivisionOfAnyAreas) {
  for (std::size_t rooms = 1; rooms <= most_counted; ++rooms)
    for (const double ratio : {1.0, 8.0, 1e3, 1e5})
      for (const RoomLayout& layout : all_layouts(rooms)) {
        RandomStream stream(1, "areas " + std::to_string(ratio));
        ASSERT_NO_FATAL_FAILURE(expect_division(layout, random_areas(rooms, ratio, stream)));
      }
}

// Mirrored layouts, with the areas of mirrored rooms, have mirrored divisions: the symmetries name the right rooms.
TEST(Layouts, SymmetriesExchangeRoomsOfMirroredDivisions) {
  std::size_t symmetric = 0;
  for (std::size_t rooms = 5; rooms <= most_rooms; ++rooms)
    for (const RoomLayout& layout : simple_layouts(rooms))
      for (const std::vector<std::size_t>& image : layout.symmetries) {
        SCOPED_TRACE(::testing::PrintToString(image));
        ++symmetric;
        RandomStream stream(1, "symmetries");
        const std::vector<double> areas = random_areas(rooms, 8, stream);
        std::vector<double> exchanged(rooms);
        for (std::size_t i = 0; i < rooms; ++i) exchanged[image[i]] = areas[i];
        const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
        LinePositions at;
        LinePositions other;
        ASSERT_TRUE(place_lines(layout, areas, sum, 1, at));
        ASSERT_TRUE(place_lines(layout, exchanged, sum, 1, other));
        for (std::size_t i = 0; i < rooms; ++i)
          EXPECT_NEAR(room_box(layout.rooms[i], at).width, room_box(layout.rooms[image[i]], other).width, 1e-9 * sum);
      }
  EXPECT_GE(symmetric, 2U);
}

}  // namespace
}  // namespace apportion
