// apportion check: compares reference grids and the user's own sweeps with their accepted numbers; apportion compare:
// compares two databases, with a line for each metric of an algorithm, and times.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/file_replacement.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/changes.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/instances/collection.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/comparing/baseline.hpp"
#include "results/comparing/series.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "sim/random_stream.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t usual_samples = 20;

std::int64_t samples_in(const results::SeriesSet& series) {
  std::int64_t samples = 0;
  for (const auto& [key, each] : series)
    if (!each.samples.empty()) samples = std::max(samples, each.samples.back().index + 1);
  return samples;
}

// Why the baseline's numbers belong to another study; "" if they can be compared.
std::string other_study(const results::StudyNumbers& older, const results::StudyNumbers& newer) {
  if (older.key.experiment != newer.key.experiment)
    return fmt::format("the baseline is of {} and the file defines {}; their samples differ", older.key.experiment,
                       newer.key.experiment);
  if (older.key.seed != newer.key.seed)
    return fmt::format("the baseline has seed {} and the file has seed {}; their samples differ", older.key.seed,
                       newer.key.seed);
  if (older.axes != newer.axes)
    return fmt::format("the baseline has the axes {} and the study {}", fmt::join(older.axes, ", "),
                       fmt::join(newer.axes, ", "));
  return {};
}

constexpr const char* numbers_ending = ".csv";
constexpr const char* verdicts_ending = ".verdicts.csv";

// The exhibits that judge only this study, and claims that concern it.
std::vector<results::Exhibit> judging_exhibits(const sweeps::Paper& paper, const engine::Experiment& study) {
  std::vector<results::Exhibit> judging;
  for (const results::Exhibit& exhibit : paper.exhibits) {
    const bool is_alone = exhibit.reads.size() == 1 && exhibit.reads.contains(study.name);
    if (exhibit.judgements.empty() || (!is_alone && !exhibit.leaves_out_missing)) continue;
    judging.push_back(exhibit);
    judging.back().study = study.name;
    for (const engine::Experiment& other : paper.studies)
      if (other.name != study.name) sweeps::leave_out(other, judging.back().sql);
  }
  return judging;
}

using results::Change;
using results::MetricChange;

std::string replay_command(const engine::ReferenceGrid& grid, const results::Difference& at) {
  std::string command = fmt::format("apportion replay {} {} {} --seed {}",
                                    grid.file.empty() ? grid.experiment : quoted_for_a_shell(grid.file),
                                    quoted_for_a_shell(at.key.point), at.worst->index, grid.seed);
  if (!grid.algorithms.empty())
    command += " --algorithms " + quoted_for_a_shell(fmt::format("{}", fmt::join(grid.algorithms, ",")));
  return command;
}

// The value, or the failure, when the most different sample is solved again, if it is not the current value. A program
// that draws from two answers gives the current one every other time.
std::optional<std::string> other_answer(const CheckedGrid& checked, const results::Difference& at) {
  const std::map<std::string, std::string> settings =
      results::coordinates_in(at.key.point, collected(checked.experiment.axes, &engine::Axis::name));
  std::vector<std::string> algorithms{at.key.algorithm};
  if (!at.key.rival.empty()) algorithms.push_back(at.key.rival);
  for (int time = 0; time < 4; ++time) {
    const engine::Replay again = engine::replay(checked.experiment, algorithms, checked.grid.seed,
                                                engine::point_at(checked.experiment, settings), at.worst->index);
    for (const engine::ReplayedColumn& column : again.columns) {
      if (column.column.name != at.key.algorithm || column.column.rival != at.key.rival) continue;
      if (column.failure) return fmt::format("'{}'", *column.failure);
      for (std::size_t i = 0; i < column.values.size(); ++i)
        if (column.metrics[i].name == at.key.metric && results::differ(column.values[i], at.worst->newer))
          return fmt::format("{}", column.values[i]);
    }
  }
  return std::nullopt;
}

// Adds the first few changes of each kind, one by one.
void add_verdicts(const std::vector<results::VerdictChange>& changes, ChangeReport& report) {
  constexpr std::size_t most_verdicts = 10;
  std::map<Change, std::size_t> reported;
  const auto word = [](const std::string& verdict) { return verdict.empty() ? "none" : verdict; };
  for (const results::VerdictChange& each : changes)
    if (++reported[each.change] <= most_verdicts)
      report.add(
          name_of(each.change),
          fmt::format("verdict of {} at {}: {} -> {}", each.exhibit, each.row, word(each.older), word(each.newer)),
          is_worse(each.change));
  for (const auto& [change, count] : reported)
    if (count > most_verdicts)
      report.add(name_of(change), counted(count - most_verdicts, "more verdict"), is_worse(change));
}

