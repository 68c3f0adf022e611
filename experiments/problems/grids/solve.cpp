// The family of grids: the question, matrix products and decompositions on a network, its answer as JSON, drawings,
// divisions in whole cells, quantities, the study, and the registration; mappings and lengths from users' programs.
#include "experiments/problems/grids/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "algorithms/grids/block_lengths.hpp"
#include "algorithms/grids/optimal.hpp"
#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/common/exchange_time.hpp"
#include "experiments/problems/networks/network.hpp"
#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"
#include "sim/grids/process_grid.hpp"
#include "sim/network/matrix_jobs.hpp"

namespace apportion::problems {

using engine::Axis;
using engine::AxisRole;

namespace {

// --- Matrices on a network, by the blocks of a grid

std::vector<double> of_cells(const std::vector<double>& speeds, const GridSolution& solution) {
  std::vector<double> at_cells;
  for (const std::size_t process : solution.mapping) at_cells.push_back(speeds[process]);
  return at_cells;
}

MatrixPlatform run_in(const FieldValues& given, const GridProblem& problem) {
  constexpr std::int64_t usual_blocks = 3;  // along each side of the matrix
  MatrixPlatform run;
  run.work = known_value(matrix_work_words, given.text("workload"), "workload");
  if (problem.grid.dimensions() != 2)
    throw InputError("matrices on a network need a grid of two dimensions, {} has {}", spelled(problem.grid),
                     problem.grid.dimensions());
  const std::int64_t side = *std::max_element(problem.block.begin(), problem.block.begin() + 2);
  if (side > most_matrix_size)
    throw InputError("on a network the block's sides may be {} at most, one is {}", most_matrix_size, side);
  run.size = given.has("size") ? given.whole("size") : std::min(most_matrix_size, usual_blocks * side);
  // The runs of indices with the same owners; each is sent along all rows and columns of the grid.
  const std::int64_t least_side = *std::min_element(problem.block.begin(), problem.block.begin() + 2);
  const double runs = std::min(static_cast<double>(run.size),
                               std::ceil(static_cast<double>(run.size) / static_cast<double>(least_side)) *
                                   static_cast<double>(problem.grid.edge(0) + problem.grid.edge(1)));
  constexpr double most_messages = 1'000'000;
  if (const double messages = 2 * runs * static_cast<double>(problem.grid.cells()); messages > most_messages)
    throw InputError(
        "matrices of size {} need about {:.2g} messages; {:.2g} are simulated at most: take "
        "smaller matrices or longer blocks",
        run.size, messages, most_messages);
  return run;
}

// Reads the network, if there is one, and the computation on it, into a question with a problem.
void set_grid_network(const FieldValues& given, GridQuestion& question) {
  const auto network = network_of(given, question.problem.performances.size(), question.links);
  if (!network) return;
  question.network = network->name;
  question.has_element_seconds = given.has("element-seconds");
  MatrixPlatform run = run_in(given, question.problem);
  run.network = network->network;
  run.speeds = speeds_of(question.memory, question.problem.performances);
  run.seconds_per_element = network->seconds_per_element;
  question.run = std::make_shared<const MatrixPlatform>(std::move(run));
}

// Sets the problem's platform, if there is a network. If no time of an element is given, it is chosen so that
// computing, evenly divided, takes as long as the messages alone in the answer of `best` to the block. InputError if
// the network lacks routes for that, or the computation cannot be simulated.
void place_on_network(GridQuestion& question) {
  if (!question.run || question.problem.platform) return;
  validate(question.problem);
  MatrixPlatform platform = *question.run;
  if (!question.has_element_seconds) {
    RandomStream stream = solving_stream("grid", "best", question.seed);
    const GridSolution usual = GridRegistry::instance().choose("best").solve(question.problem, stream);
    platform.seconds_per_element = 1;
    platform.seconds_per_element = balanced_seconds(
        among(*platform.network, usual.mapping),
        matrix_job(platform, question.problem.grid, usual.mapping, usual.rounded), of_cells(platform.speeds, usual));
  }
  question.problem.platform = std::make_shared<const MatrixPlatform>(std::move(platform));
}

// The answer's computation on the network of a placed question; nothing without a network.
std::optional<GridRun> run_on_network(const GridQuestion& question, const GridSolution& solution) {
  if (!question.problem.platform) return std::nullopt;
  const MatrixPlatform& platform = *question.problem.platform;
  return GridRun{question.network, std::string(word_of(matrix_work_words, platform.work)), platform.size,
                 platform.seconds_per_element,
                 matrix_seconds(platform, question.problem.grid, solution.mapping, solution.rounded)};
}

// A line of titles about the computation; "" without a network.
std::string run_in_words(const GridQuestion& question) {
  if (!question.problem.platform) return "";
  const MatrixPlatform& platform = *question.problem.platform;
  return fmt::format("\nranked: least simulated time of {} of size {} on {}, an element taking {}",
                     platform.work == MatrixWork::lu ? "an LU decomposition" : "a matrix product", platform.size,
                     question.network, readable_time(platform.seconds_per_element));
}

// --- Numbers and lengths

std::int64_t whole(const std::string& key, double value) {
  if (value != std::floor(value) || std::abs(value) > 1e15)
    throw InputError("{} is {}; it must be a whole number", key, value);
  return static_cast<std::int64_t>(value);
}

std::vector<double> number_list(const JsonReader& list, const std::string& entry) {
  std::vector<double> numbers;
  for (const JsonReader& each : list.items(entry, "a list of numbers")) numbers.push_back(each.number());
  return numbers;
}

std::vector<std::int64_t> whole_numbers(const std::string& entry, const std::vector<double>& numbers) {
  std::vector<std::int64_t> wholes;
  for (const double value : numbers) wholes.push_back(whole(fmt::format("{} {}", entry, wholes.size()), value));
  return wholes;
}

ProcessGrid grid_of(const JsonReader& edges) {
  ProcessGrid grid;
  for (const std::int64_t edge : whole_numbers("edge", number_list(edges, "edge"))) {
    if (edge < 1) throw InputError("edge {} is {}; edges must be at least 1", grid.dimensions(), edge);
    grid.edges.push_back(static_cast<std::size_t>(edge));
  }
  return grid;
}

template <class Number>
std::string list(const std::vector<Number>& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ","));
}

