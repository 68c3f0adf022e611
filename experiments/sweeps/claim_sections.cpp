// Users' own claims and sentences, read into the tables that engine/claims judges.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {
namespace {

using engine::Claim;
using engine::ClaimTable;

constexpr const char* claim_kind = "claim";
constexpr const char* table_word = "claims";
// The sections for claims on checked statements, and for relations whose samples are counted.
constexpr const char* statements_section = "claims.statements";
constexpr const char* samples_section = "samples";
constexpr const char* condition_key = "condition";
constexpr const char* checks_relation = "checks";
constexpr std::string_view with = "WITH ";  // begins a table's statement, followed by its relations
constexpr std::size_t most_claims = 500;    // a statement has at most 500 parts

// The named columns of one of the program's studies, which has no view if it was not run.
std::string stored_of(const engine::Experiment& study, const std::string& text) {
  std::vector<std::string> columns;
  for (const engine::Axis& axis : study.axes)
    columns.push_back(fmt::format("coalesce(json_extract(coordinates, {}), {}) AS {}", sql_literal("$." + axis.name),
                                  axis.omitted_at ? literal_of(*axis.omitted_at) : "NULL", sql_identifier(axis.name)));
  for (const results::MetricRecord& metric : study.metrics)
    for (const std::string ending : {"", "_sd", "_se", "_min", "_max"})
      if (const std::string column = value_column(study, metric.name) + ending;
          find_word(text, column) != std::string::npos)
        columns.push_back(fmt::format("max({}) FILTER (WHERE metric = {}) AS {}",
                                      ending.empty() ? "mean" : ending.substr(1), sql_literal(metric.name),
                                      sql_identifier(column)));
  return fmt::format(
      "SELECT {}, algorithm, rival, max(count) AS samples FROM measurements WHERE seed = :seed AND experiment = {} "
      "GROUP BY coordinates, algorithm, rival",
      fmt::join(columns, ", "), sql_literal(study.name));
}

// The name of a study's results in claims: two_by_two for two-by-two.
std::string relation_named(const engine::Experiment& study) { return identifier(short_name(study), '_'); }

// Every point that the study declares, with NULLs for those not run, so that claims on them have no verdict.
std::string relation_of(const engine::Experiment& study, const std::string& text, bool is_built_in) {
  const std::string shown =
      is_built_in ? stored_of(study, text) : fmt::format("SELECT * FROM {} WHERE seed = :seed", view_of(study));
  // The instances of a file are not stored.
  if (study.declared && !study.declared->instances.empty())
    return fmt::format("{} AS ({})", relation_named(study), shown);
  std::vector<std::string> names;
  std::string grid;
  for (const engine::Axis& axis : study.axes) {
    std::vector<std::string> values;
    for (const engine::AxisValue& value : axis.values) values.push_back(fmt::format("({})", literal_of(value)));
    names.push_back(sql_identifier(axis.name));
    grid += fmt::format("(SELECT column1 AS {} FROM (VALUES {})) CROSS JOIN ", names.back(), fmt::join(values, ", "));
  }
  std::vector<std::string> columns;
  for (const engine::Column& column : study.columns(study.algorithms).all)
    columns.push_back(fmt::format("({}, {})", sql_literal(column.record.name), sql_literal(column.record.rival)));
  names.insert(names.end(), {"algorithm", "rival"});
  return fmt::format(
      "{} AS MATERIALIZED (\n  SELECT * FROM {}(SELECT column1 AS algorithm, column2 AS rival FROM (VALUES {}))\n"
      "  LEFT JOIN ({}) USING ({}))",
      relation_named(study), grid, fmt::join(columns, ", "), shown, fmt::join(names, ", "));
}

// Whether the relation, or the start of one's definition, follows one of these words; where a comma is one of them,
// also at the beginning.
bool has_behind(const std::string& sql, const std::vector<std::string>& words, const std::string& relation) {
  for (std::size_t at = find_word(sql, relation); at != std::string::npos; at = find_word(sql, relation, at + 1)) {
    const std::string_view before = std::string_view(sql).substr(0, sql.find_last_not_of(" \n", at - 1) + 1);
    const bool is_first = at == 0 || before.empty();
    const auto precedes = [&](const std::string& word) { return is_first ? word == "," : before.ends_with(word); };
    if (std::ranges::any_of(words, precedes)) return true;
  }
  return false;
}

bool defines(const std::string& relations, const std::string& name) {
  return has_behind(relations, {","}, name + " AS ") || has_behind(relations, {","}, name + "(");
}

// The text before the first comparison outside of brackets and strings; "" if the operator is not a comparison.
std::string compared_in(const std::string& holds) {
  int depth = 0;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    if (holds[i] == '\'') i = std::min(holds.find('\'', i + 1), holds.size() - 1);
    depth += holds[i] == '(' ? 1 : holds[i] == ')' ? -1 : 0;
    if (depth == 0 && std::string_view("<>=").find(holds[i]) != std::string_view::npos)
      return std::string(trimmed(holds.substr(0, i > 0 && holds[i - 1] == '!' ? i - 1 : i)));
  }
  return "";
}

