// Reports of changes: text, GitHub's annotations, JUnit's XML, JSON, and tables.
#include "experiments/cli/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/sweeps/ini.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

using results::MetricChange;
using results::Value;

// "4000 -> 4500 (+12.5 %)"
std::string from_to(double older, double newer) {
  std::string text = fmt::format("{} -> {}", older, newer);
  if (older != 0) text += fmt::format(" ({:+.3g} %)", 100 * (newer - older) / std::abs(older));
  return text;
}

// "2 -> 3"
std::string revision_text(int older, int newer) {
  if (older == 0 || newer == 0 || older == newer) return std::to_string(std::max(older, newer));
  return fmt::format("{} -> {}", older, newer);
}

std::string sentence_of(const MetricChange& change) {
  std::string column = change.key.algorithm;
  std::string revisions = "revision " + revision_text(change.old_revision, change.new_revision);
  if (!change.key.rival.empty()) {
    column += " : " + change.key.rival;
    revisions = fmt::format("revisions {} : {}", revision_text(change.old_revision, change.new_revision),
                            revision_text(change.old_rival_revision, change.new_rival_revision));
  }
  if (change.key.metric.empty())
    return fmt::format("{}, {}, first at {}", column, counted(change.only_old + change.only_new, "number"),
                       change.at_worst.key.point);
  std::string text = fmt::format("{}, {}, {}: ", column, change.key.metric, revisions);
  if (change.differing() == 0) return text + "the same numbers";
  text += fmt::format("mean {} over {}, {} of {} at {}; worst at {}: {}", from_to(change.old_mean, change.new_mean),
                      counted(change.points, "point"), change.differing(),
                      counted(change.pairs, change.by_chunk ? "chunk" : "sample"), change.differing_points,
                      change.at_worst.key.point, from_to(change.at_worst.old_mean, change.at_worst.new_mean));
  if (const auto& worst = change.at_worst.worst)
    text += fmt::format(", {} {}: {}", change.at_worst.by_chunk ? "chunk" : "sample", worst->index,
                        from_to(worst->older, worst->newer));
  return text;
}

// "12 worse, 3 better"
std::string totals(const ChangeReport& report) {
  std::vector<std::pair<std::string, std::int64_t>> counts;
  for (const Finding& finding : report.findings) {
    auto count = std::ranges::find(counts, finding.word, &std::pair<std::string, std::int64_t>::first);
    if (count == counts.end()) count = counts.insert(counts.end(), {finding.word, 0});
    const std::int64_t numbers =
        finding.numbers ? finding.numbers->differing() + finding.numbers->only_old + finding.numbers->only_new : 1;
    count->second += std::max<std::int64_t>(1, numbers);
  }
  std::string text;
  for (const auto& [word, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, word);
  return text.empty() ? report.nothing : text;
}

std::string last_line(const ChangeReport& report) { return fmt::format("{}: {}", report.scope, totals(report)); }

std::string text_of(const ChangeReport& report) {
  std::string text;
  for (const std::string& subject : report.subjects) {
    bool named = false;
    for (const Finding& finding : report.findings) {
      if (finding.subject != subject) continue;
      if (!named) text += subject + "\n";
      named = true;
      text += fmt::format("  {}: {}\n", finding.word, finding.text);
      if (!finding.command.empty()) text += fmt::format("      {}\n", finding.command);
    }
  }
  for (const std::string& note : report.notes) text += note + "\n";
  return text + last_line(report) + "\n";
}

// Workflow commands of GitHub Actions, one line per finding.
std::string github_of(const ChangeReport& report) {
  const std::map<char, std::string_view> message{{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}};
  std::map<char, std::string_view> property = message;
  property.insert({{':', "%3A"}, {',', "%2C"}});
  std::string text;
  for (const Finding& finding : report.findings) {
    const std::string shown = finding.command.empty() ? "" : "\n" + finding.command;
    const std::string level = finding.is_worse ? "error" : finding.word == "changed" ? "warning" : "notice";
    text += fmt::format("::{} title={}::{}\n", level, respelled(finding.subject, property),
                        respelled(fmt::format("{}: {}{}", finding.word, finding.text, shown), message));
  }
  for (const std::string& note : report.notes) text += fmt::format("::notice::{}\n", respelled(note, message));
  return text + last_line(report) + "\n";
}

// A passing test case for each subject without findings, and a failing one for each finding.
std::string junit_of(const ChangeReport& report) {
  std::string cases;
  std::size_t tests = report.findings.size();
  for (const std::string& subject : report.subjects) {
    const auto is_of_it = [&subject](const Finding& finding) { return finding.subject == subject; };
    if (std::ranges::any_of(report.findings, is_of_it)) continue;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n", report.command, xml_escaped(subject));
    ++tests;
  }
  for (const Finding& finding : report.findings)
    cases += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
        "    </testcase>\n",
        xml_escaped(finding.subject), xml_escaped(finding.text.substr(0, finding.text.find(':'))),
        xml_escaped(finding.word), xml_escaped(finding.word + ": " + finding.text), xml_escaped(finding.command));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"apportion {}\" tests=\"{}\" "
      "failures=\"{}\">\n{}  </testsuite>\n</testsuites>\n",
      report.command, tests, report.findings.size(), cases);
}

