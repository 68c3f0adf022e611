// One problem of rectangles: the question, its answer, and both as JSON; the same for users' programs.
#include "experiments/problems/rectangles/solve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "algorithms/rectangles/best.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/divisions/given_cells.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/whole.hpp"

namespace apportion::problems {
namespace {

// --- Costs

// The costs of a division whose coordinates are equal within `tolerance`.
void measure_costs(const Decomposition& division, const Cluster& cluster, double latency, double tolerance,
                   RectangleAnswer& answer) {
  answer.acost = acost(division, tolerance);
  answer.bcost = bcost(division, tolerance);
  answer.internal_edges = internal_edges(division, tolerance);
  answer.total = total_cost(answer.acost, answer.internal_edges, latency);
  const RectangleProblem problem{division.extent, cluster, latency};
  answer.lower_bound = total_lower_bound(problem, shapes_of(division));
  answer.any_shape_bound = total_lower_bound(problem, Shapes::any);
  for (const double cost : {answer.acost, answer.bcost, answer.total, answer.lower_bound})
    if (!std::isfinite(cost)) throw InputError("the costs overflow; give smaller sides or a smaller latency");
}

// The parts with elements, renumbered.
Decomposition without_empty_parts(const Decomposition& division) {
  Decomposition result{division.extent, {}};
  std::vector<std::size_t> numbers;
  for (const Rect& part : division.parts) {
    numbers.push_back(result.parts.size());
    if (part.area() > 0) result.parts.push_back(part);
  }
  for (const FurtherRect& further : division.further)
    result.further.push_back({numbers[further.processor], further.rect});
  return result;
}

std::vector<double> part_areas(const Decomposition& division) {
  std::vector<double> areas;
  for (std::size_t i = 0; i < division.parts.size(); ++i) areas.push_back(part_area(division, i));
  return areas;
}

// The division in whole rows and columns, rounded if necessary, and its costs. Parts that rounding left empty need no
// communication; the areas of the others are the rounded ones.
void answer_in_whole(const RectangleQuestion& question, const Decomposition& division, RectangleAnswer& answer) {
  WholeDecomposition rounded = to_whole(division, question.problem.cluster);
  answer.decomposition = std::move(rounded.decomposition);
  answer.whole = {rounded.load_imbalance, rounded.empty_parts};
  if (question.memory) answer.memory = memory_use(*question.memory, part_areas(answer.decomposition));
  constexpr double between_whole_coordinates = 0.5;
  const Decomposition parts = without_empty_parts(answer.decomposition);
  measure_costs(parts, {part_areas(parts), {}}, question.problem.latency, between_whole_coordinates, answer);
}

void answer_as_solved(const RectangleQuestion& question, RectangleSolution solution, RectangleAnswer& answer) {
  answer.decomposition = std::move(solution.decomposition);
  if (question.memory) answer.memory = memory_use(*question.memory, {});  // areas are in proportion to the weights
  // The proof concerns layouts of rectangles, and an L is not a rectangle.
  if (answer.decomposition.further.empty()) answer.proof = solution.proof;
  measure_costs(answer.decomposition, question.problem.cluster, question.problem.latency,
                coincidence_tolerance(question.problem.extent), answer);
}

void add_network(const RectangleQuestion& question, RectangleAnswer& answer) {
  if (question.network)
    answer.network = costs_on_network(*question.network, speeds_in(question), stencil_of(answer.decomposition),
                                      question.by_xy2.value_or(RivalTime{}));
}

void add_variation_to(const RectangleQuestion& question, RectangleAnswer& answer) {
  const bool is_rounded = answer.whole || !question.variation || question.network;
  const Decomposition whole =
      is_rounded ? answer.decomposition : to_whole(answer.decomposition, question.problem.cluster).decomposition;
  add_variation(
      question, [&] { return stencil_of(answer.decomposition); },
      [&](const std::vector<double>& speeds) {
        return load_imbalance(whole, {speeds, {}});
      },
      answer);
}

// --- Solving

bool takes_net(const ChosenAlgorithm<RectangleAlgorithm>& chosen) {
  if (chosen.registered() == nullptr) return false;
  const std::vector<Objective>& known = chosen.registered()->algorithm->objectives;
  return contains(known, Objective::net);
}

RectangleAnswer rectangle_answer_with(const RectangleQuestion& question, const std::string& algorithm,
                                      RectangleSolution solution) {
  RectangleAnswer answer;
  answer.algorithm = algorithm;
  answer.names = question.names;
  if (question.whole)
    answer_in_whole(question, solution.decomposition, answer);
  else
    answer_as_solved(question, std::move(solution), answer);
  add_network(question, answer);
  return answer;
}

// The problem in the form passed to the question's algorithm: with its objective, and on its network.
RectangleProblem asked_rectangles(const RectangleQuestion& question) {
  RectangleProblem problem = question.problem;
  if (question.network) problem.network = question.network->network();
  const ChosenAlgorithm<RectangleAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const bool for_net = problem.network && takes_net(chosen);
  problem.objective = question.objective.value_or(for_net ? Objective::net : Objective::total);
  if (chosen.own() != nullptr) require_objective(chosen.canonical_name(), {Objective::total}, problem.objective);
  return problem;
}

bool is_wide(const RectangleQuestion& question, const RectangleAnswer& answer) {
  return answer.decomposition.further.empty() && std::ranges::all_of(answer.decomposition.parts, [&](const Rect& part) {
           return part.rows >= static_cast<double>(question.least_width[1]) &&
                  part.columns >= static_cast<double>(question.least_width[2]);
         });
}

Family<RectangleQuestion, RectangleAnswer>::Starts quick_rectangles(const RectangleQuestion& question) {
  RectangleProblem by_total = asked_rectangles(question);
  by_total.objective = Objective::total;
  return {{"XY2", by_total}, {"BEST[effort=quick]", by_total}};
}

std::string words_for(const RectangleAnswer& answer) {
  return answer.network ? fmt::format("simulated time {:.6g}", answer.network->costs.simulated)
                        : bounded_cost_text(answer.total, answer.lower_bound);
}

// Adds the time of an iteration by XY2 on the question's network.
void time_xy2(RectangleQuestion& question) {
  if (question.by_xy2) return;
  question.by_xy2 = seconds_by_xy2(question.network, speeds_in(question), [&question] {
    RectangleQuestion rival = question;
    rival.algorithm = "XY2";
    rival.objective = Objective::total;
    rival.least_width = {1, 1, 1};
    rival.by_xy2 = RivalTime{};
    rival.rivals.clear();
    rival.seconds.reset();
    rival.variation.reset();
    return stencil_of(rectangle_frame().solved(rival).decomposition);
  });
}

// The costs of the question's given division.
RectangleAnswer judged_rectangles(const RectangleQuestion& question) {
  RectangleAnswer answer;
  answer.algorithm = question.given_name;
  answer.names = question.names;
  answer_in_whole(question, question.given.value(), answer);
  add_network(question, answer);
  return answer;
}

void divide_whole(RectangleQuestion& question, bool /*chooses*/) {
  question.whole = true;
  question.by_xy2 = RivalTime{};
}

RectangleAnswer measured_rectangles_of(const RectangleProblem& problem, const RectangleSolution& solution) {
  RectangleAnswer answer;
  answer.decomposition = solution.decomposition;
  answer.acost = acost(solution.decomposition);
  answer.internal_edges = internal_edges(solution.decomposition);
  answer.total = total_cost(answer.acost, answer.internal_edges, problem.latency);
  answer.any_shape_bound = total_lower_bound(problem, Shapes::any);
  return answer;
}

// --- The question

// The side that is given, or that the file of owners has.
double side_of(const FieldValues& given, const char* name, const std::optional<GivenOwners>& owners,
               std::int64_t GivenOwners::*owned) {
  if (!owners || given.has(name)) return given.real(name);
  if (owners->is_list)
    throw InputError(fmt::format("{} is missing; {} is a list of owners, which does not give it", name, owners->file));
  return static_cast<double>((*owners).*owned);
}

// The weights that are given or, for a given division, those of equal processors.
void set_processors(const FieldValues& given, const std::optional<GivenOwners>& owners, RectangleQuestion& question) {
  const double cells = question.problem.extent.area();
  if (std::optional<GivenCluster> cluster = cluster_in(given))
    question.problem.cluster = weights_of(*std::move(cluster), cells, cells, question);
  else
    question.problem.cluster = given.has("weights") ? cluster_of(given["weights"]) : cluster_of_owners(*owners);
}

// The cells of the array, all of load 1.
void set_given_division(const GivenOwners& owners, RectangleQuestion& question) {
  const auto whole = [](double side) {
    return static_cast<std::int64_t>(std::min(side, static_cast<double>(most_cell_lines)));
  };
  const Extent& extent = question.problem.extent;
  question.given = division_by_owners(owners, {whole(extent.rows), whole(extent.columns), question.problem.cluster});
  question.given_name = owners.file;
  question.whole = true;
}

// --- JSON

// Reads {"processor":…,"row":…,"column":…,"rows":…,"columns":…} for each rectangle, in order of their processors.
RectangleSolution rectangle_solution_in(const RectangleProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"rectangles"}, printed_keys(rectangle_quantities()));
  RectangleSolution solution;
  solution.decomposition = read_rectangles(answer["rectangles"], problem.extent, problem.cluster.size());
  require_tiling(problem, solution.decomposition);
  require_accurate(problem, solution.decomposition);
  solution.claimed_acost = acost(solution.decomposition);
  solution.claimed_edges = internal_edges(solution.decomposition);
  return solution;
}

