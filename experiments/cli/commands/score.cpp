// apportion score: solves the collection's instances by a method, and compares all methods scored before.
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/ending.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/instances/collection.hpp"
#include "experiments/problems/common/watched_search.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/database/digest.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

namespace fs = std::filesystem;
using instances::Collection;
using instances::Instance;
using instances::Method;
using instances::Score;

constexpr const char* default_folder = "instances";

using Families = std::vector<const problems::ProblemFamily*>;
using Instances = std::vector<const Instance*>;

std::vector<std::string> wanted_instances(const Arguments& arguments, const Collection& collection) {
  std::vector<std::string> known = collected(collection.instances(), &Instance::name);
  std::vector<std::string> wanted;
  for (const std::string& text : arguments.texts("instance"))
    for (const std::string& name : split(text, ',')) {
      if (collection.find(name) == nullptr) throw unknown_name("instance", name, known);
      if (!contains(wanted, name)) wanted.push_back(name);
    }
  if (!arguments.has("solution")) return wanted;
  const std::string file = arguments.text("solution");
  const std::string name = fs::path(file).filename().string();
  if (const std::string stem = name.substr(0, name.find('.')); wanted.empty() && collection.find(stem) != nullptr)
    wanted.push_back(stem);
  if (wanted.size() != 1) throw InputError("--solution needs --instance NAME: which problem does {} solve?", file);
  return wanted;
}

Families families_of(const Instances& some) {
  Families all;
  for (const problems::ProblemFamily& family : problems::families())
    if (contains(some, &family, &Instance::family)) all.push_back(&family);
  return all;
}

// "" if neither an option nor a file determines the family.
std::string family_asked(const Arguments& arguments) {
  if (arguments.has("family") || !arguments.has("external")) return arguments.text("family");
  const sweeps::IniFile ini = sweeps::read_ini(arguments.text("external"));
  return sweeps::Section{ini, ini.head}.text("family");
}

Instances instances_asked(const Arguments& arguments, const Collection& collection) {
  const std::vector<std::string> wanted = wanted_instances(arguments, collection);
  const std::string family = family_asked(arguments);
  if (!family.empty()) static_cast<void>(sweeps::one_of("family", family, instances::families_in(collection)));
  if (wanted.empty() && family.empty() && arguments.has("external"))
    throw InputError("--external needs --family F or --instance NAME, which choose the problems");
  Instances asked;
  for (const Instance& instance : collection.instances()) {
    if (!wanted.empty() && !contains(wanted, instance.name)) continue;
    if (family.empty() || instance.family->name == family)
      asked.push_back(&instance);
    else if (!wanted.empty())
      throw InputError("{} is an instance of {}, not of {}", instance.name, instance.family->name, family);
  }
  return asked;
}

InputError no_method(const std::string& name, const Collection& collection, const Families& asked) {
  Families others;
  for (const std::string& family : instances::families_in(collection)) others.push_back(problems::find_family(family));
  // Families without instances, some of which share algorithms, come last.
  for (const problems::ProblemFamily& family : problems::families()) others.push_back(&family);
  for (const problems::ProblemFamily* other : others)
    if (!contains(asked, other) && instances::method_of(*other, name))
      return InputError("{0} is an algorithm for {1}, not for {2}; `apportion list algorithms` lists all", name,
                        other->name, fmt::join(collected(asked, &problems::ProblemFamily::name), ", "));
  std::vector<std::string> names;
  for (const problems::ProblemFamily* family : asked)
    std::ranges::copy(instances::method_names(*family), std::back_inserter(names));
  return unknown_name("algorithm", split_bracketed(name).name, names);
}

// The programs of --external, or the answer of --solution in the form of one.
std::vector<OwnProgram> own_methods(const Arguments& arguments) {
  if (arguments.has("external") && arguments.has("solution"))
    throw InputError("--external and --solution exclude each other: a program gives its own answers");
  if (arguments.has("external")) return sweeps::own_programs_in(arguments.text("external"));
  if (!arguments.has("solution")) return {};
  OwnProgram given;
  given.name = arguments.words().empty() ? "given" : arguments.words().front();
  const std::string file = arguments.text("solution");
  given.answer = instances::without_finding(parsed_content(
      file, instances::unpacked_file(file), [](const std::string& text) { return problems::parse_json(text).dump(); }));
  return {std::move(given)};
}

