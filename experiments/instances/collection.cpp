// Strict reading of the collection's tables, of its index and of the files that it names.
#include "experiments/instances/collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/unpacked_input.hpp"
#include "results/database/digest.hpp"

namespace apportion::instances {

// --- Tables

const std::string& TableRow::text(const std::string& column) const {
  return fields_.at(static_cast<std::size_t>(std::ranges::find(*columns_, column) - columns_->begin()));
}

double TableRow::real(const std::string& column) const {
  const std::optional<double> value = optional_real(column);
  return value ? *value : throw wrong(column, "a number");
}

std::optional<double> TableRow::optional_real(const std::string& column) const {
  if (text(column).empty()) return std::nullopt;
  const std::optional<double> value = parse_real(text(column));
  if (!value || !std::isfinite(*value)) throw wrong(column, "a number");
  return value;
}

std::int64_t TableRow::whole(const std::string& column, std::int64_t least) const {
  const std::optional<std::int64_t> value = parse_whole(text(column));
  if (!value || *value < least) throw wrong(column, fmt::format("a whole number from {} on", least));
  return *value;
}

InputError TableRow::wrong(const std::string& column, const std::string& wanted) const {
  return InputError(fmt::format("{}, column {}: '{}' is wrong; it must be {}", place_, column, text(column), wanted));
}

std::vector<TableRow> TableRow::read(const std::filesystem::path& file, const std::vector<std::string>& columns) {
  std::vector<TableRow> rows;
  const std::string content = read_input(file.string());
  TextLines lines(content);
  while (lines.next()) {
    const std::string place = fmt::format("{}, line {}", file.string(), lines.number());
    read_from(place, [&] {
      std::vector<std::string> fields = csv_fields(lines.line());
      if (lines.number() == 1 && fields != columns)
        throw InputError(fmt::format("the columns must be {}", fmt::join(columns, ",")));
      if (fields.size() != columns.size())
        throw InputError(fmt::format("{} of the {} columns; {}", counted(fields.size(), "field"), columns.size(),
                                     fields.size() < columns.size()
                                         ? fmt::format("{} is missing", columns[fields.size()])
                                         : "nothing may follow " + columns.back()));
      if (lines.number() > 1) rows.push_back({place, columns, std::move(fields)});
    });
  }
  if (lines.number() == 0)
    throw InputError(fmt::format("{} is empty; its first line must be {}", file.string(), fmt::join(columns, ",")));
  return rows;
}

namespace {

// --- The collection

using problems::FieldValues;
using problems::Json;
using problems::JsonReader;

namespace fs = std::filesystem;

const std::vector<std::string> index_columns = {"name",   "family", "size",     "processors", "ratio",   "generator",
                                                "sha256", "metric", "value",    "method",     "options", "revision",
                                                "seed",   "bound",  "bound_by", "status",     "date"};

std::size_t place_of(const std::string& column) {
  return static_cast<std::size_t>(std::ranges::find(index_columns, column) - index_columns.begin());
}

bool has_only(std::string_view text, std::string_view allowed) {
  return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
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

bool is_whole(double value) { return std::trunc(value) == value; }

using Changes = std::vector<std::pair<std::string, std::string>>;

void change(Instance& instance, const Changes& changes) {
  for (const auto& [column, text] : changes) instance.fields.at(place_of(column)) = text;
}

void set_proof(Instance& instance, const std::string& by) {
  instance.bound = instance.value;
  change(instance, {{"bound", instance.field("value")}, {"bound_by", by}});
}

void set_status(Instance& instance) {
  instance.is_open = !instance.bound || is_better(*instance.bound, instance.value);
  change(instance, {{"status", instance.is_open ? "open" : "optimal"}});
}

// Answers of `solve` may give a processor several rectangles, and be shorter for that.
void require_one_rectangle_each(const Json& problem, const Json& answer) {
  const Json& boxes = answer.at("rectangles");
  std::vector<std::int64_t> owners;
  for (const Json& box : boxes) owners.push_back(box.at("processor").get<std::int64_t>());
  std::ranges::sort(owners);
  const auto twice = std::ranges::adjacent_find(owners);
  if (twice != owners.end())
    throw InputError(fmt::format("the part of processor {} is not one rectangle; each is in this collection", *twice));
  const std::size_t parts = problem.contains("weights") ? problem.at("weights").size() : owners.size();
  if (owners.size() != parts) throw InputError(fmt::format("{} rectangles for {} processors", owners.size(), parts));
}

}  // namespace

bool is_better(double less, double than) {
  constexpr double tolerance = 1e-9;
  return is_whole(less) && is_whole(than) ? less < than : less < than - tolerance * std::abs(than);
}

bool is_equal(double one, double other) { return !is_better(one, other) && !is_better(other, one); }

const std::string& Instance::field(const std::string& column) const { return fields.at(place_of(column)); }

std::string Instance::line() const { return csv_line(fields); }

Instance Instance::with_value(double best, const Finding& finding) const {
  if (!(best > 0)) throw InputError(fmt::format("{}: a {} of {}; values are above 0", name, metric, best));
  if (bound && is_better(best, *bound))
    throw InputError(fmt::format("{}: {} gives {}, which is below the proven bound {} of the index", name,
                                 finding.method, best, field("bound")));
  Instance changed = *this;
  changed.value = best;
  changed.method = finding.method;
  changed.seed = finding.seed;
  const BracketedName parts = split_bracketed(finding.method);
  change(changed, {{"value", fmt::format("{}", best)},
                   {"method", parts.name},
                   {"options", parts.options},
                   {"revision", std::to_string(finding.revision)},
                   {"seed", finding.seed ? std::to_string(*finding.seed) : ""},
                   {"date", finding.date}});
  if (finding.is_proven) set_proof(changed, finding.method);
  set_status(changed);
  return changed;
}

Instance Instance::with_proof(const std::string& by, const std::string& date) const {
  Instance changed = *this;
  set_proof(changed, by);
  set_status(changed);
  change(changed, {{"date", date}});
  return changed;
}

Collection::Collection(fs::path folder) : folder_(std::move(folder)) {
  if (!fs::exists(folder_ / "index.csv"))
    throw InputError(
        fmt::format("{} is missing; --instances DIR names the folder of the collection, "
                    "which is instances/ in the project's own folder",
                    (folder_ / "index.csv").string()));
  std::set<std::string> names;
  for (const TableRow& row : TableRow::read(folder_ / "index.csv", index_columns)) {
    const std::string& family = row.text("family");
    // A family that is misspelled has no solutions either.
    if (problems::find_family(family) == nullptr && fs::exists(solutions_file(family))) {
      left_out_ = family;
      continue;
    }
    instances_.push_back(instance_in(row));
    if (!names.insert(instances_.back().name).second) throw row.wrong("name", "another one; it stands above as well");
  }
  if (instances_.empty()) throw InputError((folder_ / "index.csv").string() + " has no instances");
}

void Collection::require_whole() const {
  if (left_out_.empty()) return;
  throw InputError(fmt::format(
      "the collection has {}, which this program is built without, and writing it would lose them", left_out_));
}

const Instance* Collection::find(const std::string& name) const {
  const auto found = std::ranges::find(instances_, name, &Instance::name);
  return found == instances_.end() ? nullptr : &*found;
}

void Collection::replace(Instance instance) {
  *std::ranges::find(instances_, instance.name, &Instance::name) = std::move(instance);
}

fs::path Collection::generated_file(const Instance& instance) const {
  return (folder_ / ".." / "results/out/instances" / instance.family->name / (instance.name + ".json"))
      .lexically_normal();
}

fs::path Collection::problems_file(const std::string& family) const {
  const fs::path plain = folder_ / "problems" / (family + ".jsonl");
  const fs::path packed = plain.string() + ".gz";
  return fs::exists(packed) ? packed : plain;
}

const std::string& Collection::problem_lines(const std::string& family) const {
  const std::scoped_lock lock(problem_lines_->mutex);
  const auto [found, is_new] = problem_lines_->of_family.try_emplace(family);
  if (is_new) found->second = unpacked_file(problems_file(family));
  return found->second;
}

std::optional<std::string> Collection::problem_text(const Instance& instance) const {
  const std::string& lines = problem_lines(instance.family->name);
  std::optional<std::string> text = read_from(problems_file(instance.family->name).string(), [&] {
    return member_in(lines, {instance.name, "problem"});
  });
  if (!text && !instance.field("generator").empty() && fs::exists(generated_file(instance))) {
    text = unpacked_file(generated_file(instance));
    if (text->ends_with('\n')) text->pop_back();
  }
  return text;
}

Json Collection::problem(const Instance& instance) const {
  const std::string place = fmt::format("{}, {}", problems_file(instance.family->name).string(), instance.name);
  const std::optional<std::string> text = problem_text(instance);
  if (!text && instance.field("generator").empty()) throw InputError(place + ": there is no line with this problem");
  if (!text)
    throw InputError(
        fmt::format("{} is missing; scripts/generate-instances makes it", generated_file(instance).string()));
  // Files of single problems end with the line, and so does what is hashed.
  if (const std::string found = results::sha256(*text + "\n"); found != instance.field("sha256"))
    throw InputError(fmt::format("{}: its SHA-256 is {}, and {} in the index", place, found, instance.field("sha256")));
  return parsed_content(place, *text, problems::parse_json);
}

FieldValues Collection::question(const Instance& instance, Json problem, const std::string& algorithm,
                                 std::vector<OwnProgram> own) {
  problem["algorithm"] = algorithm;
  return {instance.family->fields(), std::move(problem), instance.family->place, std::move(own)};
}

fs::path Collection::solutions_file(const std::string& family) const {
  return folder_ / "solutions" / (family + ".jsonl");
}

std::string Collection::solution_place(const Instance& instance) const {
  return fmt::format("{}, {}", solutions_file(instance.family->name).string(), instance.name);
}

std::string Collection::solution_text(const Instance& instance) const {
  const fs::path file = solutions_file(instance.family->name);
  const std::string lines = unpacked_file(file);
  const std::optional<std::string> text = read_from(file.string(), [&] {
    return member_in(lines, {instance.name, "solution"});
  });
  return text ? *text : throw InputError(solution_place(instance) + ": there is no line with this solution");
}

FieldValues Collection::solution(const Instance& instance, Json problem) const {
  OwnProgram stored;
  stored.name = instance.name;
  stored.answer = without_finding(solution_text(instance));
  return question(instance, std::move(problem), instance.name, {std::move(stored)});
}

double Collection::value_in(const Instance& instance, const Json& problem, const Json& answer) {
  if (instance.family->name == "rectangles") require_one_rectangle_each(problem, answer);
  const FieldValues asked(instance.family->fields(), problem, instance.family->place);
  const std::string lack = instance.family->shortcoming(asked, JsonReader(answer, "answer"));
  if (!lack.empty()) throw InputError("not as asked: " + lack);
  return metric_in(answer, instance.metric);
}

double Collection::computed_value(const Instance& instance, const Json& problem, const std::string& solution) {
  OwnProgram stored;
  stored.name = instance.name;
  stored.answer = without_finding(solution);
  const std::string answer = instance.family->solve(question(instance, problem, instance.name, {std::move(stored)}));
  return value_in(instance, problem, problems::parse_json(answer));
}

double Collection::stored_value(const Instance& instance, const Json& problem) const {
  const std::string solution = solution_text(instance);
  try {
    return computed_value(instance, problem, solution);
  } catch (const UserError& error) {
    throw InputError(fmt::format("{} is no solution: {}", solution_place(instance), error.what()));
  }
}

Finding Collection::stored_finding(const Instance& instance) const {
  const std::string place = solution_place(instance);
  const Json solution = parsed_content(place, solution_text(instance), problems::parse_json);
  const std::string method =
      solution.contains("algorithm")
          ? read_from(place, [&] { return JsonReader(solution, "solution")["algorithm"].text(); })
          : instance.method;
  Finding finding{.method = method,
                  .revision = *parse_whole(instance.field("revision")),
                  .seed = instance.seed,
                  .date = instance.field("date")};
  if (!solution.contains("found")) {
    // Put there by hand: nothing is known of it.
    if (finding.method != instance.method) finding = {.method = finding.method, .date = finding.date};
    return finding;
  }
  return read_from(place, [&] {
    const Json& found = solution.at("found");
    const JsonReader reader(found, "found");
    reader.require_keys({"revision", "date", "proven"}, {"seed"});
    finding.revision = reader["revision"].whole();
    finding.seed = std::nullopt;
    if (found.contains("seed")) finding.seed = reader["seed"].whole();
    finding.date = reader["date"].text();
    finding.is_proven = reader["proven"].flag();
    return finding;
  });
}

Instance Collection::current(const Instance& instance, const Json& problem) const {
  const double value = stored_value(instance, problem);
  if (is_equal(value, instance.value)) return instance;
  if (is_better(value, instance.value)) return instance.with_value(value, stored_finding(instance));
  throw InputError(
      fmt::format("{} is not the solution that the index says: its {} is {}, not {}; `{}` writes the index anew",
                  solution_place(instance), instance.metric, value, instance.field("value"), repair_command));
}

std::string Collection::index_text() const {
  std::string text = csv_line(index_columns) + "\n";
  for (const Instance& instance : instances_) text += instance.line() + "\n";
  return text;
}

std::string unpacked_file(const fs::path& file) {
  problems::UnpackedInput input(file.string());
  std::string text;
  try {
    for (std::string_view piece = input.next(); !piece.empty(); piece = input.next()) text += piece;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} {}", file.string(), error.what()));
  }
  return text;
}

namespace {

// Where the line of an instance starts, and its text up to the value of the member; the first is npos where there is no
// line.
std::pair<std::size_t, std::string> line_start(std::string_view lines, const LineMember& of) {
  std::string start = fmt::format(R"({{"name":"{}","{}":)", of.name, of.member);
  if (lines.starts_with(start)) return {0, std::move(start)};
  const std::size_t found = lines.find("\n" + start);
  return {found == std::string_view::npos ? found : found + 1, std::move(start)};
}

std::size_t line_end(std::string_view lines, std::size_t from) {
  return std::min(lines.find('\n', from), lines.size());
}

}  // namespace

std::optional<std::string> member_in(std::string_view lines, const LineMember& of) {
  const auto [from, start] = line_start(lines, of);
  if (from == std::string_view::npos) return std::nullopt;
  std::string_view line = lines.substr(from, line_end(lines, from) - from);
  line.remove_prefix(start.size());
  if (!line.ends_with('}')) throw InputError(fmt::format("the line of {} is cut off", of.name));
  line.remove_suffix(1);
  return std::string(line);
}

std::string with_member(std::string lines, const LineMember& of, const std::string& value) {
  const auto [from, start] = line_start(lines, of);
  const std::string line = start + value + "}";
  if (from == std::string::npos) return lines + line + "\n";
  return lines.replace(from, line_end(lines, from) - from, line);
}

std::string without_finding(const std::string& solution) {
  if (solution.empty()) throw InputError("it is empty");
  // The text stays as it is where nothing is to be left out; what is no JSON is refused later.
  if (solution.find(R"("found")") == std::string::npos) return solution;
  Json json = problems::parse_json(solution);
  if (json.is_object()) json.erase("found");
  return json.dump();
}

std::string with_finding(const std::string& solution, const Finding& finding) {
  std::string text = without_finding(solution);
  while (!text.empty() && text.back() != '}') text.pop_back();
  if (text.empty()) throw InputError("a solution is a JSON object");
  text.pop_back();
  return fmt::format(R"({},"found":{{"revision":{},{}"date":"{}","proven":{}}}}})", text, finding.revision,
                     finding.seed ? fmt::format(R"("seed":{},)", *finding.seed) : "", finding.date, finding.is_proven);
}

double metric_in(const Json& answer, const std::string& metric) {
  if (!answer.contains(metric)) throw InputError(fmt::format("the answer has no '{}'", metric));
  return JsonReader(answer.at(metric), metric).number();
}

}  // namespace apportion::instances
