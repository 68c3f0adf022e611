// The family of whole cells: its question, costs, answer, curve of migration, and JSON, also for users' programs.
#include "extensions/cells/problem/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "extensions/cells/algorithms/chains.hpp"
#include "extensions/cells/algorithms/mesh.hpp"
#include "extensions/cells/algorithms/other_problems.hpp"
#include "extensions/cells/sim/cell_bounds.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/costs.hpp"

namespace apportion::problems {
namespace {

InputError weights_too_different() {
  return InputError(
      "a weight is too small beside the others: its share of the load, or the imbalance, is beyond the range of a "
      "double; give weights that differ less");
}

// Shares must be positive: one of 0 makes NaN, which a maximum can hide.
void require_shares(const CellProblem& problem) {
  const std::vector<double> ideal = shares(problem);
  if (!std::ranges::all_of(ideal, [](double share) { return share > 0 && std::isfinite(share); }))
    throw weights_too_different();
}

// The algorithm's solution; with least widths or for the least greatest load, one that is made from its divisions. BEST
// of a chain is exact.
CellSolution solve_asked_cells(const Configured<CellAlgorithm>& chosen, const CellProblem& problem,
                               RandomStream& stream) {
  if (problem.objective == Objective::load) {
    constexpr std::int64_t most_in_a_chain = 10'000;
    constexpr int to_the_last_digit = 60;
    const bool is_exact = chosen.algorithm->name == "BEST" && problem.is_chain() && !problem.together &&
                          problem.rows * problem.columns <= most_in_a_chain;
    return least_load_division(problem, is_exact ? to_the_last_digit : 5, [&](const CellProblem& asked) {
      RandomStream own = stream;
      return is_exact ? divided_chain(asked) : solve_cells(chosen, asked, own);
    });
  }
  if (!problem.has_widths()) return solve_cells(chosen, problem, stream);
  return {wide_division(problem,
                        [&](const CellProblem& asked) { return solve_cells(chosen, asked, stream).decomposition; })};
}

// --- Answers that start from a previous division

std::vector<CurvePoint> points_of(const CellProblem& problem, const std::vector<Decomposition>& curve) {
  std::vector<CurvePoint> points;
  for (const Decomposition& division : curve)
    points.push_back({.moved = moved_cells(problem, division), .costs = cell_costs(problem, division)});
  for (CurvePoint& point : points) {
    point.gain = points.front().costs.objective - point.costs.objective;
    if (point.gain > 0)
      point.break_even = problem.previous->price * static_cast<double>(point.moved - points.front().moved) / point.gain;
  }
  return points;
}

CellMigration migration_of(const CellQuestion& question, const Decomposition& division, double objective,
                           const std::vector<Decomposition>& curve) {
  CellMigration migration{.moved = moved_cells(question.problem, division),
                          .must_move = least_moved_cells(question.problem),
                          .price = question.problem.previous->price};
  migration.cost = cost_with_migration(question.problem, objective, migration.moved);
  if (question.curve) migration.curve = points_of(question.problem, curve);
  return migration;
}

std::string curve_json(const std::vector<CurvePoint>& curve) {
  if (curve.empty()) return "";
  return R"(,"curve":)" + json_list(curve, [](const CurvePoint& point) {
           return fmt::format(R"({{"moved":{},"boundary":{},"objective":{},"gain":{}{}}})", point.moved,
                              point.costs.boundary.edges, plain(point.costs.objective), plain(point.gain),
                              point.break_even ? fmt::format(R"(,"break_even":{})", plain(*point.break_even)) : "");
         });
}

// --- Answers and questions

CellAnswer cell_answer_with(const CellQuestion& question, const std::string& name, Decomposition division,
                            const std::vector<Decomposition>& curve = {}) {
  CellAnswer answer;
  answer.algorithm = name;
  answer.decomposition = std::move(division);
  answer.layers = question.problem.layers;
  answer.names = question.names;
  if (question.coloured_by_group) answer.groups = question.groups;
  answer.costs = cell_costs(question.problem, answer.decomposition);
  for (const auto& map : question.problem.maps) answer.map_loads.push_back(part_loads(*map, answer.decomposition));
  if (question.memory) answer.memory = memory_use(*question.memory, part_cells(question.problem, answer.decomposition));
  if (question.network)
    answer.network =
        costs_on_network(*question.network, speeds_in(question), stencil_of(question.problem, answer.decomposition),
                         question.by_xy2.value_or(RivalTime{}));
  if (question.problem.previous)
    answer.migration = migration_of(question, answer.decomposition, answer.costs.objective, curve);
  if (question.problem.together) answer.together = count_together(question.problem, answer.decomposition);
  if (question.problem.has_widths()) answer.narrow = count_narrow_runs(question.problem, answer.decomposition);
  return answer;
}

void require_load_alone(const FieldValues& given, const CellProblem& problem) {
  const auto exclude = [](bool is_given, const std::string& other) {
    if (is_given) throw InputError("the least greatest load and {} exclude each other", other);
  };
  for (const char* other : {"previous", "underload", "min-width", "network", "seconds"})
    exclude(given.has(other), given.spelled(other));
  exclude(problem.imbalance > 0, given.spelled("imbalance"));
  exclude(!problem.maps.empty(), "several maps of loads");
}

void require_idle_alone(const FieldValues& given, const CellQuestion& question) {
  for (const char* other : {"previous", "network", "seconds", "perturb"})
    if (given.has(other))
      throw InputError("{} and {} exclude each other", given.spelled("leave-idle"), given.spelled(other));
  if (question.memory || !question.problem.cluster.is_flat() || !question.problem.maps.empty())
    throw InputError(given.spelled("leave-idle") +
                     " takes processors without limits of memory or machines, and one load");
}

std::string one_of_words(const FieldValues& given, const char* name, const std::array<std::string_view, 2>& words) {
  std::string text = given.text(name);
  if (contains(words, text)) return text;
  throw InputError("{} is '{}'; it must be {}", given.spelled(name), text, fmt::join(words, " or "));
}

// The JSON of rows, or of layers of rows; `at` gives the value of a cell.
template <class At>
std::string layers_of(const CellProblem& problem, At at) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  std::size_t cell = 0;
  for (std::int64_t row = 0; row < problem.rows; ++row) {
    const std::int64_t in_layer = row % problem.layer_rows();
    fmt::format_to(out, "{}{}", row == 0 ? "" : ",", problem.in_space() && in_layer == 0 ? "[[" : "[");
    for (std::int64_t column = 0; column < problem.columns; ++column)
      fmt::format_to(out, "{}{}", column == 0 ? "" : ",", at(cell++));
    fmt::format_to(out, "{}", problem.in_space() && in_layer + 1 == problem.layer_rows() ? "]]" : "]");
  }
  return fmt::to_string(text);
}

// --- Boxes of whole cells, as the rectangles of an array in space

std::string boxes_json(std::int64_t layers, const Decomposition& division) {
  fmt::memory_buffer text;
  const auto add = [&](std::size_t processor, const SpaceBox& box) {
    fmt::format_to(std::back_inserter(text),
                   R"({}{{"processor":{},"layer":{},"row":{},"column":{},"layers":{},"rows":{},"columns":{}}})",
                   text.size() == 0 ? R"("rectangles":[)" : ",", processor, box.layer_begin, box.in_layer.row_begin,
                   box.in_layer.column_begin, box.layers(), box.in_layer.rows(), box.in_layer.columns());
  };
  for (std::size_t i = 0; i < division.parts.size(); ++i) {
    const std::vector<SpaceBox> boxes = boxes_in_space(layers, division, i);
    if (boxes.empty()) add(i, {});
    for (const SpaceBox& box : boxes) add(i, box);
  }
  return fmt::to_string(text) + "]";
}

SpaceBox whole_array(const CellProblem& problem) {
  return {0, problem.layers, {0, problem.layer_rows(), 0, problem.columns}};
}

// Reads boxes as rectangles in all layers.
Decomposition read_boxes(const JsonReader& boxes, const CellProblem& problem) {
  std::vector<std::vector<SpaceBox>> parts(problem.cluster.size());
  for (const JsonReader& entry : boxes.items()) {
    stop_if_asked();
    entry.require_keys({"processor", "layer", "row", "column", "layers", "rows", "columns"}, {});
    const std::size_t processor = entry["processor"].one_of(parts.size(), "processors");
    const auto begin_end = [&](const char* at, const char* side, std::int64_t most) {
      const std::int64_t begin = entry[at].whole();
      const std::int64_t length = entry[side].whole();
      if (begin < 0 || length < 0 || begin > most || length > most - begin)
        throw InputError("{} goes from {} over {} {}; the array has {}", entry.place(), begin, length, side, most);
      return std::pair(begin, begin + length);
    };
    const auto [layer, layer_end] = begin_end("layer", "layers", problem.layers);
    const auto [row, row_end] = begin_end("row", "rows", problem.layer_rows());
    const auto [column, column_end] = begin_end("column", "columns", problem.columns);
    parts[processor].push_back({layer, layer_end, {row, row_end, column, column_end}});
  }
  return division_of_boxes(whole_array(problem), parts);
}

// With whole columns, the division of rows and columns repeated in all layers.
Decomposition in_space_as_asked(const CellQuestion& question, Decomposition division) {
  if (!question.whole_columns || !question.problem.in_space()) return division;
  std::vector<std::vector<SpaceBox>> parts(division.parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (const CellBox& box : boxes_of(division, i)) parts[i].push_back({0, question.problem.layers, box});
  return division_of_boxes(whole_array(question.problem), parts);
}

// The same division of the active cells, in which every other cell belongs to the part of a nearest active cell, by
// steps to cells beside.
Decomposition with_all_owned(const CellProblem& problem, const Decomposition& division) {
  if (problem.loads == nullptr) return division;
  std::vector<std::int32_t> owners = active_owners_of(problem.loads.get(), division);
  std::vector<std::size_t> reached;
  for (std::size_t cell = 0; cell < owners.size(); ++cell)
    if (owners[cell] != no_owner) reached.push_back(cell);
  const CellAxes axes(problem);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::int32_t owner = owners[reached[next]];
    const auto reach = [&](std::int64_t cell) {
      const auto other = static_cast<std::size_t>(cell);
      if (owners[other] != no_owner) return;
      owners[other] = owner;
      reached.push_back(other);
    };
    axes.beside(static_cast<std::int64_t>(reached[next]), reach, [] {});
  }
  return division_of(problem.rows, problem.columns, division.parts.size(), owners);
}

void require_timed_alone(const CellQuestion& question) {
  if (!question.seconds) return;
  if (question.curve) throw InputError("a curve has no end by the clock; leave --seconds or --curve out");
  if (question.problem.together)
    throw InputError("a search by the clock does not keep cells together; leave --seconds or --together out");
  if (question.problem.has_widths())
    throw InputError("a search by the clock does not keep widths; leave --seconds or --min-width out");
}

// The problem for the algorithm: with whole columns that of rows and columns with the columns' loads.
CellProblem asked_problem(const CellQuestion& question) {
  CellProblem problem = question.problem;
  if (!question.whole_columns || !problem.in_space()) return problem;
  if (!problem.maps.empty()) throw InputError("whole columns and several maps of loads exclude each other");
  if (problem.previous) throw InputError("whole columns and a previous division exclude each other");
  if (problem.together) throw InputError("whole columns and cells that stay together exclude each other");
  problem.least_width[0] = 1;
  if (!problem.memory.empty()) throw InputError("whole columns and limits of memory exclude each other");
  validate(problem);
  std::tie(problem.rows, problem.layers) = std::pair(problem.layer_rows(), std::int64_t{1});
  problem.stencil = problem.stencil == 7 ? 5 : 9;
  if (!problem.loads) return problem;
  std::vector<double> loads(static_cast<std::size_t>(problem.rows * problem.columns), 0);
  for (std::int64_t row = 0; row < question.problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column)
      loads[static_cast<std::size_t>(row % problem.rows * problem.columns + column)] += problem.loads->at(row, column);
  problem.loads = std::make_shared<const CellLoads>(problem.rows, problem.columns, std::move(loads));
  return problem;
}

// By shortcomings and costs, or by the cost with moved cells, the time on a network, or its variation.
RankingKey ranking_key_of(const CellAnswer& answer) {
  constexpr int digits = 9;  // sums of loads are rounded
  const CellRank& rank = answer.costs.rank;
  RankingKey key{.algorithm = answer.algorithm,
                 .shortcomings = {with_digits(rank.cells_beyond, digits), with_digits(rank.load_beyond, digits),
                                  static_cast<double>(rank.empty), static_cast<double>(rank.torn)},
                 .cost = answer.costs.objective,
                 .secondary = answer.costs.boundary.neighbours};
  if (answer.narrow) key.shortcomings.insert(key.shortcomings.begin(), static_cast<double>(*answer.narrow));
  if (answer.together) key.shortcomings.insert(key.shortcomings.begin(), static_cast<double>(answer.together->cut));
  if (answer.migration) key.cost = answer.migration->cost;
  if (answer.network) key.cost = answer.network->costs.simulated;
  if (answer.ranked_value) key.cost = *answer.ranked_value;
  return key;
}

Family<CellQuestion, CellAnswer>::Starts quick_cells(const CellQuestion& question) {
  const CellProblem problem = asked_problem(question);
  CellProblem by_total = problem;
  by_total.objective = Objective::total;
  by_total.previous = nullptr;
  by_total.maps.clear();
  return {{"RCB[jogs]", by_total}, {"BEST[effort=quick]", problem}};
}

std::string words_for(const CellAnswer& answer) {
  if (answer.network) return fmt::format("simulated time {:.6g}", answer.network->costs.simulated);
  return bounded_cost_text(ranking_key_of(answer).cost, answer.migration ? 0 : answer.costs.lower_bound);
}

// What all active cells need of the memory.
double memory_of_cells(const CellProblem& problem) {
  if (!problem.cell_memory) return static_cast<double>(active_cells(problem));
  const CellLoads& memory = *problem.cell_memory;
  if (!problem.loads || memory.rows() != problem.rows || memory.columns() != problem.columns) return memory.total();
  double sum = 0;
  for (std::int64_t row = 0; row < problem.rows; ++row)
    for (std::int64_t column = 0; column < problem.columns; ++column)
      if (problem.loads->is_active(row, column)) sum += memory.at(row, column);
  return sum;
}

// The cells, and the processors with weights for them.
void set_cells_and_cluster(const FieldValues& given, const GivenCells& cells, CellQuestion& question) {
  std::optional<GivenCluster> cluster = cluster_in(given);
  if (given.has("weights"))
    question.problem.cluster = cluster_of(given["weights"]);
  else if (!cluster)
    question.problem.cluster = cluster_of_owners(*cells.owners);
  set_cells(cells, question.problem);
  if (question.problem.in_space() && given.has("network"))
    throw InputError("a network takes arrays of rows and columns; this one has layers");
  if (!question.problem.maps.empty() && given.has("network"))
    throw InputError("a network takes one map of loads; several have no one time of an iteration");
  if (given.has("cell-memory")) question.problem.cell_memory = cell_memory_in(given["cell-memory"]);
  if (cluster) {
    const double whole = memory_of_cells(question.problem);
    question.problem.cluster = weights_of(*std::move(cluster), total_load(question.problem), whole, question);
    if (question.memory) question.problem.memory = question.memory->cells;
  }
}

// Sets the objective, and the limits within which it is minimised.
void set_limits(const FieldValues& given, CellProblem& problem) {
  problem.objective = parse_objective(given.text("objective"), all_cell_objectives());
  if (!given.has("stencil") && problem.in_space())
    problem.stencil = 7;
  else
    problem.stencil = static_cast<int>(given.whole("stencil"));
  problem.imbalance = percent_in(given, "imbalance", 100);
  if (given.has("underload"))
    problem.underload = given.text("underload") == "any" ? 1 : percent_in(given, "underload", 100);
  problem.keep_order = given.flag("keep-order");
  problem.connected = one_of_words(given, "connected", {"yes", "no"}) == "yes";
  problem.least_width = least_widths(given, 3);
}

CellSolution cell_solution_in(const CellProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"rectangles"}, printed_keys(cell_quantities(), {"curve"}));
  CellSolution solution{problem.in_space()
                            ? read_boxes(answer["rectangles"], problem)
                            : read_rectangles(answer["rectangles"], problem.extent(), problem.cluster.size())};
  require_division(problem, solution.decomposition);
  if (problem.together)
    if (const TogetherCount count = count_together(problem, solution.decomposition); count.cut > 0)
      throw InputError("the answer cuts {} of {} that are to stay together", count.cut, counted(count.pieces, "piece"));
  if (problem.has_widths())
    if (const std::int64_t narrow = count_narrow_runs(problem, solution.decomposition); narrow > 0)
      throw InputError("the answer has {} narrower than the least width", counted(narrow, "run of cells"));
  return solution;
}

