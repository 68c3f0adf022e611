// The fields of problems of whole cells. Weights and latency are as in rectangles.
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/clusters/cluster_file.hpp"
#include "experiments/problems/external/own_algorithms.hpp"
#include "experiments/problems/rectangles/solve.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "extensions/cells/problem/solve.hpp"

namespace apportion::problems {
namespace {

Field side_field(const std::string& name, const std::string& value) {
  return whole_field(name, value, 1, static_cast<double>(most_cell_lines), name + " of the array")
      .noting("loads or a mask give them as well")
      .as_axis(engine::AxisRole::sampled, "200");
}

}  // namespace

const std::vector<Field>& cell_fields() {
  static const std::vector<Field> all = joined(
      joined(
          joined({algorithm_field("BEST", "ROUNDED[of=XY2]", registered_names<CellAlgorithm>, true), external_field(),
                  side_field("rows", "M"), side_field("columns", "N"),
                  whole_field("layers", "L", 1, static_cast<double>(most_single_cells),
                              "layers of an array in space, which has rows x columns cells in each")
                      .noting("loads or a mask give them as well; one layer is an array without layers"),
                  field_named(rectangle_fields(), "weights"), cluster_field(), bytes_per_cell_field(),
                  field_named(rectangle_fields(), "processors"), field_named(rectangle_fields(), "latency"),
                  field_of(FieldKind::json, "loads", "FILE|LIST",
                           "a load for each cell, 0 leaves it out: .npy, .asc, PGM, PBM or CSV, or rows [[1,2],[0,3]]")
                      .noting(R"(several maps, each balanced, as FILE,FILE or {"ocean":ROWS,"ice":ROWS})"),
                  field_of(FieldKind::json, "mask", "FILE|LIST",
                           "what is left out: where such a file is 0, or black in PBM; or rectangles "
                           "[[row,column,rows,columns],...]"),
                  field_of(FieldKind::text, "missing", "VALUE|nan",
                           "a value in files of loads and masks that leaves its cell out"),
                  field_of(FieldKind::text, "land", "\"<= 0\"",
                           "what a mask leaves out instead of 0: <=, <, >=, >, == or != and a number")
                      .needing("mask"),
                  whole_field("first-owner", "0|1", 0, 1, "the number of the first processor in files of owners")
                      .by_default("0"),
                  field_of(FieldKind::json, "depths", "FILE|LIST",
                           "instead of a mask: a map of rows and columns with the number of layers of each column")
                      .needing("layers")},
                 network_fields()),
          {word_field(
               "objective", [] { return collected(all_cell_objectives(), objective_name); },
               "what to minimise: total, volume (elements that all send), busiest (that one receives) or load (the "
               "greatest, over the speed)")
               .by_default("total"),
           whole_field("stencil", "5|9|7|27", 5, 27, "cells that an update reads, of which elements sent follow")
               .by_default("5")
               .noting("with layers 7, or 27"),
           field_of(FieldKind::text, "imbalance", "PERCENT",
                    "how far a load may be from its share, such as 1%; a cell of median load always may, and what the "
                    "heaviest cell forces")
               .by_default("0%"),
           field_of(FieldKind::text, "underload", "PERCENT|any",
                    "how far a load may be below its share instead, such as 20%, or any: only the greatest load counts")
               .noting("without it as far as above it"),
           flag_field("leave-idle",
                      "up to a twentieth of the processors may do nothing, where the others then send less"),
           flag_field("keep-order", "in one row or column of cells, processors have their parts in their order"),
           field_of(FieldKind::json, "cell-memory", "FILE|LIST",
                    "in one row or column of cells, what each takes of the memory in a cluster file")
               .needing("cluster"),
           word_field(
               "connected",
               [] {
                 return std::vector<std::string>{"yes", "no"};
               },
               "whether parts are to be in one piece where the cells allow it: yes, or no, and pieces do not count")
               .by_default("yes"),
           field_of(FieldKind::json, "previous", "FILE|LIST",
                    "the division until now: owners, as a file that evaluate reads or as rows [[0,1],[0,1]]; owners "
                    "that are no processor count as gone"),
           real_field("migration-price", "X", 0, most_migration_price,
                      "what each moved cell costs, in what the objective counts")
               .by_default("1")
               .needing("previous"),
           flag_field("curve", "cells moved against gain per step as well, with the steps after which moving pays")
               .needing("previous"),
           word_field(
               "colours",
               [] {
                 return std::vector<std::string>{"part", "group"};
               },
               "what `draw` colours by: part, or group, whose parts have shades of one colour")
               .by_default("part")
               .noting("as a cluster file has them, or the network")
               .only_as(FieldPlace::option),
           flag_field("whole-columns", "columns of cells through all layers stay together, as ocean models require")
               .noting("any algorithm divides the columns by their loads"),
           flag_field("own-all", "cells that are left out have owners as well: each that of a nearest cell")
               .only_as(FieldPlace::option),
           field_of(FieldKind::json, "together", "FILE|LIST",
                    "a whole number for each cell: cells of one number above 0 have one owner, cells of 0 are free; a "
                    "file as for owners, or rows [[0,1],[0,1]]"),
           width_field("cells that a part is wide at least, wherever it is", 3),
           seconds_field("without it the algorithm ends by itself"), threads_field(), seed_field()}),
      ranked_variation_fields());
  return all;
}

const std::vector<Field>& cell_evaluation_fields() {
  static const std::vector<Field> all = evaluation_fields_of(cell_fields());
  return all;
}

const std::vector<Field>& cell_drawing_fields() {
  static const std::vector<Field> all =
      joined(cell_fields(), {field_of(FieldKind::text, "slice", "x=K|y=K|z=K",
                                      "of an array with layers the slices to draw: x is the column, y the row, z the "
                                      "layer, from 0, such as z=40 or x=3,z=40")
                                 .noting("without it one through the middle along each")});
  return all;
}

}  // namespace apportion::problems
