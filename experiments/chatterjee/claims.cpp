// The paper's claims, each with the verdict that this run computed.
#include "experiments/engine/claims.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

#include "experiments/chatterjee/claim_points.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/chatterjee/sentences.hpp"
#include "experiments/engine/catalogue.hpp"

namespace apportion::chatterjee {
namespace {

using engine::Claim;

constexpr ClaimWords words;

std::vector<Claim> objective_claims() {
  std::vector<Claim> claims = {
      engine::checked_claim("kappa_S is equation (2), by the Laplacian and the node costs", "checks", "equation2"),
      engine::checked_claim("equation (3) is equation (2) but for a constant", "checks", "equation3"),
      {.text = "ladder: the three partitions cost 3+102+102, 200+4+2 and 121+3+22",
       .points = "quantities JOIN printed_terms USING (part) WHERE rho = 1",
       .measure = "w + static_cost + static_rest",
       .holds = "w = printed_w AND static_cost = printed_cost AND static_rest = printed_rest",
       .measured = "group_concat(printf('%d+%d+%d', w, static_cost, static_rest), ', ')"},
      {.text = "ladder: neither term alone leads to the optimum, both together do",
       .points = "ladder",
       .measure = "optimum",
       .holds = "by_communication > optimum AND by_nodes > optimum AND by_both = optimum",
       .measured = "printf('%d and %d, together %d, optimum %d', max(by_communication), max(by_nodes), max(by_both), "
                   "max(optimum))"},
      engine::checked_claim("e maximises the savings among vectors of unit infinity norm", "checks",
                            "greatest-savings"),
      engine::checked_claim("the first right singular vector of M is positive", "checks", "positive-vector"),
      engine::checked_claim("e is far from orthogonal to it", "checks", "near-e")};
  return claims;
}

std::vector<Claim> lemma_claims() {
  return {
      engine::checked_claim("Lemma 1: a set that is costly to cut is optimally static", "checks", "lemma1"),
      engine::checked_claim("Lemma 2: a unanimous set that is costly to cut is", "checks", "lemma2"),
      engine::checked_claim("Lemma 3: an optimally static set stays so with a node that accretes", "checks", "lemma3"),
      engine::checked_claim("Lemma 3, repeated: a set that accretes from one node is", "checks", "lemma3-grown"),
      engine::checked_claim("Delta(S) is 0 if and only if S is unanimous", "checks", "no-dissension"),
      engine::checked_claim("Lemma 2 applies wherever Lemma 1 does to a unanimous set", "checks", "stronger-lemma")};
}

std::vector<Claim> growth_claims() {
  const auto at_most = [](int power) { return fmt::format("measure <= {} + {}", power, words.exponent); };
  return {{"a partition by CC costs O(n^3)", "fits WHERE algorithm = 'CC, one partition'", "exponent", at_most(3)},
          {"a partition by NL costs O(n^3)", "fits WHERE algorithm = 'NL, one partition'", "exponent", at_most(3)},
          {"Algorithm 1 costs at most O(n^4)", "fits WHERE algorithm LIKE 'Algorithm 1%'", "exponent", at_most(4)},
          {"Algorithm 1 with CC can cost as little as O(n^3)", "fits WHERE algorithm = 'Algorithm 1 with CC'",
           "exponent", at_most(3)},
          {.text = "the cost of CC is sensitive to the number of candidates",
           .points = "sensitivity WHERE algorithm = 'CC, one partition'",
           .measure = "most / fewest",
           .holds = "rises",
           .unit = "times the operations with 32 candidates for 2"},
          {.text = "the cost of NL is sensitive to the number of candidates",
           .points = "sensitivity WHERE algorithm = 'NL, one partition'",
           .measure = "most / fewest",
           .holds = "rises",
           .unit = "times the operations with 32 candidates for 2"}};
}

std::vector<Claim> modelling_claims() {
  const std::string about = fmt::format("{} * (1 - 1.0 / processors)", words.about_whole);
  const std::string at_most = "measure <= {}";
  return {{.text = "every change of distribution moves about the whole array",
           .points = "moves",
           .measure = "least_moved / (1 - 1.0 / processors)",
           .holds = "about_whole = pairs",
           .unit = "of 1 - 1/P at least",
           .standing = ""},
          {.text = "a change of distribution moves about the whole array on average",
           .points = "moves",
           .measure = "mean_moved / (1 - 1.0 / processors)",
           .holds = "mean_moved >= " + about,
           .unit = "of 1 - 1/P",
           .standing = ""},
          {.text = "Figure 2: permuting columns moves the same share of an array of any size",
           .points = "permutations",
           .measure = "mean_share",
           .holds = fmt::format("greatest_share - mean_share <= {0} * mean_share AND mean_share - least_share <= {0} * "
                                "mean_share",
                                words.constant),
           .measured = "group_concat(printf('%s %.3f to %.3f', permutation, least_share, greatest_share), ', ')"},
          {"Section 5.2: extents form a small number of clusters", "programs", "clusters",
           fmt::format(fmt::runtime(at_most), words.few), "", 0},
          {"there are a few allocations of processors", "programs", "allocations",
           fmt::format(fmt::runtime(at_most), words.few), "", 0},
          {"there are a few feature sizes", "programs", "feature_sizes", fmt::format(fmt::runtime(at_most), words.few),
           "", 0},
          {"a few tens of candidates suffice", "programs", "candidates",
           fmt::format(fmt::runtime(at_most), words.few_tens), "candidates", 0},
          {.text = "an object that varies in size wants blocks of 1",
           .points = "eliminations",
           .measure = "largest / smallest",
           .holds = "smallest = least",
           .unit = "times the load of blocks of 1 with blocks of 16"},
          {.text = "a stencil wants large blocks",
           .points = "stencils",
           .measure = "smallest / largest",
           .holds = "largest = least",
           .unit = "times the shifts of blocks of 16 with blocks of 1"},
          {.text = "a shift along a dimension in memory costs nothing",
           .points = "shifts_in_memory",
           .measure = "greatest",
           .holds = "measure = 0",
           .digits = 0},
          engine::checked_claim("the largest load is the extent over the effective number of processors", "checks",
                                "quotient", "even-quotient")};
}

std::vector<Claim> curve_claims() {
  const std::string found_static =
      "'static at rho = ' || group_concat(CASE WHEN mincut >= w + delta THEN CAST(rho AS INTEGER) END, ', ')";
  const std::string from_curve = "abs(optimum - printed) <= 1e-9 * printed";
  return {{.text = "two zones: w = 0, Delta = 10^6 and mincut = 2000 rho",
           .points = "quantities WHERE part = 'two-zone'",
           .measure = "mincut / rho",
           .holds = "w = 0 AND delta = 1e6 AND mincut = 2000 * rho",
           .unit = "per rho",
           .digits = 0},
          {.text = "two zones: Lemma 1 finds them static from rho = 500 on, and not below",
           .points = "quantities WHERE part = 'two-zone'",
           .measure = "mincut",
           .holds = "(mincut >= w + delta) = (rho >= 500)",
           .measured = found_static},
          {.text = "two zones: CC divides down the middle for every rho",
           .points = "divisions",
           .measure = "middle",
           .holds = "measure = 1",
           .measured = "printf('at %d of %d values of rho', sum(middle), count(middle))"},
          {.text = "Figure 4: the optimum is the less of 2000 rho + 7e6 and 8e6",
           .points = "curves WHERE graph = 'two-zone'",
           .measure = "optimum",
           .holds = from_curve,
           .digits = 0},
          {.text = "Figure 4: Algorithm 1 with CC finds it",
           .points = "curves WHERE graph = 'two-zone'",
           .measure = "cc",
           .holds = "abs(cc - optimum) <= 1e-9 * optimum",
           .digits = 0},
          {.text = "ADI: Lemma 1 finds it static from rho = 40 on, and not below",
           .points = "quantities WHERE part = 'adi'",
           .measure = "mincut",
           .holds = "(mincut >= w + delta) = (rho >= 40)",
           .measured = found_static},
          {.text = "Figure 5: the optimum is the less of 672 + 16 rho and 1312",
           .points = "curves WHERE graph = 'adi'",
           .measure = "optimum",
           .holds = from_curve,
           .digits = 0},
          {.text = "Figure 5: Algorithm 1 with CC finds it for every rho from 10 to 70",
           .points = "curves WHERE graph = 'adi'",
           .measure = "cc",
           .holds = "abs(cc - optimum) <= 1e-9 * optimum",
           .digits = 0}};
}

std::vector<Claim> reliability_claims() {
  const std::string stuck = fmt::format("nl_found <= {}", 1 - words.stuck);
  const std::string missed = "100 * (1 - nl_found)";
  const std::string other_program = "'the paper speaks of its own implementation, which it suspects; ours is another'";
  return {{.text = "CC is reliable: it finds the optimum of all three graphs",
           .points = "example_runs",
           .measure = "100 * (1 - cc_found)",
           .holds = "cc_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "ladder: NL finds the optimum",
           .points = "example_runs WHERE graph = 'ladder'",
           .measure = missed,
           .holds = "nl_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "p = 2 is adequate for NL: it finds the optimum of all three graphs",
           .points = "example_runs",
           .measure = missed,
           .holds = "nl_found = 1",
           .unit = "% of the runs miss it",
           .digits = 1},
          {.text = "two zones: NL depends on its start and gets stuck in local minima",
           .points = "example_runs WHERE graph = 'two-zone'",
           .measure = missed,
           .holds = stuck,
           .unit = "% of the runs miss it",
           .digits = 1,
           .unjudged = other_program},
          {.text = "ADI: NL occasionally fails to find the optimum",
           .points = "example_runs WHERE graph = 'adi'",
           .measure = missed,
           .holds = stuck,
           .unit = "% of the runs miss it",
           .digits = 1,
           .unjudged = other_program},
          {.text = "CC needs considerably fewer operations than NL on average",
           .points = "counts",
           .measure = "cc_greatest / nl_mean",
           .holds = fmt::format("measure <= {}", words.considerably),
           .measured = "group_concat(printf('%s %d for %d', graph, cc_greatest, nl_mean), ', ')"},
          {.text = "CC needs fewer operations than NL from any start",
           .points = "counts",
           .measure = "cc_greatest / nl_least",
           .holds = "cc_greatest < nl_least",
           .measured = "group_concat(printf('%s %d for %d', graph, cc_greatest, nl_least), ', ')"}};
}

std::vector<Claim> outlook_claims() {
  return {{.text = "ending the recursion earlier saves partitions and worsens nothing",
           .points = "open_points",
           .measure = "early_partitions / late_partitions",
           .holds = "early_partitions < late_partitions AND early_gap <= late_gap",
           .unit = "of the partitions",
           .standing = ""},
          {.text = "a procedure of Kernighan-Lin type improves partitions further",
           .points = "open_points",
           .measure = "refined_gap - early_gap",
           .holds = "measure < 0",
           .unit = "percentage points of the gap",
           .standing = ""},
          {.text = "on larger graphs NL may find better solutions than CC",
           .points = "open_points WHERE nodes = 40",
           .measure = "nl_gap - cc_gap",
           .holds = "measure < 0",
           .unit = "percentage points of the gap",
           .standing = ""}};
}

std::string note() {
  return fmt::format(
      "Without a verdict: the database lacks points that the claim is about. "
      "CC and NL: as printed, NL from one start. O(n^k): "
      "the exponent that fits operations against nodes best is at most k + {} for each number of candidates; "
      "operations by formulas. Sensitive: more operations with every step from 2 to 32 candidates. "
      "About the whole array: at least {} of 1 - 1/P of it, P processors. "
      "The same share: within {} % of the mean over sizes. Few: up to {}; a few tens: up to {}. "
      "Far from orthogonal: a cosine of at least {}. Gets stuck, occasionally fails: "
      "at least {} % of the runs miss the optimum. Considerably fewer: at most {} of the mean count. "
      "Ending earlier: by mincut(S) >= Delta(S) instead of the lemmas. Mostly: at more than half of the points. "
      "Reconstructed: the graphs, rebuilt from the numbers that the text quotes; programs, where it prints none; "
      "the permutations of Figure 2.",
      words.exponent, words.about_whole, 100 * words.constant, words.few, words.few_tens, words.far_from_right,
      100 * words.stuck, words.considerably);
}

engine::ClaimTable claim_table() {
  engine::ClaimTable table{.relations = claim_points_sql(),
                           .sampled = {{"checks", {"chatterjee/lemmas"}},
                                       {"permutations", {"chatterjee/permutation"}},
                                       {"example_runs", {"chatterjee/reliability"}},
                                       {"counts", {"chatterjee/reliability"}},
                                       {"open_points", {"chatterjee/open-ends"}}}};
  for (std::vector<Claim> (*group)() : {objective_claims, growth_claims, lemma_claims, modelling_claims, curve_claims,
                                        reliability_claims, outlook_claims}) {
    std::vector<Claim> claims = group();
    table.claims.insert(table.claims.end(), std::make_move_iterator(claims.begin()),
                        std::make_move_iterator(claims.end()));
  }
  return table;
}

engine::CatalogueExhibit claims() {
  results::Exhibit exhibit = engine::claims_exhibit(claim_table());
  exhibit.name = "chatterjee/claims";
  exhibit.title = "What Chatterjee, Gilbert, Schreiber & Sheffler claim, and what this run says";
  exhibit.note = note();
  return {"chatterjee/reliability", exhibit};
}

engine::CatalogueExhibit sentence_by_sentence() {
  const results::Exhibit exhibit = engine::sentences_exhibit(
      "chatterjee", "Chatterjee, Gilbert, Schreiber & Sheffler say", claim_table(), sentences());
  return {"chatterjee/reliability", exhibit};
}

const engine::Registration claims_registration{claims};
const engine::Registration sentences_registration{sentence_by_sentence};

}  // namespace
}  // namespace apportion::chatterjee