// A mapping with every process once.
Mapping mapping_in(const GridProblem& problem, const JsonReader& list) {
  const std::size_t processes = problem.performances.size();
  Mapping mapping;
  std::vector<bool> placed(processes);
  for (const JsonReader& entry : list.items()) {
    mapping.push_back(entry.one_of(processes, "processes"));
    if (placed[mapping.back()])
      throw InputError("{} is {}, which is already at another cell", entry.place(), mapping.back());
    placed[mapping.back()] = true;
  }
  if (mapping.size() != processes)
    throw InputError("{} has {} processes for {} cells", list.place(), mapping.size(), processes);
  return mapping;
}

// The slices of dimension `k`, each read by `read`.
template <class Read>
auto slices_in(const GridProblem& problem, const JsonReader& list, std::size_t k, const Read& read) {
  std::vector<decltype(read(list))> slices;
  for (const JsonReader& entry : list.items()) {
    slices.push_back(read(entry));
    if (!(slices.back() >= 0) || static_cast<double>(slices.back()) > 2 * static_cast<double>(problem.block[k]))
      throw InputError("{} is {}; lengths are from 0 to the block's side, {}", entry.place(), slices.back(),
                       problem.block[k]);
  }
  if (slices.size() != problem.grid.edges[k])
    throw InputError("{} has {} lengths for {} slices", list.place(), slices.size(), problem.grid.edges[k]);
  return slices;
}