// A finding in tables and JSON, by column; NULL where it has no numbers, or not those.
std::vector<std::pair<const char*, Value>> cells_of(const Finding& finding) {
  const MetricChange change = finding.numbers.value_or(MetricChange());
  const results::NumberPair worst = change.at_worst.worst.value_or(results::NumberPair());
  const auto cell = [&finding](const auto& value, bool is_there = true) {
    return finding.numbers && is_there ? Value(value) : Value();
  };
  const auto whole = [&cell](auto number) { return cell(static_cast<std::int64_t>(number)); };
  const auto optional = [&cell](const std::optional<double>& number) {
    return cell(number.value_or(0), number.has_value());
  };
  const bool is_paired = change.pairs > 0;
  const bool has_worst = change.at_worst.worst.has_value();
  return {{"change", finding.word},
          {"subject", finding.subject},
          {"algorithm", cell(change.key.algorithm)},
          {"rival", cell(change.key.rival)},
          {"metric", cell(change.key.metric)},
          {"old_revision", whole(change.old_revision)},
          {"new_revision", whole(change.new_revision)},
          {"points", whole(change.points)},
          {"differing_points", whole(change.differing_points)},
          {"pairs", whole(change.pairs)},
          {"differing_pairs", whole(change.differing())},
          {"paired_by", cell(std::string(change.by_chunk ? "chunk" : "sample"))},
          {"old_mean", cell(change.old_mean, is_paired)},
          {"new_mean", cell(change.new_mean, is_paired)},
          {"relative", optional(change.relative())},
          {"p_value", optional(change.p_value)},
          {"effect", optional(results::effect_size(change.differences))},
          {"only_old", whole(change.only_old)},
          {"only_new", whole(change.only_new)},
          {"worst_point", cell(change.at_worst.key.point)},
          {"worst_old_mean", cell(change.at_worst.old_mean, is_paired)},
          {"worst_new_mean", cell(change.at_worst.new_mean, is_paired)},
          {"worst_index", cell(worst.index, has_worst)},
          {"worst_old", cell(worst.older, has_worst)},
          {"worst_new", cell(worst.newer, has_worst)},
          {"text", finding.text},
          {"command", finding.command}};
}

results::Rows table_of(const ChangeReport& report) {
  results::Rows table;
  for (const auto& [column, value] : cells_of({})) table.columns.emplace_back(column);
  for (const Finding& finding : report.findings) {
    std::vector<Value>& row = table.rows.emplace_back();
    for (const auto& [column, value] : cells_of(finding)) row.push_back(value);
  }
  return table;
}

std::string json_of(const ChangeReport& report) {
  nlohmann::ordered_json document{{"schema", 1}, {"command", report.command}, {"subjects", report.subjects}};
  nlohmann::ordered_json& changes = document["changes"] = objects_of(table_of(report));
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i]["is_worse"] = report.findings[i].is_worse;
  document["notes"] = report.notes;
  document["summary"] = last_line(report);
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::vector<std::string> change_formats() {
  std::vector<std::string> names = results::format_names();
  names.insert(names.end(), {"github", "junit"});
  return names;
}

}  // namespace

std::vector<OptionDeclaration> change_options() {
  return {{"only", "worse", "report only what got worse, failed or is lost, and fail for nothing else", {"worse"}},
          {"tolerance", "SHARE", "by how much means and single samples may differ, such as 1% (default: 1e-9)"},
          {"format", "NAME", "text (default), github (annotations), junit (XML), json, csv, markdown, latex or html",
           change_formats()}};
}

double tolerance_asked(const Arguments& arguments) {
  if (!arguments.has("tolerance")) return results::usual_tolerance;
  const std::string text = arguments.text("tolerance");
  const bool is_percent = text.ends_with('%');
  const std::optional<double> number = parse_real(trimmed(text.substr(0, text.size() - (is_percent ? 1 : 0))));
  const double share = number.value_or(-1) / (is_percent ? 100 : 1);
  if (!(share >= 0 && share < 1)) throw InputError("--tolerance '{}' is no share of a number; 1% and 0.01 are", text);
  return std::max(results::usual_tolerance, share);
}

void ChangeReport::add(std::string_view word, std::string text, bool is_worse) {
  findings.push_back(
      {.word = std::string(word), .subject = subjects.back(), .text = std::move(text), .is_worse = is_worse});
}

Finding& ChangeReport::add(const MetricChange& change) {
  add(name_of(change.change), sentence_of(change), is_worse(change.change));
  findings.back().numbers = change;
  return findings.back();
}

std::string rendered(ChangeReport& report, const Arguments& arguments) {
  if (arguments.has("only")) {
    static_cast<void>(sweeps::one_of("--only", arguments.text("only"), {"worse"}));
    std::erase_if(report.findings, [](const Finding& finding) { return !finding.is_worse; });
    if (report.findings.empty()) report.notes.clear();
    report.nothing = "nothing is worse";
  }
  const std::string format = sweeps::one_of("format", arguments.text("format", "text"), change_formats());
  if (format == "text") return text_of(report);
  if (format == "github") return github_of(report);
  if (format == "junit") return junit_of(report);
  if (format == "json") return json_of(report);
  results::Exhibit exhibit{.name = report.command, .title = last_line(report)};
  exhibit.layout.hidden = {"text", "effect", "p_value", "worst_old_mean", "worst_new_mean"};
  return results::render(exhibit, table_of(report), {.format = results::format_named(format)});
}

}  // namespace apportion::cli