// The study that the key names, or the first one.
const engine::Experiment& study_of(const Section& section, const PaperSources& sources) {
  return !section.has("study") ? sources.studies().front() : sources.study_of(section);
}

/// Reads the claims of a file one after the other.
class ClaimReader {
 public:
  ClaimReader(const IniFile& ini, const ClaimSources& where, const PaperSources& sources)
      : ini_(ini),
        sources_(sources),
        table_section_{ini, ini.section(where.table_section)},
        sentences_file_(table_section_.text("sentences").empty() ? where.sentences_file
                                                                 : table_section_.text("sentences")) {
    table_section_.require_known({"title", "study", "relations", "setting", "label", "note", "sentences", "set",
                                  "made-by", "open-axes", "column-title", "standing", "about", "overview", "claim"});
    if (!sentences_file_.empty())
      list_ = parse_sentences(sources.texts().path(sentences_file_).string(), sources.texts().text(sentences_file_));
    for (const IniSection& section : ini.sections)
      if (section.name == statements_section)
        add_statements({ini, section});
      else if (section.name == samples_section)
        add_samples({ini, section});
      else if (!name_in(section.name, claim_kind).empty())
        read({ini, section});
    if (table_.claims.size() > most_claims)
      throw InputError("{} has more than {} claims", ini.file.string(), most_claims);
  }

  [[nodiscard]] bool empty() const { return table_.claims.empty(); }
  [[nodiscard]] const Section& section() const { return table_section_; }

  /// Empty without a list of sentences.
  [[nodiscard]] std::vector<engine::Sentence> sentences() const {
    const std::vector<std::string> keys = collected(table_.claims, &Claim::key);
    std::vector<engine::Sentence> sentences;
    for (const ListedSentence& listed : list_) {
      const engine::CheckedStatement& statement = listed.statement;
      const bool is_sentence = !listed.words.empty() || statement.name.empty();
      for (const std::string& key : listed.claims)
        if (is_sentence || statement.checked.empty())
          static_cast<void>(in_list(listed, [&] { return one_of("claim", key, keys); }));
      if (!is_sentence) continue;
      sentences.push_back({statement.place, listed.words, listed.claims});
      for (const std::string& setting : listed.about) sentences.back().settings.push_back(table_.label + setting);
      if (listed.about.empty()) sentences.back().settings = table_section_.read("about", names_in);
    }
    return sentences;
  }

  /// The statements to check: each part of each claim separately, so that an error has a line.
  [[nodiscard]] std::vector<OwnStatement> statements(const ClaimTable& table) const {
    std::vector<OwnStatement> statements;
    for (std::size_t i = 0; i < table.claims.size(); ++i) {
      const Claim& claim = table.claims[i];
      ClaimTable alone = table;
      alone.claims = {claim};
      const auto add = [&](const std::string& sql, const char* key) {
        statements.push_back({.sql = sql,
                              .place = place_of(sections_[i], key, table),
                              .parameters = parameters_of(table_section_, sql, study_of(table_section_, sources_))});
      };
      add(fmt::format("{}{} SELECT * FROM {}", with, table.relations, claim.points), "points");
      add(fmt::format("{}{} SELECT ({}) AS measure FROM {}", with, table.relations, claim.measure, claim.points),
          "measure");
      add(engine::claims_sql(alone), claim.as_one ? "holds-together" : "holds");
    }
    return statements;
  }

  ClaimTable table() {
    const std::string own = sources_.text(table_section_, "relations");
    std::vector<std::string> relations;
    std::vector<std::string> experiments;
    std::string all = own;
    for (const Claim& claim : table_.claims) all += claim.points + claim.measure + claim.holds + claim.measured;
    const bool says_samples = !table_.sampled.empty();
    for (const engine::Experiment& study : sources_.studies()) {
      table_.samples[study.name] = study.samples;
      if (!is_read(relation_named(study), own)) continue;
      relations.push_back(relation_of(study, all, sources_.texts().is_built_in()));
      if (study.deterministic) continue;
      table_.sampled.push_back({relation_named(study), {study.name}});
      experiments.push_back(study.name);
    }
    if (const engine::Experiment& study = study_of(table_section_, sources_);
        table_section_.has("study") && !study.deterministic && experiments.empty())
      experiments = {study.name};
    if (!experiments.empty() && !says_samples) table_.sampled.push_back({"", experiments});
    if (!own.empty()) relations.push_back(own);
    table_.relations = fmt::format("{}", fmt::join(relations, ",\n"));
    table_.setting = table_section_.text("setting");
    table_.label = table_section_.text("label");
    if (!table_.label.empty()) table_.label += ' ';
    return table_;
  }