std::optional<double> seconds_asked(const Arguments& arguments) {
  static const std::vector<problems::Field> fields = {problems::seconds_field("")};
  if (!arguments.has("seconds")) return std::nullopt;
  if (arguments.has("save"))
    throw InputError("--save and --seconds exclude each other: scores are kept that can be found again");
  return problems::seconds_in({fields, arguments});
}

std::vector<Method> methods_asked(const Arguments& arguments, const Collection& collection, const Instances& asked) {
  const std::vector<OwnProgram> own = own_methods(arguments);
  if (arguments.words().empty() && own.size() != 1)
    throw InputError("name a method, such as BEST; `apportion list algorithms` lists all");
  const std::string name = arguments.words().empty() ? own.front().name : arguments.words().front();
  const Families families = families_of(asked);
  const bool is_named = arguments.has("instance") || arguments.has("solution");
  const std::optional<double> seconds = seconds_asked(arguments);
  std::vector<Method> methods;
  for (const problems::ProblemFamily* family : families) {
    std::optional<Method> method;
    if (!seconds || contains(family->fields(), "seconds", &problems::Field::name))
      method = instances::method_of(*family, name, own);
    if (method) {
      method->seconds = seconds;
      methods.push_back(std::move(*method));
    }
    if (!method && is_named) throw no_method(name, collection, {family});
  }
  return methods.empty() ? throw no_method(name, collection, families) : methods;
}

struct Task {
  const Instance* instance;
  const Method* method;
};

// Omits instances whose files are made by a script and do not exist.
std::vector<Task> tasks_of(const Collection& collection, const Instances& asked, const std::vector<Method>& methods) {
  std::vector<Task> tasks;
  std::vector<std::string> missing;
  for (const Instance* instance : asked) {
    const auto method = std::ranges::find(methods, instance->family, &Method::family);
    if (method == methods.end()) continue;
    if (instance->field("generator").empty() || collection.problem_text(*instance))
      tasks.push_back({instance, &*method});
    else
      missing.push_back(collection.generated_file(*instance).string());
  }
  if (!missing.empty())
    engine::print_error(fmt::format("apportion: {} left out, such as {}; scripts/generate-instances makes the files\n",
                                    counted(missing.size(), "instance"), missing.front()));
  return tasks;
}

// Updates and repairs of the collection's files under a lock.

// A report of changes to the collection.
struct CollectionReport {
  std::string text = {};  // a line for each change or error, and more; "" if there is nothing to report
  bool is_sound = true;   // whether nothing was refused or wrong
};

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
    std::error_code ignored;  // writing reports the error
    fs::create_directories(file.parent_path(), ignored);
    write_file(file, keeping.folder
                         ? solution + "\n"
                         : instances::with_member(instances::unpacked_file(lines), {now.name, "solution"}, solution));
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

// Makes the index agree with the stored solutions, and removes partial files of killed updates. An invalid solution is
// left alone, and so is its line.
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

class Scoring {
 public:
  Scoring(const Arguments& arguments, Collection& collection, std::vector<Task> tasks)
      : arguments_(arguments),
        collection_(collection),
        tasks_(std::move(tasks)),
        done_(tasks_.size()),
        before_(instances::read_scores(collection)) {}

  void run(unsigned threads) {
    const LastAct keep([this] { say_what_is_kept(); });
    const std::atomic<bool> never = false;
    std::future<void> all = std::async(std::launch::async, [&] {
      const StoppableWork quiet(&never);  // searches within it neither show nor print anything
      run_side_by_side(tasks_.size(), threads, [&](std::size_t i) { solve(i); });
    });
    constexpr std::chrono::milliseconds between_looks{20};
    engine::LiveLine line{std::chrono::seconds{60}};
    while (all.wait_for(between_looks) != std::future_status::ready)
      if (line.is_due()) line.print(progress());
    line.end(progress());
    all.get();
  }