void set_colours(const FieldValues& given, CellQuestion& question) {
  question.coloured_by_group = one_of_words(given, "colours", {"part", "group"}) == "group";
  if (question.coloured_by_group && question.groups.empty())
    throw InputError(
        "{} is group, and the groups of processors are unknown: give a cluster file with "
        "a column group, or a network with groups such as two-level",
        given.spelled("colours"));
}

CellAnswer solved_cells(const CellQuestion& question, const std::string& name, CellSolution solution) {
  if (question.own_all) solution.decomposition = with_all_owned(asked_problem(question), solution.decomposition);
  if (question.curve && solution.curve.empty()) throw InputError("{} has no curve; BEST has one", name);
  CellAnswer answer =
      cell_answer_with(question, name, in_space_as_asked(question, std::move(solution.decomposition)), solution.curve);
  answer.proven = solution.proven;
  return answer;
}

void add_time_of_xy2(CellQuestion& question) {
  const auto divide = [&question] {
    CellQuestion rival = question;
    rival.algorithm = "ROUNDED[of=XY2]";
    rival.problem.objective = Objective::total;
    rival.problem.previous = nullptr;
    rival.problem.together = nullptr;
    rival.seconds.reset();
    rival.curve = false;
    rival.network = nullptr;  // only the time on the network is needed
    const CellAnswer answer = cell_frame().found(rival);
    if (answer.costs.boundary.empty > 0)
      throw NoRival(fmt::format("XY2 leaves {} without a cell", counted(answer.costs.boundary.empty, "processor")));
    return stencil_of(rival.problem, answer.decomposition);
  };
  time_xy2(speeds_in(question), divide, question);
}

