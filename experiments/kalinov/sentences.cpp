// The sentences of the paper that claim something, and the claims that judge each of them.
#include "experiments/kalinov/sentences.hpp"

namespace apportion::kalinov {

std::vector<engine::Sentence> sentences() {
  std::vector<engine::Sentence> all = {
      {"Section 1", "perfect load balancing", {"equal parts balance"}},
      {"Section 1", "is not good enough", {"equal parts are"}},
      {"Section 2", "stored in process", {"a block-cyclic"}},
      {"Section 2, Figure 1", "block of data with volume", {"a process gets"}},
      {"Section 2", "border only with one neighbor", {"in a true grid"}},
      {"Section 2", "minimizes communication overheads", {"a true grid minimises"}},
      {"Section 2", "leads to imbalance", {"a true grid of"}},
      {"Section 3.1", "has the following coordinates", {"the formula of NAT fills the grid column by column"}},
      {"Section 3.1", "natural mapping is good enough", {"NAT is good enough"}},
      {"Section 3.1", "overloading of weak processes", {"performances 1, 10, 11, ...: NAT overloads"}},
      {"Section 3.1", "under loading of powerful ones", {"performances 1, 10, 11, ...: NAT underloads"}},
      {"Section 3.1", "for such network we propose", {"performances 1, 10, 11, ...: NAT1", "NAT1 is better"}},
      {"Section 3.1", "all hyperplanes passing through", {"NAT1 fills all"}},
      {"Section 3.1, Figure 2", "sequence of steps", {"NAT1 fills the"}},
      {"Section 3.1", "is symmetric to NAT1", {"NAT2 is symmetric"}},
      {"Section 3.1", "shifted to the field of powerful processes", {"performances 1, 1/10,", "NAT2 is better"}},
      {"Section 3.1, Table 1", "presents mappings", {"Table 1: the"}},
      {"Section 3.1", "with all three mappings and choose", {"choosing among"}},
      {"Section 3.2", "requirement of local minimum", {"at the least"}},
      {"Section 3.2", "as objective for solving", {"where the pressures"}},
      {"Section 3.2", "to achieve equality", {"lengths that"}},
      {"Section 4.1, Figure 3 (a)", "only in limited region", {"3x3 to 8x8: Beaumont"}},
      {"Section 4.1", "proved optimal solution", {"2x2: Beaumont's"}},
      {"Section 4.1", "better for size equal to 2", {"2x2: Beaumont is"}},
      {"Section 4.1", "the maximal benefit is 1.01762", {"there the ratio"}},
      {"Section 4.1", "2x2 grid and heterogeneity 16", {"Figure 3 (a),"}},
      {"Section 4.1, Figure 3 (b)", "low heterogeneity ... practically the same", {"Figure 3 (b): practically"}},
      {"Section 4.1, Figure 3 (b)",
       "in the remainder ... a bit better",
       {"Figure 3 (b): proposed is a bit better at", "Figure 3 (b): proposed is a bit better everywhere"}},
      {"Section 4.1", "both decompositions have advantage", {"6x6: each is"}},
      {"Section 4.1", "does not fully characterize", {"the level alone"}},
      {"Section 4.1",
       "distribution of heterogeneity",
       {"Fhet_min and Fhet_max measure heterogeneity: neither is negative"}},
      {"Section 4.1", "characterizes shift of heterogeneity", {"Fhet_min is the"}},
      {"Section 4.1", "a bit better average value", {"6x6, level 2:"}},
      {"Section 4.1, Figure 4", "less spread in results", {"Figure 4: proposed"}},
      {"Section 4.1",
       "computed faster",
       {"square grids: computed faster than Beaumont but for 2x2",
        "square grids: computed faster than Beaumont but for 2x2 (by"}},
      {"Section 4.1",
       "several orders faster",
       {"other grids: computed faster than Beaumont by orders",
        "other grids: computed faster than Beaumont by orders (by"}},
      {"Section 4.2, Figure 5 (a)", "essentially worse than ideal", {"Figure 5 (a),"}},
      {"Section 4.2, Figure 5 (b)", "essentially better than natural", {"Figure 5 (b),"}},
      {"Section 5", "in general is better", {"in general the"}},
      {"Section 5", "in most cases is close to ideal", {"3-D: in most"}},
      {"Section 5", "much better than natural one", {"Figure 5 (b),"}}};
  // The paper draws the least and the greatest performance; other models are ours.
  for (engine::Sentence& sentence : all) sentence.settings = {"extremes", "shifted", "any"};
  return all;
}

}  // namespace apportion::kalinov
