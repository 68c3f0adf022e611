// The family of rectangles: the question, its fields, answer and quantities, JSON, also for users' programs, drawings,
// and the registration.
#include "experiments/problems/rectangles/solve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "algorithms/rectangles/best.hpp"
#include "base/error.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/divisions/given_owners.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/cells/boundary.hpp"
#include "sim/cells/owners.hpp"
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
  if (question.network) problem.network = question.network->network;
  const ChosenAlgorithm<RectangleAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const auto* registered = chosen.registered();
  const bool for_net =
      problem.network && registered != nullptr && contains(registered->algorithm->objectives, Objective::net);
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

void add_time_of_xy2(RectangleQuestion& question) {
  const auto divide = [&question] {
    RectangleQuestion rival = question;
    rival.algorithm = "XY2";
    rival.objective = Objective::total;
    rival.least_width = {};
    rival.rivals.clear();
    rival.seconds.reset();
    rival.variation.reset();
    return stencil_of(rectangle_frame().solved(rival).decomposition);
  };
  time_xy2(speeds_in(question), divide, question);
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
    throw InputError("{} is missing; {} is a list of owners, which does not give it", name, owners->file);
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
  question.given =
      division_by_owners(owners, {whole(extent.rows), whole(extent.columns)}, question.problem.cluster.size());
  question.given_name = owners.file;
  question.whole = true;
}

// --- JSON

// Reads {"processor":…,"row":…,"column":…,"rows":…,"columns":…} for each rectangle, in order of their processors.
RectangleSolution rectangle_solution_in(const RectangleProblem& problem, const JsonReader& answer) {
  require_answer_keys(answer, {"rectangles"}, printed_keys(rectangle_frame().quantities()));
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

// --- Rankings and drawings

double gap_percent(const RectangleAnswer& answer) {
  return answer.any_shape_bound > 0 ? 100 * (answer.total / answer.any_shape_bound - 1) : 0;
}

// Shortcomings are empty parts, since an answer with idle processors does not solve the same problem. The cost is the
// total, or the simulated time of an iteration on a network, or the variation by which answers are ranked.
RankingKey ranking_key_of(const RectangleAnswer& answer) {
  const std::size_t empty = answer.whole ? answer.whole->empty : 0;
  return {.algorithm = answer.algorithm,
          .shortcomings = {static_cast<double>(empty + beyond_memory(answer.memory))},
          .cost = answer.ranked_value.value_or(answer.network ? answer.network->costs.simulated : answer.total),
          .secondary = answer.internal_edges};
}

bool has_whole_sides(const Extent& extent) {
  constexpr double most = 1e12;  // limit of to_whole()
  return extent.rows == std::floor(extent.rows) && extent.columns == std::floor(extent.columns) &&
         std::max(extent.rows, extent.columns) <= most;
}

std::optional<double> imbalance_of(const RectangleProblem& problem, const RectangleAnswer& answer) {
  if (answer.whole) return 100 * answer.whole->imbalance;
  if (!has_whole_sides(problem.extent)) return std::nullopt;
  return 100 * to_whole(answer.decomposition, problem.cluster).load_imbalance;
}

std::string title_of(const RectangleQuestion& question, const RectangleAnswer& answer) {
  const Extent& extent = question.problem.extent;
  std::string title = fmt::format("{} on {} x {}: Acost {:.10g}, {} internal edges", answer.algorithm, extent.rows,
                                  extent.columns, answer.acost, answer.internal_edges);
  if (question.problem.latency > 0)
    title += fmt::format(", total {:.10g} at latency {:.10g}", answer.total, question.problem.latency);
  if (answer.whole) title += fmt::format(", load imbalance {:.3g} %", 100 * answer.whole->imbalance);
  if (answer.whole && answer.whole->empty > 0) title += fmt::format(", {} without an element", answer.whole->empty);
  return title;
}

// "3 x 4 at (0, 0)", for each rectangle of a part.
std::string places_of(const std::vector<Rect>& rectangles) {
  std::string text;
  for (const Rect& rect : rectangles)
    text += fmt::format("{}{:.6g} x {:.6g} at ({:.6g}, {:.6g})", text.empty() ? "" : " and ", rect.rows, rect.columns,
                        rect.row, rect.column);
  return text;
}

void add_ranked_rectangles(const RectangleQuestion& question, RectangleAnswer& answer) {
  answer.imbalance = imbalance_of(question.problem, answer);
  if (!question.given) return;
  const Decomposition& division = answer.decomposition;
  const CellBoundary boundary = boundary_of_rectangles(division);
  answer.cells = {division.extent.area() / cells_of_bounding_boxes(division), boundary.fragments, boundary.halo};
}

// Gives no bound in whole rows and columns, where every rounding has its own.
std::string rectangle_title(const RectangleQuestion& question) {
  const RectangleProblem& problem = question.problem;
  std::string title = fmt::format("{} x {} for {}", problem.extent.rows, problem.extent.columns,
                                  counted(problem.cluster.size(), "processor"));
  if (problem.latency > 0) title += fmt::format(", latency {:.10g}", problem.latency);
  if (question.network) title += fmt::format(", on {}", question.network->name);
  title += question.whole
               ? ", in whole rows and columns"
               : fmt::format("; no parts of any shape cost less than {:.10g}", total_lower_bound(problem, Shapes::any));
  if (question.ranks_draws)
    title += "\nranked: least " + ranked_value_words(*question.variation, question.network != nullptr);
  return title + note_on_xy2(question);
}

std::vector<LabelledDecomposition> labelled(const RectangleQuestion& question, const RectangleAnswer& answer) {
  return {{title_of(question, answer), answer.decomposition, {}, {}, answer.names}};
}

std::vector<LabelledDecomposition> labelled_beside(const RectangleQuestion& /*question*/,
                                                   const RectangleAnswer& answer) {
  return {{.title = fmt::format("{}: {:.6g}, gap {:.2f} %, {} edges", answer.algorithm, answer.total,
                                gap_percent(answer), answer.internal_edges),
           .decomposition = answer.decomposition,
           .names = answer.names}};
}

std::string rectangle_solution_text(const RectangleProblem& /*problem*/, const RectangleSolution& solution,
                                    const std::vector<std::string>& names) {
  const Decomposition& decomposition = solution.decomposition;
  // With more parts a drawing of characters is unreadable.
  constexpr std::size_t most_drawn = 200;
  std::string text =
      decomposition.parts.size() <= most_drawn ? text_drawing({.decomposition = decomposition, .names = names}) : "";
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:>4}{}: {}, area {:.6g}, perimeter {:.6g}\n", i,
                   i < names.size() ? " " + names[i] : "", places_of(rectangles_of(decomposition, i)),
                   part_area(decomposition, i), part_perimeter(decomposition, i));
  return text;
}