// The problem whose solving is timed: for the least greatest load one of the divisions among which that is searched.
CellProblem timed_problem(const CellQuestion& question) {
  CellProblem problem = asked_problem(question);
  if (problem.objective != Objective::load) return problem;
  problem.most_over_share = least_over_share(problem);
  problem.objective = Objective::total;
  return problem;
}

// The loads of parts; with several maps the greatest of each part's loads, scaled to the same total.
std::vector<double> varied_loads(const CellQuestion& question, const CellAnswer& answer) {
  std::vector<double> loads = part_loads(question.problem, answer.decomposition);
  if (answer.map_loads.empty()) return loads;
  std::ranges::fill(loads, 0);
  for (std::size_t map = 0; map < answer.map_loads.size(); ++map) {
    const double scale = map_scale(question.problem, map);
    for (std::size_t i = 0; i < loads.size(); ++i) loads[i] = std::max(loads[i], scale * answer.map_loads[map][i]);
  }
  return loads;
}

// The question without this processor.
CellQuestion without(const CellQuestion& question, std::size_t processor) {
  CellQuestion fewer = question;
  const auto erase = [processor](auto& of_each) {
    if (!of_each.empty()) of_each.erase(of_each.begin() + static_cast<std::ptrdiff_t>(processor));
  };
  erase(fewer.problem.cluster.speeds);
  erase(fewer.names);
  erase(fewer.groups);
  return fewer;
}

