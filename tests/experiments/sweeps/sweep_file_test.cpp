// Sweep files that are wrong: the message names the line and what would be right.
#include "experiments/sweeps/sweep_file.hpp"

#include <fstream>
#include <map>

#include "experiments/engine/plan.hpp"
#include "tests/support/refusals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::sweeps {
namespace {

TEST(SweepFiles, AreRefusedByLine) {
  const testing_support::TemporaryFolder folder;
  const auto write = [&folder](const std::string& name, const std::string& text) {
    std::ofstream(folder / name, std::ios::binary) << text;
  };
  write("c.csv", "name,speed\nfast,3\nslow,1\n");
  write("m.csv", "name,size,rate\nfast,3,1\n");
  const std::string plain = "family = rectangles\n";
  const std::string three = plain +
                            "title = Own\nalgorithms = XY2, TILE, RecursiveBisection2\n"
                            "processors = 4, 8, 16, 32\nlatency = 0, 100\n";
  const std::map<std::string, std::string> begins = {
      {"-", ""},
      {"plain", plain},
      {"cluster", plain + "cluster = c.csv\n"},
      {"two", plain + "algorithms = RecursiveBisection2, XY2\nsamples = 20\n"},
      {"metric", plain + "algorithms = XY2, TILE\nprocessors = 5, 9\nsamples = 12\n"},
      {"three", three},
      {"chart", three + "metrics = total, gap\nsamples = 5\n"}};
  const auto read = [&](const std::string& text) {
    write("s.ini", text);
    return engine::narrowed(read_sweep_file(folder / "s.ini").studies.front(), {});
  };
  testing_support::expect_refusals(
      "sweep files", [&](const testing_support::RefusalRow& row) { return read(begins.at(row[0]) + row[1]); });
  const std::map<std::string, std::string> naming = {{"q.csv", plain + "sampling = quantiles(q.csv)\n"},
                                                     {"i.jsonl", plain + "instances = i.jsonl\n"},
                                                     {"d.jsonl", "family = distributions\ninstances = d.jsonl\n"}};
  testing_support::expect_refusals("files of sweep files", [&](const testing_support::RefusalRow& row) {
    write(row[0], row[1]);
    return read(naming.at(row[0]));
  });
}

}  // namespace
}  // namespace apportion::sweeps
