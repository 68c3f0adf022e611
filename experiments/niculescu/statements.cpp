// The statements of the paper: each one's verdict, and the smallest counterexample where it fails.
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/study_solver.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

struct Measures {
  double bound = 0;
  double cases = 0;
  double failures = 0;
  // Of the smallest counterexample; 0: it has none, or fewer.
  double size1 = 0;
  double size2 = 0;
  double size3 = 0;
  double size4 = 0;
  double size5 = 0;
  double size6 = 0;
};

constexpr std::array<double Measures::*, most_sizes> sizes = {&Measures::size1, &Measures::size2, &Measures::size3,
                                                              &Measures::size4, &Measures::size5, &Measures::size6};

engine::Axis bound_axis(const std::string& name, const std::string& title, double most, double value) {
  return {name, title, engine::AxisRole::applied, engine::AxisKind::whole, 2, most, {}, engine::axis_values({value})};
}

Measures measure(const Bounds& /*bounds*/, const Verdict& verdict) {
  Measures measures{.bound = static_cast<double>(verdict.bound),
                    .cases = static_cast<double>(verdict.cases),
                    .failures = static_cast<double>(verdict.failures)};
  for (std::size_t k = 0; k < verdict.counterexample.size(); ++k)
    measures.*sizes.at(k) = static_cast<double>(verdict.counterexample[k]);
  return measures;
}

engine::Experiment checking_experiment() {
  engine::Study<Statement, Measures> study{.name = "niculescu/statements"};
  study.title = "Every statement about distributions, checked on all small sizes";
  study.claim = "the paper's statements hold; some only under conditions that it does not state";
  study.source = "Niculescu, Sections 2 and 3";
  study.axes = {bound_axis("length", "greatest n and p of one dimension", 200, 24),
                bound_axis("side", "greatest sizes of products", 8, 5),
                bound_axis("mapping", "greatest sizes where all maps are looked at", 6, 5)};
  study.deterministic = true;
  study.samples = 1;
  study.chunk_size = 1;
  for (const Statement& entry : statements_in_order()) study.algorithms.push_back(entry.name);
  study.metrics = {{"bound", "greatest size", "", "", 0, &Measures::bound},
                   {"cases", "cases looked at", "", "", 0, &Measures::cases},
                   {"failures", "cases in which it fails", "", "", 0, &Measures::failures}};
  for (std::size_t k = 0; k < sizes.size(); ++k)
    study.metrics.push_back(
        {fmt::format("size{}", k + 1), "of the smallest counterexample; 0: none", "", "", 0, sizes.at(k)});
  study.sample = [](const engine::Point& point, RandomStream& /*stream*/) {
    return Bounds{static_cast<Index>(point.count("length")), static_cast<Index>(point.count("side")),
                  static_cast<Index>(point.count("mapping"))};
  };
  study.measure = measure;
  return engine::erase(std::move(study));
}

std::string_view said_by(Claim claim) {
  switch (claim) {
    case Claim::paper:
      return "the paper";
    case Claim::denied:
      return "denied by the paper";
    case Claim::condition:
      return "the paper, amended by us";
    case Claim::beyond:
      return "beyond the paper";
  }
  return "";
}

std::string statement_rows() {
  std::string rows;
  for (const Statement& entry : statements_in_order())
    fmt::format_to(std::back_inserter(rows), "{}  ({}, {}, {}, {}, {}, {}, {})", rows.empty() ? "" : ",\n",
                   entry.position, sql_literal(entry.name), sql_literal(place_of(entry)),
                   sql_literal(said_by(entry.claim)), sql_literal(entry.summary), sql_literal(entry.checked),
                   sql_literal(entry.counterexample));
  return rows;
}

results::Judgement judgement_on(const std::string& what, Claim claim) {
  return {.what = what,
          .stance = claim == Claim::denied ? results::Stance::denied : results::Stance::asserted,
          .only = {"said by", std::string(said_by(claim))}};
}

// None on what is beyond the paper. What the sentences come to is listed by niculescu/claims; here they are counted.
std::vector<results::Judgement> judgements() {
  return {judgement_on("statements of the paper", Claim::paper),
          judgement_on("statements that the paper denies", Claim::denied),
          judgement_on("statements of the paper, amended by us", Claim::condition)};
}

engine::CatalogueExhibit statements_table() {
  results::Exhibit exhibit;
  exhibit.name = "niculescu/statements";
  exhibit.title = "What holds of the statements about distributions, by looking at all small cases (Niculescu)";
  exhibit.sql = fmt::format(R"sql(WITH statement(position, name, place, said, text, range, sizes) AS (VALUES
{}
)
SELECT name AS statement, place, said AS "said by", text,
       CASE WHEN failures > 0 THEN 'fails' WHEN cases > 0 THEN 'holds' END AS verdict,
       CASE WHEN failures > 0 THEN printf(sizes, size1, size2, size3, size4, size5, size6) END
         AS "smallest counterexample",
       CASE WHEN cases > 0 THEN printf(range, bound) END AS checked, CAST(cases AS INTEGER) AS cases, CAST(failures AS INTEGER) AS failures
FROM statement LEFT JOIN (SELECT * FROM niculescu_statements WHERE seed = :seed) ON algorithm = name
ORDER BY position)sql",
                            statement_rows());
  exhibit.note =
      "smallest: the least sum of sizes. Amended by us: with a condition or rounding that it needs and the paper does "
      "not state. "
      "Beyond the paper: what follows from it, or what dropping one of its conditions would say. Misprints of the "
      "paper are listed in docs/fidelity.md.";
  exhibit.claim = "";
  exhibit.judgements = judgements();
  return {"niculescu/statements", exhibit};
}

const engine::ExperimentRegistration experiment_registration{checking_experiment};
const engine::ExhibitRegistration exhibit_registration{statements_table};

}  // namespace
}  // namespace apportion::niculescu