// The slices of all dimensions, which must sum to the block's sides within `tolerance`.
template <class Read>
auto lengths_in(const GridProblem& problem, const JsonReader& lists, double tolerance, const Read& read) {
  const std::vector<JsonReader> all = lists.items();
  if (all.size() != problem.grid.dimensions())
    throw InputError("{} has {} lists; the grid has {} dimensions", lists.place(), all.size(),
                     problem.grid.dimensions());
  std::vector<decltype(slices_in(problem, lists, 0, read))> lengths;
  for (std::size_t k = 0; k < all.size(); ++k) {
    lengths.push_back(slices_in(problem, all[k], k, read));
    double sum = 0;
    for (const auto length : lengths.back()) sum += static_cast<double>(length);
    const auto side = static_cast<double>(problem.block[k]);
    if (!(std::abs(sum - side) <= tolerance * side))
      throw InputError("{} sums to {}; the block's side is {}", all[k].place(), sum, problem.block[k]);
  }
  return lengths;
}

WholeLengths rounded(const GridProblem& problem, const Lengths& lengths) {
  WholeLengths whole;
  for (std::size_t k = 0; k < lengths.size(); ++k) whole.push_back(rounded_by_remainders(lengths[k], problem.block[k]));
  return whole;
}

// Widens slices of one dimension to at least `least` at the expense of the widest ones, which become equal up to 1.
void widen_slices(std::vector<std::int64_t>& slices, std::int64_t least) {
  std::int64_t missing = 0;
  for (const std::int64_t slice : slices) missing += std::max<std::int64_t>(least - slice, 0);
  const auto above = [&slices](std::int64_t level) {
    std::int64_t sum = 0;
    for (const std::int64_t slice : slices) sum += std::max<std::int64_t>(slice - level, 0);
    return sum;
  };
  std::int64_t level = least;  // the greatest level with enough elements above it
  for (std::int64_t beyond = std::ranges::max(slices) + 1; beyond - level > 1;) {
    const std::int64_t middle = level + (beyond - level) / 2;
    (above(middle) >= missing ? level : beyond) = middle;
  }
  std::int64_t left = above(level) - missing;
  for (auto slice = slices.rbegin(); slice != slices.rend(); ++slice) {
    const bool keeps_one = *slice > level && left > 0;
    if (keeps_one) --left;
    *slice = std::max(least, std::min(*slice, level + (keeps_one ? 1 : 0)));
  }
}

void widen_slices(const GridProblem& problem, std::int64_t least, GridSolution& solution) {
  for (std::size_t k = 0; k < solution.rounded.size(); ++k) {
    std::vector<std::int64_t>& slices = solution.rounded[k];
    if (least > problem.block[k] / std::ssize(slices))
      throw InputError("dimension {} of the block has {} for {} slices, too few for {} each", k, problem.block[k],
                       slices.size(), least);
    widen_slices(slices, least);
  }
  solution.rounded_time = block_time(problem, solution.mapping, as_real(solution.rounded));
}

// The elements of the rounded blocks, by process.
std::vector<double> elements_of_processes(const GridProblem& problem, const GridSolution& solution) {
  const std::vector<double> volumes = block_volumes(problem.grid, as_real(solution.rounded));
  std::vector<double> elements(volumes.size());
  for (std::size_t cell = 0; cell < volumes.size(); ++cell)
    elements[solution.mapping[cell]] = volumes[cell] * undivided_volume(problem);
  return elements;
}

GridSolution grid_solution_in(const GridProblem& problem, const JsonReader& answer) {
  std::vector<std::string> printed = member_names(grid_frame().quantities(), MemberOf::answer);
  printed.insert(printed.end(), {"rounded", "varied", "network", "rank", "memory", "names"});
  require_answer_keys(answer, {"mapping", "lengths"}, printed);
  GridSolution solution;
  solution.mapping = mapping_in(problem, answer["mapping"]);
  solution.lengths =
      lengths_in(problem, answer["lengths"], 1e-9, [](const JsonReader& entry) { return entry.number(); });
  solution.rounded = answer.has("rounded") ? lengths_in(problem, answer["rounded"], 0,
                                                        [](const JsonReader& entry) { return entry.whole(); })
                                           : rounded(problem, solution.lengths);
  solution.time = block_time(problem, solution.mapping, solution.lengths);
  solution.rounded_time = block_time(problem, solution.mapping, as_real(solution.rounded));
  return solution;
}

