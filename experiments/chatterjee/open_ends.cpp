// What the paper leaves open (Sections 2, 3 and 7), built and held against the optimum on random graphs.

#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/graphs/study.hpp"

namespace apportion::chatterjee {
namespace {

engine::Experiment open_ends_experiment() {
  engine::Study study = problems::study_of_graphs("chatterjee/open-ends");
  study.title = "What the paper leaves open, against the proven optimum of random graphs";
  study.claim =
      "ending the recursion earlier, collapsing static sets beforehand, refining partitions, "
      "clustering from the bottom up, or NL on larger graphs may be worthwhile: none of it was tried";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3, 6 and 7";
  study.axes = problems::graph_axes();
  problems::set_axes(study.axes, {{"nodes", open_nodes()}, {"strength", open_strengths()}});
  study.samples = 20;
  study.chunk_size = 10;
  study.algorithms = {"algorithm1-cc[paper]",
                      "algorithm1-nl[paper,starts=1]",
                      "algorithm1-cc[lemma1,lemma2,lemma3]",
                      "algorithm1-cc",
                      "algorithm1-cc[levels=1]",
                      "algorithm1-cc[levels=2]",
                      "algorithm1-cc[collapse]",
                      "algorithm1-cc[kernighan-lin]",
                      "algorithm1-cc[kernighan-lin,collapse]",
                      "algorithm1-flow",
                      "algorithm1-flow[collapse]",
                      "bottom-up-clustering",
                      "best-static"};
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit open_ends() {
  results::Exhibit exhibit{.name = "chatterjee/open-ends"};
  exhibit.title = "What the paper leaves open: gap to the optimum, partitions and operations on random graphs";
  exhibit.sql = R"sql(WITH points AS (
  SELECT nodes, algorithm, avg(gap) AS gap, max(gap_max) AS worst, 100 * avg(found) AS found,
         avg(partitions) AS partitions, avg(flops) AS flops
  FROM "chatterjee_open-ends" WHERE seed = :seed AND rival = '' GROUP BY nodes, algorithm)
SELECT p.nodes, p.algorithm AS method, p.gap, p.worst, p.found, p.partitions, p.flops,
       p.flops / nullif(cc.flops, 0) AS relative
FROM points AS p LEFT JOIN points AS cc ON cc.nodes = p.nodes AND cc.algorithm = 'algorithm1-cc[paper]'
ORDER BY p.algorithm, p.nodes)sql";
  exhibit.layout = {.row = "method",
                    .column = "nodes",
                    .values = {{"gap", "mean gap, %", 2},
                               {"worst", "worst gap, %", 1},
                               {"found", "optimum found, %", 0},
                               {"partitions", "calls of the partitioner", 1},
                               {"flops", "operations", 0},
                               {"relative", "operations over algorithm1-cc[paper]", 3}}};
  exhibit.note =
      "Random graphs of mean degree 3 with 4 candidates, over all strengths of the edges that were run. "
      "Collapse: sets that the lemmas show to be static become single nodes first; "
      "levels: the greatest depth of the recursion, which ends it earlier than any lemma; "
      "kernighan-lin: partitions are refined. Operations are those of partitioners and of clustering; "
      "minimum cuts of tests, of collapsing and of algorithm1-flow are not counted.";
  return {"chatterjee/open-ends", exhibit};
}

const engine::Registration open_ends_registration{open_ends_experiment, open_ends};

}  // namespace
}  // namespace apportion::chatterjee
