// The statements that the program checks, and the smallest counterexamples.
#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/kalinov/statement.hpp"

namespace apportion::kalinov {
namespace {

Bounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<std::int64_t>(point.count("edge")), static_cast<std::int64_t>(point.count("performance"))};
}

engine::Experiment statements_experiment() {
  engine::CheckingStudy study{.name = "kalinov/statements"};
  study.title = "What the paper states of distributions, mappings and lengths, checked on many small cases";
  study.claim = "the paper's statements hold, some of them with a sign or an index corrected";
  study.source = "Kalinov & Klimov 2004, Sections 1 to 4.1";
  study.axes = {engine::bound_axis("edge", "greatest edge of a grid", 3, 6, checked_edge),
                engine::bound_axis("performance", "greatest performance of a network", 3, 16, checked_performance)};
  study.checks = engine::point_checks(statements(), bounds_of);
  study.metrics = engine::case_metrics(most_sizes);
  return engine::checking_experiment(study);
}

// Without judgements: the same statements are rows of kalinov/claims, which are counted.
engine::CatalogueExhibit statements_table() {
  results::Exhibit exhibit = engine::statements_exhibit(
      {.view = "(SELECT * FROM kalinov_statements WHERE edge = :edge AND performance = :performance)",
       .statements = engine::statements_of(statements()),
       .amended = "the paper, corrected by us",
       .columns = {"statement", "place", "said by", "text", "cases", "failures", "smallest counterexample",
                   "checked"}});
  exhibit.name = "kalinov/statements";
  exhibit.title = "Statements that the program checked on many small cases (Kalinov & Klimov)";
  exhibit.judgements.clear();
  exhibit.note =
      "Verdicts: kalinov/claims. Smallest: the least sum of sizes, "
      "which are the edges of a grid or the performances of a network. "
      "Corrected: with a sign or an index that is printed wrongly.";
  return {"kalinov/statements",
          exhibit,
          {{"edge", std::to_string(checked_edge)}, {"performance", std::to_string(checked_performance)}}};
}

const engine::Registration statements_registration{statements_experiment, statements_table};

}  // namespace
}  // namespace apportion::kalinov