// --- Quantities

using Of = std::function<QuantityValue(const RectangleAnswer&)>;

template <class Number>
Of in_cells(Number RectangleAnswer::OfCells::*member) {
  return [member](const RectangleAnswer& answer) {
    return answer.cells ? QuantityValue((*answer.cells).*member) : std::nullopt;
  };
}

bool has_latency(const RectangleProblem& problem) { return problem.latency > 0; }

QuantityValue whole_json(const RectangleAnswer& answer) {
  if (!answer.whole) return std::nullopt;
  return fmt::format(R"({{"imbalance":{},"empty":{}}})", plain(answer.whole->imbalance), answer.whole->empty);
}

QuantityValue proof_json(const RectangleAnswer& answer) {
  if (answer.proof == Proof::none) return std::nullopt;
  return answer.proof == Proof::slicing ? R"("slicing")" : R"("rectangles")";
}

QuantityValue proof_words(const RectangleAnswer& answer) {
  if (answer.proof == Proof::none) return std::nullopt;
  return answer.proof == Proof::slicing ? "least of slicing trees" : "least of rectangles";
}

double reckoned_total(const RectangleProblem& problem, const RectangleSolution& solution,
                      const RectangleAnswer& answer) {
  return total_cost(solution.claimed_acost, solution.claimed_edges.value_or(answer.internal_edges), problem.latency);
}

double greatest_aspect(const RectangleProblem& /*problem*/, const RectangleSolution& solution,
                       const RectangleAnswer& /*answer*/) {
  double greatest = 0;
  for (std::size_t i = 0; i < solution.decomposition.parts.size(); ++i) {
    const Rect box = bounding_box(rectangles_of(solution.decomposition, i));
    greatest = std::max(greatest, std::max(box.rows, box.columns) / std::min(box.rows, box.columns));
  }
  return greatest;
}

