// The chosen nodes, compared with the division among every subset as a separate problem.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>

#include "base/error.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/random_stream.hpp"
#include "tests/support/questions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

constexpr double unusable_set = std::numeric_limits<double>::infinity();

// A random cluster, on a network whose links do not depend on the number of processors.
struct NodeCase {
  std::vector<std::int64_t> speeds;
  std::vector<std::int64_t> memory;  // in cells; empty without limits
  std::vector<std::string> latencies;
  std::string more;  // further keys of the problem
};

NodeCase random_case(std::uint64_t sample, std::size_t nodes) {
  RandomStream stream(sample, "clusters");
  const auto drawn = [&stream](std::int64_t most) { return static_cast<std::int64_t>(stream() % 1'000'000) % most; };
  NodeCase each;
  for (std::size_t i = 0; i < nodes; ++i) {
    each.speeds.push_back(1 + drawn(9));
    if (sample % 2 == 1) each.memory.push_back(1500 + drawn(6000));
    if (sample % 3 == 0) each.latencies.push_back(fmt::format("{}", 1 + drawn(100)));
  }
  const std::vector<const char*> networks = {"star", "bus", "crossbar"};
  const std::vector<const char*> times = {"0us", "3us", "150us"};
  const std::vector<const char*> places = {"cpu", "wire", "medium"};
  // The cost of an element is drawn first, as when these problems were chosen.
  const double element_seconds = 1e-8 * static_cast<double>(1 + drawn(100));
  const double bandwidth = 1e7 * std::pow(10, drawn(3));
  each.more = fmt::format(R"("network":"{}","startup":"{}","bandwidth":{},"element_seconds":{})",
                          networks[sample / 2 % 3], places[sample % 3], bandwidth, element_seconds);
  if (each.latencies.empty()) each.more += fmt::format(R"(,"latency_time":"{}")", times[sample / 3 % 3]);
  return each;
}

// A problem of nodes or rectangles with only the nodes at these bits.
std::string problem_of(const NodeCase& each, std::size_t bits, const std::filesystem::path& file) {
  std::string text = each.memory.empty() ? "name,speed" : "name,speed,memory[cells]";
  text += each.latencies.empty() ? "\n" : ",latency[us]\n";
  for (std::size_t i = 0; i < each.speeds.size(); ++i) {
    if ((bits >> i & 1U) == 0) continue;
    text += fmt::format("n{},{}", i, each.speeds[i]);
    if (!each.memory.empty()) text += fmt::format(",{}", each.memory[i]);
    text += each.latencies.empty() ? "\n" : "," + each.latencies[i] + "\n";
  }
  std::filesystem::remove(file);  // ext4 waits for the disk where a file is overwritten
  std::ofstream(file) << text;
  return fmt::format(R"({{"rows":60,"columns":80,"algorithm":"XY2","cluster":"{}",{}}})", file.string(), each.more);
}

double seconds_alone(const NodeCase& each, std::size_t bits, const std::filesystem::path& file) {
  try {
    const RectangleQuestion question = parse_rectangle_question(problem_of(each, bits, file));
    return solve(question).network->costs.simulated;
  } catch (const InputError&) {
    return unusable_set;
  }
}

void expect_all_subsets(const NodeCase& each) {
  const testing_support::TemporaryFolder folder;
  const std::size_t nodes = each.speeds.size();
  std::vector<double> least(nodes + 1, unusable_set);
  for (std::size_t bits = 1; bits < std::size_t{1} << nodes; ++bits) {
    double& best = least[static_cast<std::size_t>(std::popcount(bits))];
    best = std::min(best, seconds_alone(each, bits, folder / "some.csv"));
  }
  const ProblemFamily& family = *find_family("nodes");
  const FieldValues given(family.fields(),
                          parse_json(problem_of(each, (std::size_t{1} << nodes) - 1, folder / "all.csv")));
  if (least.back() == unusable_set) {
    EXPECT_THROW((void)family.rank(given), InputError);
    return;
  }
  const std::vector<std::string> lines = family.rank(given).lines;
  EXPECT_NEAR(parse_json(lines.front())["seconds"].get<double>(), *std::ranges::min_element(least),
              1e-9 * least.back());
  for (const std::string& line : lines) {
    const Json one = parse_json(line);
    double& alone = least[one["nodes"].size()];
    EXPECT_NEAR(one["seconds"].get<double>(), alone, 1e-9 * alone);
    alone = unusable_set;
  }
  for (const double left : least) EXPECT_EQ(left, unusable_set) << "a number of nodes is missing";
}

TEST(Nodes, EqualAllSubsetsAsProblemsOfTheirOwn) {
  for (std::uint64_t sample = 0; sample < 36; ++sample) {
    SCOPED_TRACE(sample);
    expect_all_subsets(random_case(sample, 1 + sample % 7));
  }
  for (const std::uint64_t sample : {36U, 37U}) expect_all_subsets(random_case(sample, 12));
}

}  // namespace
}  // namespace apportion::problems