 private:
  // Whether claims, or their own relations, read a relation of this name that is not one of their own.
  [[nodiscard]] bool is_read(const std::string& relation, const std::string& own) const {
    const std::vector<std::string> before = {"FROM", "JOIN"};
    if (defines(own, relation)) return false;
    return (!own.empty() && has_behind(own, before, relation)) ||
           std::ranges::any_of(table_.claims, [&](const Claim& claim) {
             return has_behind(claim.points.substr(0, claim.points.find(" WHERE ")), {"FROM", "JOIN", ","}, relation) ||
                    has_behind(claim.points, before, relation) || has_behind(claim.measure, before, relation) ||
                    has_behind(claim.holds, before, relation);
           });
  }

  // The standing of the claim, or else of the table.
  [[nodiscard]] std::string standing_of(const Section& section) const {
    const std::string standing = (section.has("standing") ? section : table_section_)
                                     .word("standing", {"calibrated", "reconstructed", none_word});
    return standing == none_word ? "" : standing;
  }

  void add_statements(const Section& section) {
    section.require_known({"relation", "names-place", "denial", "shows-counterexample", "judges-cases"});
    engine::StatementClaims how{.checks = section.required("relation")};
    if (section.has("names-place")) how.names_place = section.says_yes("names-place");
    if (section.has("denial")) how.denial = section.text("denial") + ' ';
    how.shows_counterexample = section.says_yes("shows-counterexample");
    how.judges_cases = section.says_yes("judges-cases");
    for (Claim& claim : engine::statement_claims(checked_in(list_), how)) {
      sections_.push_back(section);
      table_.claims.push_back(std::move(claim));
    }
  }

  [[nodiscard]] std::vector<std::string> studies_in(const Section& section, const std::string& key) const {
    return section.read(key, [this](const std::string& list) {
      std::vector<std::string> names = names_in(list);
      for (std::string& name : names) name = sources_.study_named(name).name;
      return names;
    });
  }

  // Reads RELATION = STUDIES, and `condition`.
  void add_samples(const Section& section) {
    for (const IniEntry& entry : section.own.entries) {
      if (entry.key == condition_key) continue;
      engine::SampledRelation& relation =
          table_.sampled.emplace_back(engine::SampledRelation{entry.key, studies_in(section, entry.key)});
      if (section.has(condition_key)) relation.condition = section.text(condition_key);
    }
  }

  // The result of `read`; its InputError gets the line in the list.
  [[nodiscard]] std::string in_list(const ListedSentence& listed, const std::function<std::string()>& read) const {
    return read_from(fmt::format("{}:{}", sources_.texts().path(sentences_file_).string(), listed.statement.position),
                     read);
  }

  // The text in the section, or else in the list of sentences.
  [[nodiscard]] std::string text_of(const Section& section, const std::string& key) const {
    const auto listed = std::ranges::find(
        list_, key, [](const ListedSentence& each) -> const std::string& { return each.statement.name; });
    if (listed == list_.end() || listed->statement.text.empty()) {
      static_cast<void>(section.required("text"));
      return sources_.text(section, "text");
    }
    if (section.has("text"))
      throw section.error(
          "text", fmt::format("{} has the text of {} in line {}", sentences_file_, key, listed->statement.position));
    return in_list(*listed, [&] { return sources_.with_words(listed->statement.text); });
  }

  void read(const Section& section) {
    section.require_known({"text", "points", "measure", "holds", "holds-together", "unit", "digits", "quoted",
                           "measured", "standing", "amended", "settled", "unjudged", "amended-by", "like"});
    const std::string key = at(ini_, section.line, [&] { return plain_name(name_in(section.name, claim_kind)); });
    // Without points, a claim is judged by the check that is called like it, where there are checks.
    const bool is_check =
        !section.has("points") && defines(sources_.text(table_section_, "relations"), checks_relation);
    Claim claim = is_check
                      ? engine::checked_claim(text_of(section, key), checks_relation, key, section.text("amended-by"))
                      : judged_claim(section, text_of(section, key));
    claim.key = key;
    if ((claim.text.find("%s") != std::string::npos) == claim.quoted.empty())
      throw section.error(claim.quoted.empty() ? "text" : "quoted",
                          "a text with %s needs quoted, whose value replaces it, and only such a text takes it");
    if (contains(table_.claims, claim.text, &Claim::text)) throw section.error("text", "another claim has this text");
    // SQL's printf() shall replace each %s alone.
    if (!claim.quoted.empty()) claim.text = std::regex_replace(claim.text, std::regex("%(?!s)"), "%%");
    sections_.push_back(section);
    table_.claims.push_back(std::move(claim));
  }