// The first rectangle of each processor is its part; the others are further ones. Processors are in ascending order.
Decomposition division_of(const Extent& extent, const std::vector<FurtherRect>& rectangles) {
  Decomposition division{extent, {}};
  for (const FurtherRect& each : rectangles) {
    if (each.processor > division.parts.size()) break;
    if (each.processor == division.parts.size())
      division.parts.push_back(each.rect);
    else
      division.further.push_back(each);
  }
  return division;
}

WholeDivision whole_rectangles(const RectangleQuestion& question, RectangleAnswer answer) {
  return {std::move(answer.algorithm),
          answer.decomposition,
          answer.decomposition,
          std::move(answer.names),
          1,
          {},
          question.groups};
}

// Makes a question with a network, but without an algorithm, ask for the fastest division: BEST's least net is usually
// fast, but not always. The rivals are those of BEST, up to 256 processors; above, where a simulation takes seconds,
// only XY2.
void want_fastest(RectangleQuestion& question) {
  if (!question.network) return;
  constexpr std::size_t quickly_simulated = 256;  // the most processors that are simulated fast
  const bool is_quick = question.problem.cluster.size() <= quickly_simulated;
  question.rivals = is_quick ? rivals_on_a_network() : std::vector<std::string>{"XY2"};
}

}  // namespace