GridAnswer grid_answer_with(const GridQuestion& question, const std::string& algorithm, GridSolution solution) {
  if (question.has_widths()) widen_slices(question.problem, question.least_width[2], solution);
  GridAnswer answer{.algorithm = algorithm, .solution = std::move(solution), .names = question.names};
  answer.run = run_on_network(question, answer.solution);
  if (question.memory)
    answer.memory = memory_use(*question.memory, elements_of_processes(question.problem, answer.solution));
  answer.ideal_time = ideal_time(question.problem);
  answer.lower_bound = answer.solution.proven_optimal
                           ? answer.solution.time
                           : std::min(arranged_lower_bound(question.problem), answer.solution.time);
  return answer;
}

RankingKey grid_key(const GridAnswer& answer) {
  return {.algorithm = answer.algorithm,
          .shortcomings = {static_cast<double>(beyond_memory(answer.memory))},
          .cost = answer.run ? answer.run->seconds : answer.solution.rounded_time};
}

// Uses the time that the algorithm minimises.
RankingKey grid_key_in_time(const GridQuestion& question, const GridAnswer& answer) {
  const ChosenAlgorithm<GridAlgorithm> chosen = choose_algorithm(question.own, question.algorithm);
  const bool by_real = chosen.registered()->options.text("by") == "real";
  return {.algorithm = answer.algorithm, .cost = by_real && !answer.run ? answer.solution.time : grid_key(answer).cost};
}

std::string words_for(const GridAnswer& answer) {
  if (answer.run) return fmt::format("simulated time {:.6g}", answer.run->seconds);
  return bounded_cost_text(answer.solution.rounded_time, answer.lower_bound);
}

// The rounded time for each draw.
void vary_time(const GridQuestion& question, GridAnswer& answer) {
  if (!question.variation) return;
  GridProblem drawn = question.problem;
  const auto time = [&](const std::vector<double>& performances) {
    drawn.performances = performances;
    return block_time(drawn, answer.solution.mapping, as_real(answer.solution.rounded));
  };
  answer.varied = summary_of(times_by_draws(*question.variation, question.problem.performances, time));
}

// --- Drawings and rankings

// "time 408.5, 1.089 times the ideal", for titles.
std::string time_words(double rounded_time, double ideal_time) {
  return fmt::format("time {:.6g}, {:.4g} times the ideal", rounded_time, rounded_time / ideal_time);
}

std::string grid_title(const GridQuestion& question) {
  return fmt::format("{} over {}; an even share takes {:.10g}", fmt::join(question.problem.block, " x "),
                     spelled(question.problem.grid), ideal_time(question.problem)) +
         run_in_words(question);
}

bool is_plane(const GridProblem& problem) { return problem.grid.dimensions() == 2; }

std::vector<RankedValue> run_columns(const GridAnswer& answer, const GridAnswer& best) {
  if (!answer.run) return {};
  const TimeUnit unit = readable_unit(best.run->seconds);
  return {{fmt::format("{}, {}", answer.run->workload, unit.name), with_digits(unit.of(answer.run->seconds), 6)},
          {"over first, %", with_decimals(100 * (answer.run->seconds / best.run->seconds - 1), 2)}};
}

std::vector<LabelledDecomposition> drawn_grid(const GridQuestion& question, const GridAnswer& answer) {
  return {
      {.title = fmt::format("{}: {}", answer.algorithm, time_words(answer.solution.rounded_time, answer.ideal_time)),
       .decomposition = as_rectangles(question.problem, answer.solution),
       .names = answer.names}};
}

std::vector<LabelledDecomposition> drawn_grid_alone(const GridQuestion& question, const GridAnswer& answer) {
  const GridProblem& problem = question.problem;
  std::vector<LabelledDecomposition> drawn = drawn_grid(question, answer);
  drawn.front().title = fmt::format("{} on {} over {}: {}", answer.algorithm, fmt::join(problem.block, " x "),
                                    spelled(problem.grid), time_words(answer.solution.rounded_time, answer.ideal_time));
  return drawn;
}

