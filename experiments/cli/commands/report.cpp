// apportion report: one page with the verdicts, tables and figures of a database.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "base/files.hpp"
#include "base/side_by_side.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/exhibits.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/instances/collection.hpp"
#include "results/charts/chart.hpp"
#include "results/database/published.hpp"
#include "results/database/store.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {
namespace {

using results::Report;
using results::ReportPaper;

std::string failures_query(const std::vector<ReportPaper>& only) {
  std::vector<std::string> conditions;
  for (const ReportPaper& sweep : only) {
    const std::string begin = sweep.name + (sweep.is_sweep ? "" : "/");
    conditions.push_back(sweep.is_sweep
                             ? fmt::format("experiment = {}", sql_literal(begin))
                             : fmt::format("substr(experiment, 1, {}) = {}", begin.size(), sql_literal(begin)));
  }
  return failures_sql(conditions.empty() ? "" : fmt::format("\nWHERE {}", fmt::join(conditions, " OR ")));
}

// Experiments that measure time have timings instead of samples; their latest run is given by its start.
constexpr const char* experiments_sql = R"sql(
SELECT experiment, seed, definition, points, samples, units, timings, latest_timing AS "latest, by the run of"
FROM stored_experiments
ORDER BY experiment, seed, generation)sql";

constexpr const char* report_runs_sql = R"sql(
SELECT started, coalesce(finished, '-') AS finished, coalesce(outcome, 'killed, or still running') AS outcome, command,
       revision, compiler, flags, libraries, cpu, cores, threads
FROM runs ORDER BY started DESC, uuid)sql";

std::string paper_name(const results::Exhibit& exhibit) { return exhibit.name.substr(0, exhibit.name.find('/')); }

ReportPaper& paper_of(Report& report, const results::Exhibit& exhibit) {
  const std::string name = paper_name(exhibit);
  for (ReportPaper& paper : report.papers)
    if (paper.name == name) return paper;
  return report.papers.emplace_back(ReportPaper{name, name});
}

results::ReportDrawing drawing_of(std::string svg, const std::vector<engine::DrawnPart>& parts) {
  results::ReportDrawing drawing{std::move(svg), {}};
  if (parts.empty()) return drawing;
  drawing.parts.columns = {"algorithm", parts.front().kind};
  for (const engine::PartMeasure& measure : parts.front().measures) drawing.parts.columns.push_back(measure.name);
  for (const engine::DrawnPart& part : parts) {
    std::vector<results::Value>& row = drawing.parts.rows.emplace_back();
    row = {part.title, static_cast<std::int64_t>(part.number)};
    for (const engine::PartMeasure& measure : part.measures) row.emplace_back(measure.value);
  }
  return drawing;
}

void add(ReportPaper& paper, const results::Exhibit& entry, const results::Rows& rows) {
  static const std::vector<engine::Experiment> experiments = engine::Catalogue::instance().experiments();
  const engine::Experiment& experiment = *std::ranges::find(experiments, entry.study, &engine::Experiment::name);
  const bool lists_claims =
      std::ranges::any_of(entry.judgements, [](const results::Judgement& each) { return !each.claim.empty(); });
  results::ReportExhibit shown{entry, rows, entry.claim.value_or(lists_claims ? "" : experiment.claim),
                               experiment.source};
  if (entry.drawing) shown.drawings.push_back(drawing_of(entry.drawing->svg(), entry.drawing->parts()));
  paper.exhibits.push_back(std::move(shown));
}

Report provenance(const ExhibitRequest& request, const std::filesystem::path& database, const results::Reader& reader,
                  const std::string& failures) {
  Report report{.database = database.filename().string(),
                .program = fmt::format("apportion {} (git {})", version(), git_revision()),
                .seed = std::to_string(request.seed)};
  report.failures = {reader.query(failures), failures};
  report.experiments = {reader.query(experiments_sql), experiments_sql};
  report.runs = {reader.query(report_runs_sql), report_runs_sql};
  return report;
}