// The algorithm is chosen by name, since files of this layer include no algorithm.
double least_total(const RectangleProblem& problem) {
  static const Configured<RectangleAlgorithm> optimal = RectangleRegistry::instance().choose("OPTIMAL[layouts=all]");
  RandomStream unused(0, "");
  const RectangleSolution solution = solve_rectangles(optimal, problem, unused);
  if (solution.proof != Proof::rectangles) throw std::runtime_error("OPTIMAL did not prove the optimum of all layouts");
  return total_cost(acost(solution.decomposition), internal_edges(solution.decomposition), problem.latency);
}

double is_least(const RectangleProblem& problem, const RectangleSolution& /*solution*/, const RectangleAnswer& answer) {
  // The axis of processors detects this before a run, unless a file gives the clusters.
  if (static_cast<double>(problem.cluster.size()) > most_proven)
    throw InputError("found is measured up to {} processors, not for {}", most_proven, problem.cluster.size());
  const double optimum = problem.cluster.size() < 2 ? 0 : least_total(problem);
  // The tolerance is that of the areas.
  return answer.total <= optimum * (1 + 1e-9) ? 1 : 0;
}

using RectangleQuantity = Quantity<RectangleAlgorithm, RectangleAnswer>;

const std::vector<RectangleQuantity>& rectangle_quantities() {
  using Row = RectangleQuantity;
  static const std::vector<Row> all = {
      Row("acost", "length of the inner boundary", "elements", "less", in_answer(&RectangleAnswer::acost),
          {{.place = 2, .concerns = has_latency}}, {{.place = 1, .digits = 1}}),
      Row("bcost", "Acost of an array whose opposite sides are neighbours", "elements", "less",
          in_answer(&RectangleAnswer::bcost), {}, {}),
      Row("internal_edges", "pairs of neighbours", "", "less", in_answer(&RectangleAnswer::internal_edges),
          {{.place = 4, .title = "edges"}}, {{.place = 2, .digits = 2}}),
      Row("total", "Acost + latency x internal edges", "elements", "less", in_answer(&RectangleAnswer::total),
          {{.place = 1}}, {{.place = 3, .digits = 1}}),
      Row("lower_bound",
          "no division into parts of these areas, and of such shapes as the answer's, has a smaller total", "elements",
          "", in_answer(&RectangleAnswer::lower_bound), {}, {}),
      Row("whole", "what rounding to whole rows and columns costs: imbalance, and parts without an element", "", "",
          whole_json, {}, {}),
      Row(
          "empty", "parts that rounding leaves without an element", "", "less",
          [](const RectangleAnswer& answer) -> QuantityValue {
            return answer.whole ? static_cast<std::int64_t>(answer.whole->empty) : std::int64_t{0};
          },
          {{.place = 9, .title = "without an element", .only_above_zero = true}}, {}, MemberOf::nothing),
      Row(
          "beyond_memory", "processors whose parts do not fit their memory", "", "less",
          [](const RectangleAnswer& answer) -> QuantityValue {
            return static_cast<std::int64_t>(beyond_memory(answer.memory));
          },
          {{.place = 10, .title = "beyond memory", .only_above_zero = true}}, {}, MemberOf::nothing),
      Row("proven", "the total is proved to be the least of slicing trees, or of one rectangle per processor", "", "",
          proof_json, {{.place = 15, .words = proof_words}}, {}),
      Row("reckoned_total", "total by the algorithm's own count of edges", "elements", "less", nullptr, {},
          {{.place = 4, .digits = 1, .measure = reckoned_total}}, MemberOf::nothing),
      Row("any_shape_lower_bound", "no division into parts of these areas and of any shapes has a smaller total",
          "elements", "", in_answer(&RectangleAnswer::any_shape_bound), {}, {}, MemberOf::ranking),
      Row(
          "gap_percent", "total above the lower bound for parts of any shape, percent of the bound", "%", "less",
          [](const RectangleAnswer& answer) -> QuantityValue { return gap_percent(answer); },
          {{.place = 3, .title = "gap, %", .decimals = 3}}, {{.place = 5, .digits = 3, .added = true, .name = "gap"}},
          MemberOf::ranking),
      Row("aspect", "greatest aspect ratio of a part, of its bounding box if it is no rectangle", "", "less", nullptr,
          {}, {{.place = 6, .digits = 2, .added = true, .measure = greatest_aspect}}, MemberOf::nothing),
      Row("imbalance_percent", "load above the ideal one after rounding to whole rows and columns, percent", "%",
          "less", in_answer(&RectangleAnswer::imbalance), {{.place = 5, .title = "imbalance, %", .decimals = 3}},
          {{.place = 7,
            .digits = 3,
            .added = true,
            .name = "imbalance",
            .measure =
                [](const RectangleProblem& problem, const RectangleSolution& solution,
                   const RectangleAnswer& /*answer*/) {
                  return 100 * to_whole(solution.decomposition, problem.cluster).load_imbalance;
                }}},
          MemberOf::ranking),
      Row("varied_imbalance", "how the imbalance varies with the speeds, as the times on a network do", "", "",
          varied_imbalance_json<RectangleAnswer>, varied_imbalance_columns<RectangleProblem, RectangleAnswer>(6), {}),
      Row("found",
          "share of samples whose total is no more than the least of one rectangle per processor, which is "
          "proved; up to 7 processors",
          "", "more", nullptr, {}, {{.place = 8, .digits = 4, .added = true, .measure = is_least}}, MemberOf::nothing),
      Row("seconds", "time to find it; a ranking shows milliseconds", "s", "less", in_answer(&RectangleAnswer::seconds),
          {{.place = 14, .title = "time, ms", .digits = 3}}, {}, MemberOf::ranking, 1000),
      Row("fill", "cells over those of the parts' bounding boxes, percent", "%", "more",
          in_cells(&RectangleAnswer::OfCells::fill), {{.place = 11, .title = "fill, %", .decimals = 1}}, {},
          MemberOf::ranking, 100),
      Row("fragments", "connected pieces beyond one per part", "", "less",
          in_cells(&RectangleAnswer::OfCells::fragments), {{.place = 12}}, {}, MemberOf::ranking),
      Row("halo", "greatest number of others' cells that a part borders on", "cells", "less",
          in_cells(&RectangleAnswer::OfCells::halo), {{.place = 13}}, {}, MemberOf::ranking)};
  return all;
}

