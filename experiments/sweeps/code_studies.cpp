// The reader of code.ini.
#include "experiments/sweeps/code_studies.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"

namespace apportion::sweeps {
namespace {

using engine::Axis;

constexpr std::string_view axis_prefix = "axis.";

PaperSources words_of(const std::string& paper, FolderTexts& texts) {
  PaperSources sources(paper, texts);
  sources.read_words(ini_of(texts.path("paper.ini"), texts.text("paper.ini")));
  return sources;
}

// The code.ini of each paper that has one, with its words replaced.
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
    files.emplace(paper, std::move(ini));
  }
  return files;
}

// Reads "applied whole 1..1000: TITLE", "sampled real 0..1e6: TITLE", "applied name: TITLE", "bound 1..6: TITLE".
Axis axis_in(const std::string& name, const std::string& text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string::npos) throw InputError("an axis needs ROLE KIND LEAST..MOST: TITLE");
  std::vector<std::string> words = split(text.substr(0, colon), ' ');
  Axis axis{.name = name, .title = text.substr(colon + 2)};
  axis.is_bound = words.front() == "bound";
  if (axis.is_bound) words = {"applied", "whole", words.back()};
  if (one_of("role", words.front(), {"applied", "sampled"}) == "applied") axis.role = engine::AxisRole::applied;
  const std::string kind = one_of("kind of an axis", words.at(1), {"whole", "real", "name"});
  axis.kind = kind == "whole"  ? engine::AxisKind::whole
              : kind == "real" ? engine::AxisKind::real
                               : engine::AxisKind::name;
  if (kind == "name") return axis;
  const std::string range = words.back();
  const std::size_t dots = range.find("..");
  const std::optional<double> least = parse_real(range.substr(0, dots));
  const std::optional<double> most = parse_real(dots == std::string::npos ? "" : range.substr(dots + 2));
  if (!least || !most) throw InputError(fmt::format("'{}' is no range LEAST..MOST", range));
  axis.least = *least;
  axis.most = *most;
  return axis;
}

void set_values(Axis& axis, const std::string& values) {
  if (axis.kind == engine::AxisKind::name && axis.names.empty()) axis.names = names_in(values);
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
  constexpr std::int64_t most = 1'000'000'000;
  study.samples = section.whole("samples", 1, most, study.samples);
  study.chunk_size = section.whole("chunk", 1, most, study.samples);
  if (section.has("algorithms")) study.algorithms = section.read("algorithms", names_in);
  for (const IniEntry& entry : section.own.entries) {
    if (contains(std::array{"title", "claim", "source", "samples", "chunk", "algorithms"}, entry.key)) continue;
    at(ini, entry.line, [&] {
      if (entry.key.starts_with(axis_prefix))
        study.axes.push_back(axis_in(entry.key.substr(axis_prefix.size()), entry.value));
      else
        set_values(study.axes[engine::place_of_axis(study.axes, entry.key, study.name)], entry.value);
    });
  }
  for (Axis& axis : study.axes)
    if (axis.values.empty() && axis.kind == engine::AxisKind::whole)
      set_values(axis, fmt::format("{:g}..{:g}", axis.least, axis.most));
  return study;
}

}  // namespace apportion::sweeps
