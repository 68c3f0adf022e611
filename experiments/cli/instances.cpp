// Updates and repairs of the collection's files under a lock, checks by solving again, and exhibits.
#include "experiments/cli/instances.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using instances::Collection;
using instances::Instance;
using instances::Method;
using instances::Score;
using results::ReportExhibit;

// A lock for changes to the collection: flock(2) on its folder, which the kernel releases. It is held as long as some
// solutions are checked.
class CollectionLock {
 public:
  explicit CollectionLock(const fs::path& collection)
      : folder_(::open(collection.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    bool is_held = folder_ >= 0 && ::flock(folder_, LOCK_EX | LOCK_NB) == 0;
    if (!is_held && folder_ >= 0 && errno == EWOULDBLOCK) {
      engine::print_error(fmt::format("apportion: another run changes {}; waiting for it\n", collection.string()));
      is_held = ::flock(folder_, LOCK_EX) == 0;
    }
    if (is_held) return;
    const int reason = errno;
    if (folder_ >= 0) ::close(folder_);
    throw output_error(collection.string(), reason);
  }
  ~CollectionLock() { ::close(folder_); }
  CollectionLock(const CollectionLock&) = delete;
  CollectionLock& operator=(const CollectionLock&) = delete;

 private:
  int folder_;
};

// Removes what killed FileReplacements left; under the lock no other process writes into the collection.
std::size_t remove_partial_files(const fs::path& collection) {
  std::vector<fs::path> partial;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(collection))
    if (entry.path().filename().string().starts_with('.') && entry.path().extension() == ".partial")
      partial.push_back(entry.path());
  for (const fs::path& file : partial) fs::remove(file);
  return partial.size();
}

void write_solution(const fs::path& file, const std::string& text) {
  std::error_code ignored;  // writing reports the error
  fs::create_directories(file.parent_path(), ignored);
  write_file(file, text);
}

void write_index(const Collection& collection) {
  write_file(collection.folder() / "index.csv", collection.index_text());
}

void require_value(const Instance& instance, const problems::Json& problem, const instances::Scored& scored) {
  double value = 0;
  try {
    value = Collection::computed_value(instance, problem, scored.answer);
  } catch (const UserError& error) {
    throw InputError("{}: the collection does not take what {} gives: {}", instance.name, scored.score.method,
                     error.what());
  }
  if (!instances::is_equal(value, *scored.score.value))
    throw InputError("{}: {} claims {}, but its answer has {}", instance.name, scored.score.method, *scored.score.value,
                     value);
}

// Where solutions are stored: in a collection as read under its lock, or in another folder.
struct Keeping {
  Collection collection;
  std::optional<fs::path> folder;
  std::string today;
};

// Stores the solution if it is better; returns a line about it.
std::string kept(const Keeping& keeping, const Instance& now, const Instance& better, const instances::Scored& scored) {
  const Score& score = scored.score;
  std::string text = fmt::format("{}: {} gives {}{}; best known: {}. ", now.name, score.method, *score.value,
                                 score.is_proven ? ", and proves it" : "", now.field("value"));
  if (instances::is_better(*score.value, now.value)) {
    const fs::path lines = keeping.collection.solutions_file(now.family->name);
    const fs::path file = keeping.folder ? *keeping.folder / now.family->name / (now.name + ".json") : lines;
    const std::string solution = instances::with_finding(scored.answer, instances::finding_of(score, keeping.today));
    write_solution(file, keeping.folder ? solution + "\n"
                                        : instances::with_member(instances::unpacked_file(lines),
                                                                 {now.name, "solution"}, solution));
    text += fmt::format("The solution is in {}. ", file.string());
  }
  return text + fmt::format("The index {}\n{}\n", keeping.folder ? "should have" : "now has", better.line());
}

// Stores a result and its line of the index; returns a line about it, "" if nothing changes.
std::string keep(Keeping& keeping, const instances::Scored& scored, bool is_behind) {
  Collection& collection = keeping.collection;
  const Instance* const stored = collection.find(scored.score.instance);
  if (stored == nullptr || (!is_behind && !instances::improved(*stored, scored.score, keeping.today))) return {};
  const problems::Json problem = collection.problem(*stored);
  const Instance now = collection.current(*stored, problem);
  const bool was_behind = now.fields != stored->fields;
  const std::optional<Instance> better = instances::improved(now, scored.score, keeping.today);
  if (better) require_value(now, problem, scored);
  std::string text = better ? kept(keeping, now, *better, scored) : "";
  if (keeping.folder || (!better && !was_behind)) return text;
  collection.replace(better ? *better : now);
  write_index(collection);
  return text;
}

