// The question and the answers of `apportion solve layouts`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/layouts/algorithms/layout_search.hpp"
#include "extensions/layouts/sim/block_layout.hpp"

namespace apportion::problems {

constexpr std::int64_t most_layout_processors = 1'000'000;

struct LayoutQuestion {
  std::shared_ptr<const CellLoads> loads;
  LayoutRules rules;
  std::optional<std::int64_t> processors = std::nullopt;  ///< without them the layout is given
  std::optional<Layout> given = std::nullopt;
  LayoutLimits limits;  ///< of a layout that is not given, but for the processors
  LayoutOrder order = LayoutOrder::load;
  std::size_t best = 10;  ///< layouts that are listed
};

/// The fields of a problem.
[[nodiscard]] const std::vector<Field>& layout_fields();

/// The question that these values describe. InputError where they do not describe one.
[[nodiscard]] LayoutQuestion layout_question(const FieldValues& given);

/// The best layouts, or the one that is given. InputError for one that the array does not have, or that has more active
/// blocks than there are processors, and where no layout is within the limits.
[[nodiscard]] LayoutSearch solve(const LayoutQuestion& question);

/// A table of them, best first, and a JSON line each: see docs/answers.md.
[[nodiscard]] Comparison rank_layouts(const FieldValues& given);
/// The best one's line.
[[nodiscard]] std::string best_layout_line(const FieldValues& given);

/// The best layout as a mask table of FMS, which MOM6 reads: the number of blocks that are removed, "nx,ny", and "i,j"
/// of each, from 1 on.
[[nodiscard]] std::string mask_table(const FieldValues& given);

/// What is given to judge a mask table by: the fields of a problem but for those of a search, and the table.
[[nodiscard]] const std::vector<Field>& layout_evaluation_fields();

/// A JSON line of a mask table of FMS on the array: blocks that are all land and not in the table, blocks in the table
/// that have water, how many it says and has, ranks, greatest load, least and greatest block, and the best layout for
/// as many ranks. Not allowed where a block in the table has water, or its first line says another number of blocks.
/// InputError for a table that the array cannot have.
[[nodiscard]] Evaluation evaluate_mask_table(const FieldValues& given);

/// The blocks of the best layout that are not removed, numbered as FMS and NEMO do: along the columns first.
[[nodiscard]] WholeDivision divide_into_blocks(const FieldValues& given);

/// The best layout drawn as "svg" or "text".
[[nodiscard]] std::string draw_layout(const FieldValues& given, const std::string& format);

/// What is said of a layout above its drawing.
[[nodiscard]] std::string title_of(const LayoutQuestion& question, const FoundLayout& found);

/// The row of blocks that is the j-th of the model's, j from 0 on.
[[nodiscard]] std::size_t block_row(const LayoutRules& rules, std::size_t j, std::size_t ny);

}  // namespace apportion::problems