void add_papers(Report& report, const ExhibitRequest& request, std::vector<results::Reader>& readers) {
  for (const engine::Paper& paper : engine::Catalogue::instance().papers()) {
    report.papers.push_back({paper.name, paper.title});
    for (const results::PublishedNumber& number : results::published_numbers())
      report.papers.back().printed += number.exhibit.starts_with(paper.name + "/") ? 1 : 0;
  }
  // Each core takes one paper at a time; its reader runs relations that papers share only once.
  const std::vector<results::Exhibit> exhibits = engine::Catalogue::instance().exhibits();
  std::vector<std::optional<results::Rows>> rows(exhibits.size());
  std::vector<std::vector<std::size_t>> papers;
  for (std::size_t i = 0; i < exhibits.size(); ++i) {
    if (i == 0 || paper_name(exhibits[i]) != paper_name(exhibits[i - 1])) papers.emplace_back();
    papers.back().push_back(i);
  }
  std::atomic<std::size_t> next = 0;
  run_side_by_side(readers.size(), static_cast<unsigned>(readers.size()), [&](std::size_t core) {
    for (std::size_t paper = next++; paper < papers.size(); paper = next++)
      for (const std::size_t i : papers[paper]) rows[i] = exhibit_rows(exhibits[i], request, readers[core]);
  });
  for (std::size_t i = 0; i < exhibits.size(); ++i) {
    ReportPaper& paper = paper_of(report, exhibits[i]);
    if (rows[i])
      add(paper, exhibits[i], *rows[i]);
    else
      paper.missing.push_back({exhibits[i].name, making_command(exhibits[i], request)});
  }
}

results::Rows metrics_of(const engine::Replay& replay) {
  results::Rows rows{{"algorithm"}, {}};
  for (const engine::ReplayedColumn& column : replay.columns) {
    if (!column.column.rival.empty()) continue;
    if (rows.rows.empty())
      for (const results::MetricRecord& metric : column.metrics) rows.columns.push_back(metric.title);
    const std::string& name = column.column.name;
    std::vector<results::Value> row(rows.columns.size());
    row.front() = column.failure ? fmt::format("{} failed: {}", name, *column.failure) : name;
    std::copy(column.values.begin(), column.values.end(), row.begin() + 1);
    rows.rows.push_back(std::move(row));
  }
  return rows;
}

// The sample of --replay: the words of `apportion replay`, "EXPERIMENT AXIS=VALUE ... SAMPLE".
results::ReplayedSample replayed_sample(const std::string& text, std::uint64_t seed) {
  const engine::Replay replay = read_from(fmt::format("--replay '{}'", text), [&] {
    return replayed(Arguments(replay_command().options, spaced_words(text)), seed);
  });
  return {heading_of(replay), drawing_of(replay.drawing.svg, replay.drawing.parts), metrics_of(replay)};
}

// Keeps the page readable; larger drawings are left to `apportion draw`.
constexpr std::size_t most_drawing_bytes = 150'000;
constexpr std::size_t most_problem_bytes = 2'000'000;