std::string grid_solution_text(const GridProblem& problem, const GridSolution& solution,
                               const std::vector<std::string>& names) {
  std::string text = fmt::format("mapping: {}\n", fmt::join(solution.mapping, " "));
  for (std::size_t k = 0; k < solution.rounded.size(); ++k)
    fmt::format_to(std::back_inserter(text), "lengths of dimension {}: {}\n", k, fmt::join(solution.rounded[k], " "));
  // With more parts a drawing of characters is unreadable.
  constexpr std::size_t most_drawn = 200;
  if (is_plane(problem) && solution.mapping.size() <= most_drawn)
    text += text_drawing({.decomposition = as_rectangles(problem, solution), .names = names});
  return text;
}

// --- Whole cells

void require_sides(GridQuestion& question, bool /*chooses*/) {
  const std::size_t sides = question.problem.block.size();
  if (sides != 2 && sides != 3)
    throw InputError("divisions into cells have rows and columns, or layers as well; the block has {}",
                     counted(sides, "side"));
}

WholeDivision whole_blocks(const GridQuestion& question, GridAnswer answer) {
  const GridProblem& problem = question.problem;
  const std::size_t sides = problem.block.size();
  const std::int64_t layers = sides == 3 ? problem.block[0] : 1;
  const std::int64_t rows = problem.block[sides - 2];
  const std::int64_t columns = problem.block[sides - 1];
  if (layers > 1) require_space(layers, rows, columns);
  std::vector<std::vector<SpaceBox>> parts(problem.performances.size());
  for (std::size_t cell = 0; cell < parts.size(); ++cell) {
    std::array<std::pair<std::int64_t, std::int64_t>, 3> range = {{{0, 1}, {0, rows}, {0, columns}}};
    std::size_t rest = cell;
    for (std::size_t k = 0; k < problem.grid.dimensions(); ++k) {
      const std::vector<std::int64_t>& lengths = answer.solution.rounded[k];
      const auto slice = lengths.begin() + static_cast<std::ptrdiff_t>(rest % lengths.size());
      rest /= lengths.size();
      const std::int64_t begin = std::accumulate(lengths.begin(), slice, std::int64_t{0});
      range[k + 3 - sides] = {begin, begin + *slice};
    }
    parts[answer.solution.mapping[cell]] = {
        {range[0].first, range[0].second, {range[1].first, range[1].second, range[2].first, range[2].second}}};
  }
  const Decomposition division = division_of_boxes({0, layers, {0, rows, 0, columns}}, parts);
  return {answer.algorithm, division, division, question.names, layers, problem.performances};
}

// --- Quantities

void add_bound(const GridProblem& problem, GridAnswer& answer) {
  answer.arranged_bound = arranged_lower_bound(problem);
}

// On 2 x 2 cells the bound is the optimum, and rounding errors may put the time below it.
QuantityValue above_bound(const GridAnswer& answer, double time) {
  return answer.arranged_bound ? QuantityValue(std::max(0.0, 100 * (time / *answer.arranged_bound - 1))) : std::nullopt;
}

double heterogeneity(const GridProblem& problem, const GridSolution& /*solution*/, const GridAnswer& /*answer*/) {
  return internal_heterogeneity(problem.performances);
}

using GridQuantity = Quantity<GridAlgorithm, GridAnswer>;

