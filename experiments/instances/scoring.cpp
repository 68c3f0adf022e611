// Solving of instances side by side, and the table of scores.
#include "experiments/instances/scoring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <map>
#include <tuple>

#include "base/program.hpp"
#include "experiments/engine/working_time.hpp"
#include "experiments/instances/table.hpp"
#include "results/csv.hpp"

namespace apportion::instances {
namespace {

using problems::AlgorithmInfo;
using problems::Field;
using problems::Json;
using problems::ProblemFamily;

const std::vector<std::string> score_columns = {"family", "method",  "revision", "instance", "sha256",
                                                "value",  "seconds", "proven",   "refusal"};
constexpr std::size_t sha256_digits = 8;  // enough to tell that a problem has changed

// A family without algorithms of its own borrows those of another one.
std::vector<AlgorithmInfo> algorithms_of(const ProblemFamily& family) {
  if (family.algorithms != nullptr) return family.algorithms();
  for (const ProblemFamily& lender : problems::families())
    if (lender.algorithms != nullptr && problems::names_of(lender.algorithms()) == method_names(family))
      return lender.algorithms();
  return {};
}

// A proof may be of another cost than the metric, or among some kind of answers: none where a better one is known.
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

}  // namespace

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
  if (family.missing != nullptr)
    for (const OptionalAlgorithm& algorithm : family.missing())
      if (algorithm.name == parts.name) throw InputError(algorithm.not_built_in());
  return std::nullopt;
}

Scored scored(const Instance& instance, const Json& problem, const Method& method) {
  Scored result{{instance.family->name, method.name, method.revision, instance.name}};
  Score& score = result.score;
  const auto solve = [&] {
    result.answer = instance.family->solve(Collection::question(instance, problem, method.name, method.own));
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
  const Table table = Table::read(file, score_columns);
  std::vector<Score> scores;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const TableRow row = table.row(i);
    Score score = score_in(row);
    const Instance* instance = collection.find(score.instance);
    if (instance != nullptr && instance->family->name == score.family &&
        instance->field("sha256").starts_with(row.text("sha256")))
      scores.push_back(std::move(score));
  }
  return scores;
}

std::string scores_text(const Collection& collection, const std::vector<Score>& scores) {
  std::map<std::tuple<std::string, std::string, std::string>, std::string> lines;
  for (const Score& score : scores)
    lines[{score.family, score.method, score.instance}] = results::csv_line(
        {score.family, score.method, std::to_string(score.revision), score.instance,
         collection.find(score.instance)->field("sha256").substr(0, sha256_digits), number_text(score.value),
         fmt::format("{:.3g}", score.seconds), score.is_proven ? "1" : "0", score.refusal});
  std::string text = results::csv_line(score_columns) + "\n";
  for (const auto& [key, line] : lines) text += line + "\n";
  return text;
}

std::string improved_line(const Instance& instance, const Score& score, const std::string& date) {
  if (!score.value) return {};
  const double value = *score.value;
  if (instance.bound && is_better(value, *instance.bound))
    throw InputError(fmt::format("{}: {} gives {}, which is below the proven bound {} of the index", instance.name,
                                 score.method, value, *instance.bound));
  const bool improves = is_better(value, instance.value);
  if (!improves && !(score.is_proven && instance.is_open)) return {};
  using Changes = std::vector<std::pair<std::string, std::string>>;
  const BracketedName method = split_bracketed(score.method);
  // An answer that is as good stays.
  const std::string shown = improves ? number_text(value) : instance.field("value");
  Changes changes = {{"date", date}};
  if (improves)
    changes.insert(changes.end(), {{"value", shown},
                                   {"method", method.name},
                                   {"options", method.options},
                                   {"revision", std::to_string(score.revision)},
                                   {"seed", std::to_string(default_seed)}});
  if (score.is_proven) changes.insert(changes.end(), {{"bound", shown}, {"bound_by", score.method}});
  if (score.is_proven || (instance.bound && !is_better(*instance.bound, value)))
    changes.emplace_back("status", "optimal");
  return instance.line_with(changes);
}

}  // namespace apportion::instances
