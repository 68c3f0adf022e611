// Strict reading of the collection's index and of the files that it names.
#include "experiments/instances/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/files.hpp"
#include "experiments/instances/table.hpp"
#include "experiments/problems/common/unpacked_input.hpp"
#include "results/csv.hpp"
#include "results/database/digest.hpp"

namespace apportion::instances {
namespace {

using problems::FieldValues;
using problems::Json;
using problems::JsonReader;

namespace fs = std::filesystem;

const std::vector<std::string> index_columns = {
    "name",   "family",  "size",     "processors", "ratio",    "file",  "generator", "sha256", "metric", "value",
    "method", "options", "revision", "seed",       "solution", "bound", "bound_by",  "status", "date"};

std::size_t place_of(const std::string& column) {
  return static_cast<std::size_t>(std::ranges::find(index_columns, column) - index_columns.begin());
}

bool has_only(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

bool stays_inside(const fs::path& file) {
  return file.is_relative() && !file.empty() && std::ranges::find(file, fs::path("..")) == file.end();
}

void require_status(const TableRow& row, const Instance& instance) {
  if (instance.value <= 0) throw row.wrong("value", "above 0");
  if (instance.bound && is_better(instance.value, *instance.bound))
    throw row.wrong("bound", fmt::format("at most the value of {}, {}", instance.name, row.text("value")));
  if (row.text("status") != "open" && row.text("status") != "optimal") throw row.wrong("status", "optimal or open");
}

Instance instance_in(const TableRow& row) {
  Instance instance{.fields = row.fields(), .name = row.text("name"), .metric = row.text("metric"), .method = {}};
  // It is also the name of an algorithm, see Collection::solution().
  if (!has_only(instance.name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"))
    throw row.wrong("name", "of letters, digits, - and _");
  instance.family = problems::find_family(row.text("family"));
  if (instance.family == nullptr || instance.family->name != row.text("family"))
    throw row.wrong("family", "a kind of problem, as after `apportion solve`");
  for (const char* column : {"processors", "ratio"})
    if (row.optional_real(column).value_or(1) < 1) throw row.wrong(column, "at least 1, or empty");
  for (const char* file : {"file", "solution"})
    if (!stays_inside(row.text(file))) throw row.wrong(file, "the name of a file in this folder");
  constexpr std::size_t digits = 64;
  if (row.text("sha256").size() != digits || !has_only(row.text("sha256"), "0123456789abcdef"))
    throw row.wrong("sha256", "64 hexadecimal digits");
  if (instance.metric.empty()) throw row.wrong("metric", "a member of the answer");
  instance.value = row.real("value");
  instance.bound = row.optional_real("bound");
  if (instance.bound && *instance.bound <= 0) instance.bound.reset();  // values are above it anyway
  require_status(row, instance);
  instance.is_open = row.text("status") == "open";
  const std::string& options = row.text("options");
  instance.method = row.text("method") + (options.empty() ? "" : "[" + options + "]");
  if (!row.text("seed").empty()) instance.seed = row.whole("seed", 0);
  static_cast<void>(row.whole("revision", 1));
  return instance;
}

std::string unpacked(const fs::path& file) {
  problems::UnpackedInput input(file.string());
  std::string text;
  try {
    for (std::string_view piece = input.next(); !piece.empty(); piece = input.next()) text += piece;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} {}", file.string(), error.what()));
  }
  return text;
}

bool is_whole(double value) { return std::trunc(value) == value; }

}  // namespace

bool is_better(double less, double than) {
  constexpr double tolerance = 1e-9;
  return is_whole(less) && is_whole(than) ? less < than : less < than - tolerance * std::abs(than);
}

const std::string& Instance::field(const std::string& column) const { return fields.at(place_of(column)); }

std::string Instance::line_with(const std::vector<std::pair<std::string, std::string>>& changes) const {
  std::vector<std::string> changed = fields;
  for (const auto& [column, text] : changes) changed.at(place_of(column)) = text;
  return results::csv_line(changed);
}

Collection::Collection(fs::path folder) : folder_(std::move(folder)) {
  const Table table = Table::read(folder_ / "index.csv", index_columns);
  std::set<std::string> names;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow row = table.row(i);
    instances_.push_back(instance_in(row));
    if (!names.insert(instances_.back().name).second) throw row.wrong("name", "another one; it stands above as well");
  }
  if (instances_.empty()) throw InputError(table.file + " has no instances");
}

const Instance* Collection::find(const std::string& name) const {
  const auto found = std::ranges::find(instances_, name, &Instance::name);
  return found == instances_.end() ? nullptr : &*found;
}

fs::path Collection::problem_file(const Instance& instance) const {
  fs::path inside = folder_ / instance.field("file");
  if (instance.field("generator").empty() || fs::exists(inside)) return inside;
  return (folder_ / ".." / "results/out/instances" / instance.family->name / (instance.name + ".json"))
      .lexically_normal();
}

Json Collection::problem(const Instance& instance) const {
  const fs::path file = problem_file(instance);
  const std::string text = unpacked(file);
  if (const std::string found = results::sha256(text); found != instance.field("sha256"))
    throw InputError(fmt::format("{} is not the problem {}: its SHA-256 is {}, and {} in the index", file.string(),
                                 instance.name, found, instance.field("sha256")));
  return parsed_content(file.string(), text, problems::parse_json);
}

FieldValues Collection::question(const Instance& instance, Json problem, const std::string& algorithm,
                                 std::vector<OwnProgram> own) {
  problem["algorithm"] = algorithm;
  return {instance.family->fields(), std::move(problem), instance.family->place, std::move(own)};
}

fs::path Collection::solution_file(const Instance& instance) const { return folder_ / instance.field("solution"); }

FieldValues Collection::solution(const Instance& instance, Json problem) const {
  OwnProgram stored;
  stored.name = instance.name;
  stored.answer = unpacked(solution_file(instance));
  return question(instance, std::move(problem), instance.name, {std::move(stored)});
}

double Collection::value_in(const Instance& instance, const Json& problem, const Json& answer) {
  if (instance.family->shortcoming != nullptr) {
    const FieldValues asked(instance.family->fields(), problem, instance.family->place);
    const std::string lack = instance.family->shortcoming(asked, JsonReader(answer, "answer"));
    if (!lack.empty()) throw InputError("not as asked: " + lack);
  }
  return metric_in(answer, instance.metric);
}

void Collection::require_solution(const Instance& instance, const Json& problem) const {
  const std::string file = solution_file(instance).string();
  double value = 0;
  try {
    value = value_in(instance, problem, problems::parse_json(instance.family->solve(solution(instance, problem))));
  } catch (const UserError& error) {
    throw InputError(fmt::format("{} is no solution of {}: {}", file, instance.name, error.what()));
  }
  if (is_better(value, instance.value) || is_better(instance.value, value))
    throw InputError(fmt::format("{} is not the solution of {} that the index says: its {} is {}, not {}", file,
                                 instance.name, instance.metric, value, instance.field("value")));
}

std::string Collection::index_text(const std::map<std::string, std::string>& lines) const {
  std::string text = results::csv_line(index_columns) + "\n";
  for (const Instance& instance : instances_) {
    const auto found = lines.find(instance.name);
    text += (found == lines.end() ? instance.line_with({}) : found->second) + "\n";
  }
  return text;
}

double metric_in(const Json& answer, const std::string& metric) {
  if (!answer.contains(metric)) throw InputError(fmt::format("the answer has no '{}'", metric));
  return JsonReader(answer.at(metric), metric).number();
}

}  // namespace apportion::instances
