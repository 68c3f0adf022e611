// The family of seats: one problem on the command line, and its study for sweeps. The example of docs/add-a-family.md.
#include <fmt/format.h>

#include <utility>

#include "experiments/problems/common/family.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "sim/samplers.hpp"
#include "tests/examples/seats.hpp"

namespace apportion::problems {
namespace {

/// One problem, and how to solve it.
struct SeatQuestion : Asked<SeatAlgorithm> {
  SeatProblem problem;
};

struct SeatAnswer {
  std::string algorithm;  ///< canonical name
  Seats seats = {};
  double deviation = 0;  ///< the greatest difference between a party's seats and its exact share
};

SeatAnswer measured_seats(const SeatProblem& problem, const Seats& seats) {
  const double votes = std::accumulate(problem.votes.begin(), problem.votes.end(), 0.0);
  SeatAnswer answer{.algorithm = {}, .seats = seats};
  for (std::size_t party = 0; party < seats.size(); ++party) {
    const double share = problem.votes[party] / votes * static_cast<double>(problem.seats);
    answer.deviation = std::max(answer.deviation, std::abs(static_cast<double>(seats[party]) - share));
  }
  return answer;
}

// The source of JSON members and metrics of studies.
const std::vector<Quantity<SeatAlgorithm, SeatAnswer>>& seat_quantities() {
  static const std::vector<Quantity<SeatAlgorithm, SeatAnswer>> all = {
      {"deviation",
       "greatest distance of a party from its exact share",
       "seats",
       "less",
       in_answer(&SeatAnswer::deviation),
       {{.place = 1}},
       {{.place = 1, .digits = 3}}}};
  return all;
}

std::string to_json(const SeatAnswer& answer, const std::string& more = {}) {
  fmt::memory_buffer members;
  add_members(seat_quantities(), MemberOf::answer, answer, members);
  return fmt::format(R"({{"schema":1,"algorithm":{},"seats":[{}]{}{}{}}})", json_string(answer.algorithm),
                     fmt::join(answer.seats, ","), fmt::to_string(members), more.empty() ? "" : ",", more);
}

// The source of options, JSON keys, usage, help, completion and the axis.
const std::vector<Field>& seat_fields() {
  static const std::vector<Field> all = {
      algorithm_field("highest-averages", "highest-averages[odd]", registered_names<SeatAlgorithm>),
      field_of(FieldKind::reals, "votes", "LIST", "one number per party: 53,24,23").must_be_given(),
      whole_field("seats", "N", 1, most_seats, "seats to be divided")
          .must_be_given()
          .as_axis(engine::AxisRole::applied, "100"),
      seed_field()};
  return all;
}

// The question by options or by a line of JSON.
SeatQuestion seat_question(const FieldValues& given) {
  SeatQuestion question;
  set_asked(given, {}, question);
  for (const JsonReader& votes : given["votes"].items()) question.problem.votes.push_back(votes.number());
  question.problem.seats = given.whole("seats");
  return question;
}

// What is the family's own; the frame solves and sweeps.
const Family<SeatQuestion, SeatAnswer>& seat_frame() {
  static const Family<SeatQuestion, SeatAnswer> frame{
      .word = "seats",
      .exchange = {},
      .quantities = seat_quantities,
      .read = seat_question,
      .answer =
          [](const SeatQuestion& question, const std::string& algorithm, Seats seats) {
            SeatAnswer answer = measured_seats(question.problem, seats);
            answer.seats = std::move(seats);
            answer.algorithm = algorithm;
            return answer;
          },
      .studied = {.answer = measured_seats}};
  return frame;
}

// A bar per party, 600 units or 60 characters for all seats.
std::string draw(const FieldValues& given, const std::string& format) {
  const SeatQuestion question = seat_question(given);
  const Seats seats = seat_frame().answered(question).seats;
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

std::vector<engine::Axis> seat_axes() {
  return {{.name = "parties",
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
}

SeatProblem sample_seats(const ClusterSource& /*source*/, const engine::Point& point, RandomStream& stream) {
  return {draw_cluster("uniform", point.count("parties"), point.number("ratio"), stream).speeds,
          static_cast<std::int64_t>(point.count("seats"))};
}

const FamilyStudy<SeatQuestion, SeatAnswer>& seat_study() {
  static const FamilyStudy<SeatQuestion, SeatAnswer> study{.frame = seat_frame,
                                                           .title = "Seats for votes",
                                                           .source = "an example",
                                                           .algorithms = {"highest-averages", "highest-averages[odd]"},
                                                           .axes = seat_axes,
                                                           .sample = sample_seats};
  return study;
}

const FamilyRegistration seat_family{
    declared(seat_frame, {.name = "seats",
                          .summary = "seats divided among parties by their votes",
                          .compared_metric = "deviation",
                          .fields = seat_fields,
                          .sweep = [](const engine::SweepDefinition& of) { return seat_study().sweep(of); },
                          .draw = draw})};

}  // namespace
}  // namespace apportion::problems