  int report(results::Format format) {
    // Saved first: the reader of the tables may close the pipe.
    save();
    const CollectionReport improved = improvements();
    std::vector<Score> scores;
    for (instances::Scored& each : finished()) scores.push_back(std::move(each.score));
    const auto table = [&](const std::string& name, const std::string& title, const results::Rows& rows) {
      const results::Exhibit exhibit{.name = "score/" + name, .title = title};
      return results::render(exhibit, rows, {format, {}, terminal_width()});
    };
    const results::Rows rows = instances::score_rows(collection_, scores);
    const std::string title = fmt::format("{} on {}", tasks_.front().method->name, counted(tasks_.size(), "instance"));
    const std::string instances = table("instances", title, rows);
    const std::string methods =
        table("methods", "All methods scored on these instances", instances::method_rows(collection_, beside(scores)));
    // CSV cannot hold two tables.
    const bool is_csv = format == results::Format::csv;
    const bool is_json = format == results::Format::json;
    print_data(instances + (is_csv ? "" : is_json ? methods : "\n" + methods));
    const std::string ending = fmt::format("{}digest of the values: {}\n", improved.text, digest(rows));
    if (is_csv || is_json)
      engine::print_error(ending);
    else
      print("\n" + ending);
    if (std::ranges::none_of(scores, [](const Score& score) { return score.value.has_value(); })) {
      engine::print_error(fmt::format("apportion: {} solved none of {}; the first refusal: {}\n",
                                      tasks_.front().method->name, counted(tasks_.size(), "instance"),
                                      scores.front().refusal));
      return failed;
    }
    return improved.is_sound ? ok : failed;
  }

 private:
  void solve(std::size_t i) {
    const auto& [instance, method] = tasks_[i];
    const problems::Json problem = collection_.problem(*instance);
    // The entry in the index may be older than the solution. No other task has this instance.
    if (Instance now = collection_.current(*instance, problem); now.fields != instance->fields) {
      const std::scoped_lock lock(mutex_);
      behind_.push_back(instance->name);
      collection_.replace(std::move(now));
    }
    instances::Scored scored = instances::scored(*instance, problem, *method);
    const std::scoped_lock lock(mutex_);
    done_[i] = std::move(scored);
  }

  std::string progress() {
    const std::scoped_lock lock(mutex_);
    const auto count = std::ranges::count_if(done_, [](const auto& each) { return each.has_value(); });
    return fmt::format("{} of {} solved", count, tasks_.size());
  }

  std::vector<instances::Scored> finished() const {
    const std::scoped_lock lock(mutex_);
    std::vector<instances::Scored> all;
    for (const auto& each : done_)
      if (each) all.push_back(*each);
    return all;
  }

  // Earlier scores on the same instances, and the new ones in place of the method's former scores.
  std::vector<Score> beside(std::vector<Score> scores) const {
    const std::vector<Score> now = scores;
    for (const Score& before : before_) {
      const auto is_of_instance = [&before](const Score& each) { return each.instance == before.instance; };
      const auto is_same = [&](const Score& each) { return is_of_instance(each) && each.method == before.method; };
      if (std::ranges::any_of(now, is_of_instance) && std::ranges::none_of(now, is_same)) scores.push_back(before);
    }
    return scores;
  }

  static std::string digest(results::Rows rows) {
    const std::size_t time = results::column_index(rows, "time, s", "scores");
    for (std::vector<results::Value>& row : rows.rows) row[time] = {};
    return results::sha256(results::render({}, rows, {.format = results::Format::csv}));
  }