const std::vector<GridQuantity>& grid_quantities() {
  using Row = GridQuantity;
  using Answer = GridAnswer;
  static const std::vector<Row> all = {
      Row("time", "time of the block before rounding", "", "less",
          [](const Answer& answer) { return answer.solution.time; }, {{.place = 3}}, {{.place = 1, .digits = 3}}),
      Row("rounded_time", "time of the block in whole elements", "", "less",
          [](const Answer& answer) { return answer.solution.rounded_time; }, {{.place = 1, .title = "rounded time"}},
          {{.place = 2, .digits = 3}}),
      Row("ideal_time", "time of an even share, which no division beats", "", "",
          [](const Answer& answer) { return answer.ideal_time; }, {}, {}),
      Row("lower_bound", "no division takes less time before rounding", "", "",
          [](const Answer& answer) { return answer.lower_bound; }, {}, {}),
      Row("proven_optimal", "the time before rounding is proved to be the least", "", "",
          [](const Answer& answer) { return answer.solution.proven_optimal ? "true" : "false"; },
          {{.place = 4,
            .title = "proven",
            .words = [](const Answer& answer) -> QuantityValue {
              return answer.solution.proven_optimal ? "optimal before rounding" : "-";
            }}},
          {}),
      Row(
          "over_ideal", "rounded time over the ideal time", "", "less",
          [](const Answer& answer) { return answer.solution.rounded_time / answer.ideal_time; },
          {{.place = 2, .title = "over ideal", .decimals = 4}}, {{.place = 3, .digits = 5}}, MemberOf::nothing),
      Row(
          "rounding_loss", "rounded time over the time before rounding, minus 1", "", "less",
          [](const Answer& answer) { return answer.solution.rounded_time / answer.solution.time - 1; }, {},
          {{.place = 4, .digits = 5}}, MemberOf::nothing),
      Row(
          "gap", "time before rounding above the lower bound, percent of the bound", "%", "less",
          [](const Answer& answer) { return above_bound(answer, answer.solution.time); }, {},
          {{.place = 5, .digits = 3, .added = true, .prepare = add_bound}}, MemberOf::nothing),
      Row(
          "rounded_gap", "time in whole elements above the lower bound of any lengths, percent of the bound", "%",
          "less", [](const Answer& answer) { return above_bound(answer, answer.solution.rounded_time); }, {},
          {{.place = 6, .digits = 3, .added = true, .prepare = add_bound}}, MemberOf::nothing),
      Row("internal_heterogeneity", "internal heterogeneity of the network (corrected)", "", "", nullptr, {},
          {{.place = 7, .digits = 4, .added = true, .exact_everywhere = false, .measure = heterogeneity}},
          MemberOf::nothing)};
  return all;
}

// --- The study

GridProblem sample_grids(const ClusterSource& source, const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  problem.performances = source.given != nullptr ? source.given->cluster_for(elements_of(problem)).speeds
                                                 : source.draw(point, "level", problem.grid.cells(), stream).speeds;
  return problem;
}

void require_cells_of(const GivenCluster& cluster, engine::Experiment& study) {
  static_cast<void>(constant_speeds(cluster));
  study.require = [processors = cluster.size()](const std::vector<engine::Axis>& axes,
                                                const std::vector<std::string>& /*metrics*/) {
    for (const engine::AxisValue& value : engine::axis_named(axes, "grid")->values)
      if (const std::size_t cells = parse_grid(value.text).cells(); cells != processors)
        throw InputError("grid = {} has {} cells, and the cluster {} processors; the numbers must be equal", value.text,
                         cells, processors);
  };
}

// --- The family

Field block_field() {
  Field field = whole_field("block", "S0,S1", 1, 1e9,
                            "sides of the generalised block, in elements; those beyond the grid's are not divided");
  field.kind = FieldKind::wholes;
  return field.must_be_given().as_axis(engine::AxisRole::applied, "1000").read_by([](const std::string& text) {
    return Json(listed_numbers("side", trimmed(text)));
  });
}

const std::vector<Field>& grid_evaluation_fields() {
  static const std::vector<Field> all =
      joined({field_of(FieldKind::json, "answer", "FILE",
                       "what solve grids prints, or the same with mapping and lengths alone")
                  .must_be_given()},
             without(joined(grid_fields(), variation_fields()), {"algorithm", "external"}));
  return all;
}

const FamilyRegistration grid_family{
    declared(grid_frame, {.name = "grids",
                          .synonyms = {"grid"},
                          .summary = "blocks divided over grids of unequal processes",
                          .compared_metric = "rounded_time",
                          .fields = grid_fields,
                          .evaluation = AnswerEvaluation{grid_evaluation_fields},
                          .sweep = [](const engine::SweepDefinition& of) { return grid_study().sweep(of); }})};

}  // namespace

