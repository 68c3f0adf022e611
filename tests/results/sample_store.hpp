// Common parts of tests of the results database: a folder and a small study.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "results/database/store.hpp"
#include "results/rows.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::results {

using testing_support::bytes_of;
using testing_support::TemporaryFolder;

/// A 64-bit integer: in a braced list a plain number would be an int.
[[nodiscard]] inline Value integer(std::int64_t value) { return value; }

inline void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

inline StudyRecord small_study() {
  return {"toy/grid",
          7,
          "first",
          20,
          {"columns", "processors", "sampler"},
          {{"total", "Total cost", "elements", "less", 1}, {"edges", "Internal edges", "", "less", 0}}};
}

inline std::vector<Coordinate> place(int columns, int processors) {
  return {{"columns", std::to_string(columns), columns},
          {"processors", std::to_string(processors), processors},
          {"sampler", "max-set", std::nullopt}};
}

inline Moments moments_from(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.add(value);
  return moments;
}

/// A study in a store, with one point and two columns.
struct SmallStudy {
  explicit SmallStudy(Store& store)
      : study(store.study(small_study())),
        total(store.metric(study, "total")),
        edges(store.metric(study, "edges")),
        point(store.point(study, place(1000, 4))),
        xy2(store.column({"XY2", 1})),
        bisection(store.column({"RecursiveBisection2", 1})) {}

  /// A chunk whose three samples have totals around `mean`.
  [[nodiscard]] UnitResult unit(Id column, std::int64_t chunk, double mean) const {
    return {point,
            column,
            chunk,
            3,
            {{total, moments_from({mean - 1, mean, mean + 4})}, {edges, moments_from({4, 5, 5})}},
            {},
            std::nullopt};
  }

  Id study;
  Id total;
  Id edges;
  Id point;
  Id xy2;
  Id bisection;
};

}  // namespace apportion::results
