// The statements that the program checks, and the smallest counterexamples.
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/study_solver.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
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
};

constexpr std::array<double Measures::*, 4> sizes = {&Measures::size1, &Measures::size2, &Measures::size3,
                                                     &Measures::size4};

Measures measure(const Bounds& /*bounds*/, const Checked& checked) {
  Measures measures{.bound = static_cast<double>(checked.bound),
                    .cases = static_cast<double>(checked.cases),
                    .failures = static_cast<double>(checked.failures)};
  for (std::size_t k = 0; k < checked.counterexample.size(); ++k)
    measures.*sizes.at(k) = static_cast<double>(checked.counterexample[k]);
  return measures;
}

engine::Axis bound_axis(const std::string& name, const std::string& title, double most, double value) {
  return {name, title, engine::AxisRole::applied, engine::AxisKind::whole, 3, most, {}, engine::axis_values({value})};
}

engine::Experiment statements_experiment() {
  engine::Study<Statement, Measures> study{.name = "kalinov/statements"};
  study.title = "What the paper states of distributions, mappings and lengths, checked on many small cases";
  study.claim = "the paper's statements hold, some of them with a sign or an index corrected";
  study.source = "Kalinov & Klimov 2004, Sections 1 to 4.1";
  study.axes = {bound_axis("edge", "greatest edge of a grid", 6, checked_edge),
                bound_axis("performance", "greatest performance of a network", 16, checked_performance)};
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
    return Bounds{static_cast<std::int64_t>(point.count("edge")),
                  static_cast<std::int64_t>(point.count("performance"))};
  };
  study.measure = measure;
  return engine::erase(std::move(study));
}

std::string statement_rows() {
  std::string rows;
  for (const Statement& entry : statements_in_order())
    fmt::format_to(std::back_inserter(rows), "{}  ({}, {}, {}, {}, {}, {})", rows.empty() ? "" : ",\n", entry.position,
                   sql_literal(entry.name), sql_literal(entry.source.substr(entry.source.find(", ") + 2)),
                   sql_literal(entry.is_corrected ? "the paper, corrected by us" : "the paper"),
                   sql_literal(entry.summary), sql_literal(entry.checked));
  return rows;
}

// Of a counterexample, behind the first one.
std::string further_sizes() {
  std::string sql;
  for (std::size_t k = 2; k <= sizes.size(); ++k)
    sql += fmt::format("{0}CASE WHEN size{1} > 0 THEN ' ' || CAST(size{1} AS INTEGER) ELSE '' END",
                       sql.empty() ? "" : " || ", k);
  return sql;
}

// Without judgements: the same statements are rows of kalinov/claims, which are counted.
engine::CatalogueExhibit statements_table() {
  results::Exhibit exhibit;
  exhibit.name = "kalinov/statements";
  exhibit.title = "Statements that the program checked on many small cases (Kalinov & Klimov)";
  exhibit.sql = fmt::format(R"sql(WITH statement(position, name, place, said, text, range) AS (VALUES
{}
)
SELECT name AS statement, place, said AS "said by", text, CAST(cases AS INTEGER) AS cases,
       CAST(failures AS INTEGER) AS failures,
       CASE WHEN failures > 0 THEN CAST(size1 AS INTEGER) || {} END
         AS "smallest counterexample",
       printf(range, bound) AS checked
FROM statement JOIN kalinov_statements ON algorithm = name
WHERE seed = :seed AND edge = :edge AND performance = :performance
ORDER BY position)sql",
                            statement_rows(), further_sizes());
  exhibit.note =
      "Verdicts: kalinov/claims. Smallest: the least sum of sizes, which are the edges of a grid or the performances "
      "of "
      "a network. Corrected: with a sign or an index that is printed wrongly.";
  return {"kalinov/statements",
          exhibit,
          {{"edge", std::to_string(checked_edge)}, {"performance", std::to_string(checked_performance)}}};
}

const engine::ExperimentRegistration experiment_registration{statements_experiment};
const engine::ExhibitRegistration exhibit_registration{statements_table};

}  // namespace
}  // namespace apportion::kalinov