const std::vector<Field>& grid_fields() {
  static const std::vector<Field> all = joined(
      {algorithm_field("best", "proposed or beaumont", registered_names<GridAlgorithm>, true), external_field(),
       field_of(FieldKind::wholes, "edges", "E0xE1", "edges of the process grid, nondecreasing: 2x3")
           .must_be_given()
           .read_by([](const std::string& text) { return Json(parse_grid(text).edges); }),
       field_of(FieldKind::reals, "performances", "LIST", "one per process: 3,1,2,5,1,4, or 2*(3,1,2)")
           .must_be_given("list"),
       cluster_field(), bytes_per_cell_field(), equal_processors_field("performances"), block_field()},
      joined(network_fields("matrices are then multiplied or decomposed on it, and `best` is the fastest "
                            "of several answers"),
             {real_field("latency", "L", 0, 1e12, "start-up of a message on a named network")
                  .measured_in("elements")
                  .by_default("0")
                  .needing("network"),
              word_field(
                  "workload", [] { return words_in(matrix_work_words); }, "what is done with matrices on the network")
                  .by_default("product")
                  .needing("network"),
              whole_field("size", "N", 1, static_cast<double>(most_matrix_size), "rows and columns of these matrices")
                  .noting("without it three times the block's longer side, as far as that is allowed")
                  .needing("network"),
              width_field("elements that every slice of the rounded block has at least", 1),
              seconds_field("without it the algorithm ends by itself"), threads_field(), seed_field()}));
  return all;
}

GridQuestion grid_question(const FieldValues& given) {
  GridQuestion question;
  set_asked(given, grid_frame().exchange, question);
  question.problem.grid = grid_of(given["edges"]);
  question.problem.block = whole_numbers("side", number_list(given["block"], "side"));
  if (std::optional<GivenCluster> cluster = cluster_in(given)) {
    static_cast<void>(constant_speeds(*cluster));
    const double elements = elements_of(question.problem);
    question.problem.performances = weights_of(*std::move(cluster), elements, elements, question).speeds;
  } else {
    question.problem.performances = number_list(given["performances"], "performance");
  }
  set_grid_network(given, question);
  set_widths(given, 1, question);
  question.variation = variation_in(given, question.problem.performances.size());
  return question;
}

const Family<GridQuestion, GridAnswer>& grid_frame() {
  using Frame = Family<GridQuestion, GridAnswer>;
  static const Frame frame{
      .word = "grid",
      .exchange = {[](const GridProblem& problem) { return to_json(problem); }, grid_solution_in},
      .quantities = grid_quantities,
      .read = grid_question,
      .prepare = place_on_network,
      .answer = grid_answer_with,
      .vary = vary_time,
      .in_time = {.starts = [](const GridQuestion& question) -> Frame::Starts {
                    return {{"natural", question.problem}};
                  },
                  .said = words_for,
                  .key = grid_key_in_time},
      .ranking = {.key = grid_key, .title = grid_title, .columns = run_columns},
      .drawing = {.alone = drawn_grid_alone, .beside = drawn_grid},
      .dividing = {require_sides, whole_blocks},
      .studied = {.answer =
                      [](const GridProblem& problem, const GridSolution& solution) {
                        return GridAnswer{.algorithm = {}, .solution = solution, .ideal_time = ideal_time(problem)};
                      },
                  .text = grid_solution_text,
                  .is_shown = is_plane}};
  return frame;
}