void add_numbers(const CheckedGrid& checked, const std::vector<MetricChange>& changes, ChangeReport& report) {
  std::map<std::string, int> unraised;  // algorithms with other numbers but an unchanged revision
  std::map<std::string, bool> flaky;
  for (const MetricChange& change : changes) {
    Finding& finding = report.add(change);
    if (change.differing() > 0 && change.at_worst.worst) {
      finding.command = replay_command(checked.grid, change.at_worst);
      const bool asked = flaky.contains(change.key.algorithm);
      const std::optional<std::string> other =
          change.same_revisions() && !asked ? other_answer(checked, change.at_worst) : std::nullopt;
      if (!asked) flaky[change.key.algorithm] = other.has_value();
      if (flaky[change.key.algorithm]) {
        finding.word = "not reproducible";
        finding.is_worse = true;
        if (other)
          finding.text = fmt::format("{}, {} at {}, sample {}: {}, and {} when it is solved once more",
                                     change.key.algorithm, change.key.metric, change.at_worst.key.point,
                                     change.at_worst.worst->index, change.at_worst.worst->newer, *other);
      } else if (change.same_revisions() && change.key.rival.empty()) {
        unraised[change.key.algorithm] = change.new_revision;
      }
    }
  }
  for (const auto& [algorithm, revision] : unraised)
    report.notes.push_back(
        fmt::format("{} gives other numbers at the same revision {}: raise its revision", algorithm, revision));
  if (unraised.size() > 1)
    report.notes.emplace_back("(if the sampler or a metric is what changed, raise the study's revision instead)");
}

void keep_first(results::SeriesSet& series, std::int64_t samples) {
  for (auto& [key, each] : series)
    std::erase_if(each.samples, [samples](const results::SeriesNumber& number) { return number.index >= samples; });
  std::erase_if(series, [](const auto& entry) { return entry.second.samples.empty(); });
}

}  // namespace

void add_findings(const CheckedGrid& checked, engine::ReferenceResult now, double tolerance, ChangeReport& report) {
  report.subjects.push_back(fmt::format("{} ({})", checked.grid.name, checked.grid.experiment));
  if (!now.failures.empty())
    report.add("failed", now.failures.front() +
                             (now.failures.size() == 1 ? "" : fmt::format("; and {} more", now.failures.size() - 1)));
  results::StudyNumbers older = checked.accepted.numbers;
  std::vector<results::Verdict> old_verdicts = checked.accepted.verdicts;
  if (!checked.grid.file.empty() && !older.definition.empty()) {
    if (const std::string remark = other_study(older, now.numbers); !remark.empty()) {
      report.add("changed", remark + ": nothing is compared");
      return;
    }
    const std::int64_t before = samples_in(older.series);
    const std::int64_t after = samples_in(now.numbers.series);
    if (before != after && std::min(before, after) > 0) {
      keep_first(older.series, std::min(before, after));
      keep_first(now.numbers.series, std::min(before, after));
      report.add("changed", fmt::format("the baseline has {} per point and this check {}: the first {} are compared",
                                        counted(before, "sample"), after, std::min(before, after)));
    }
    // With other samples a different verdict is no surprise.
    if (before != after || checked.grid.verdicts.empty()) {
      old_verdicts.clear();
      now.verdicts.clear();
    }
  }
  add_verdicts(results::compare(old_verdicts, now.verdicts), report);
  if (!older.definition.empty() && older.definition != now.numbers.definition) {
    report.add("changed", fmt::format("the study was '{}' and is '{}', so its numbers cannot be compared",
                                      older.definition, now.numbers.definition));
    return;
  }
  add_numbers(checked, results::changes_of(older.series, now.numbers.series, tolerance), report);
}

