// Lemmas 1 to 3 against all labellings of small random graphs (Section 4).
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/graphs/subgraph.hpp"
#include "experiments/chatterjee/lemma.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

using engine::CheckedCases;

bool has(NodeSet set, std::size_t node) { return (set >> node & 1U) != 0; }

bool is_single(NodeSet set) { return (set & (set - 1)) == 0; }

bool advance(Labelling& labels, std::size_t candidates) {
  for (std::size_t& label : labels) {
    if (++label < candidates) return true;
    label = 0;
  }
  return false;
}

// For every set of nodes whether some optimal labelling gives all of it one distribution. Costs are whole numbers, so
// that comparing them is exact.
std::vector<bool> optimally_static_sets(const AlignmentGraph& graph) {
  std::vector<double> least(std::size_t{1} << graph.size(), std::numeric_limits<double>::infinity());
  Labelling labels(graph.size(), 0);
  do {
    const double cost = completion_time(graph, labels);
    for (std::size_t c = 0; c < graph.candidates.size(); ++c) {
      NodeSet alike = 0;
      for (std::size_t node = 0; node < graph.size(); ++node)
        if (labels[node] == c) alike |= 1U << node;
      least[alike] = std::min(least[alike], cost);
    }
  } while (advance(labels, graph.candidates.size()));
  // A labelling that is static on a set is so on its subsets.
  for (std::size_t node = 0; node < graph.size(); ++node)
    for (NodeSet set = 0; set < least.size(); ++set)
      if (!has(set, node)) least[set] = std::min(least[set], least[set | 1U << node]);
  std::vector<bool> result;
  for (const double cost : least) result.push_back(cost == least[0]);
  return result;
}

CheckedCases test_sets(const AlignmentGraph& graph, bool (*lemma)(const Subgraph&)) {
  const std::vector<bool> truth = optimally_static_sets(graph);
  CheckedCases cases;
  for (NodeSet set = 1; set < truth.size(); ++set) {
    if (is_single(set) || !lemma(subgraph_of(graph, set))) continue;
    cases.add(truth[set]);
  }
  return cases;
}

CheckedCases min_cut_lemma(const AlignmentGraph& graph) { return test_sets(graph, static_by_min_cut); }

CheckedCases unanimity_lemma(const AlignmentGraph& graph) { return test_sets(graph, static_by_unanimity); }

// The lemma itself: every set that is optimally static, and every node outside it.
CheckedCases accretion_lemma(const AlignmentGraph& graph) {
  const std::vector<bool> truth = optimally_static_sets(graph);
  const Subgraph whole = whole_subgraph(graph);
  CheckedCases cases;
  for (NodeSet set = 1; set < truth.size(); ++set)
    for (std::size_t node = 0; node < graph.size(); ++node) {
      if (!truth[set] || has(set, node)) continue;
      double inside = 0;
      double elsewhere = 0;
      for (const Subgraph::Neighbour& next : whole.neighbours[node])
        (has(set, next.node) ? inside : elsewhere) += next.cost;
      if (!accretes(whole, node, inside, elsewhere)) continue;
      cases.add(truth[set | 1U << node]);
    }
  return cases;
}

// What Algorithm 1 makes of it: single nodes that grow to the whole set.
CheckedCases grown_sets(const AlignmentGraph& graph) { return test_sets(graph, static_by_accretion); }

std::vector<Lemma> lemmas() {
  std::vector<Lemma> all = {{{.name = "lemma1", .text = "min-cut"}, min_cut_lemma},
                            {{.name = "lemma2", .text = "unanimous"}, unanimity_lemma},
                            {{.name = "lemma3", .text = "accretion"}, accretion_lemma},
                            {{.name = "lemma3-grown", .text = "accretion from single nodes"}, grown_sets}};
  for (Lemma& fact : checks_of_facts()) all.push_back(std::move(fact));
  return all;
}

AlignmentGraph small_graph(const engine::Point& point, RandomStream& stream) {
  const auto nodes = boost::random::uniform_int_distribution<std::size_t>(2, 7)(stream);
  const auto candidates = boost::random::uniform_int_distribution<std::size_t>(1, 3)(stream);
  const auto degree = boost::random::uniform_int_distribution<int>(1, 4)(stream);
  return random_graph({nodes, candidates, static_cast<double>(degree), point.number("strength"), true}, stream);
}

engine::Experiment lemma_experiment() {
  engine::CheckingStudy study{.name = "chatterjee/lemmas"};
  study.title = "Lemmas 1 to 3 on every set of nodes of small random graphs, and what else is stated of graphs";
  study.claim = "a set to which one of the lemmas applies is optimally static";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 4";
  study.axes = {engine::real_axis("strength", "mean cost of an edge over the mean cost of a node",
                                  engine::AxisRole::sampled, 0, 1e6, {0.5, 1, 2, 4})};
  study.checks = engine::point_checks(lemmas(), small_graph);
  study.metrics = {{{"applied", "cases of a graph to which the statement applied", "", "", 2}, engine::case_count},
                   {{"wrong", "of those, cases in which it is wrong", "", "less", 2}, engine::case_failures}};
  study.deterministic = false;
  study.exact_everywhere = false;  // singular vectors
  study.samples = 1000;
  study.chunk_size = 100;
  study.instance = [](const engine::Point& point, RandomStream& stream) {
    return problems::show_graphs().instance(small_graph(point, stream));
  };
  return engine::checking_experiment(study);
}

engine::CatalogueExhibit lemma_table() {
  results::Exhibit exhibit{.name = "chatterjee/lemmas"};
  exhibit.title = "Lemmas 1 to 3 against all labellings, and what else Sections 3 and 4 state of graphs";
  exhibit.sql =
      R"sql(SELECT algorithm AS statement, strength, samples AS graphs, CAST(round(applied * samples) AS INTEGER) AS applied,
       CAST(round(wrong * samples) AS INTEGER) AS wrong
FROM chatterjee_lemmas WHERE seed = :seed AND rival = '' ORDER BY algorithm NOT LIKE 'lemma%', algorithm, strength)sql";
  exhibit.layout = {.row = "statement",
                    .column = "strength",
                    .column_title = "strength of the edges",
                    .values = {{"applied", "cases"}, {"wrong", "wrong"}, {"graphs", "graphs"}}};
  exhibit.note =
      "applied: sets of two nodes and more to which a lemma applies, over all subsets of the nodes; "
      "for lemma3 pairs of an optimally static set and a node; "
      "for lemma3-grown sets that accretion reaches from one node; for the equations partitions. "
      "What each says, and the verdict: chatterjee/claims.";
  return {"chatterjee/lemmas", exhibit};
}

const engine::Registration lemmas_registration{lemma_experiment, lemma_table};

}  // namespace

Subgraph subgraph_of(const AlignmentGraph& graph, NodeSet set) {
  std::vector<std::size_t> part;
  for (std::size_t node = 0; node < graph.size(); ++node) part.push_back(has(set, node) ? 1 : 0);
  return part_of(whole_subgraph(graph), part, 1);
}

}  // namespace apportion::chatterjee