RectangleQuestion rectangle_question(const FieldValues& given) {
  RectangleQuestion question;
  set_asked(given, rectangle_exchange(), question);
  std::optional<GivenOwners> owners;
  if (given.has("owners")) owners = read_owners(given["owners"].text());
  question.problem.extent = {side_of(given, "rows", owners, &GivenOwners::rows),
                             side_of(given, "columns", owners, &GivenOwners::columns)};
  set_processors(given, owners, question);
  question.problem.latency = given.real("latency");
  question.whole = given.flag("whole");
  set_widths(given, 2, question);
  question.network = network_of(given, question.problem.cluster.size(), question.links);
  question.variation = asked_variation(given, question.network.get(), question.problem.cluster.size());
  const Extent& extent = question.problem.extent;
  if (question.variation && !question.network &&
      (extent.rows != std::floor(extent.rows) || extent.columns != std::floor(extent.columns)))
    throw InputError(fmt::format("{} needs {}, or whole rows and columns, whose imbalance varies",
                                 given.spelled("perturb"), given.spelled("network")));
  if (question.network) question.problem.latency = question.network->latency;
  question.groups = group_of_each(question.links, question.group_names, question.network);
  if (given.has("objective"))
    question.objective = parse_objective(given.text("objective"), {Objective::total, Objective::net});
  question.ranks_draws = ranks_answers(question.variation);
  if (owners)
    set_given_division(*owners, question);
  else if (!given.has("algorithm") && !given.has("objective"))
    want_fastest(question);
  return question;
}

