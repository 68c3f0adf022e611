// apportion check: compares reference grids and the user's own sweeps with their accepted numbers.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <optional>
#include <random>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/cli/baselines.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/instances.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/sweeps/paper_folder.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/verification.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_baselines = "results/baselines";
constexpr const char* instances_word = "instances";

// A temporary folder that its destructor removes; only SIGKILL leaves it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::random_device random;
    path_ = fs::temp_directory_path(error) / fmt::format("apportion-check-{:08x}{:08x}", random(), random());
    if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
    passing_.emplace(path_);
    if (::mkdir(path_.c_str(), S_IRWXU) != 0)
      throw OutputError(
          fmt::format("{} cannot be created: {}", path_.string(), std::generic_category().message(errno)));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::optional<PassingFile> passing_;
};

fs::path baselines_folder(const Arguments& arguments) {
  fs::path folder = arguments.text("baselines", default_baselines);
  if (!fs::is_directory(folder))
    throw InputError(
        fmt::format("there is no folder {} with accepted numbers; run this in the project's folder, "
                    "or name one by --baselines DIR",
                    folder.string()));
  return folder;
}

// The grids of the named experiments, or all; sorted by name.
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
  if (grids.empty()) throw InputError(fmt::format("{} has no reference grid", fmt::join(words, ", ")));
  return grids;
}

bool report_strays(const fs::path& folder, bool update) {
  const std::vector<fs::path> files = stray_baselines(folder);
  for (const fs::path& file : files) {
    print(fmt::format("stray: {} belongs to no reference grid{}\n", file.string(), update ? "; removed" : ""));
    if (!update) continue;
    // An interruption ends the program without a flush; removed files must be reported all the same.
    flush_output();
    fs::remove(file);
  }
  return !files.empty();
}

// The reference grids and sweep files of the command line, with their baselines. All are read before anything is run:
// an unreadable file would stop the check half-way.
struct Asked {
  std::vector<CheckedGrid> grids;
  fs::path folder;  ///< has the baselines of reference grids; "" if only sweep files are checked
  bool with_instances = false;
};

// Whether the word is a sweep file or a paper's folder.
bool is_own(const std::string& word) { return sweeps::is_sweep_file(word) || sweeps::paper_word(word); }

Asked asked_for(const Arguments& arguments) {
  const std::int64_t samples = arguments.whole("samples", 0, 1, 1'000'000);
  std::vector<CheckedGrid> own;
  std::vector<std::string> experiments;
  for (const std::string& word : arguments.words()) {
    if (!is_own(word)) {
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

// Runs each grid into its own database and compares it with its baseline, or replaces that on update.
Checked checked(const std::vector<CheckedGrid>& grids, const Arguments& arguments) {
  const double tolerance = tolerance_asked(arguments);
  const TemporaryFolder folder;
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
      fmt::format("{}, {}{}", counted(static_cast<std::int64_t>(grids.size()), own ? "sweep" : "reference grid"),
                  counted(static_cast<std::int64_t>(numbers), "number"),
                  own && verdicts == 0 ? "" : ", " + counted(static_cast<std::int64_t>(verdicts), "verdict"));
  return all;
}

// Checks the project's instances beside the baselines; true if their values are reproduced.
bool check_instances_beside(const fs::path& baselines) {
  const InstancesCheck check = check_instances((baselines / "../../instances").lexically_normal());
  print(check.text);
  return check.is_as_stored;
}

int run_check(const Arguments& arguments) {
  const Asked asked = asked_for(arguments);
  const bool update = arguments.has("update");
  for (const char* option : {"accept-worse", "accept-failures"})
    if (arguments.has(option) && !update) throw InputError(fmt::format("--{} belongs to --update", option));
  const LastAct say_so([update] {
    engine::print_error(fmt::format("apportion: interrupted{}\n",
                                    update ? "; the baselines of the grids before it are rewritten" : ""));
  });
  const bool stray = arguments.words().empty() && report_strays(asked.folder, update);
  Checked all = checked(asked.grids, arguments);
  if (!all.report.subjects.empty()) print(rendered(all.report, arguments));
  const bool as_stored = !asked.with_instances || check_instances_beside(asked.folder);
  const bool as_wanted = update ? !all.has_refused : all.report.findings.empty() && !stray;
  return as_wanted && as_stored ? ok : failed;
}

}  // namespace

Command check_command() {
  Command command{
      .name = "check",
      .summary = "compare reference grids, or a sweep of your own, with accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...|instances] [--update] [options]", "FILE.ini|FOLDER... [--update] [--samples N]"},
      .options =
          {{.name = "update", .summary = "accept the present numbers: print what changes and rewrite the baselines"},
           {.name = "accept-worse", .summary = "with --update: also what is worse at the same revision"},
           {.name = "accept-failures", .summary = "with --update: also where an algorithm failed"},
           {.name = "baselines",
            .value = "DIR",
            .summary = fmt::format("the folder with accepted numbers of experiments (default: {})", default_baselines)},
           {.name = "samples",
            .value = "N",
            .summary = "of FILE.ini: samples per point (default: those of FILE.baseline.csv, else at most 20)"},
           {.name = "jobs,j", .value = "N", .summary = "threads (default: all cores); numbers do not depend on it"}},
      .complete = {"@experiments", instances_word, "%ini"},
      .run = run_check};
  for (OptionDeclaration& option : change_options()) command.options.push_back(std::move(option));
  return command;
}

}  // namespace apportion::cli
