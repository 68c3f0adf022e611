// Colours of drawings: neighbours differ, and a processor keeps its colour if possible.
#include "experiments/problems/distributions/solve.hpp"
#include "experiments/problems/drawing/svg.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "algorithms/distributions/distribution_kind.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "sim/rectangles/adjacency.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::problems {
namespace {

// The fill of each processor's shape in each drawing, in the order of the drawings.
std::vector<std::map<std::size_t, std::string>> fills_in(const std::string& svg) {
  std::vector<std::map<std::size_t, std::string>> drawings;
  std::istringstream lines(svg);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("font-size=\"14\"") != std::string::npos) drawings.emplace_back();
    const std::string word = "<title>processor ";
    const std::size_t title = line.find(word);
    const std::size_t fill = line.find("fill=\"#");
    if (title == std::string::npos || fill == std::string::npos) continue;
    drawings.back()[std::stoul(line.substr(title + word.size()))] = line.substr(fill + 6, 7);
  }
  return drawings;
}

void expect_neighbours_differ(const Decomposition& decomposition, const std::map<std::size_t, std::string>& fills) {
  for (const CommonBoundary& boundary : pair_boundaries(decomposition, coincidence_tolerance(decomposition.extent)))
    EXPECT_NE(fills.at(boundary.one), fills.at(boundary.other)) << boundary.one << " and " << boundary.other;
}

TEST(Colouring, NeighboursOfThirtyProcessorsDiffer) {
  for (int sample = 0; sample < 200; ++sample) {
    SCOPED_TRACE(sample);
    RandomStream stream(3, fmt::format("colours {}", sample));
    const Decomposition one = testing_support::random_guillotine({1000, 1500}, 30, 50, stream);
    const Decomposition shapes = testing_support::random_shapes({1000, 1500}, 60, 30, stream);
    const auto fills = fills_in(svg_drawing({{"one", one}, {"two", shapes}}, 2));
    ASSERT_EQ(fills.size(), 2U);
    expect_neighbours_differ(one, fills[0]);
    expect_neighbours_differ(shapes, fills[1]);
  }
}

// Answers of algorithms, with correct areas and common corners.
TEST(Colouring, NeighboursOfRealDivisionsDiffer) {
  std::vector<double> speeds;
  for (int i = 0; i < 30; ++i) speeds.push_back(1 + i % 7);
  const RectangleProblem problem{{1000, 1000}, Cluster{speeds, {}}, 0};
  std::vector<LabelledDecomposition> drawn;
  for (const char* name : {"XY2", "TILE", "RecursiveBisection2"})
    drawn.push_back({name, testing_support::solve(name, problem).decomposition});
  const auto fills = fills_in(svg_drawing(drawn, 3));
  std::size_t same = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) expect_neighbours_differ(drawn[i].decomposition, fills[i]);
  for (std::size_t processor = 0; processor < 30; ++processor)
    same +=
        fills[0].at(processor) == fills[1].at(processor) && fills[1].at(processor) == fills[2].at(processor) ? 1 : 0;
  EXPECT_GE(same, 25U);
}

TEST(Colouring, NineProcessorsHaveTheirOwnColours) {
  RandomStream stream(3, "nine");
  const auto fills = fills_in(svg_drawing({{"nine", testing_support::random_guillotine({10, 10}, 9, 50, stream)}}));
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(fills.front().at(i), svg_colour(i));
}

// Up to 27 processors are distinguishable in one picture, by shades when the colours are used up.
TEST(Colouring, ProcessorsOfOnePictureHaveDifferentColours) {
  for (const std::size_t processors : {10U, 11U, 18U, 27U}) {
    SCOPED_TRACE(processors);
    RandomStream stream(3, fmt::format("shades {}", processors));
    const Decomposition drawn = testing_support::random_guillotine({1000, 1500}, processors, 50, stream);
    const auto fills = fills_in(svg_drawing({{"one", drawn}})).front();
    std::set<std::string> different;
    for (const auto& [processor, fill] : fills) different.insert(fill);
    EXPECT_EQ(different.size(), processors);
    expect_neighbours_differ(drawn, fills);
  }
}

// Neighbours differ in more than the shade; all fills differ while there are enough.
TEST(Colouring, ShadesAreNotForNeighbours) {
  Neighbours ring(40);
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = {(i + 1) % ring.size(), (i + 39) % ring.size()};
  const std::vector<std::size_t> colours = shaded_colours_of({ring}).front();
  for (std::size_t i = 0; i < ring.size(); ++i)
    EXPECT_NE(colours[i] % svg_palette_size, colours[(i + 1) % ring.size()] % svg_palette_size);
  std::set<std::string> fills;
  for (const std::size_t colour : colours) fills.insert(svg_colour(colour));
  EXPECT_GE(fills.size(), 25U);
}

// Parts in pieces may all be neighbours of each other.
TEST(Colouring, AnyGraphIsColoured) {
  Neighbours all(25);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      if (i != j) all[i].insert(j);
  const std::vector<std::size_t> colours = colours_of({all}).front();
  EXPECT_EQ(std::set<std::size_t>(colours.begin(), colours.end()).size(), 25U);
  std::set<std::string> names;
  for (const std::size_t colour : colours) names.insert(svg_colour(colour));
  EXPECT_EQ(names.size(), 25U);
  EXPECT_TRUE(colours_of({}).empty());
}

// A processor has one colour in all drawings, even with different neighbours in each.
TEST(Colouring, OneColourInAllDrawings) {
  const Neighbours chain{{1}, {0, 2}, {1}, {}, {}, {}, {}, {}, {}, {}};
  const Neighbours other{{9}, {}, {}, {}, {}, {}, {}, {}, {}, {0}};
  const auto colours = colours_of({chain, other});
  EXPECT_EQ(colours[0], colours[1]);
  EXPECT_NE(colours[0][0], colours[0][9]);
}

// Adjacent elements, also where the last process is next to the first.
TEST(Colouring, OwnersOfNeighbouringElementsDiffer) {
  for (const char* text : {"wrap(60,10) x wrap(40,10)", "wrap(60,19) x linear(40,4)", "linear(30,30) x wrap(40,11)",
                           "wrap(24,8) o wrap(48,24) x wrap(12,5)"}) {
    const CartesianDistribution grid = parse_replicated(text).base();
    const std::string svg = svg_drawing("t", grid);
    std::map<std::pair<Index, Index>, std::string> fills;  // by process
    std::istringstream lines(svg);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t title = line.find("<title>process (");
      if (title == std::string::npos) continue;
      const std::string process = line.substr(title + 16);
      fills[{std::stoll(process), std::stoll(process.substr(process.find(',') + 1))}] =
          line.substr(line.find("fill=\"#") + 6, 7);
    }
    const auto fill = [&](Index i, Index j) {
      return fills.at({grid.factors()[0].owner(i), grid.factors()[1].owner(j)});
    };
    for (Index i = 0; i < grid.factors()[0].length(); ++i)
      for (Index j = 0; j < grid.factors()[1].length(); ++j) {
        if (i > 0 && grid.factors()[0].owner(i) != grid.factors()[0].owner(i - 1)) {
          ASSERT_NE(fill(i, j), fill(i - 1, j)) << text;
        }
        if (j > 0 && grid.factors()[1].owner(j) != grid.factors()[1].owner(j - 1)) {
          ASSERT_NE(fill(i, j), fill(i, j - 1)) << text;
        }
      }
  }
}

}  // namespace
}  // namespace apportion::problems