// "" if the family has no such drawing, the problem is missing or the drawing is too large.
std::string best_drawing(const instances::Collection& collection, const instances::Instance& instance) {
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

results::ReportExhibit exhibit_of(const std::string& name, const std::string& title, results::Rows rows) {
  results::ReportExhibit entry{.exhibit = {.name = "instances/" + name, .title = title}, .rows = std::move(rows)};
  entry.origin = "from the index and the scores in instances/, not from the database";
  return entry;
}

results::ReportExhibit family_exhibit(const instances::Collection& collection, const std::string& family) {
  const std::vector<const instances::Instance*> all = instances::open_first(collection, family);
  results::ReportExhibit entry =
      exhibit_of(family, fmt::format("Instances of {}, the open ones first", family), instances::instance_rows(all));
  for (const instances::Instance* instance : all) {
    if (!instance->is_open) continue;
    if (std::string svg = best_drawing(collection, *instance); !svg.empty())
      entry.drawings.push_back({std::move(svg), {}});
  }
  return entry;
}

results::ReportExhibit profile_exhibit(const std::string& family, results::Rows rows) {
  results::ReportExhibit entry = exhibit_of(
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

// The collection within a report: gaps and methods of all families, performance profiles, and the instances, the open
// ones first and drawn with their best solutions. No exhibits if the folder has no index. InputError for a damaged one.
ReportPaper instances_paper(const std::filesystem::path& folder) {
  ReportPaper paper{"instances", "Instances and their best known values"};
  if (!std::filesystem::exists(folder / "index.csv")) return paper;
  const instances::Collection collection(folder);
  const std::vector<instances::Score> scores = instances::read_scores(collection);
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

void take_own(Report& report, std::vector<ReportPaper> own) {
  std::vector<ReportPaper> papers;
  for (ReportPaper& each : own) (each.is_sweep ? report.sweeps : papers).push_back(std::move(each));
  std::ranges::move(report.papers, std::back_inserter(papers));
  report.papers = std::move(papers);
}

// The address of share/apportion/divide.html beside the folder of this program; "" if it is not installed.
std::string installed_page() {
  std::error_code none;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
  const std::filesystem::path page = program.parent_path().parent_path() / "share/apportion/divide.html";
  return std::filesystem::is_regular_file(page, none) ? "file://" + page.string() : "";
}

Report report_of(const Arguments& arguments, const std::filesystem::path& database) {
  const ExhibitRequest request = exhibit_request(arguments);
  std::vector<results::ReplayedSample> replays;
  for (const std::string& text : arguments.texts("replay"))
    replays.push_back(replayed_sample(text, static_cast<std::uint64_t>(request.seed)));
  const std::vector<sweeps::Paper> named = reported_papers(arguments.words(), seed_given(arguments), database);
  // Each core has a reader of its own.
  std::vector<results::Reader> readers;
  readers.emplace_back(database).hold_state();
  std::vector<ReportPaper> sweeps = report_sweeps(named, request, seed_given(arguments), readers.front());
  // Without gnuplot there is no report, even if it has no pictures.
  static_cast<void>(results::run_gnuplot(""));
  // A report of named sweeps has only these.
  Report report = provenance(request, database, readers.front(),
                             failures_query(arguments.words().empty() ? std::vector<ReportPaper>{} : sweeps));
  if (arguments.words().empty()) {
    const std::size_t most = engine::Catalogue::instance().papers().size();
    while (readers.size() < std::min<std::size_t>(std::thread::hardware_concurrency(), most))
      readers.emplace_back(database).hold_state();
    add_papers(report, request, readers);
    report.instances = instances_paper("instances");
  }
  take_own(report, std::move(sweeps));
  report.replays = std::move(replays);
  report.page = installed_page();
  return report;
}

int run_report(const Arguments& arguments) {
  const std::filesystem::path database = database_file(arguments);
  const std::filesystem::path file = arguments.text("output", (database.parent_path() / "report.html").string());
  require_ending(arguments.text("output"), {".html"});
  constexpr std::int64_t a_day = 86400;
  const auto every = static_cast<int>(arguments.whole("every", 0, 1, a_day));
  bool goes_on = false;
  do {
    // Checked before the database is read, so that results written meanwhile are in the next page.
    goes_on = every > 0 && results::is_locked_by_writer(database);
    Report report = report_of(arguments, database);
    report.refresh_seconds = goes_on ? every : 0;
    write_file(file, results::report_page(report));
    if (goes_on) std::this_thread::sleep_for(std::chrono::seconds(every));
  } while (goes_on);
  print(file.string() + "\n");
  return ok;
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary = "write one page with the verdicts, tables and figures of a database, and those of your sweeps",
      .usage = {"[FILE.ini|sweeps/NAME|FOLDER...] [-o FILE.html] [--every SECONDS] [--replay \"EXPERIMENT AXIS=VALUE "
                "... SAMPLE\"]"},
      .options = {seed_option(),
                  database_option(),
                  {"every", "SECONDS",
                   "while a run writes to the database, write the page again so often; end with the run"},
                  {"replay",
                   "SAMPLE",
                   "a sample to solve and draw again, as \"EXPERIMENT AXIS=VALUE ... NUMBER\"",
                   {},
                   /*repeatable=*/true},
                  {"output,o", "FILE", "write to this file (default: report.html beside the database)"}},
      .complete = {"%ini"},
      .run = run_report};
}

}  // namespace apportion::cli
