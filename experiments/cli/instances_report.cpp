// Exhibits of the collection: gaps, methods, profiles, and each open instance as a drawing.
#include "experiments/cli/instances_report.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error.hpp"
#include "experiments/instances/summary.hpp"

namespace apportion::cli {
namespace {

using instances::Collection;
using instances::Instance;
using instances::Score;
using results::ReportExhibit;

// A page is to be read; what is larger is left to `apportion draw`.
constexpr std::size_t most_drawing_bytes = 150'000;
constexpr std::uintmax_t most_problem_bytes = 2'000'000;

// "" where the family draws no such thing, the problem is not there or the drawing is too large.
std::string best_drawing(const Collection& collection, const Instance& instance) {
  std::error_code missing;
  const std::uintmax_t bytes = std::filesystem::file_size(collection.problem_file(instance), missing);
  if (missing || bytes > most_problem_bytes || instance.family->draw == nullptr) return {};
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
