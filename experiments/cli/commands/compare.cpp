// apportion compare: compares two databases, with a line for each metric of an algorithm, and times.
#include <fmt/format.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/changes.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "results/comparing/series.hpp"
#include "results/database/reader.hpp"

namespace apportion::cli {
namespace {

using results::StudyChanges;

std::string subject_of(const StudyChanges& study) {
  if (!study.other_seed) return fmt::format("{}, seed {}", study.key.experiment, study.key.seed);
  return fmt::format("{}, seed {} -> {}", study.key.experiment, study.key.seed, *study.other_seed);
}

void add_other_seed(const StudyChanges& study, ChangeReport& report) {
  for (const results::MetricChange& change : study.changes) {
    Finding& finding = report.add(change);
    finding.word = "disagrees";
    finding.is_worse = true;
    finding.text =
        fmt::format("{}{}, {}: mean {:.5g} -> {:.5g}, other at {} of {}; most at {}: {:.5g} -> {:.5g}",
                    change.key.algorithm, change.key.rival.empty() ? "" : " : " + change.key.rival, change.key.metric,
                    change.old_mean, change.new_mean, change.differing_points, counted(change.points, "point"),
                    change.at_worst.key.point, change.at_worst.old_mean, change.at_worst.new_mean);
    if (change.p_value) finding.text += fmt::format(", Welch's p {:.3g}", *change.p_value);
  }
  if (study.too_few > 0)
    report.add("not judged",
               fmt::format("{} of fewer than {} samples", counted(study.too_few, "mean"), results::least_judged));
  if (study.one_sided > 0) report.add("one side only", counted(study.one_sided, "mean"));
  if (study.agreeing > 0)
    report.notes.push_back(fmt::format("{}: {} agree by Welch's test with Holm's correction (p at least {})",
                                       report.subjects.back(), counted(study.agreeing, "mean"),
                                       results::level_of_agreement));
}

struct MeanTime {
  results::Moments seconds;
  std::int64_t revision = 0;
};

// By experiment, algorithm, and point: the median time of a solve.
std::map<std::array<std::string, 3>, MeanTime> times_of(const results::Reader& reader) {
  std::map<std::array<std::string, 3>, MeanTime> times;
  for (const auto& row : reader
                             .query("SELECT experiment, algorithm, coordinates, median_seconds, revision "
                                    "FROM measured_times")
                             .rows) {
    MeanTime& time = times[{results::text_at(row, 0), results::text_at(row, 1), results::text_at(row, 2)}];
    time.seconds.add(results::real_at(row, 3));
    time.revision = results::whole_at(row, 4);
  }
  return times;
}

// Adds the times that both have. They are no differences.
void add_times(const results::Reader& older, const results::Reader& newer, ChangeReport& report) {
  std::map<std::pair<std::string, std::string>, std::pair<MeanTime, MeanTime>> means;
  const auto new_times = times_of(newer);
  for (const auto& [place, time] : times_of(older)) {
    const auto other = new_times.find(place);
    if (other == new_times.end()) continue;
    auto& [before, after] = means[{place[0], place[1]}];
    before.seconds.merge(time.seconds);
    before.revision = time.revision;
    after.seconds.merge(other->second.seconds);
    after.revision = other->second.revision;
  }
  for (const auto& [key, both] : means) {
    const auto& [before, after] = both;
    const double change = before.seconds.mean > 0 ? 100 * (after.seconds.mean / before.seconds.mean - 1) : 0;
    report.notes.push_back(fmt::format(
        "{}: median time of a solve by {}, mean over {}: {:.4g} s at revision {}, {:.4g} s at revision {} ({:+.3g} %)",
        key.first, key.second, counted(before.seconds.count, "point"), before.seconds.mean, before.revision,
        after.seconds.mean, after.revision, change));
  }
}

int run_compare(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words();
  if (arguments.has("db")) files.push_back(database_file(arguments).string());
  if (files.size() != 2) throw InputError("compare takes two databases: OLD NEW, or OLD and --db NEW");
  const double tolerance = tolerance_asked(arguments);
  const results::Reader older(files[0]);
  const results::Reader newer(files[1]);
  ChangeReport report{.command = "compare", .nothing = "no differences"};
  for (const StudyChanges& study : results::compare_databases(older, newer, tolerance)) {
    report.subjects.push_back(subject_of(study));
    if (study.redefined())
      report.add("redefined",
                 fmt::format("was '{}', is '{}': not comparable", study.old_definition, study.new_definition));
    else if (study.other_seed)
      add_other_seed(study, report);
    else
      for (const results::MetricChange& change : study.changes) report.add(change);
  }
  report.scope = counted(report.subjects.size(), "experiment");
  add_times(older, newer, report);
  print_data(rendered(report, arguments));
  return report.findings.empty() ? ok : failed;
}

}  // namespace

Command compare_command() {
  Command command{.name = "compare",
                  .summary = "compare two databases, a line for each metric of an algorithm, worst first",
                  .usage = {"OLD NEW [--only worse] [--tolerance SHARE] [--format NAME]", "OLD --db NEW [options]"},
                  .options = change_options(),
                  .run = run_compare};
  command.options.push_back({"db", "NEW", "the newer database"});
  return command;
}

}  // namespace apportion::cli