// --- Fields and registration

// Keeps areas, costs and their sums far from overflow.
constexpr double least_side = 1e-100;
constexpr double most_side = 1e100;

std::vector<std::string> objective_words() { return {"total", "net"}; }

// The fields of a problem and the `owners` of a given division, which requires whole cells.
const std::vector<Field>& rectangle_evaluation_fields() {
  static const std::vector<Field> all = evaluation_fields_of(rectangle_fields());
  return all;
}

const FamilyRegistration rectangle_family{
    declared(rectangle_frame, {.name = "rectangles",
                               .summary = "arrays divided into a rectangle for each of unequal processors",
                               .compared_metric = "total",
                               .fields = rectangle_fields,
                               .evaluation = AnswerEvaluation{rectangle_evaluation_fields},
                               .sweep = rectangle_sweep})};

}  // namespace

const std::vector<Field>& rectangle_fields() {
  using engine::AxisRole;
  static const std::vector<Field> all = joined(
      joined(
          joined(
              {algorithm_field("BEST", "HYBRID[levels=2]", registered_names<RectangleAlgorithm>, true),
               external_field(),
               real_field("rows", "M", least_side, most_side, "rows of the array")
                   .must_be_given()
                   .as_axis(AxisRole::sampled, "1000"),
               real_field("columns", "N", least_side, most_side, "columns of the array")
                   .must_be_given()
                   .as_axis(AxisRole::sampled, "1000"),
               field_of(
                   FieldKind::reals, "weights", "LIST",
                   "relative speeds: 3,1,2; 48*1 is 48 times 1, 4*(2,1) is 2,1 four times; or [[3,1],2], lists being "
                   "machines")
                   .must_be_given("list"),
               cluster_field(), bytes_per_cell_field(), equal_processors_field("weights"),
               real_field("latency", "L", 0, 1e12, "start-up cost per pair of neighbours")
                   .measured_in("elements")
                   .by_default("0")
                   .as_axis(AxisRole::applied),
               flag_field("whole", "round to whole rows and columns, and show what that costs"),
               width_field("whole rows and columns that every part has at least", 2).needing("whole")},
              network_fields("the fastest of several methods answers where no algorithm is named")),
          {word_field("objective", objective_words,
                      "what to minimise: total, or net on a network (the default there where an algorithm can)"),
           seconds_field("without it the algorithm ends by itself"), threads_field(), seed_field()}),
      ranked_variation_fields());
  return all;
}