const Family<RectangleQuestion, RectangleAnswer>& rectangle_frame() {
  static const Family<RectangleQuestion, RectangleAnswer> frame{
      .word = "rectangles",
      .solve = solve_rectangles,
      .exchange = rectangle_exchange(),
      .quantities = rectangle_quantities,
      .read = rectangle_question,
      .prepare = time_xy2,
      .asked = asked_rectangles,
      .answer = rectangle_answer_with,
      .judged = judged_rectangles,
      .vary = add_variation_to,
      .key = ranking_key_of,
      .starts = quick_rectangles,
      .said = words_for,
      .is_wide = is_wide,
      .others = {"COLUMNS", "XY2", "TILE", "RecursiveBisection2", "RecursiveBisection3", "SQUARIFIED"},
      .note_rivals = [](RectangleAnswer& answer,
                        std::vector<std::string> names) { answer.network->fastest_of = std::move(names); },
      .title = rectangle_title,
      .compare = add_ranked_rectangles,
      .columns = network_columns,
      .alone = labelled,
      .beside = labelled_beside,
      .to_divide = divide_whole,
      .division = whole_rectangles,
      .measured = measured_rectangles_of,
      .require = [](const RectangleProblem& problem,
                    const RectangleSolution& solution) { require_accurate(problem, solution.decomposition); },
      .solution_text = rectangle_solution_text};
  return frame;
}

RankingKey ranking_key_of(const RectangleAnswer& answer) {
  const std::size_t empty = answer.whole ? answer.whole->empty : 0;
  return {.algorithm = answer.algorithm,
          .shortcomings = {static_cast<double>(empty + beyond_memory(answer.memory))},
          .cost = answer.ranked_value.value_or(answer.network ? answer.network->costs.simulated : answer.total),
          .secondary = answer.internal_edges};
}

std::string to_json(const RectangleProblem& problem) {
  return fmt::format(R"({{"rows":{},"columns":{},"weights":{},"latency":{}}})", problem.extent.rows,
                     problem.extent.columns, weights_json(problem.cluster), problem.latency);
}

Decomposition read_rectangles(const JsonReader& rectangles, const Extent& extent, std::size_t processors) {
  std::vector<FurtherRect> all;
  for (const JsonReader& entry : rectangles.items()) {
    stop_if_asked();
    entry.require_keys({"processor", "row", "column", "rows", "columns"}, {});
    all.push_back(
        {entry["processor"].one_of(processors, "processors"),
         {entry["row"].number(), entry["column"].number(), entry["rows"].number(), entry["columns"].number()}});
  }
  std::ranges::stable_sort(all, {}, &FurtherRect::processor);
  Decomposition decomposition = division_of(extent, all);
  if (decomposition.parts.size() < processors)
    throw InputError(
        fmt::format("{} has no rectangle of processor {}", rectangles.place(), decomposition.parts.size()));
  return decomposition;
}

std::string to_json(const RectangleAnswer& answer, const std::string& more) {
  fmt::memory_buffer text = json_beginning(rectangle_quantities(), answer);
  add_ending(answer.network, answer.memory, more, answer.names, rectangles_json(answer.decomposition), text);
  return fmt::to_string(text);
}

std::string rectangles_json(const Decomposition& decomposition) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  const auto add = [out](std::size_t processor, const Rect& rect) {
    fmt::format_to(out, R"({{"processor":{},"row":{},"column":{},"rows":{},"columns":{}}})", processor, plain(rect.row),
                   plain(rect.column), plain(rect.rows), plain(rect.columns));
  };
  auto further = decomposition.further.begin();
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    if (i > 0) text.push_back(',');
    add(i, decomposition.parts[i]);
    for (; further != decomposition.further.end() && further->processor == i; ++further) {
      text.push_back(',');
      add(i, further->rect);
    }
  }
  return fmt::to_string(text);
}

void add_ending(const std::optional<CostsOnNetwork>& network, const std::optional<MemoryUse>& memory,
                const std::string& more, const std::vector<std::string>& names, const std::string& rectangles,
                fmt::memory_buffer& text) {
  const auto out = std::back_inserter(text);
  if (network) fmt::format_to(out, R"(,"network":{})", costs_json(*network));
  text.append(memory_json(memory));
  if (!more.empty()) fmt::format_to(out, ",{}", more);
  if (!names.empty()) fmt::format_to(out, R"(,"names":{})", names_json(names));
  fmt::format_to(out, R"(,"rectangles":[{}]}})", rectangles);
}

Exchange<RectangleAlgorithm> rectangle_exchange() {
  return {[](const RectangleProblem& problem) { return to_json(problem); }, rectangle_solution_in};
}

}  // namespace apportion::problems
