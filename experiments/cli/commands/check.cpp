// apportion check: the reference grids against their accepted numbers.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/cli/check_report.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/interruption.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_baselines = "results/baselines";

// A folder of its own that goes when this does; a killed program leaves it where temporary files are.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "apportion-check-XXXXXX").string();
    if (error) throw OutputError(fmt::format("no folder for temporary files: {}; set TMPDIR to one", error.message()));
    if (::mkdtemp(name.data()) == nullptr)
      throw OutputError(fmt::format("{} cannot be made: {}", name, std::generic_category().message(errno)));
    path_ = name;
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
};

fs::path baselines_folder(const Arguments& arguments) {
  fs::path folder = arguments.text("baselines", default_baselines);
  if (!fs::is_directory(folder))
    throw InputError(fmt::format(
        "there is no folder {} with accepted numbers; go to the project's folder, or name one by --baselines DIR",
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
    print(fmt::format("lost: {} belongs to no reference grid{}\n", file.string(), update ? "; removed" : ""));
    if (update) fs::remove(file);
  }
  return !files.empty();
}

int run(const Arguments& arguments) {
  const fs::path folder = baselines_folder(arguments);
  const std::vector<engine::ReferenceGrid> grids = chosen_grids(arguments.words());
  const bool update = arguments.has("update");
  engine::RunSettings settings;
  settings.threads = static_cast<int>(arguments.whole("jobs", 0, 1, 1024));
  settings.progress = engine::ProgressStyle::silent;
  settings.stop = &watch_for_interruption();

  // Before anything is run: a file that cannot be read would stop the check half-way.
  std::vector<AcceptedGrid> accepted;
  for (const engine::ReferenceGrid& grid : grids) accepted.push_back(accepted_grid(folder, grid));
  const TemporaryFolder temporary;
  const std::vector<engine::CatalogueExhibit> exhibits = engine::Catalogue::instance().exhibits();
  std::vector<GridReport> reports;
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const engine::Experiment experiment = engine::Catalogue::instance().experiments_named(grids[i].experiment).front();
    const engine::ReferenceResult now =
        engine::run_reference(grids[i], experiment, exhibits, settings, temporary.path() / (grids[i].name + ".sqlite"));
    if (now.interrupted) {
      engine::print_error(
          fmt::format("apportion: interrupted{}\n", update ? "; baselines of the grids before are rewritten" : ""));
      return interrupted;
    }
    reports.push_back(grid_report(grids[i], accepted[i], now));
    if (update) accept(folder, grids[i], accepted[i], now);
  }
  const bool stray = arguments.words().empty() && report_strays(folder, update);
  print(check_text(reports));
  if (update) return ok;
  const bool green = std::ranges::all_of(reports, [](const GridReport& report) { return report.is_as_accepted(); });
  return green && !stray ? ok : failed;
}

}  // namespace

Command check_command() {
  return {
      .name = "check",
      .summary = "compare the reference grids with their accepted numbers and verdicts",
      .usage = {"[EXPERIMENT...] [--update] [options]"},
      .options = {{.name = "update", .summary = "accept what there is now: print what changes, rewrite the baselines"},
                  {.name = "baselines",
                   .value = "DIR",
                   .summary = fmt::format("the folder with accepted numbers (default: {})", default_baselines)},
                  {.name = "jobs,j",
                   .value = "N",
                   .summary = "threads (default: all cores); numbers do not depend on it"}},
      .run = run};
}

}  // namespace apportion::cli
