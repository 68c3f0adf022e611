// Fuzz targets: problems of `solve cells`, solved if they are small; and small arrays with loads far apart, divided by
// the searches.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "base/error.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/cells/tests/cell_questions.hpp"
#include "extensions/cells/tests/cell_solutions.hpp"
#include "tests/fuzz/checks.hpp"
#include "tests/fuzz/fuzz_targets.hpp"

namespace apportion::fuzz {
namespace {

using problems::CellAnswer;
using problems::CellQuestion;

// The load methods keep every part within one cell of its share.
constexpr std::array cell_algorithms = {"HIER-RB", "HIER-RELAXED", "JAG-M",   "JAG-M[jogs]",    "JAG-PQ",
                                        "RCB",     "RCB[jogs]",    "ROUNDED", "ROUNDED[of=XY2]"};
constexpr std::array balanced_algorithms = {"JOGGED", "STRIPES"};

// Checks costs by their definition, cell by cell.
void expect_costs(const CellProblem& problem, const CellAnswer& answer) {
  const CellBoundary& boundary = answer.costs.boundary;
  const CellBoundary plain = testing_support::by_definition(testing_support::painted(problem, answer.decomposition));
  expect(boundary.edges == plain.edges && boundary.neighbours == plain.neighbours && boundary.halo == plain.halo &&
             boundary.fragments == plain.fragments && boundary.empty == plain.empty,
         fmt::format("{}: the costs are not those of the cells", answer.algorithm));
  const bool is_sound = boundary.empty + boundary.fragments == 0 && answer.costs.balance.beyond_one_cell.empty() &&
                        (!answer.together || answer.together->cut == 0);
  if (is_sound)
    expect_at_most(answer.costs.lower_bound, answer.costs.objective, 0, answer.algorithm + " below its bound");
}

// Nothing if the algorithm does not accept the problem.
void solve_cells_by(const std::string& algorithm, CellQuestion question, bool is_balanced) {
  question.algorithm = algorithm;
  CellAnswer answer;
  try {
    answer = solve(question);
  } catch (const InputError&) {
    return;
  }
  expect_costs(question.problem, answer);
  expect_accepted(problems::cell_frame().exchange, question.problem, to_json(answer));
  expect(!is_balanced || answer.costs.balance.beyond_one_cell.empty(),
         fmt::format("{} leaves a part more than a cell from its share", algorithm));
}

// Arrays with a mask may have a hundred million cells, each with its own load.
bool has_many_cells(std::string_view input) {
  constexpr double most_cells = 1e6;
  const problems::Json json = problems::parse_json(input);
  if (!json.is_object()) return false;
  const auto side = [&json](const char* key) {
    return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 1.0;
  };
  return json.contains("mask") && std::abs(side("rows") * side("columns")) > most_cells;
}

void fuzz_cells(std::string_view input) {
  constexpr std::size_t most_processors = 6;
  constexpr std::int64_t most_side = 24;
  if (has_many_cells(input)) return;
  CellQuestion question = problems::parse_cell_question(input);
  const CellProblem& problem = question.problem;
  validate(problem);
  if (problem.rows > most_side || problem.columns > most_side || problem.cluster.size() > most_processors) return;
  expect_same_problem(problem, problems::parse_cell_question, problems::to_json);
  if (!is_search(question.algorithm)) solve_cells_by(std::string(question.algorithm), question, false);
  for (const char* name : cell_algorithms) solve_cells_by(name, question, false);
  for (const char* name : balanced_algorithms) solve_cells_by(name, question, true);
}

const TargetRegistration cells_registration{{"cells", fuzz_cells}};

// Reads a problem from bytes: 0 after their end.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : left_(bytes) {}

