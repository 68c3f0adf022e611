// How often intervals of comparisons hold the truth, on the rows of stored studies.
//   apportion_coverage DATABASE [TRIALS [SIZE...]]     100 trials of 10, 20 and 50 samples if not told otherwise
// Every pair of algorithms at every point of every study is a row. Its samples, some thousand of them, are taken for
// the whole truth; from them few are drawn with replacement, again and again, and an interval is made of these. Rows
// whose algorithms never differ are left out, and of a method those where it gives an interval in less than a quarter.
#include <fmt/format.h>

#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <exception>
#include <numeric>
#include <string>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/comparing/study_numbers.hpp"
#include "results/database/reader.hpp"
#include "sim/random_stream.hpp"
#include "tests/bench/coverage/intervals.hpp"

namespace apportion::coverage {
namespace {

struct Row {
  std::string name;
  Pairs truth;
};

// Of the first of these metrics that the study has, as comparisons choose.
std::vector<Row> rows_of(const results::Reader& reader, const results::StudyKey& key) {
  results::SeriesSet series;
  for (const char* metric : {"total", "rounded_time", "cost"})
    if (series.empty()) series = results::StudyNumbers(reader, key, {.metric = metric}).all();
  std::vector<Row> rows;
  for (auto mine = series.begin(); mine != series.end(); ++mine)
    for (auto rival = std::next(mine); rival != series.end() && rival->first.point == mine->first.point; ++rival) {
      Row row{fmt::format("{} {} {} / {}", key.experiment, mine->first.point, mine->first.algorithm,
                          rival->first.algorithm),
              {}};
      bool any_differs = false;
      for (const results::NumberPair& pair : paired(rival->second.samples, mine->second.samples).pairs) {
        row.truth.mine.push_back(pair.newer);
        row.truth.rival.push_back(pair.older);
        any_differs = any_differs || results::differ(pair.newer, pair.older);
      }
      if (any_differs) rows.push_back(std::move(row));
    }
  return rows;
}

struct Held {
  double given = 0;    ///< share of trials that have an interval
  double covered = 0;  ///< share of these that hold the truth
  double width = 0;    ///< mean, over the true ratio
};

Pairs drawn_from(const Row& row, std::size_t size, int trial) {
  Pairs pairs{.stream = fmt::format("coverage/{}/{}/{}", row.name, size, trial)};
  RandomStream stream(2, pairs.stream);
  boost::random::uniform_int_distribution<std::size_t> place(0, row.truth.mine.size() - 1);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t drawn = place(stream);
    pairs.mine.push_back(row.truth.mine[drawn]);
    pairs.rival.push_back(row.truth.rival[drawn]);
  }
  return pairs;
}

// By method.
std::vector<Held> tried(const Row& row, const std::vector<Method>& all, std::size_t size, int trials) {
  const double truth = std::reduce(row.truth.mine.begin(), row.truth.mine.end()) /
                       std::reduce(row.truth.rival.begin(), row.truth.rival.end());
  constexpr double rounding = 1e-12;
  std::vector<Held> held(all.size());
  for (int number = 0; number < trials; ++number) {
    const Trial trial = trial_of(drawn_from(row, size, number));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::optional<results::Interval> interval = all[i].interval(trial);
      if (!interval) continue;
      ++held[i].given;
      held[i].width += (interval->high - interval->low) / truth;
      if (interval->low <= truth * (1 + rounding) && truth * (1 - rounding) <= interval->high) ++held[i].covered;
    }
  }
  for (Held& each : held)
    if (each.given > 0) each = {each.given / trials, each.covered / each.given, each.width / each.given};
  return held;
}

struct Judged {
  double covered = 0;
  double width = 0;
  const Row* row = nullptr;
};

// `held`: of all rows, each by method.
void print(const std::vector<Row>& rows, const std::vector<std::vector<Held>>& held, std::size_t method,
           std::size_t size) {
  std::vector<Judged> judged;
  double given = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Held& here = held[i][method];
    given += here.given / static_cast<double>(rows.size());
    if (here.given >= 0.25) judged.push_back({here.covered, here.width, &rows[i]});
  }
  if (judged.empty()) return;
  std::ranges::sort(judged, {}, &Judged::covered);
  double mean = 0;
  double width = 0;
  for (const Judged& each : judged) {
    mean += each.covered / static_cast<double>(judged.size());
    width += each.width / static_cast<double>(judged.size());
  }
  fmt::print("{:>7}  {:<32} {:>5.2f} {:>5}  {:>5.3f} {:>6.3f} {:>9.2f} {:>6.2f} {:>7.2f}  {}\n", size,
             methods()[method].name, given, judged.size(), mean, judged[judged.size() / 2].covered,
             judged[judged.size() / 20].covered, judged.front().covered, 100 * width, judged.front().row->name);
}

int run(const std::vector<std::string>& words) {
  const results::Reader reader(words.front());
  const int trials = words.size() > 1 ? std::stoi(words[1]) : 100;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 2; i < words.size(); ++i) sizes.push_back(std::stoul(words[i]));
  if (sizes.empty()) sizes = {10, 20, 50};
  std::vector<Row> rows;
  for (const results::StudyKey& key : stored_studies(reader))
    std::ranges::move(rows_of(reader, key), std::back_inserter(rows));
  fmt::print("{} rows, {} trials each\n\n", rows.size(), trials);
  fmt::print("{:>7}  {:<32} {:>5} {:>5}  {:>5} {:>6} {:>9} {:>6} {:>7}  {}\n", "samples", "95 % interval", "given",
             "rows", "mean", "median", "5th perc.", "worst", "width,%", "worst row");
  for (const std::size_t size : sizes) {
    std::vector<std::vector<Held>> held;
    for (const Row& row : rows) held.push_back(tried(row, methods(), size, trials));
    for (std::size_t method = 0; method < methods().size(); ++method) print(rows, held, method, size);
  }
  return 0;
}

}  // namespace
}  // namespace apportion::coverage

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    fmt::print(stderr, "usage: apportion_coverage DATABASE [TRIALS [SIZE...]]\n");
    return 2;
  }
  try {
    return apportion::coverage::run(words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "apportion_coverage: {}\n", error.what());
    return 1;
  }
}
