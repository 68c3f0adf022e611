// The family of seats: one problem on the command line, and its study for sweeps. The example of docs/add-a-family.md.
#include <fmt/format.h>

#include "experiments/problems/axes.hpp"
#include "experiments/problems/json.hpp"
#include "experiments/problems/problem_family.hpp"
#include "experiments/problems/svg.hpp"
#include "experiments/problems/sweep_study.hpp"
#include "sim/samplers.hpp"
#include "tests/examples/seats.hpp"

namespace apportion::problems {
namespace {

/// One problem and how it is to be solved.
struct SeatQuestion {
  std::string algorithm = "highest-averages";
  SeatProblem problem;
};

struct SeatAnswer {
  std::string algorithm;  ///< canonical name
  Seats seats;
};

// How good an apportionment is.
struct SeatMeasures {
  double deviation = 0;  // the greatest distance of a party's seats from its exact share of them
};

SeatMeasures measures(const SeatProblem& problem, const Seats& seats) {
  const double votes = std::accumulate(problem.votes.begin(), problem.votes.end(), 0.0);
  double greatest = 0;
  for (std::size_t party = 0; party < seats.size(); ++party) {
    const double share = problem.votes[party] / votes * static_cast<double>(problem.seats);
    greatest = std::max(greatest, std::abs(static_cast<double>(seats[party]) - share));
  }
  return {greatest};
}

SeatAnswer solve(const SeatQuestion& question) {
  validate(question.problem);
  const Configured<SeatAlgorithm> chosen = Registry<SeatAlgorithm>::instance().choose(question.algorithm);
  RandomStream stream(1, "solve seats|" + chosen.canonical_name());
  return {chosen.canonical_name(), chosen.solve(question.problem, stream)};
}

std::string answer(const SeatQuestion& question) {
  const SeatAnswer found = solve(question);
  return fmt::format(R"({{"schema":1,"algorithm":{},"seats":[{}],"deviation":{}}})", json_string(found.algorithm),
                     fmt::join(found.seats, ","), measures(question.problem, found.seats).deviation);
}

SeatQuestion question_of(const OptionValues& options) {
  options.require({"votes", "seats"});
  return {options.text("algorithm", SeatQuestion{}.algorithm),
          {listed_numbers("vote", options.text("votes")), options.whole("seats", 1, 1, most_seats)}};
}

std::string solve_options(const OptionValues& options) { return answer(question_of(options)); }

std::string solve_line(const std::string& line) {
  const Json value = parse_json(line);
  const JsonReader problem(value);
  problem.require_keys({"votes", "seats"}, {"algorithm"});
  SeatQuestion question;
  for (const JsonReader& votes : problem["votes"].items()) question.problem.votes.push_back(votes.number());
  question.problem.seats = problem["seats"].whole();
  if (problem.has("algorithm")) question.algorithm = problem["algorithm"].name();
  return answer(question);
}

// A bar per party, 600 units or 60 characters for all seats.
std::string draw(const OptionValues& options, const std::string& format) {
  const SeatQuestion question = question_of(options);
  const Seats seats = solve(question).seats;
  std::string bars;
  for (std::size_t party = 0; party < seats.size(); ++party) {
    const double share = static_cast<double>(seats[party]) / static_cast<double>(question.problem.seats);
    if (format == "svg")
      bars += fmt::format("<rect y=\"{}\" width=\"{}\" height=\"16\" fill=\"{}\"/>\n", 20 * party,
                          svg_length(600 * share), svg_colour(party));
    else
      bars += fmt::format("{:>4} {:#<{}} {}\n", party, "", static_cast<int>(60 * share), seats[party]);
  }
  if (format == "text") return bars;
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"{}\">\n{}</svg>\n",
                     20 * seats.size(), bars);
}

engine::Study seat_study() {
  engine::Study study;
  study.solvers = engine::solvers_of<SeatAlgorithm>();
  study.title = "Seats for votes";
  study.source = "an example";
  study.axes = {{.name = "parties",
                 .title = "parties",
                 .kind = engine::AxisKind::whole,
                 .least = 1,
                 .most = 1000,
                 .values = engine::axis_values({5})},
                {.name = "ratio",
                 .title = "greatest over least votes",
                 .least = 1,
                 .most = 1e9,
                 .values = engine::axis_values({10})},
                {.name = "seats",
                 .title = "seats to be divided",
                 .role = engine::AxisRole::applied,
                 .kind = engine::AxisKind::whole,
                 .least = 1,
                 .most = most_seats,
                 .values = engine::axis_values({100})}};
  study.samples = 20;
  study.chunk_size = 20;
  study.algorithms = {"highest-averages", "highest-averages[odd]"};
  study.measured = engine::measured<SeatProblem, Seats, SeatMeasures>(
      measures, {{"deviation", "greatest distance of a party from its exact share", "seats", "less", 3,
                  &SeatMeasures::deviation}});
  study.sample = engine::sampler([](const engine::Point& point, RandomStream& stream) -> SeatProblem {
    return {draw_cluster("uniform", point.count("parties"), point.number("ratio"), stream).speeds,
            static_cast<std::int64_t>(point.count("seats"))};
  });
  return study;
}

std::vector<AlgorithmInfo> algorithms() { return registered_algorithms<SeatAlgorithm>("seats"); }

engine::Experiment sweep(const engine::SweepDefinition& definition) { return sweep_study(seat_study(), definition); }

const FamilyRegistration registration{
    {.name = "seats",
     .summary = "seats divided among parties by their votes",
     .compared_metric = "deviation",
     .algorithms = algorithms,
     .sweep = sweep,
     .usage = "[--algorithm A] --votes LIST --seats N",
     .options = {{.name = "algorithm", .value = "NAME", .summary = "such as highest-averages, the default"},
                 {.name = "votes", .value = "LIST", .summary = "one number per party: 53,24,23"},
                 {.name = "seats", .value = "N", .summary = "seats to be divided"}},
     .solve = solve_options,
     .solve_line = solve_line,
     .draw = draw}};

}  // namespace
}  // namespace apportion::problems
