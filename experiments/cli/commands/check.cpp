// apportion check: reference grids and the user's own sweeps against their accepted numbers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/cli/baselines.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/instances.hpp"
#include "experiments/cli/interruption.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_baselines = "results/baselines";
constexpr const char* instances_word = "instances";

// A folder of its own that goes when this does; only SIGKILL leaves it where temporary files are.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const UnbrokenWork until_noted;
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "apportion-check-XXXXXX").string();
    if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
    if (::mkdtemp(name.data()) == nullptr)
      throw OutputError(fmt::format("{} cannot be created: {}", name, std::generic_category().message(errno)));
    path_ = name;
    passing_.emplace(path_);
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

fs::path numbers_file(const fs::path& folder, const engine::ReferenceGrid& grid) {
  return folder / (grid.name + ".csv");
}
fs::path verdicts_file(const fs::path& folder, const engine::ReferenceGrid& grid) {
  return folder / (grid.name + ".verdicts.csv");
}

AcceptedGrid accepted_grid(const fs::path& folder, const engine::ReferenceGrid& grid) {
  AcceptedGrid accepted;
  if (const fs::path file = numbers_file(folder, grid); fs::exists(file))
    accepted.numbers = results::parse_baseline(file.string(), read_input(file.string()));
  if (const fs::path file = verdicts_file(folder, grid); fs::exists(file))
    accepted.verdicts = results::parse_verdicts(file.string(), read_input(file.string()));
  return accepted;
}

// The grids of the experiments that are named, or all; by name.
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

// Files that are the same are left alone, so that their times stay.
void accept(const fs::path& folder, const engine::ReferenceGrid& grid, const AcceptedGrid& accepted,
            const engine::ReferenceResult& now) {
  const std::string numbers = results::to_text(now.numbers);
  if (grid.keeps_numbers && (!accepted.numbers || results::to_text(*accepted.numbers) != numbers))
    write_file(numbers_file(folder, grid), numbers);
  const std::string verdicts = results::to_text(now.verdicts);
  if (!grid.verdicts.empty() && (!accepted.verdicts || results::to_text(*accepted.verdicts) != verdicts))
    write_file(verdicts_file(folder, grid), verdicts);
}

// Baselines whose grid is gone.
std::vector<fs::path> strays(const fs::path& folder, const std::vector<engine::ReferenceGrid>& grids) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const bool known = std::ranges::any_of(grids, [&](const engine::ReferenceGrid& grid) {
      return (grid.keeps_numbers && entry.path() == numbers_file(folder, grid)) ||
             (!grid.verdicts.empty() && entry.path() == verdicts_file(folder, grid));
    });
    if (!known && entry.path().extension() == ".csv" && read_input(entry.path().string()).starts_with("# Accepted "))
      files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

bool report_strays(const fs::path& folder, bool update) {
  const std::vector<fs::path> files = strays(folder, engine::Catalogue::instance().references());
  for (const fs::path& file : files) {
    print(fmt::format("stray: {} belongs to no reference grid{}\n", file.string(), update ? "; removed" : ""));
    if (update) fs::remove(file);
  }
  return !files.empty();
}

/// A running check: how it solves, and what it found.
class Check {
 public:
  Check(const Arguments& arguments, const fs::path& folder) : folder_(folder), update_(arguments.has("update")) {
    settings_.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024));
    settings_.progress = engine::ProgressStyle::silent;
    settings_.stop = &watch_for_interruption();
  }

  /// Whether it went to the end.
  bool reference_grids(const std::vector<engine::ReferenceGrid>& grids) {
    // Before anything is run: a file that cannot be read would stop the check half-way.
    std::vector<AcceptedGrid> accepted;
    for (const engine::ReferenceGrid& grid : grids) accepted.push_back(accepted_grid(folder_, grid));
    const std::vector<engine::CatalogueExhibit> exhibits = engine::Catalogue::instance().exhibits();
    for (std::size_t i = 0; i < grids.size(); ++i) {
      const engine::Experiment experiment =
          engine::Catalogue::instance().experiments_named(grids[i].experiment).front();
      const engine::ReferenceResult now = result_of(grids[i], experiment, exhibits);
      if (now.interrupted) return false;
      reports_.push_back(grid_report(grids[i], accepted[i], now));
      if (update_) accept(folder_, grids[i], accepted[i], now);
    }
    return true;
  }

  bool sweep(const OwnGrid& own) {
    const engine::ReferenceResult now = result_of(own.grid, own.experiment, {});
    if (now.interrupted) return false;
    reports_.push_back(own_report(own, now));
    // What is missing because a program gave no answer is not accepted.
    if (update_ && !now.unanswered) accept(own, now);
    unanswered_ = unanswered_ || now.unanswered;
    return true;
  }

  [[nodiscard]] const std::vector<GridReport>& reports() const { return reports_; }
  [[nodiscard]] bool has_unanswered() const { return unanswered_; }

 private:
  engine::ReferenceResult result_of(const engine::ReferenceGrid& grid, const engine::Experiment& experiment,
                                    const std::vector<engine::CatalogueExhibit>& exhibits) {
    const fs::path file = temporary_.path() / fmt::format("{}.sqlite", reports_.size());
    return engine::run_reference(grid, experiment, exhibits, settings_, file);
  }

  fs::path folder_;
  bool update_;
  bool unanswered_ = false;
  engine::RunSettings settings_;
  TemporaryFolder temporary_;
  std::vector<GridReport> reports_;
};