Decomposition as_rectangles(const GridProblem& problem, const GridSolution& solution) {
  if (problem.grid.dimensions() != 2)
    throw InputError("only two-dimensional grids can be drawn, {} has {}", spelled(problem.grid),
                     counted(problem.grid.dimensions(), "dimension"));
  Decomposition decomposition{{static_cast<double>(problem.block[0]), static_cast<double>(problem.block[1])}, {}};
  decomposition.parts.resize(solution.mapping.size());
  double column = 0;
  for (std::size_t i = 0; i < problem.grid.edge(1); ++i) {
    double row = 0;
    for (std::size_t j = 0; j < problem.grid.edge(0); ++j) {
      const auto rows = static_cast<double>(solution.rounded[0][j]);
      const auto columns = static_cast<double>(solution.rounded[1][i]);
      decomposition.parts[solution.mapping[i * problem.grid.edge(0) + j]] = {row, column, rows, columns};
      row += rows;
    }
    column += static_cast<double>(solution.rounded[1][i]);
  }
  return decomposition;
}

std::string to_json(const GridProblem& problem) {
  return fmt::format(R"({{"edges":[{}],"performances":[{}],"block":[{}]}})", fmt::join(problem.grid.edges, ","),
                     fmt::join(problem.performances, ","), fmt::join(problem.block, ","));
}

std::string to_json(const GridAnswer& answer, const std::string& more) {
  const GridSolution& solution = answer.solution;
  fmt::memory_buffer members;
  add_members(grid_frame().quantities(), MemberOf::answer, answer, members);
  if (answer.varied) fmt::format_to(std::back_inserter(members), R"(,"varied":{})", varied_json(*answer.varied));
  if (const std::optional<GridRun>& run = answer.run)
    fmt::format_to(std::back_inserter(members),
                   R"(,"network":{{"name":{},"workload":"{}","size":{},"element_seconds":{},"seconds":{}}})",
                   json_string(run->network), run->workload, run->size, plain(run->element_seconds),
                   plain(run->seconds));
  return fmt::format(R"({{"schema":1,"algorithm":{},"mapping":{},"lengths":{},"rounded":{}{}{}{}{}}})",
                     json_string(answer.algorithm), list(solution.mapping), json_list(solution.lengths, list<double>),
                     json_list(solution.rounded, list<std::int64_t>), fmt::to_string(members),
                     more.empty() ? "" : "," + more, memory_json(answer.memory),
                     answer.names.empty() ? "" : fmt::format(R"(,"names":{})", names_json(answer.names)));
}

std::vector<Axis> grid_axes() {
  Axis block = axis_of(field_named(grid_fields(), "block"));
  block.title = "side of the generalised block, the same in every dimension";
  return {{.name = "grid",
           .title = "edges of the process grid",
           .role = AxisRole::sampled,
           .kind = engine::AxisKind::text,
           .values = engine::name_values({"4x4"}),
           .check_text =
               [](const std::string& text) {
                 const ProcessGrid grid = parse_grid(text);
                 require_sorted_edges(grid);
                 if (spelled(grid) != text) throw InputError("the plain spelling is " + spelled(grid));
               },
           .text_kind = "nondecreasing edges joined by x, such as 6x6 or 2x3x4"},
          engine::real_axis("level", "greatest over least performance", AxisRole::sampled, 1, 1e9, {8}),
          sampling_axis("extremes"),
          block};
}

const FamilyStudy<GridQuestion, GridAnswer>& grid_study() {
  static const FamilyStudy<GridQuestion, GridAnswer> study{
      .frame = grid_frame,
      .title = "Blocks divided over process grids",
      .source = "Kalinov & Klimov 2004",
      .samples = 100,
      .chunk_size = 100,
      .algorithms = {"natural", "proposed"},
      .paired_metrics = {engine::relative_metric("relative_time", "rounded time over the rival's on the same network",
                                                 5, "rounded_time"),
                         {{"worse", "share of networks on which it takes longer than the rival", "", "less", 4},
                          "rounded_time",
                          [](double mine, double rival) { return mine > rival ? 1.0 : 0.0; }}},
      .axes = grid_axes,
      .sample = sample_grids,
      .take_cluster = require_cells_of,
      .cluster_axes = {"level", "sampling"},
      .fields = grid_fields,
      .only_in_solve = {{"network", ""}},
      .applied = {{"block", [](double side, GridProblem& problem) {
                     std::ranges::fill(problem.block, static_cast<std::int64_t>(side));
                   }}}};
  return study;
}

}  // namespace apportion::problems