  // Stores each better solution that the collection accepts, under its name there: in FOLDER/FAMILY, or with --update
  // in the collection, with its index. Solutions are first recomputed and compared with the ones stored by then, since
  // other updates may run at the same time. Instances in `behind_` get the line of the index that a killed update left
  // out. A result is refused where, for example, its value is below a bound of the index.
  CollectionReport improvements() const {
    std::optional<CollectionLock> lock;
    if (arguments_.has("update")) lock.emplace(collection_.folder());
    Keeping keeping{Collection(collection_.folder()), std::nullopt,
                    fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()))};
    if (!lock) {
      keeping.folder = arguments_.text("output", default_solutions);
    } else {
      keeping.collection.require_whole();
      static_cast<void>(remove_partial_files(collection_.folder()));
    }
    CollectionReport stored;
    for (const instances::Scored& each : finished()) {
      try {
        stored.text += keep(keeping, each, contains(behind_, each.score.instance));
      } catch (const InputError& error) {
        stored.is_sound = false;
        stored.text += fmt::format("{}\n", error.what());
      }
    }
    return stored;
  }

  // Appends the scores to scores.csv, safely with concurrent updates.
  void save() const {
    if (!arguments_.has("save")) return;
    const CollectionLock lock(collection_.folder());
    const Collection now(collection_.folder());
    now.require_whole();
    std::vector<Score> all = instances::read_scores(now);
    for (instances::Scored& each : finished())
      if (each.is_kept && now.find(each.score.instance) != nullptr) all.push_back(std::move(each.score));
    write_file(collection_.folder() / "scores.csv", instances::scores_text(now, all));
  }

  // Does not wait for unfinished solves.
  void say_what_is_kept() {
    try {
      save();
      engine::print_error(fmt::format("{}apportion: interrupted; {}{}\n", improvements().text, progress(),
                                      arguments_.has("save") ? " and saved" : ", and nothing saved without --save"));
    } catch (const UserError& error) {
      engine::print_error(fmt::format("apportion: interrupted; {}\n", error.what()));
    }
  }

  static constexpr const char* default_solutions = "results/out/instances/solutions";

  const Arguments& arguments_;
  Collection& collection_;
  std::vector<Task> tasks_;
  mutable std::mutex mutex_;
  std::vector<std::optional<instances::Scored>> done_;
  std::vector<std::string> behind_;  // instances with a better solution than in the index
  std::vector<Score> before_;
};

int repair(const Arguments& arguments) {
  for (const char* other : {"family", "instance", "external", "solution", "seconds", "save", "update", "output"})
    if (arguments.has(other)) throw InputError("--repair solves nothing; it does not go with --{}", other);
  arguments.require_words_at_most(0);
  const CollectionReport repair = repaired_index(arguments.text("instances", default_folder));
  print(repair.text);
  return repair.is_sound ? ok : failed;
}

int run_score(const Arguments& arguments) {
  if (arguments.has("repair")) return repair(arguments);
  const results::Format format = results::format_named(arguments.text("format", "text"));
  if (arguments.has("update") && arguments.has("output"))
    throw InputError("-o and --update exclude each other: --update writes into the collection");
  arguments.require_words_at_most(1);
  Collection collection(arguments.text("instances", default_folder));
  const Instances asked = instances_asked(arguments, collection);
  const std::vector<Method> methods = methods_asked(arguments, collection, asked);
  std::vector<Task> tasks = tasks_of(collection, asked, methods);
  if (tasks.empty()) throw InputError("no instance is left to score");
  const auto cores = std::max<std::int64_t>(1, std::thread::hardware_concurrency());
  Scoring scoring(arguments, collection, std::move(tasks));
  scoring.run(static_cast<unsigned>(arguments.whole("jobs", cores, 1, 1024)));
  return scoring.report(format);
}

}  // namespace

Command score_command() {
  return {.name = "score",
          .summary = "solve the collected instances by a method, and compare with the best known values",
          .usage = {"METHOD [--family F] [--instance NAME,...] [options]",
                    "[METHOD] --external FILE.ini [--family F] [--instance NAME,...] [options]",
                    "[NAME] --solution FILE [--instance NAME] [options]", "--repair [--instances DIR]"},
          .options =
              {{"family",
                "F",
                "only instances of this family (default: that of FILE.ini, else all that have the method)",
                {"@families"}},
               {"instance", "NAME,...", "only these instances", {}, /*repeatable=*/true},
               {"external", "FILE.ini",
                "the file whose sections [algorithm.NAME] declare programs as algorithms of your own"},
               {"solution", "FILE",
                "an answer, as `apportion solve` prints it, that is scored instead of a method's, under NAME (default: "
                "given)"},
               {"instances", "DIR", "the folder with index.csv and scores.csv (default: instances)"},
               {"format", "NAME", "text (the default), markdown, latex, html, json, or csv, which has no summary",
                results::format_names()},
               {"seconds", "S",
                "continue the search for this many seconds on each instance; values then depend on the machine"},
               {"save", "", "keep the scores in scores.csv, also those made before an interruption"},
               {"update", "", "put better solutions and proofs into the collection and its index"},
               {"repair", "", "write the index anew from the stored solutions, such as after a crash"},
               {"output,o", "DIR", "write better solutions here instead (default: results/out/instances/solutions)"},
               {"jobs,j", "N", "threads (default: all cores); values do not depend on it"}},
          .complete = {"@algorithms"},
          .run = run_score};
}

}  // namespace apportion::cli