namespace {

void read_accepted(CheckedGrid& checked) {
  if (const std::string file = checked.numbers.string(); fs::exists(checked.numbers))
    checked.accepted.numbers = results::parse_baseline(file, read_input(file));
  if (const std::string file = checked.verdicts.string(); fs::exists(checked.verdicts))
    checked.accepted.verdicts = results::parse_verdicts(file, read_input(file));
}

// Where the baselines of a grid are: those of extensions in extensions/NAME/baselines beside results/baselines, so that
// a program without an extension does not take them for strays.
fs::path folder_of(const std::string& grid, const fs::path& baselines) {
  const fs::path extensions = (baselines / "../../extensions").lexically_normal();
  if (!fs::is_directory(extensions)) return baselines;
  for (const fs::directory_entry& extension : fs::directory_iterator(extensions))
    for (const char* ending : {numbers_ending, verdicts_ending})
      if (fs::path own = extension.path() / "baselines"; fs::exists(own / (grid + ending))) return own;
  return baselines;
}

// A grid of the catalogue with its files. ForeignFile if one cannot be read.
CheckedGrid checked_grid(const fs::path& baselines, const engine::ReferenceGrid& grid) {
  const fs::path folder = folder_of(grid.name, baselines);
  CheckedGrid checked{.grid = grid,
                      .experiment = engine::Catalogue::instance().experiments_named(grid.experiment).front(),
                      .numbers = folder / (grid.name + numbers_ending),
                      .verdicts = folder / (grid.name + verdicts_ending)};
  read_accepted(checked);
  return checked;
}

// A study of a sweep FILE.ini, or of a paper's folder, with FILE.baseline.csv beside its file, and FILE.verdicts.csv if
// an exhibit judges it. The number of samples per point is `samples`; if 0, that of the baseline, else of the file, at
// most 20. InputError if there is no baseline, unless one is about to be written (`update`); ForeignFile for a baseline
// that cannot be read.
CheckedGrid checked_sweep(const sweeps::Paper& paper, const engine::Experiment& study, std::int64_t samples,
                          bool update) {
  const std::string word = paper.is_folder() ? paper.run_word + "/" + sweeps::short_name(study) : paper.run_word;
  CheckedGrid checked{.grid = {.name = word,
                               .experiment = study.name,
                               .samples = samples,
                               .seed = sweeps::seed_of(study),
                               .file = word},
                      .experiment = study,
                      .numbers = fs::path(study.declared->file).replace_extension(".baseline.csv"),
                      .verdicts = fs::path(study.declared->file).replace_extension(verdicts_ending),
                      .own_exhibits = judging_exhibits(paper, study)};
  for (const results::Exhibit& exhibit : checked.own_exhibits) checked.grid.verdicts.push_back(exhibit.name);
  read_accepted(checked);
  const results::StudyNumbers& accepted = checked.accepted.numbers;
  if (accepted.definition.empty() && !update)
    throw InputError("there is no {} with accepted numbers; `apportion check {} --update` makes it",
                     checked.numbers.string(), quoted_for_a_shell(word));
  if (samples == 0) checked.grid.samples = samples_in(accepted.series);
  if (checked.grid.samples == 0) checked.grid.samples = std::min(checked.experiment.samples, usual_samples);
  return checked;
}

constexpr const char* default_baselines = "results/baselines";
constexpr const char* instances_word = "instances";

fs::path folder_for_temporary_files() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
  return folder;
}

fs::path baselines_folder(const Arguments& arguments) {
  fs::path folder = arguments.text("baselines", default_baselines);
  if (!fs::is_directory(folder))
    throw InputError(
        "there is no folder {} with accepted numbers; run this in the project's folder, "
        "or name one by --baselines DIR",
        folder.string());
  return folder;
}

std::vector<engine::ReferenceGrid> chosen_grids(const std::vector<std::string>& words) {
  std::vector<engine::ReferenceGrid> grids = engine::Catalogue::instance().references();
  if (words.empty()) return grids;
  std::vector<std::string> names;
  for (const std::string& word : words)
    for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments_named(word))
      names.push_back(experiment.name);
  std::erase_if(grids, [&names](const engine::ReferenceGrid& grid) {
    return std::ranges::find(names, grid.experiment) == names.end();
  });
  if (grids.empty()) throw InputError("{} has no reference grid", fmt::join(words, ", "));
  return grids;
}

// Names the files of the folder that are baselines of no reference grid, and removes them on update; true if there are
// any.
bool report_strays(const fs::path& folder, bool update) {
  std::set<fs::path> known;
  for (const engine::ReferenceGrid& grid : engine::Catalogue::instance().references()) {
    if (grid.keeps_numbers) known.insert(folder / (grid.name + numbers_ending));
    if (!grid.verdicts.empty()) known.insert(folder / (grid.name + verdicts_ending));
  }
  std::set<fs::path> strays;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (!known.contains(file) && file.extension() == ".csv" && read_input(file.string()).starts_with("# Accepted "))
      strays.insert(file);
  }
  for (const fs::path& file : strays) {
    print(fmt::format("stray: {} belongs to no reference grid{}\n", file.string(), update ? "; removed" : ""));
    if (!update) continue;
    // An interruption ends the program without a flush; removed files must be reported all the same.
    flush_output();
    fs::remove(file);
  }
  return !strays.empty();
}

