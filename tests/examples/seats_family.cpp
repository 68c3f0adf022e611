// The family of seats: one problem on the command line, and its study for sweeps. The example of docs/add-a-family.md.
#include <fmt/format.h>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/sweep_study.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "experiments/problems/problem_family.hpp"
#include "sim/samplers.hpp"
#include "tests/examples/seats.hpp"

namespace apportion::problems {
namespace {

/// One problem, and how to solve it.
struct SeatQuestion {
  std::string algorithm = "highest-averages";
  SeatProblem problem;
  std::uint64_t seed = default_seed;
};

struct SeatAnswer {
  std::string algorithm;  ///< canonical name
  Seats seats;
};

// Measures of an apportionment.
struct SeatMeasures {
  double deviation = 0;  // the greatest difference between a party's seats and its exact share
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
  RandomStream stream = solving_stream("seats", chosen.canonical_name(), question.seed);
  return {chosen.canonical_name(), chosen.solve(question.problem, stream)};
}

std::string answer(const SeatQuestion& question) {
  const SeatAnswer found = solve(question);
  return fmt::format(R"({{"schema":1,"algorithm":{},"seats":[{}],"deviation":{}}})", json_string(found.algorithm),
                     fmt::join(found.seats, ","), measures(question.problem, found.seats).deviation);
}

// The source of options, JSON keys, usage, help, completion and the axis.
const std::vector<Field>& seat_fields() {
  static const std::vector<Field> all = {
      algorithm_field(SeatQuestion{}.algorithm, "highest-averages[odd]", registered_names<SeatAlgorithm>),
      field_of(FieldKind::reals, "votes", "LIST", "one number per party: 53,24,23").must_be_given(),
      whole_field("seats", "N", 1, most_seats, "seats to be divided")
          .must_be_given()
          .as_axis(engine::AxisRole::applied, "100"),
      seed_field()};
  return all;
}

// The question by options or by a line of JSON.
SeatQuestion question_of(const FieldValues& given) {
  SeatQuestion question{.algorithm = given.text("algorithm"), .problem = {}, .seed = seed_in(given)};
  for (const JsonReader& votes : given["votes"].items()) question.problem.votes.push_back(votes.number());
  question.problem.seats = given.whole("seats");
  return question;
}

// A bar per party, 600 units or 60 characters for all seats.
std::string draw(const FieldValues& given, const std::string& format) {
  const SeatQuestion question = question_of(given);
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
                axis_of(field_named(seat_fields(), "seats"))};
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

const FamilyRegistration seat_family{
    {.name = "seats",
     .summary = "seats divided among parties by their votes",
     .compared_metric = "deviation",
     .algorithms = [] { return registered_algorithms<SeatAlgorithm>("seats"); },
     .fields = seat_fields,
     .solve = [](const FieldValues& given) { return answer(question_of(given)); },
     .sweep = [](const engine::SweepDefinition& definition) { return sweep_study(seat_study(), definition); },
     .draw = draw}};

}  // namespace
}  // namespace apportion::problems