// Solves with all processors, and then without the slowest, one by one, up to a twentieth of all. Of these answers the
// one with the most processors is taken whose cost is at most a fifth above the least.
CellAnswer found_by_some(const CellQuestion& asked) {
  CellQuestion question = asked;
  const std::size_t most_idle = question.leave_idle ? question.problem.cluster.size() / 20 : 0;
  std::vector<CellAnswer> found = {cell_frame().found(question)};
  std::vector<std::size_t> idle;
  while (idle.size() < most_idle) {
    const auto& speeds = question.problem.cluster.speeds;
    const auto slowest = std::min_element(speeds.rbegin(), speeds.rend());  // the last of equal ones
    idle.push_back(static_cast<std::size_t>(speeds.rend() - slowest) - 1);
    question = without(question, idle.back());
    found.push_back(cell_frame().found(question));
  }
  const auto less = [](const CellAnswer& one, const CellAnswer& other) { return one.costs.rank < other.costs.rank; };
  const CellRank best = std::ranges::min_element(found, less)->costs.rank;
  auto chosen = std::ranges::find_if(found, [&](const CellAnswer& each) {
    CellRank rank = each.costs.rank;
    rank.cost = std::max(best.cost, rank.cost / 1.2);
    std::tie(rank.pieces, rank.imbalance) = std::tie(best.pieces, best.imbalance);
    return rank <= best;
  });
  idle.resize(static_cast<std::size_t>(chosen - found.begin()));
  for (; !idle.empty(); idle.pop_back()) {
    const std::size_t processor = idle.back();
    auto& division = chosen->decomposition;
    division.parts.insert(division.parts.begin() + static_cast<std::ptrdiff_t>(processor), Rect{});
    for (FurtherRect& further : division.further) further.processor += further.processor >= processor ? 1 : 0;
    for (std::size_t& beyond : chosen->costs.balance.beyond_one_cell) beyond += beyond >= processor ? 1 : 0;
    for (std::size_t& earlier : chosen->idle) earlier += earlier >= processor ? 1 : 0;
    chosen->idle.insert(std::ranges::lower_bound(chosen->idle, processor), processor);
  }
  chosen->names = asked.names;  // of those that are idle, too
  if (asked.coloured_by_group) chosen->groups = asked.groups;
  return std::move(*chosen);
}