// The reference grids and sweep files of the command line, with their baselines. All are read before anything is run:
// an unreadable file would stop the check half-way.
struct Asked {
  std::vector<CheckedGrid> grids;
  fs::path folder;  ///< has the baselines of reference grids; "" if only sweep files are checked
  bool with_instances = false;
};

Asked asked_for(const Arguments& arguments) {
  const std::int64_t samples = arguments.whole("samples", 0, 1, 1'000'000);
  std::vector<CheckedGrid> own;
  std::vector<std::string> experiments;
  for (const std::string& word : arguments.words()) {
    if (!sweeps::is_sweep_file(word) && !sweeps::paper_word(word)) {
      experiments.push_back(word);
      continue;
    }
    const sweeps::Paper paper = sweeps::paper_named(word);
    for (const engine::Experiment& study : paper.is_folder() ? sweeps::experiments_named(word) : paper.studies)
      own.push_back(checked_sweep(paper, study, samples, arguments.has("update")));
  }
  if (own.empty() && arguments.has("samples"))
    throw InputError("--samples belongs to the check of a FILE.ini or a folder");
  Asked asked;
  asked.with_instances = std::erase(experiments, instances_word) > 0 || arguments.words().empty();
  std::vector<engine::ReferenceGrid> grids;
  if (!experiments.empty() || arguments.words().empty()) grids = chosen_grids(experiments);
  if (!grids.empty() || asked.with_instances) asked.folder = baselines_folder(arguments);
  for (const engine::ReferenceGrid& grid : grids) asked.grids.push_back(checked_grid(asked.folder, grid));
  std::ranges::move(own, std::back_inserter(asked.grids));
  return asked;
}

// Writes the baseline. Files with unchanged text keep their times.
void accept(const CheckedGrid& checked, const engine::ReferenceResult& now) {
  const auto write = [](const fs::path& file, const std::string& text) {
    if (!fs::exists(file) || read_input(file.string()) != text) write_file(file, text);
  };
  if (checked.grid.keeps_numbers) write(checked.numbers, results::to_text(now.numbers));
  if (!checked.grid.verdicts.empty()) write(checked.verdicts, results::to_text(now.verdicts));
}

// Why an update may not be accepted without a further option; "" if it may.
std::string refusal(const ChangeReport& report, const engine::ReferenceResult& now, const Arguments& arguments) {
  const std::string& subject = report.subjects.back();
  const auto is_worse = [&subject](const Finding& finding) {
    return finding.subject == subject && finding.is_worse && finding.word != "failed" && finding.word != "changed" &&
           finding.word != "lost" && (!finding.numbers || finding.numbers->same_revisions());
  };
  if (now.unanswered) return "programs gave no answer";
  if (!now.failures.empty() && !arguments.has("accept-failures"))
    return "algorithms failed; --accept-failures accepts that";
  if (std::ranges::any_of(report.findings, is_worse) && !arguments.has("accept-worse"))
    return "something is worse at the same revision; --accept-worse accepts it";
  return "";
}

struct Checked {
  ChangeReport report = {.command = "check", .nothing = "all as accepted"};
  bool has_refused = false;  // whether an update was refused
};

Checked checked(const std::vector<CheckedGrid>& grids, const Arguments& arguments) {
  const double tolerance = tolerance_asked(arguments);
  const PassingFolder folder(folder_for_temporary_files() / "apportion-check");
  fs::permissions(folder.path(), fs::perms::owner_all);  // other users share the folder for temporary files
  const engine::RunSettings settings{.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024)),
                                     .progress = engine::ProgressStyle::silent};
  const std::vector<results::Exhibit> exhibits = engine::Catalogue::instance().exhibits();
  Checked all;
  std::size_t numbers = 0;
  std::size_t verdicts = 0;
  for (const CheckedGrid& each : grids) {
    const fs::path file = folder.path() / fmt::format("{}.sqlite", all.report.subjects.size());
    const engine::ReferenceResult now = engine::run_reference(
        each.grid, each.experiment, each.own_exhibits.empty() ? exhibits : each.own_exhibits, settings, file);
    for (const auto& [key, series] : now.numbers.series) numbers += series.samples.size();
    verdicts += now.verdicts.size();
    add_findings(each, now, tolerance, all.report);
    if (!arguments.has("update")) continue;
    if (const std::string reason = refusal(all.report, now, arguments); reason.empty()) {
      static_cast<void>(results::verify(file));
      accept(each, now);
    } else {
      engine::print_error(fmt::format("apportion: the baseline of {} is left as it was: {}\n", each.grid.name, reason));
      all.has_refused = true;
    }
  }
  const bool own = std::ranges::none_of(grids, [](const CheckedGrid& grid) { return grid.grid.file.empty(); });
  all.report.scope =
      fmt::format("{}, {}{}", counted(grids.size(), own ? "sweep" : "reference grid"), counted(numbers, "number"),
                  own && verdicts == 0 ? "" : ", " + counted(verdicts, "verdict"));
  return all;
}

