// Exhibits of users' own that judge: printed numbers beside a run's, claims, and sentences.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/checks.hpp"
#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

/// A section with `compares`: every number that is printed for that exhibit, the study's mean at this point with its
/// standard error, and the verdict by the number's rule. InputError, with the line, for what the section may not hold,
/// and for a number with an algorithm, a quantity or coordinates that the study does not have.
[[nodiscard]] results::Exhibit compared_numbers(const Section& section, const std::string& name,
                                                const PaperSources& sources);

/// Where claims stand, and how the paper is spoken of.
struct ClaimSources {
  std::string table_section = {};   ///< with what all claims share: "claims", or "" of a file that has nothing else
  std::string sentences_file = {};  ///< unless the key `sentences` of that section names another; "": there is no file
  std::string says = {};            ///< "Niculescu says"
};

/// Adds the exhibit `claims` of the sections [claim.KEY], and the exhibit `sentences` of the file of sentences; neither
/// where there are no claims. InputError, with file and line, also where an exhibit has one of these names already.
void add_claim_exhibits(const IniFile& ini, const ClaimSources& where, const PaperSources& sources,
                        std::vector<results::Exhibit>& exhibits);

/// Whether a section is one of claims, or of their table.
[[nodiscard]] bool is_claim_section(const std::string& section);

/// What a paper of the program's own has in C++ beside the data files of its folder, which are built in.
struct SaidInCode {
  std::string paper;                                      ///< its folder: "niculescu"
  std::string says;                                       ///< "Niculescu says"
  std::map<std::string, std::string> words = {};          ///< that its studies have too, beside those of paper.ini
  std::vector<engine::CheckedStatement> statements = {};  ///< what [claims.statements] stands for
};

/// The exhibits of the paper's claims.ini and sentences.csv, which may have more than a user's: `set`, `made-by`,
/// `open-axes`, `column-title`, `standing` and `about`, for all claims and sentences; [claims.statements] in the place
/// of the checked statements' claims; [samples.RELATION]; and claims with `checks` and `amended-by`. InputError, with
/// file and line, for what a user's file may not hold either.
[[nodiscard]] results::Exhibit claims_of(const SaidInCode& said);
[[nodiscard]] results::Exhibit sentences_of(const SaidInCode& said);

}  // namespace apportion::sweeps