// Recomputes an instance's line of the index from its solution; returns a line about it, "" if they agree.
std::string repaired(Collection& collection, const Instance& instance) {
  const double value = collection.stored_value(instance, collection.problem(instance));
  if (instances::is_equal(value, instance.value)) return {};
  const Instance now = instance.with_value(value, collection.stored_finding(instance));
  std::string text = fmt::format("{}: the index said {}; its solution, of {}, has {}\n", instance.name,
                                 instance.field("value"), now.method, now.field("value"));
  collection.replace(now);
  return text;
}

struct Sampled {
  const Instance* instance;
  Method method;
};

std::vector<Sampled> sample_of(const Collection& collection) {
  constexpr double most_seconds = .1;
  constexpr double most_in_all = 1.5;
  std::map<std::pair<std::string, std::string>, double> seconds;  // by instance and method
  for (const instances::Score& score : instances::read_scores(collection))
    if (score.value) seconds[{score.instance, score.method}] = score.seconds;
  std::vector<Sampled> sample;
  double sum = 0;
  for (const Instance& instance : collection.instances()) {
    const auto found = seconds.find({instance.name, instance.method});
    if (found == seconds.end() || found->second >= most_seconds || sum + found->second > most_in_all) continue;
    if (!collection.problem_text(instance)) continue;
    try {
      if (std::optional<Method> method = instances::method_of(*instance.family, instance.method))
        sample.push_back({&instance, std::move(*method)});
    } catch (const InputError&) {
      continue;  // this build lacks the method's library
    }
    sum += found->second;
  }
  return sample;
}

std::string difference_of(const Collection& collection, const Instance& instance, const Method& method) {
  problems::Json problem = collection.problem(instance);
  if (instance.seed) problem["seed"] = *instance.seed;
  const instances::Score score = instances::scored(instance, problem, method).score;
  if (score.value && instances::is_equal(*score.value, instance.value)) return {};
  return fmt::format("instance {}: {} (revision {}, {} in the index) gives {}, not {}\n", instance.name, method.name,
                     method.revision, instance.field("revision"),
                     score.value ? fmt::format("{}", *score.value) : score.refusal, instance.field("value"));
}

// Keeps the page readable; larger drawings are left to `apportion draw`.
constexpr std::size_t most_drawing_bytes = 150'000;
constexpr std::size_t most_problem_bytes = 2'000'000;

// "" if the family has no such drawing, the problem is missing or the drawing is too large.
std::string best_drawing(const Collection& collection, const Instance& instance) {
  if (instance.family->draw == nullptr) return {};
  const std::optional<std::string> problem = collection.problem_text(instance);
  if (!problem || problem->size() > most_problem_bytes) return {};
  const problems::FieldValues solution = collection.solution(instance, collection.problem(instance));
  try {
    std::string svg = instance.family->draw(solution, "svg");
    return svg.size() > most_drawing_bytes ? "" : svg;
  } catch (const UserError&) {
    return {};  // such as a grid of three dimensions
  }
}

ReportExhibit exhibit_of(const std::string& name, const std::string& title, results::Rows rows) {
  ReportExhibit entry{.exhibit = {.name = "instances/" + name, .title = title}, .rows = std::move(rows)};
  entry.origin = "from the index and the scores in instances/, not from the database";
  return entry;
}

ReportExhibit family_exhibit(const Collection& collection, const std::string& family) {
  const std::vector<const Instance*> all = instances::open_first(collection, family);
  ReportExhibit entry =
      exhibit_of(family, fmt::format("Instances of {}, the open ones first", family), instances::instance_rows(all));
  for (const Instance* instance : all) {
    if (!instance->is_open) continue;
    if (std::string svg = best_drawing(collection, *instance); !svg.empty())
      entry.drawings.push_back({std::move(svg), {}});
  }
  return entry;
}

ReportExhibit profile_exhibit(const std::string& family, results::Rows rows) {
  ReportExhibit entry = exhibit_of(
      family + "-profiles", fmt::format("Performance profiles on {}: instances within a distance of the best", family),
      std::move(rows));
  entry.exhibit.layout = {.row = "method", .column = "within", .values = {{"share", "instances, %", 1}}};
  entry.exhibit.charts = {{.name = "profiles",
                           .x = {.column = "within", .title = "distance from the best known value"},
                           .y = {.title = "instances, %"},
                           .values = {{"share", "instances, %"}},
                           .series = "method"}};
  entry.exhibit.note = "The ten methods whose curves enclose most; what a method refuses is at no distance.";
  return entry;
}

}  // namespace

