// Strict reading of the collection's tables, of its index and of the files that it names; solving of instances, the
// table of scores, and means, shares and distances of scores.
#include "experiments/instances/collection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/common/unpacked_input.hpp"
#include "results/database/digest.hpp"

namespace apportion::instances {
namespace {

using problems::AlgorithmInfo;
using problems::Field;
using problems::FieldValues;
using problems::Json;
using problems::JsonReader;
using problems::ProblemFamily;
using results::Value;

namespace fs = std::filesystem;

// --- Tables

// A row of a table and its place: "FILE, line 3".
struct TableRow {
  std::string place;
  const std::vector<std::string>* columns;
  std::vector<std::string> fields;

  [[nodiscard]] const std::string& text(const std::string& column) const {
    return fields.at(static_cast<std::size_t>(std::ranges::find(*columns, column) - columns->begin()));
  }

  // InputError unless the column is a number; an optional one may be empty.
  [[nodiscard]] double real(const std::string& column) const {
    const std::optional<double> value = optional_real(column);
    return value ? *value : throw wrong(column, "a number");
  }
  [[nodiscard]] std::optional<double> optional_real(const std::string& column) const {
    if (text(column).empty()) return std::nullopt;
    const std::optional<double> value = parse_real(text(column));
    if (!value || !std::isfinite(*value)) throw wrong(column, "a number");
    return value;
  }
  [[nodiscard]] std::int64_t whole(const std::string& column, std::int64_t least) const {
    const std::optional<std::int64_t> value = parse_whole(text(column));
    if (!value || *value < least) throw wrong(column, fmt::format("a whole number from {} on", least));
    return *value;
  }

  [[nodiscard]] InputError wrong(const std::string& column, const std::string& wanted) const {
    return InputError("{}, column {}: '{}' is wrong; it must be {}", place, column, text(column), wanted);
  }
};

// The rows of a table with these columns, which must outlive them. InputError if its columns differ, and for a row with
// more or fewer.
std::vector<TableRow> read_rows(const fs::path& file, const std::vector<std::string>& columns) {
  std::vector<TableRow> rows;
  const std::string content = read_input(file.string());
  TextLines lines(content);
  while (lines.next()) {
    const std::string place = fmt::format("{}, line {}", file.string(), lines.number());
    read_from(place, [&] {
      std::vector<std::string> fields = csv_fields(lines.line());
      if (lines.number() == 1 && fields != columns) throw InputError("the columns must be {}", fmt::join(columns, ","));
      if (fields.size() != columns.size())
        throw InputError("{} of the {} columns; {}", counted(fields.size(), "field"), columns.size(),
                         fields.size() < columns.size() ? fmt::format("{} is missing", columns[fields.size()])
                                                        : "nothing may follow " + columns.back());
      if (lines.number() > 1) rows.push_back({place, &columns, std::move(fields)});
    });
  }
  if (lines.number() == 0)
    throw InputError("{} is empty; its first line must be {}", file.string(), fmt::join(columns, ","));
  return rows;
}

// --- The collection

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
  Instance instance{.fields = row.fields, .name = row.text("name"), .metric = row.text("metric"), .method = {}};
  // The name is also that of an algorithm, see Collection::solution().
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
    throw InputError("the part of processor {} is not one rectangle; each is in this collection", *twice);
  const std::size_t parts = problem.contains("weights") ? problem.at("weights").size() : owners.size();
  if (owners.size() != parts) throw InputError("{} rectangles for {} processors", owners.size(), parts);
}

// The question of the problem with the solution as the answer of a user's program.
FieldValues answered(const Instance& instance, Json problem, const std::string& solution) {
  OwnProgram stored;
  stored.name = instance.name;
  stored.answer = without_finding(solution);
  return Collection::question(instance, std::move(problem), instance.name, {std::move(stored)});
}

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

// --- Scores

const std::vector<std::string> score_columns = {"family", "method",  "revision", "instance", "sha256",
                                                "value",  "seconds", "proven",   "refusal"};
constexpr std::size_t sha256_digits = 8;  // enough to tell that a problem has changed

// A family without algorithms of its own borrows those of another one.
std::vector<AlgorithmInfo> algorithms_of(const ProblemFamily& family) {
  if (std::vector<AlgorithmInfo> own = family.algorithms(); !own.empty()) return own;
  for (const ProblemFamily& lender : problems::families())
    if (std::vector<AlgorithmInfo> lent = lender.algorithms(); problems::names_of(lent) == method_names(family))
      return lent;
  return {};
}

// A proof may be of another cost than the metric, or among some kind of answers: it proves nothing where a better
// answer is known.
bool proves(const Json& answer, double value, const Instance& instance) {
  if (is_better(instance.value, value)) return false;
  if (instance.metric == "total" && answer.value("proven", "") == "rectangles") return true;
  return answer.value("proven_optimal", false) && !is_better(metric_in(answer, "lower_bound"), value);
}

std::string number_text(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }

Score score_in(const TableRow& row) {
  Score score{row.text("family"), row.text("method"), row.whole("revision", 1), row.text("instance")};
  score.value = row.optional_real("value");
  score.seconds = row.real("seconds");
  score.is_proven = row.whole("proven", 0) > 0;
  score.refusal = row.text("refusal");
  if (score.value.has_value() != score.refusal.empty()) throw row.wrong("refusal", "there where no value is");
  return score;
}

constexpr std::size_t most_profiles = 10;  // more curves cannot be told apart
constexpr int value_digits = 12;
constexpr int mean_digits = 6;
constexpr int shown_digits = 4;
constexpr int time_digits = 3;
constexpr std::array distances = {0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0};

// The scores of a method with their instances, in the order of the index: sums do not depend on that of the scores.
struct ScoredInstance {
  const Instance* instance;
  const Score* score;

