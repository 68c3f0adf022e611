// Users' own exhibits: sweep files, improvements, comparisons and means, for `show` and the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cli/arguments.hpp"
#include "experiments/cli/exhibit_rows.hpp"
#include "results/database/reader.hpp"
#include "results/report/report.hpp"

namespace apportion::cli {

/// The options of `apportion show improvement` and `apportion show comparison`.
[[nodiscard]] std::vector<OptionDeclaration> own_exhibit_options();

/// The words of `apportion show` that are not settings.
[[nodiscard]] std::vector<std::string> exhibit_words(const Arguments& arguments);

/// The exhibits that the words of `apportion show` name, with the request's settings, read from the database of the
/// arguments: FILE.ini [NAME...], FOLDER[/NAME] [NAME...], sweeps/NAME [NAME...] or sweeps/NAME/NAME of the database,
/// the same with the name of a paper in it, or `improvement` or `comparison`. Nothing for other words, which name
/// exhibits of the catalogue. The request gets the seed of the results: --seed, else that of the sweep file, else
/// default_seed. InputError for unknown names and for an option of improvements or comparisons with other words,
/// StoreError if there is no database.
[[nodiscard]] std::optional<std::vector<results::Exhibit>> own_exhibits(const Arguments& arguments,
                                                                        ExhibitRequest& request);

/// InputError for a verdict of the user's own outside the scale of results/verdict.hpp, and if the column of verdicts
/// is missing.
void require_known_verdicts(const results::Exhibit& exhibit, const results::Rows& rows);

/// The named sweeps and papers, FILE.ini, sweeps/NAME, a folder or its name; by default all of the database,
/// with the reason for those without a stored text. `seed`: of their results, else that of each file, or of
/// the run that stored its text. An exhibit that cannot be shown is a line among the sweep's problems.
/// InputError for another word, an unreadable file, and a repeated study.
[[nodiscard]] std::vector<results::ReportPaper> report_sweeps(const std::vector<std::string>& words,
                                                              const ExhibitRequest& request,
                                                              std::optional<std::int64_t> seed,
                                                              const results::Reader& reader);

}  // namespace apportion::cli
