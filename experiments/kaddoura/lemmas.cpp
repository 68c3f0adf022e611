// The statements of the paper that are checked case by case: each one's verdict, and the smallest counterexample.
#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/lemma.hpp"

namespace apportion::kaddoura {
namespace {

LemmaBounds bounds_of(const engine::Point& point, RandomStream& /*sample*/) {
  const auto bound = [&](std::string_view axis) { return static_cast<std::int64_t>(point.count(axis)); };
  return {bound("parts"), bound("weight"), bound("side"), bound("cells"), bound("draws")};
}

engine::Experiment lemma_experiment() {
  engine::CheckingStudy study{.name = "kaddoura/lemmas"};
  study.title = "Lemmas, formulas, thresholds and remarks, checked case by case";
  study.claim = "Lemmas 1 to 4 and Theorem 1 hold, and the small cases of Section 3 are as the figures say";
  study.source = "Kaddoura, Ranka & Wang 1996, Sections 2 to 7";
  // More random cases come by `draws`.
  study.axes = {engine::bound_axis("parts", "parts of which all arrangements are looked at", 1, 6, 5),
                engine::bound_axis("weight", "greatest whole weight", 1, 9, 3),
                engine::bound_axis("side", "greatest side of arrays in which all weights are looked at", 1, 12, 5),
                engine::bound_axis("cells", "sides of arrays of which all divisions into cells are looked at", 1, 5, 4),
                engine::bound_axis("draws", "random cases", 1, 1e6, 300)};
  study.checks = engine::point_checks(lemmas(), bounds_of);
  return engine::checking_experiment(study);
}

engine::CatalogueExhibit lemma_table() {
  results::Exhibit exhibit =
      engine::statements_exhibit({.view = "kaddoura_lemmas", .statements = engine::statements_of(lemmas())});
  exhibit.name = "kaddoura/lemmas";
  exhibit.title = "What holds of the paper's lemmas, formulas and remarks, case by case (Kaddoura et al.)";
  exhibit.note +=
      " a1 >= a2 >= ... are weights, m <= n the sides; costs are those of the geometry. "
      "Random cases are of the paper's arrays and speed ratios. Good, close, small: within 5 %. "
      "Much larger: at least 1.25 times. Figures 12 and 17 are reconstructed: "
      "Figure 12 (b) has its columns in order of their counts, all parts being equal, "
      "and Figure 17 is the least decomposition without a cut from side to side, a windmill of five parts.";
  for (results::Judgement& judgement : exhibit.judgements) judgement.counted_by = "kaddoura/claims";
  return {"kaddoura/lemmas", exhibit};
}

const engine::Registration lemmas_registration{lemma_experiment, lemma_table};

}  // namespace
}  // namespace apportion::kaddoura