CollectionReport kept_improvements(const fs::path& collection, const std::vector<instances::Scored>& scored,
                                   const std::vector<std::string>& behind, const std::optional<fs::path>& folder) {
  std::optional<CollectionLock> lock;
  if (!folder) lock.emplace(collection);
  Keeping keeping{Collection(collection), folder,
                  fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()))};
  if (!folder) {
    keeping.collection.require_whole();
    static_cast<void>(remove_partial_files(collection));
  }
  CollectionReport improvements;
  for (const instances::Scored& each : scored) {
    const bool is_behind = contains(behind, each.score.instance);
    try {
      improvements.text += keep(keeping, each, is_behind);
    } catch (const InputError& error) {
      improvements.is_sound = false;
      improvements.text += fmt::format("{}\n", error.what());
    }
  }
  return improvements;
}

void save_scores(const fs::path& collection, const std::vector<instances::Scored>& scored) {
  const CollectionLock lock(collection);
  const Collection now(collection);
  now.require_whole();
  std::vector<Score> all = instances::read_scores(now);
  for (const instances::Scored& each : scored)
    if (each.is_kept && now.find(each.score.instance) != nullptr) all.push_back(each.score);
  write_file(collection / "scores.csv", instances::scores_text(now, all));
}

CollectionReport repaired_index(const fs::path& folder) {
  const CollectionLock lock(folder);
  Collection collection(folder);
  collection.require_whole();
  const std::vector<Instance> before = collection.instances();
  CollectionReport repair;
  std::int64_t changed = 0;
  std::int64_t missing = 0;
  for (const Instance& instance : before) {
    if (!instance.field("generator").empty() && !collection.problem_text(instance)) {
      ++missing;
      continue;
    }
    try {
      const std::string text = repaired(collection, instance);
      changed += text.empty() ? 0 : 1;
      repair.text += text;
    } catch (const UserError& error) {
      repair.is_sound = false;
      repair.text += fmt::format("{}; its line stays; put the right file back\n", error.what());
    }
  }
  const std::size_t partial = remove_partial_files(folder);
  if (changed > 0) write_index(collection);
  if (partial > 0) repair.text += fmt::format("{} removed\n", counted(partial, "partial file"));
  repair.text += fmt::format("{} of {} changed{}{}\n", changed, counted(before.size(), "line"),
                             missing > 0 ? fmt::format("; {} not checked, whose problems scripts/generate-instances "
                                                       "makes",
                                                       missing)
                                         : "",
                             repair.is_sound ? "" : "; not all solutions are sound");
  return repair;
}

CollectionReport check_instances(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / "index.csv")) return {};
  const Collection collection(folder);
  const std::vector<Sampled> sample = sample_of(collection);
  CollectionReport check;
  for (const Sampled& each : sample) check.text += difference_of(collection, *each.instance, each.method);
  check.is_sound = check.text.empty();
  check.text +=
      fmt::format("{} of {} solved again: {}\n", sample.size(), counted(collection.instances().size(), "instance"),
                  check.is_sound ? "all as stored" : "not all as stored");
  return check;
}

results::ReportPaper instances_paper(const std::filesystem::path& folder) {
  results::ReportPaper paper{"instances", "Instances and their best known values"};
  if (!std::filesystem::exists(folder / "index.csv")) return paper;
  const Collection collection(folder);
  const std::vector<Score> scores = instances::read_scores(collection);
  paper.exhibits.push_back(
      exhibit_of("gaps", "What is proven and what is open, by family", instances::gap_rows(collection)));
  for (const std::string& family : instances::families_in(collection)) {
    paper.exhibits.push_back(family_exhibit(collection, family));
    results::Rows profiles = instances::profile_rows(collection, scores, family);
    if (!profiles.rows.empty()) paper.exhibits.push_back(profile_exhibit(family, std::move(profiles)));
  }
  if (!scores.empty())
    paper.exhibits.push_back(
        exhibit_of("methods", "All methods that were scored", instances::method_rows(collection, scores)));
  return paper;
}

}  // namespace apportion::cli