void vary_cells(const CellQuestion& question, CellAnswer& answer) {
  if (!question.variation) return;
  const std::vector<double> loads = varied_loads(question, answer);
  CellProblem drawn = question.problem;
  add_variation(
      question, [&] { return stencil_of(question.problem, answer.decomposition); },
      [&](const std::vector<double>& speeds) {
        drawn.cluster.speeds = speeds;
        const std::vector<double> ideal = shares(drawn);
        double greatest = 0;
        for (std::size_t i = 0; i < loads.size(); ++i) greatest = std::max(greatest, loads[i] / ideal[i]);
        return greatest - 1;
      },
      answer);
}

// --- The family

// Why an answer is not within its limits, see CellCosts::is_within(); "" if it is.
std::string cell_shortcoming(const FieldValues& given, const JsonReader& answer) {
  const CellProblem problem = cell_question(given).problem;
  const CellCosts costs = cell_costs(problem, cell_solution_in(problem, answer).decomposition);
  if (costs.is_within()) return {};
  return fmt::format("{} beyond the tolerance, {} without a cell, {} beyond one per part and sea",
                     counted(costs.balance.beyond_tolerance, "processor"), costs.boundary.empty,
                     counted(costs.boundary.torn, "fragment"));
}

// The curve of the answer as lines of text.
std::string curve_table(const FieldValues& given) {
  CellQuestion question = cell_question(given);
  if (!question.problem.previous) throw InputError("a curve starts from a previous division; give --previous OWNERS");
  question.curve = true;
  require_timed_alone(question);
  question.network = nullptr;  // nothing is simulated
  question.variation.reset();
  const CellAnswer answer = solve(question);
  const CellMigration& migration = answer.migration.value();
  std::string text = fmt::format("{}: {} at least must move; each costs {:.10g}\n{:>10} {:>12} {:>10} {:>10} {:>14}",
                                 answer.algorithm, counted(migration.must_move, "cell"), migration.price, "moved",
                                 objective_name(question.problem.objective), "imbalance", "gain", "pays after");
  for (const CurvePoint& point : migration.curve)
    fmt::format_to(std::back_inserter(text), "\n{:>10} {:>12.10g} {:>8.2f} % {:>10.10g}{}", point.moved,
                   point.costs.objective, 100 * point.costs.balance.imbalance, point.gain,
                   point.break_even ? fmt::format(" {:>8.4g} steps", *point.break_even) : "");
  return text;
}

