// Exhibits of users' own that judge: printed numbers beside a run's, claims, and sentences.
#pragma once

#include <string>
#include <vector>

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
  std::string name = "claims";      ///< of the exhibit
  std::string table_section = {};   ///< with what all claims share: "claims", or "" of a file that has nothing else
  std::string sentences_file = {};  ///< unless the key `sentences` of that section names another; "": there is no file
  std::string says = {};            ///< "Niculescu says"
};

/// Adds the exhibit `claims` of the sections [claim.KEY], and the exhibit `sentences` of the file of sentences; neither
/// where there are no claims. InputError, with file and line, also where an exhibit has one of these names already.
void add_claim_exhibits(const IniFile& original, const ClaimSources& where, const PaperSources& sources,
                        std::vector<results::Exhibit>& exhibits);

/// Whether a section is one of claims, or of their table.
[[nodiscard]] bool is_claim_section(const std::string& section);

}  // namespace apportion::sweeps
