// The statements of the paper: each one's verdict, and the smallest counterexample where it fails.
#include "experiments/engine/catalogue.hpp"
#include "experiments/niculescu/statement.hpp"

namespace apportion::niculescu {
namespace {

Bounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  return {static_cast<Index>(point.count("length")), static_cast<Index>(point.count("side")),
          static_cast<Index>(point.count("mapping"))};
}

engine::Experiment statements_experiment() {
  engine::CheckingStudy study{.name = "niculescu/statements"};
  study.title = "Every statement about distributions, checked on all small sizes";
  study.claim = "the paper's statements hold; some only under conditions that it does not state";
  study.source = "Niculescu, Sections 2 and 3";
  study.axes = {engine::bound_axis("length", "greatest n and p of one dimension", 2, 200, 24),
                engine::bound_axis("side", "greatest sizes of products", 2, 8, 5),
                engine::bound_axis("mapping", "greatest sizes where all maps are looked at", 2, 6, 5)};
  study.checks = engine::point_checks(statements(), bounds_of);
  study.metrics = engine::case_metrics(most_sizes);
  return engine::checking_experiment(study);
}

// What the sentences come to is listed by niculescu/claims; here they are counted.
engine::CatalogueExhibit statements_table() {
  results::Exhibit exhibit =
      engine::statements_exhibit({.view = "niculescu_statements",
                                  .statements = engine::statements_of(statements()),
                                  .columns = {"statement", "place", "said by", "text", "verdict",
                                              "smallest counterexample", "checked", "cases", "failures"}});
  exhibit.name = "niculescu/statements";
  exhibit.title = "What holds of the statements about distributions, by looking at all small cases (Niculescu)";
  exhibit.note =
      "smallest: the least sum of sizes. Amended by us: "
      "with a condition or rounding that it needs and the paper does not state. "
      "Beyond the paper: what follows from it, or what dropping one of its conditions would say. "
      "Misprints of the paper are listed in docs/fidelity.md.";
  exhibit.claim = "";
  for (results::Judgement& judgement : exhibit.judgements) judgement.counted_by = "niculescu/claims";
  return {"niculescu/statements", exhibit};
}

const engine::Registration statements_registration{statements_experiment, statements_table};

}  // namespace
}  // namespace apportion::niculescu