const FamilyRegistration cell_family{declared(
    cell_frame, {.name = "cells",
                 .summary = "arrays of whole cells, of equal or different loads, divided among unequal processors",
                 .compared_metric = "total",
                 .fields = cell_fields,
                 .formats = {{"curve", "with --previous, cells moved against gain per step as a table", curve_table}},
                 .shortcoming = cell_shortcoming,
                 .evaluation = AnswerEvaluation{cell_evaluation_fields},
                 .sweep = cell_sweep,
                 .drawing_fields = cell_drawing_fields})};

}  // namespace

CellCosts cell_costs(const CellProblem& problem, const Decomposition& division) {
  require_shares(problem);
  CellCosts costs{.boundary = cell_boundary(problem, division), .balance = cell_balance(problem, division)};
  costs.rank = cell_rank(problem, costs.balance, costs.boundary);
  costs.total = total_cost(static_cast<double>(costs.boundary.edges), costs.boundary.neighbours, problem.latency);
  costs.lower_bound = cell_lower_bound(problem);
  costs.forced = forced_imbalance(problem);
  costs.objective = costs.rank.cost;
  if (problem.objective == Objective::load) costs.greatest_load = costs.objective;
  costs.fill = cell_fill(problem, division);
  if (!std::isfinite(costs.total) || !std::isfinite(costs.lower_bound))
    throw InputError("the total overflows; give a smaller latency");
  if (!std::isfinite(costs.balance.imbalance)) throw weights_too_different();
  if (costs.lower_bound > 0)
    costs.gap = 100 * (costs.objective / costs.lower_bound - 1);
  else if (costs.objective == 0)
    costs.gap = 0;
  return costs;
}

