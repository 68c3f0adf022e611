// The reader of code.ini.
#include "experiments/sweeps/code_studies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"

namespace apportion::sweeps {
namespace {

using engine::Axis;
using engine::AxisKind;

constexpr std::array kind_words = {Word{AxisKind::whole, "whole"}, Word{AxisKind::real, "real"},
                                   Word{AxisKind::name, "name"}};
constexpr std::string_view axis_prefix = "axis.";
constexpr std::string_view metric_prefix = "metric.";
constexpr std::array own_keys = {"like",       "title",        "claim", "source",   "samples", "chunk",
                                 "algorithms", "keep-samples", "timed", "revision", "metrics"};

PaperSources words_of(const std::string& paper, FolderTexts& texts) {
  PaperSources sources(paper, texts);
  sources.read_words(ini_of(texts.path("paper.ini"), texts.text("paper.ini")));
  return sources;
}

// The code.ini of each paper that has one, with its words replaced. Each section has what it lacks of the section that
// its key `like` names.
std::map<std::string, IniFile> code_files() {
  std::map<std::string, IniFile> files;
  for (const EmbeddedFile& each : built_in_files()) {
    if (!each.name.ends_with("/code.ini")) continue;
    const std::string paper(each.name.substr(0, each.name.find('/')));
    FolderTexts texts = FolderTexts::built_in(paper);
    const PaperSources sources = words_of(paper, texts);
    IniFile ini = ini_of(texts.path("code.ini"), std::string(each.text));
    for (IniSection& section : ini.sections)
      for (IniEntry& entry : section.entries) entry.value = sources.text({ini, section}, entry.key);
    const IniFile original = ini;
    for (IniSection& section : ini.sections)
      if (const IniEntry* const like = section.find("like"))
        section.take_over(original.section(like->value), [](const std::string& /*key*/) { return true; });
    files.emplace(paper, std::move(ini));
  }
  return files;
}

// The words before the colon, and the title behind it.
std::pair<std::vector<std::string>, std::string> words_and_title(const std::string& text, const char* form) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos) throw InputError(std::string("expected ") + form);
  return {split(text.substr(0, colon), ' '), text.substr(colon + 2)};
}

// Reads "applied whole 1..1000: TITLE", "sampled real 0..1e6: TITLE", "applied name: TITLE", "bound 1..6: TITLE".
Axis axis_in(const std::string& name, const std::string& text) {
  auto [words, title] = words_and_title(text, "ROLE KIND LEAST..MOST: TITLE");
  Axis axis{.name = name, .title = title};
  axis.is_bound = words.front() == "bound";
  if (axis.is_bound) words = {"applied", "whole", words.back()};
  if (one_of("role", words.front(), {"applied", "sampled"}) == "applied") axis.role = engine::AxisRole::applied;
  axis.kind = known_value(kind_words, words.at(1), "kind of an axis");
  if (axis.kind == AxisKind::name) return axis;
  const std::string range = words.back();
  const std::size_t dots = range.find("..");
  const std::optional<double> least = parse_real(range.substr(0, dots));
  const std::optional<double> most = parse_real(dots == std::string::npos ? "" : range.substr(dots + 2));
  if (!least || !most) throw InputError("'{}' is no range LEAST..MOST", range);
  axis.least = *least;
  axis.most = *most;
  return axis;
}

// Reads "less 1 cell edges: TITLE", "0: TITLE".
engine::Metric metric_in(const std::string& name, const std::string& text) {
  const auto [words, title] = words_and_title(text, "[less|more] DIGITS [UNIT]: TITLE");
  const std::size_t first = words.front() == "less" || words.front() == "more" ? 1 : 0;
  const std::optional<std::int64_t> digits = parse_whole(first < words.size() ? words[first] : "");
  if (!digits) throw InputError("expected the number of digits before ': '");
  return {
      {.name = name,
       .title = title,
       .unit = fmt::format("{}", fmt::join(words.begin() + static_cast<std::ptrdiff_t>(first) + 1, words.end(), " ")),
       .better = first > 0 ? words.front() : "",
       .digits = static_cast<int>(*digits)}};
}

void set_values(Axis& axis, const std::string& values) {
  if (axis.kind == AxisKind::name && axis.names.empty()) axis.names = names_in(values);
  axis.values = engine::parse_axis_values(axis, values);
}

}  // namespace

double threshold(const std::string& paper, const std::string& word) {
  FolderTexts texts = FolderTexts::built_in(paper);
  return parse_real(words_of(paper, texts).with_words("{" + word + "}")).value();
}

engine::Experiment described(engine::Experiment study) {
  static const std::map<std::string, IniFile> files = code_files();
  const std::size_t slash = study.name.find('/');
  const IniFile& ini = files.at(study.name.substr(0, slash));
  const Section section{ini, ini.section(study.name.substr(slash + 1))};
  study.title = section.required("title");
  study.claim = section.required("claim");
  study.source = section.required("source");
  study.deterministic = !section.has("samples");
  study.keep_samples = study.keep_samples || section.says_yes("keep-samples");
  study.timed = study.timed || section.says_yes("timed");
  constexpr std::int64_t most = 1'000'000'000;
  study.revision = static_cast<int>(section.whole("revision", 1, 1000, study.revision));
  study.samples = section.whole("samples", 1, most, study.samples);
  study.chunk_size = section.whole("chunk", 1, most, study.samples);
  if (section.has("algorithms")) study.algorithms = section.read("algorithms", names_in);
  if (section.has("metrics")) study.stored_metrics = section.read("metrics", names_in);
  std::vector<engine::Metric> metrics;
  for (const IniEntry& entry : section.own.entries) {
    if (contains(own_keys, entry.key)) continue;
    at(ini, entry.line, [&] {
      if (entry.key.starts_with(axis_prefix))
        study.axes.push_back(axis_in(entry.key.substr(axis_prefix.size()), entry.value));
      else if (entry.key.starts_with(metric_prefix))
        metrics.push_back(metric_in(entry.key.substr(metric_prefix.size()), entry.value));
      else
        set_values(study.axes[engine::place_of_axis(study.axes, entry.key, study.name)], entry.value);
    });
  }
  if (!metrics.empty()) study.measured.metrics = std::move(metrics);
  for (Axis& axis : study.axes)
    if (axis.values.empty() && axis.kind == AxisKind::whole)
      set_values(axis, fmt::format("{:g}..{:g}", axis.least, axis.most));
  return study;
}

}  // namespace apportion::sweeps