struct Sampled {
  const instances::Instance* instance;
  instances::Method method;
};

std::vector<Sampled> sample_of(const instances::Collection& collection) {
  constexpr double most_seconds = .1;
  constexpr double most_in_all = 1.5;
  std::map<std::pair<std::string, std::string>, double> seconds;  // by instance and method
  for (const instances::Score& score : instances::read_scores(collection))
    if (score.value) seconds[{score.instance, score.method}] = score.seconds;
  std::vector<Sampled> sample;
  double sum = 0;
  for (const instances::Instance& instance : collection.instances()) {
    const auto found = seconds.find({instance.name, instance.method});
    if (found == seconds.end() || found->second >= most_seconds || sum + found->second > most_in_all) continue;
    if (!collection.problem_text(instance)) continue;
    try {
      if (std::optional<instances::Method> method = instances::method_of(*instance.family, instance.method))
        sample.push_back({&instance, std::move(*method)});
    } catch (const InputError&) {
      continue;  // this build lacks the method's library
    }
    sum += found->second;
  }
  return sample;
}

std::string difference_of(const instances::Collection& collection, const instances::Instance& instance,
                          const instances::Method& method) {
  problems::Json problem = collection.problem(instance);
  if (instance.seed) problem["seed"] = *instance.seed;
  const instances::Score score = instances::scored(instance, problem, method).score;
  if (score.value && instances::is_equal(*score.value, instance.value)) return {};
  return fmt::format("instance {}: {} (revision {}, {} in the index) gives {}, not {}\n", instance.name, method.name,
                     method.revision, instance.field("revision"),
                     score.value ? fmt::format("{}", *score.value) : score.refusal, instance.field("value"));
}

// Solves again those instances whose best value a method found in less than a tenth of a second by scores.csv, up to a
// second and a half together; prints differences, and returns whether the values are reproduced.
bool instances_are_reproduced(const fs::path& folder) {
  if (!fs::exists(folder / "index.csv")) return true;
  const instances::Collection collection(folder);
  const std::vector<Sampled> sample = sample_of(collection);
  std::string differences;
  for (const Sampled& each : sample) differences += difference_of(collection, *each.instance, each.method);
  print(differences + fmt::format("{} of {} solved again: {}\n", sample.size(),
                                  counted(collection.instances().size(), "instance"),
                                  differences.empty() ? "all as stored" : "not all as stored"));
  return differences.empty();
}

int run_check(const Arguments& arguments) {
  const Asked asked = asked_for(arguments);
  const bool update = arguments.has("update");
  for (const char* option : {"accept-worse", "accept-failures"})
    if (arguments.has(option) && !update) throw InputError("--{} belongs to --update", option);
  const LastAct say_so([update] {
    engine::print_error(fmt::format("apportion: interrupted{}\n",
                                    update ? "; the baselines of the grids before it are rewritten" : ""));
  });
  const bool stray = arguments.words().empty() && report_strays(asked.folder, update);
  Checked all = checked(asked.grids, arguments);
  if (!all.report.subjects.empty()) print(rendered(all.report, arguments));
  const bool reproduced =
      !asked.with_instances || instances_are_reproduced((asked.folder / "../../instances").lexically_normal());
  const bool as_wanted = update ? !all.has_refused : all.report.findings.empty() && !stray;
  return as_wanted && reproduced ? ok : failed;
}

// --- compare

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

Command check_command() {
  Command command{
      .name = "check",
      .summary = "compare reference grids, or a sweep of your own, with accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...|instances] [--update] [options]", "FILE.ini|FOLDER... [--update] [--samples N]"},
      .options = {{"update", "", "accept the present numbers: print what changes and rewrite the baselines"},
                  {"accept-worse", "", "with --update: also what is worse at the same revision"},
                  {"accept-failures", "", "with --update: also where an algorithm failed"},
                  {"baselines", "DIR",
                   fmt::format("the folder with accepted numbers of experiments (default: {})", default_baselines)},
                  {"samples", "N",
                   "of FILE.ini: samples per point (default: those of FILE.baseline.csv, else at most 20)"},
                  {"jobs,j", "N", "threads (default: all cores); numbers do not depend on it"}},
      .complete = {"@experiments", instances_word, "%ini"},
      .run = run_check};
  for (OptionDeclaration& option : change_options()) command.options.push_back(std::move(option));
  return command;
}

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