engine::Axis rectangle_axis(std::string_view field, const std::vector<double>& values) {
  return axis_of(field_named(rectangle_fields(), field), values);
}

RectangleQuestion rectangle_question(const FieldValues& given) {
  RectangleQuestion question;
  set_asked(given, rectangle_frame().exchange, question);
  std::optional<GivenOwners> owners;
  if (given.has("owners")) owners = read_owners(given["owners"].text());
  question.problem.extent = {side_of(given, "rows", owners, &GivenOwners::rows),
                             side_of(given, "columns", owners, &GivenOwners::columns)};
  set_processors(given, owners, question);
  question.problem.latency = given.real("latency");
  question.whole = given.flag("whole");
  set_widths(given, 2, question);
  set_exchange(given, question);
  const Extent& extent = question.problem.extent;
  if (question.variation && !question.network &&
      (extent.rows != std::floor(extent.rows) || extent.columns != std::floor(extent.columns)))
    throw InputError("{} needs {}, or whole rows and columns, whose imbalance varies", given.spelled("perturb"),
                     given.spelled("network"));
  if (given.has("objective"))
    question.objective = parse_objective(given.text("objective"), {Objective::total, Objective::net});
  if (owners)
    set_given_division(*owners, question);
  else if (question.network && !given.has("algorithm") && !given.has("objective"))
    // The fastest division: BEST's least net is usually fast, but not always. The rivals are those of BEST, up to 256
    // processors; above, where a simulation takes seconds, only XY2.
    question.rivals = question.problem.cluster.size() <= 256 ? rivals_on_a_network() : std::vector<std::string>{"XY2"};
  return question;
}

const Family<RectangleQuestion, RectangleAnswer>& rectangle_frame() {
  static const Family<RectangleQuestion, RectangleAnswer> frame{
      .word = "rectangles",
      .solve = solve_rectangles,
      .exchange = {[](const RectangleProblem& problem) { return to_json(problem); }, rectangle_solution_in},
      .quantities = rectangle_quantities,
      .read = rectangle_question,
      .prepare = add_time_of_xy2,
      .asked = asked_rectangles,
      .answer = rectangle_answer_with,
      .judged = judged_rectangles,
      .vary = add_variation_to,
      .in_time = {.starts = quick_rectangles, .said = words_for},
      .widths = {is_wide, {"COLUMNS", "XY2", "TILE", "RecursiveBisection2", "RecursiveBisection3", "SQUARIFIED"}},
      .ranking = {.key = ranking_key_of,
                  .title = rectangle_title,
                  .complete = add_ranked_rectangles,
                  .columns = network_columns,
                  .note_rivals = [](RectangleAnswer& answer,
                                    std::vector<std::string> names) { answer.network->fastest_of = std::move(names); }},
      .drawing = {.alone = labelled, .beside = labelled_beside},
      .dividing = {[](RectangleQuestion& question, bool /*chooses*/) {
                     question.whole = true;
                     question.by_xy2 = RivalTime{};
                   },
                   whole_rectangles},
      .studied = {
          .answer = measured_rectangles_of,
          .require = [](const RectangleProblem& problem,
                        const RectangleSolution& solution) { require_accurate(problem, solution.decomposition); },
          .text = rectangle_solution_text}};
  return frame;
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
    throw InputError("{} has no rectangle of processor {}", rectangles.place(), decomposition.parts.size());
  return decomposition;
}

std::string to_json(const RectangleAnswer& answer, const std::string& more) {
  return answer_json(rectangle_frame().quantities(), answer, "", more, rectangles_json(answer.decomposition));
}

std::string rectangles_json(const Decomposition& decomposition) {
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  const auto add = [&text, out](std::size_t processor, const Rect& rect) {
    fmt::format_to(out, R"({}{{"processor":{},"row":{},"column":{},"rows":{},"columns":{}}})",
                   text.size() == 0 ? R"("rectangles":[)" : ",", processor, plain(rect.row), plain(rect.column),
                   plain(rect.rows), plain(rect.columns));
  };
  auto further = decomposition.further.begin();
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    add(i, decomposition.parts[i]);
    for (; further != decomposition.further.end() && further->processor == i; ++further) add(i, further->rect);
  }
  return fmt::to_string(text) + "]";
}

}  // namespace apportion::problems