CellQuestion cell_question(const FieldValues& given) {
  const bool by_mesh =
      !given.has("owners") && !given.flag("whole-columns") && given.text("algorithm").starts_with("BEST");
  return cell_question(given, given_cells(given, by_mesh ? most_mesh_cells : most_single_cells));
}

CellQuestion cell_question(const FieldValues& given, const GivenCells& cells) {
  CellQuestion question;
  set_asked(given, cell_frame().exchange, question);
  question.problem.latency = given.real("latency");
  set_cells_and_cluster(given, cells, question);
  set_exchange(given, question);
  set_colours(given, question);
  set_limits(given, question.problem);
  if (question.problem.objective == Objective::load) require_load_alone(given, question.problem);
  question.leave_idle = given.flag("leave-idle");
  if (question.leave_idle) require_idle_alone(given, question);
  if (given.has("previous"))
    question.problem.previous = std::make_shared<const PreviousDivision>(previous_division(
        owners_in(given["previous"], first_owner(given)), question.problem, given.real("migration-price")));
  if (given.has("together"))
    question.problem.together =
        std::make_shared<const std::vector<std::int32_t>>(numbers_together(given["together"], question.problem));
  if (question.network && !given.has("objective"))
    question.problem.platform = question.network->platform(speeds_in(question));
  question.curve = given.flag("curve");
  question.own_all = given.flag("own-all");
  question.whole_columns = given.flag("whole-columns");
  if (given.has("slice")) question.slices = given.text("slice");
  // The slices of a drawing are checked before anything is solved.
  if (question.problem.in_space())
    static_cast<void>(parse_slices(question.slices, question.problem));
  else if (!question.slices.empty())
    throw InputError("slices are of arrays with layers; this one has rows and columns, and is drawn as it is");
  require_timed_alone(question);
  if (cells.owners == nullptr) return question;
  validate(question.problem);
  question.given = division_by_owners(*cells.owners, question.problem);
  question.given_name = cells.owners->file;
  return question;
}