  std::size_t below(std::size_t size) {
    if (left_.empty()) return 0;
    const auto byte = static_cast<unsigned char>(left_.front());
    left_.remove_prefix(1);
    return byte % size;
  }
  template <class List>
  auto one_of(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::string_view left_;
};

// The algorithm for a problem, by the checksum of the whole input, so that libFuzzer cannot breed slow inputs: of 16384
// inputs 1 is for BEST, 2 for its quick form and 4 for MULTILEVEL, each a thousand times as expensive as evaluating a
// given division.
std::string_view far_apart_algorithm(std::string_view input) {
  constexpr std::array<std::string_view, 4> starts = {"RCB[jogs]", "HIER-RELAXED", "JAG-M[jogs]", "JOGGED"};
  std::uint32_t checksum = 0;
  for (const char each : input) checksum = checksum * 31 + static_cast<unsigned char>(each);
  const std::uint32_t share = checksum % 16384;
  if (share == 0) return "BEST";
  if (share <= 2) return "BEST[effort=quick]";
  if (share <= 6) return "MULTILEVEL";
  if (share < 1024) return "POLISHED";
  return share < 2048 ? starts[share % starts.size()] : "";
}

struct FarApart {
  std::string problem;
  std::string owners;  // of a division of its cells
};

// A problem with loads far apart: one map, or up to four, in two or three dimensions, some with groups of cells that
// stay together. Cells with load 0 in all maps are left out.
FarApart far_apart(std::string_view input, std::string_view algorithm) {
  constexpr std::array<std::string_view, 24> loads = {
      "0",    "0",    "5e-324", "1e-308", "1e-300", "1e-200", "1e-100", "1e-30", "1e-16", "1e-12", "1e-11", "1e-10",
      "1e-3", "0.25", "1",      "1",      "1",      "2",      "3",      "1e9",   "1e30",  "1e200", "1e300", "1e306"};
  constexpr std::array<std::string_view, 6> speeds = {"1", "1", "2", "5", "0.5", "1e-3"};
  constexpr std::array<std::string_view, 4> imbalances = {"0%", "1%", "10%", "100%"};
  constexpr std::array<std::string_view, 3> objectives = {"total", "volume", "busiest"};
  Bytes bytes(input);
  const std::size_t layers = bytes.below(2) == 0 ? 1 : 2 + bytes.below(2);
  const std::size_t rows = 1 + bytes.below(layers > 1 ? 3 : 5);
  const std::size_t columns = 1 + bytes.below(6);
  const std::size_t maps = 1 + bytes.below(4);
  const std::size_t processors = 1 + bytes.below(6);
  const std::string_view imbalance = bytes.one_of(imbalances);
  const std::string_view objective = bytes.one_of(objectives);
  const bool is_connected = bytes.below(2) == 0;
  const auto list = [](std::size_t size, const auto& entry) {
    std::string entries;
    for (std::size_t i = 0; i < size; ++i) entries += (i == 0 ? "" : ",") + entry();
    return "[" + entries + "]";
  };
  const auto array = [&](const auto& entry) {
    const auto layer = [&] { return list(rows, [&] { return list(columns, entry); }); };
    return layers == 1 ? layer() : list(layers, layer);
  };
  const auto speed = [&] { return std::string(bytes.one_of(speeds)); };
  const auto load = [&] { return std::string(bytes.one_of(loads)); };
  const auto owner = [&] { return std::to_string(bytes.below(processors)); };
  const auto group = [&] { return std::to_string(bytes.below(2 * columns)); };
  std::string text = fmt::format(R"({{"imbalance":"{}","objective":"{}","connected":"{}","weights":{})", imbalance,
                                 objective, is_connected ? "yes" : "no", list(processors, speed));
  if (!algorithm.empty()) text += fmt::format(R"(,"algorithm":"{}")", algorithm);
  text += R"(,"loads":)";
  if (maps == 1) text += array(load);
  for (std::size_t i = 0; maps > 1 && i < maps; ++i)
    text += fmt::format(R"({}"map {}":{})", i == 0 ? "{" : ",", i, array(load));
  if (maps > 1) text += "}";
  const std::string owners = array(owner);
  if (bytes.below(4) == 1) text += R"(,"together":)" + array(group);
  return {text + "}", owners};
}

void fuzz_far_apart(std::string_view input) {
  const std::string_view algorithm = far_apart_algorithm(input);
  const FarApart given = far_apart(input, algorithm);
  CellQuestion question = problems::parse_cell_question(given.problem);
  if (algorithm.empty()) {
    const problems::Json owners = problems::parse_json(given.owners);
    const problems::GivenOwners read = problems::owners_in(problems::JsonReader(owners, "owners"));
    question.given = problems::division_by_owners(read, question.problem);
    question.given_name = "owners";
  }
  const CellAnswer answer = question.given ? problems::cell_frame().evaluated(question) : solve(question);
  expect_costs(question.problem, answer);
  const std::string json = to_json(answer);
  expect_json(json);
  if (!algorithm.empty()) expect_accepted(problems::cell_frame().exchange, question.problem, json);
}

const TargetRegistration far_apart_registration{{"cells-far-apart", fuzz_far_apart}};

}  // namespace
}  // namespace apportion::fuzz