  [[nodiscard]] Claim judged_claim(const Section& section, const std::string& text) const {
    static_cast<void>(section.required("points"));
    const std::string compared = !section.has("measure") ? compared_in(sources_.text(section, "holds")) : "";
    if (compared.empty()) static_cast<void>(section.required("measure"));
    const bool together = section.has("holds-together");
    if (together == (section.has("holds")))
      throw ini_.error(section.line, fmt::format("[{}] needs one of holds, which is judged at each point, and "
                                                 "holds-together, an aggregate over all of them",
                                                 section.name));
    Claim claim{.text = text,
                .points = sources_.text(section, "points"),
                .measure = compared.empty() ? sources_.text(section, "measure") : compared,
                .holds = sources_.text(section, together ? "holds-together" : "holds"),
                .unit = section.text("unit"),
                .measured = sources_.text(section, "measured"),
                .as_one = together,
                .quoted = sources_.text(section, "quoted"),
                .standing = standing_of(section),
                .amended = sources_.text(section, "amended"),
                .settled = sources_.text(section, "settled"),
                .unjudged = sources_.text(section, "unjudged")};
    claim.digits = static_cast<int>(section.whole("digits", 0, 17, claim.digits));
    return claim;
  }

  // The place of a byte of the statement: within the user's relations, with which it begins, or at the key.
  [[nodiscard]] StatementPlace place_of(const Section& section, const std::string& key, const ClaimTable& table) const {
    const OwnStatement own = sources_.statement(table_section_, "relations");
    const std::size_t end = with.size() + table.relations.size();
    const std::size_t begin = end - own.sql.size();
    const IniEntry* const entry = section.find(key);
    const std::string line = fmt::format("{}:{}", ini_.file.string(), entry == nullptr ? section.line : entry->line);
    return
        [=, place = own.place](std::size_t byte) { return byte >= begin && byte < end ? place(byte - begin) : line; };
  }

  const IniFile& ini_;
  const PaperSources& sources_;
  Section table_section_;
  std::string sentences_file_;
  std::vector<ListedSentence> list_;
  ClaimTable table_;
  std::vector<Section> sections_;  // the sections of claims
};

}  // namespace

bool is_claim_section(const std::string& section) {
  return section == table_word || !name_in(section, claim_kind).empty() || section == statements_section ||
         section == samples_section;
}

void add_claim_exhibits(const IniFile& original, const ClaimSources& where, const PaperSources& sources,
                        std::vector<results::Exhibit>& exhibits) {
  const IniFile ini = with_templates(original);
  ClaimReader reader(ini, where, sources);
  const Section& section = reader.section();
  if (reader.empty()) {
    if (section.line > 0 || (where.table_section.empty() && !(ini.head.entries.empty() && ini.sections.empty())))
      throw InputError("{} has no section [claim.KEY]", ini.file.string());
    return;
  }
  std::set<std::string> reads;
  for (const engine::Experiment& study : sources.studies()) reads.insert(study.name);
  const auto add = [&](const std::string& name, results::Exhibit exhibit) {
    exhibit.name = sources.paper() + "/" + name;
    const engine::Experiment& study = study_of(section, sources);
    exhibit.study = study.name;
    exhibit.overview = section.has("overview") ? section.says_yes("overview") : where.name == table_word;
    exhibit.parameters = parameters_of(section, exhibit.sql, study);
    exhibit.made_by = section.text("made-by");
    exhibit.open_axes = section.read("open-axes", names_in);
    exhibit.reads = reads;
    exhibit.leaves_out_missing = true;
    if (contains(exhibits, exhibit.name, &results::Exhibit::name))
      throw InputError("{}: an exhibit is called {}, as the table of all {} is", ini.file.string(), name, name);
    exhibits.push_back(std::move(exhibit));
  };
  const ClaimTable table = reader.table();
  results::Exhibit claims = engine::claims_exhibit(table);
  claims.title = section.text("title").empty() ? fmt::format("What {}, judged by this run", where.says)
                                               : sources.text(section, "title");
  claims.note = sources.text(section, "note");
  if (section.has("column-title")) claims.layout.column_title = section.text("column-title");
  static_cast<void>(section.word("claim", {none_word}));
  if (section.has("claim") || where.name != table_word) claims.claim = "";
  add(where.name, std::move(claims));
  if (!sources.texts().is_stored())
    for (OwnStatement& statement : reader.statements(table)) sources.check_later(std::move(statement));
  if (const std::vector<engine::Sentence> sentences = reader.sentences(); !sentences.empty())
    add("sentences", engine::sentences_exhibit(sources.paper(), where.says, table, sentences));
}

}  // namespace apportion::sweeps