  [[nodiscard]] bool is_within(double percent) const {
    return score->value && !is_better(instance->value * (1 + percent / 100), *score->value);
  }
  [[nodiscard]] bool is_optimal() const {
    return score->value && (score->is_proven || (instance->bound && !is_better(*instance->bound, *score->value)));
  }
};
using MethodScores = std::vector<ScoredInstance>;
using ByMethod = std::map<std::pair<std::string, std::string>, MethodScores>;  // family, method

std::vector<ScoredInstance> in_order(const Collection& collection, const std::vector<Score>& scores) {
  std::map<std::string, std::vector<const Score*>> of_instance;
  for (const Score& score : scores) of_instance[score.instance].push_back(&score);
  std::vector<ScoredInstance> all;
  for (const Instance& instance : collection.instances())
    for (const Score* score : of_instance[instance.name]) all.push_back({&instance, score});
  return all;
}

ByMethod by_method(const Collection& collection, const std::vector<Score>& scores) {
  ByMethod all;
  for (const ScoredInstance& each : in_order(collection, scores))
    all[{each.score->family, each.score->method}].push_back(each);
  return all;
}

template <class Counted>
double share_of(const MethodScores& scores, const Counted& counted) {
  const auto count = static_cast<double>(std::ranges::count_if(scores, counted));
  return problems::with_decimals(100 * count / static_cast<double>(scores.size()), 1);
}

double geometric_mean(const MethodScores& scores) {
  double sum = 0;
  std::int64_t solved = 0;
  for (const ScoredInstance& each : scores) {
    if (!each.score->value) continue;
    sum += std::log(*each.score->value / each.instance->value);
    ++solved;
  }
  return std::exp(sum / static_cast<double>(solved));
}

std::vector<Value> method_row(const MethodScores& scores) {
  const Score& first = *scores.front().score;
  const auto is_within = [](double percent) {
    return [percent](const ScoredInstance& each) { return each.is_within(percent); };
  };
  std::int64_t revision = first.revision;
  std::int64_t refused = 0;
  double seconds = 0;
  for (const ScoredInstance& each : scores) {
    revision = std::max(revision, each.score->revision);
    refused += each.score->value ? 0 : 1;
    seconds += each.score->seconds;
  }
  const auto instances = static_cast<std::int64_t>(scores.size());
  return {first.family,
          first.method,
          revision,
          instances,
          refused,
          refused == instances ? Value() : Value(problems::with_digits(geometric_mean(scores), mean_digits)),
          share_of(scores, is_within(0)),
          share_of(scores, is_within(1)),
          share_of(scores, std::mem_fn(&ScoredInstance::is_optimal)),
          problems::with_digits(seconds, time_digits)};
}

double percent_above(double value, double other) { return 100 * (value - other) / other; }

Value rounded_value(const std::optional<double>& value) {
  return value ? Value(problems::with_digits(*value, value_digits)) : Value();
}

Value gap(const std::optional<double>& value, const std::optional<double>& other) {
  return value && other ? Value(problems::with_digits(percent_above(*value, *other), shown_digits)) : Value();
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
  if (!(best > 0)) throw InputError("{}: a {} of {}; values are above 0", name, metric, best);
  if (bound && is_better(best, *bound))
    throw InputError("{}: {} gives {}, which is below the proven bound {} of the index", name, finding.method, best,
                     field("bound"));
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
        "{} is missing; --instances DIR names the folder of the collection, "
        "which is instances/ in the project's own folder",
        (folder_ / "index.csv").string());
  std::set<std::string> names;
  for (const TableRow& row : read_rows(folder_ / "index.csv", index_columns)) {
    const std::string& family = row.text("family");
    // A family that is misspelled has no solutions either.
    if (problems::find_family(family) == nullptr && fs::exists(solutions_file(family))) {
      left_out_ = family;
      continue;
    }
    instances_.push_back(instance_in(row));
    if (!names.insert(instances_.back().name).second)
      throw row.wrong("name", "another one; a line above has it as well");
  }
  if (instances_.empty()) throw InputError((folder_ / "index.csv").string() + " has no instances");
}