// The sweep files among the words, each with its baseline.
std::vector<OwnGrid> chosen_sweeps(const Arguments& arguments) {
  const std::int64_t samples = arguments.whole("samples", 0, 1, 1'000'000);
  std::vector<OwnGrid> own;
  for (const std::string& word : arguments.words())
    if (sweeps::is_sweep_file(word)) own.push_back(own_grid(word, samples, arguments.has("update")));
  if (own.empty() && arguments.has("samples")) throw InputError("--samples belongs to the check of a FILE.ini");
  return own;
}

void print_check_interruption(bool update) {
  engine::print_error(
      fmt::format("apportion: interrupted{}\n", update ? "; the baselines of the grids before it are rewritten" : ""));
}

// The instances of the project that the baselines are of; whether their values came out again.
bool check_instances_beside(const fs::path& baselines) {
  const InstancesCheck check = check_instances((baselines / "../../instances").lexically_normal());
  print(check.text);
  return check.is_as_stored;
}

int run_check(const Arguments& arguments) {
  const std::vector<OwnGrid> own = chosen_sweeps(arguments);
  std::vector<std::string> experiments = arguments.words();
  std::erase_if(experiments, sweeps::is_sweep_file);
  const bool with_instances = std::erase(experiments, instances_word) > 0 || arguments.words().empty();
  const bool only_own = !arguments.words().empty() && experiments.empty();
  const std::vector<engine::ReferenceGrid> grids =
      only_own ? std::vector<engine::ReferenceGrid>{} : chosen_grids(experiments);
  const fs::path folder = only_own && !with_instances ? fs::path() : baselines_folder(arguments);
  const bool update = arguments.has("update");
  Check check(arguments, folder);
  const LastAct say_so([update] { print_check_interruption(update); });
  const bool stray = arguments.words().empty() && report_strays(folder, update);
  const auto is_done = [&check](const OwnGrid& each) { return check.sweep(each); };
  if (!check.reference_grids(grids) || !std::ranges::all_of(own, is_done)) {
    print_check_interruption(update);
    return interrupted;
  }
  if (!check.reports().empty()) print(check_text(check.reports()));
  const bool as_stored = !with_instances || check_instances_beside(folder);
  if (check.has_unanswered() && update)
    engine::print_error("apportion: programs gave no answer; the baselines of their sweeps are left as they were\n");
  if (update) return check.has_unanswered() || !as_stored ? failed : ok;
  const bool green =
      std::ranges::all_of(check.reports(), [](const GridReport& report) { return report.is_as_accepted(); });
  return green && !stray && as_stored ? ok : failed;
}

}  // namespace

Command check_command() {
  return {
      .name = "check",
      .summary = "compare reference grids, or a sweep of your own, with accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...|instances] [--update] [options]", "FILE.ini... [--update] [--samples N]"},
      .options =
          {{.name = "update", .summary = "accept the present numbers: print what changes and rewrite the baselines"},
           {.name = "baselines",
            .value = "DIR",
            .summary = fmt::format("the folder with accepted numbers of experiments (default: {})", default_baselines)},
           {.name = "samples",
            .value = "N",
            .summary = "of FILE.ini: samples per point (default: those of FILE.baseline.csv, else at most 20)"},
           {.name = "jobs,j", .value = "N", .summary = "threads (default: all cores); numbers do not depend on it"}},
      .complete =
          [](const TypedLine& line) {
            Candidates candidates = referenced_experiments(line);
            candidates.emplace_back(instances_word);
            return candidates;
          },
      .run = run_check};
}

}  // namespace apportion::cli