const Family<CellQuestion, CellAnswer>& cell_frame() {
  static const Family<CellQuestion, CellAnswer> frame{
      .word = "cells",
      .solve = solve_asked_cells,
      .exchange = {[](const CellProblem& problem) { return to_json(problem); }, cell_solution_in},
      .quantities = cell_quantities,
      .read = cell_question,
      .prepare = add_time_of_xy2,
      .asked = asked_problem,
      .answer = solved_cells,
      .judged =
          [](const CellQuestion& question) {
            if (question.curve) throw InputError("a given division has no curve; `solve cells` finds one");
            return cell_answer_with(question, question.given_name, question.given.value());
          },
      .vary = vary_cells,
      .search = found_by_some,
      .in_time = {.starts = quick_cells, .said = words_for},
      .ranking = {.key = ranking_key_of, .title = cell_title, .timed = timed_problem, .columns = network_columns},
      .drawing = {.alone = labelled,
                  .beside = labelled_beside,
                  .across = [](const CellQuestion& question, std::size_t of_each) -> std::size_t {
                    return question.problem.in_space() ? of_each : 0;
                  }},
      .dividing = {[](CellQuestion& question, bool chooses) {
                     question.by_xy2 = RivalTime{};
                     if (chooses) return;
                     // In files nothing is simulated, unless that chooses the division.
                     question.network = nullptr;
                     question.variation.reset();
                   },
                   whole_division},
      .studied = {.answer =
                      [](const CellProblem& problem, const CellSolution& solution) {
                        return CellAnswer{.algorithm = {},
                                          .decomposition = solution.decomposition,
                                          .costs = cell_costs(problem, solution.decomposition)};
                      },
                  .require = [](const CellProblem& problem,
                                const CellSolution& solution) { require_division(problem, solution.decomposition); },
                  .instance = instance_line,
                  .text = cell_solution_text}};
  return frame;
}

WholeDivision whole_division(const CellQuestion& question, CellAnswer answer) {
  const CellProblem& problem = question.problem;
  const bool all_owned =
      question.own_all || problem.loads == nullptr || problem.loads->active_cells() == problem.rows * problem.columns;
  return {std::move(answer.algorithm),
          answer.decomposition,
          all_owned ? answer.decomposition : active_division(problem.loads.get(), answer.decomposition),
          question.names,
          problem.layers,
          problem.cluster.speeds,
          question.groups};
}

std::string to_json(const CellAnswer& answer, const std::string& more) {
  return answer_json(
      cell_quantities(), answer, answer.migration ? curve_json(answer.migration->curve) : "", more,
      answer.layers == 1 ? rectangles_json(answer.decomposition) : boxes_json(answer.layers, answer.decomposition));
}

std::string to_json(const CellProblem& problem) {
  const std::string loads =
      problem.loads == nullptr
          ? ""
          : fmt::format(R"(,"loads":[{}])", layers_of(problem, [&](std::size_t cell) { return problem.load(cell); }));
  std::string asked;
  if (problem.objective != Objective::total)
    asked += fmt::format(R"(,"objective":"{}")", objective_name(problem.objective));
  if (problem.in_space()) asked += fmt::format(R"(,"layers":{})", problem.layers);
  if (problem.stencil != (problem.in_space() ? 7 : 5)) asked += fmt::format(R"(,"stencil":{})", problem.stencil);
  if (problem.imbalance > 0) asked += fmt::format(R"(,"imbalance":"{}%")", 100 * problem.imbalance);
  if (problem.underload) asked += fmt::format(R"(,"underload":"{}%")", 100 * *problem.underload);
  if (problem.keep_order) asked += R"(,"keep_order":true)";
  if (!problem.connected) asked += R"(,"connected":"no")";
  if (problem.previous)
    asked += fmt::format(R"(,"migration_price":{},"previous":[{}])", problem.previous->price,
                         layers_of(problem, [&](std::size_t cell) { return problem.previous->owners[cell]; }));
  if (problem.together)
    asked += fmt::format(R"(,"together":[{}])",
                         layers_of(problem, [&](std::size_t cell) { return (*problem.together)[cell]; }));
  if (problem.has_widths())
    asked += fmt::format(R"(,"min_width":"{}x{}{}")", problem.least_width[2], problem.least_width[1],
                         problem.in_space() ? fmt::format("x{}", problem.least_width[0]) : "");
  return fmt::format(R"({{"rows":{},"columns":{},"weights":{},"latency":{}{}{}}})", problem.layer_rows(),
                     problem.columns, weights_json(problem.cluster), problem.latency, asked, loads);
}

}  // namespace apportion::problems