void Collection::require_whole() const {
  if (left_out_.empty()) return;
  throw InputError("the collection has {}, which this program is built without, and writing it would lose them",
                   left_out_);
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
  if (!text) throw InputError("{} is missing; scripts/generate-instances makes it", generated_file(instance).string());
  // The checksum includes the end of the line.
  if (const std::string found = results::sha256(*text + "\n"); found != instance.field("sha256"))
    throw InputError("{}: its SHA-256 is {}, and {} in the index", place, found, instance.field("sha256"));
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
  return answered(instance, std::move(problem), solution_text(instance));
}

double Collection::value_in(const Instance& instance, const Json& problem, const Json& answer) {
  if (instance.family->name == "rectangles") require_one_rectangle_each(problem, answer);
  const FieldValues asked(instance.family->fields(), problem, instance.family->place);
  const std::string lack = instance.family->shortcoming(asked, JsonReader(answer, "answer"));
  if (!lack.empty()) throw InputError("not as asked: " + lack);
  return metric_in(answer, instance.metric);
}

double Collection::computed_value(const Instance& instance, const Json& problem, const std::string& solution) {
  const std::string answer = instance.family->solve(answered(instance, problem, solution));
  return value_in(instance, problem, problems::parse_json(answer));
}

double Collection::stored_value(const Instance& instance, const Json& problem) const {
  const std::string solution = solution_text(instance);
  try {
    return computed_value(instance, problem, solution);
  } catch (const UserError& error) {
    throw InputError("{} is no solution: {}", solution_place(instance), error.what());
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
    // A solution without `found` was put there by hand: only its method and the date are known.
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
  throw InputError("{} is not the solution of the index: its {} is {}, not {}; `{}` writes the index anew",
                   solution_place(instance), instance.metric, value, instance.field("value"), repair_command);
}

std::string Collection::index_text() const {
  std::string text = csv_line(index_columns) + "\n";
  for (const Instance& instance : instances_) text += instance.line() + "\n";
  return text;
}

std::string unpacked_file(const fs::path& file) {
  const problems::TextPieces next = problems::unpacked_input(file.string());
  std::string text;
  try {
    for (std::string_view piece = next(); !piece.empty(); piece = next()) text += piece;
  } catch (const InputError& error) {
    throw InputError("{} {}", file.string(), error.what());
  }
  return text;
}

std::optional<std::string> member_in(std::string_view lines, const LineMember& of) {
  const auto [from, start] = line_start(lines, of);
  if (from == std::string_view::npos) return std::nullopt;
  std::string_view line = lines.substr(from, line_end(lines, from) - from);
  line.remove_prefix(start.size());
  if (!line.ends_with('}')) throw InputError("the line of {} is cut off", of.name);
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
  // A text without the member is returned to the byte; a text that is no JSON is refused later.
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
  if (!answer.contains(metric)) throw InputError("the answer has no '{}'", metric);
  return JsonReader(answer.at(metric), metric).number();
}

// --- Scores

std::vector<std::string> method_names(const ProblemFamily& family) {
  const std::vector<Field>& fields = family.fields();
  const auto field = std::ranges::find(fields, "algorithm", &Field::name);
  return field == fields.end() || field->words == nullptr ? std::vector<std::string>{} : field->words();
}

std::optional<Method> method_of(const ProblemFamily& family, std::string_view text,
                                const std::vector<OwnProgram>& own) {
  for (const OwnProgram& program : own)
    if (program.name == text) return Method{&family, program.name, program.revision, own};
  const BracketedName parts = split_bracketed(text);
  for (const AlgorithmInfo& info : algorithms_of(family)) {
    if (info.name != parts.name) continue;
    const std::string options = Options::parse(parts.options, info.options, info.name).canonical(info.options);
    return Method{&family, info.name + (options.empty() ? "" : "[" + options + "]"), info.revision};
  }
  for (const OptionalAlgorithm& algorithm : family.missing())
    if (algorithm.name == parts.name) throw InputError(algorithm.not_built_in());
  return std::nullopt;
}

std::string Method::full_name() const {
  if (!seconds) return name;
  const BracketedName parts = split_bracketed(name);
  return fmt::format("{}[{}{}seconds={}]", parts.name, parts.options, parts.options.empty() ? "" : ",", *seconds);
}

Scored scored(const Instance& instance, const Json& problem, const Method& method) {
  Scored result{{instance.family->name, method.full_name(), method.revision, instance.name}};
  Score& score = result.score;
  const auto solve = [&] {
    Json asked = problem;
    if (method.seconds) asked["seconds"] = *method.seconds;
    result.answer = instance.family->solve(Collection::question(instance, asked, method.name, method.own));
  };
  try {
    score.seconds = engine::working_seconds(solve);
    const Json answer = problems::parse_json(result.answer);
    const double value = Collection::value_in(instance, problem, answer);
    score.value = value;
    score.is_proven = proves(answer, value, instance);
  } catch (const NoAnswer& error) {
    result.is_kept = false;
    score.refusal = error.what();
  } catch (const problems::NoSolution&) {
    score.refusal = "it finds no solution";
  } catch (const std::exception& error) {
    score.refusal = error.what();
  }
  constexpr std::size_t longest_refusal = 200;
  score.refusal = printable(score.refusal, longest_refusal);
  return result;
}

std::vector<Score> read_scores(const Collection& collection) {
  const std::filesystem::path file = collection.folder() / "scores.csv";
  if (!std::filesystem::exists(file)) return {};
  std::vector<Score> scores;
  for (const TableRow& row : read_rows(file, score_columns)) {
    Score score = score_in(row);
    const Instance* instance = collection.find(score.instance);
    if (instance != nullptr && instance->family->name == score.family &&
        instance->field("sha256").starts_with(row.text("sha256")))
      scores.push_back(std::move(score));
  }
  return scores;
}

SolvedAgain solved_again(const Collection& collection) {
  constexpr double most_seconds = 0.1;
  constexpr double most_in_all = 1.5;
  std::map<std::pair<std::string, std::string>, double> seconds;  // by instance and method
  for (const Score& score : read_scores(collection))
    if (score.value) seconds[{score.instance, score.method}] = score.seconds;
  SolvedAgain again;
  std::size_t solved = 0;
  double sum = 0;
  for (const Instance& instance : collection.instances()) {
    const auto found = seconds.find({instance.name, instance.method});
    if (found == seconds.end() || found->second >= most_seconds || sum + found->second > most_in_all) continue;
    if (!collection.problem_text(instance)) continue;
    std::optional<Method> method;
    try {
      method = method_of(*instance.family, instance.method);
    } catch (const InputError&) {
      continue;  // this build lacks the method's library
    }
    sum += found->second;
    if (!method) continue;
    ++solved;
    Json problem = collection.problem(instance);
    if (instance.seed) problem["seed"] = *instance.seed;
    const Score score = scored(instance, problem, *method).score;
    if (score.value && is_equal(*score.value, instance.value)) continue;
    again.as_stored = false;
    again.text += fmt::format("instance {}: {} (revision {}, {} in the index) gives {}, not {}\n", instance.name,
                              method->name, method->revision, instance.field("revision"),
                              score.value ? number_text(score.value) : score.refusal, instance.field("value"));
  }
  again.text += fmt::format("{} of {} solved again: {}\n", solved, counted(collection.instances().size(), "instance"),
                            again.as_stored ? "all as stored" : "not all as stored");
  return again;
}

std::string scores_text(const Collection& collection, const std::vector<Score>& scores) {
  std::map<std::tuple<std::string, std::string, std::string>, std::string> lines;
  for (const Score& score : scores)
    lines[{score.family, score.method, score.instance}] =
        csv_line({score.family, score.method, std::to_string(score.revision), score.instance,
                  collection.find(score.instance)->field("sha256").substr(0, sha256_digits), number_text(score.value),
                  fmt::format("{:.3g}", score.seconds), score.is_proven ? "1" : "0", score.refusal});
  std::string text = csv_line(score_columns) + "\n";
  for (const auto& [key, line] : lines) text += line + "\n";
  return text;
}

Finding finding_of(const Score& score, const std::string& date) {
  return {.method = score.method,
          .revision = score.revision,
          .seed = default_seed,
          .date = date,
          .is_proven = score.is_proven};
}

std::optional<Instance> improved(const Instance& instance, const Score& score, const std::string& date) {
  if (!score.value) return std::nullopt;
  if (is_better(*score.value, instance.value)) return instance.with_value(*score.value, finding_of(score, date));
  // The stored answer stays if the new one is only as good.
  if (score.is_proven && instance.is_open) return instance.with_proof(score.method, date);
  return std::nullopt;
}

results::Rows score_rows(const Collection& collection, const std::vector<Score>& scores) {
  results::Rows rows{{"family", "instance", "value", "best known", "gap to it, %", "bound", "gap to bound, %", "proven",
                      "time, s", "refusal"},
                     {}};
  for (const auto& [instance, score] : in_order(collection, scores)) {
    const std::optional<double>& value = score->value;
    rows.rows.push_back({score->family, score->instance, rounded_value(value), rounded_value(instance->value),
                         gap(value, instance->value), rounded_value(instance->bound), gap(value, instance->bound),
                         score->is_proven ? "yes" : "",
                         value ? Value(problems::with_digits(score->seconds, time_digits)) : Value(), score->refusal});
  }
  return rows;
}

results::Rows method_rows(const Collection& collection, const std::vector<Score>& scores) {
  results::Rows rows{{"family", "method", "revision", "instances", "refused", "geometric mean", "best, %",
                      "within 1 %, %", "optimal, %", "time, s"},
                     {}};
  for (const auto& [key, of_method] : by_method(collection, scores)) rows.rows.push_back(method_row(of_method));
  constexpr std::size_t mean = 5;
  constexpr std::size_t within = 7;
  // The mean comes second: it is of the instances that a method does not refuse, which may be few or none.
  std::ranges::stable_sort(rows.rows, {}, [](const std::vector<Value>& row) {
    return std::tuple(row[0], -std::get<double>(row[within]), std::holds_alternative<std::monostate>(row[mean]),
                      row[mean]);
  });
  return rows;
}

results::Rows profile_rows(const Collection& collection, const std::vector<Score>& scores, const std::string& family) {
  std::vector<std::pair<double, std::vector<std::vector<Value>>>> profiles;
  for (const auto& [key, of_method] : by_method(collection, scores)) {
    if (key.first != family) continue;
    auto& [sum, lines] = profiles.emplace_back();
    for (const double distance : distances) {
      const double share =
          share_of(of_method, [distance](const ScoredInstance& each) { return each.is_within(distance); });
      lines.push_back({key.second, fmt::format("{} %", distance), share});
      sum += share;
    }
  }
  std::ranges::stable_sort(profiles, std::ranges::greater(), [](const auto& each) { return each.first; });
  results::Rows rows{{"method", "within", "share"}, {}};
  for (std::size_t i = 0; i < std::min(most_profiles, profiles.size()); ++i)
    std::ranges::move(profiles[i].second, std::back_inserter(rows.rows));
  return rows;
}

results::Rows gap_rows(const Collection& collection) {
  results::Rows rows{
      {"family", "instances", "optimal", "open", "open without a bound", "median gap, %", "greatest gap, %"}, {}};
  for (const std::string& family : families_in(collection)) {
    std::vector<double> gaps;
    std::int64_t open = 0;
    const std::vector<const Instance*> all = open_first(collection, family);
    for (const Instance* instance : all) {
      open += instance->is_open ? 1 : 0;
      if (instance->is_open && instance->bound) gaps.push_back(percent_above(instance->value, *instance->bound));
    }
    std::ranges::sort(gaps);
    const auto shown = [&gaps](std::size_t place) {
      return gaps.empty() ? Value() : Value(problems::with_digits(gaps[place], shown_digits));
    };
    const auto count = static_cast<std::int64_t>(all.size());
    rows.rows.push_back({family, count, count - open, open, open - static_cast<std::int64_t>(gaps.size()),
                         shown(gaps.size() / 2), shown(gaps.empty() ? 0 : gaps.size() - 1)});
  }
  return rows;
}

results::Rows instance_rows(const std::vector<const Instance*>& instances) {
  results::Rows rows{
      {"instance", "size", "processors", "ratio", "value", "method", "bound", "gap, %", "status", "date"}, {}};
  for (const Instance* instance : instances)
    rows.rows.push_back({instance->name, instance->field("size"), instance->field("processors"),
                         instance->field("ratio"), rounded_value(instance->value), instance->method,
                         rounded_value(instance->bound), gap(instance->value, instance->bound),
                         instance->field("status"), instance->field("date")});
  return rows;
}

std::vector<std::string> families_in(const Collection& collection) {
  std::set<std::string> names;
  for (const Instance& instance : collection.instances()) names.insert(instance.family->name);
  return {names.begin(), names.end()};
}

std::vector<const Instance*> open_first(const Collection& collection, const std::string& family) {
  std::vector<const Instance*> all;
  for (const Instance& instance : collection.instances())
    if (instance.family->name == family) all.push_back(&instance);
  std::ranges::stable_sort(all, {}, [](const Instance* instance) {
    const double gap =
        instance->bound ? percent_above(instance->value, *instance->bound) : std::numeric_limits<double>::infinity();
    return std::pair(!instance->is_open, -gap);
  });
  return all;
}

}  // namespace apportion::instances
