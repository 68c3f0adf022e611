// Users' own exhibits with verdicts: printed numbers compared with those of a run, claims, and sentences.
#pragma once

#include <string>
#include <vector>

#include "experiments/sweeps/ini.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"

namespace apportion::sweeps {

/// The exhibit of a section with `compares`: every printed number of that exhibit, the study's mean at this point with
/// its standard error, and the verdict by the number's rule. InputError, with the line, for invalid entries, and for a
/// number with an algorithm, a quantity or coordinates that the study does not have.
[[nodiscard]] results::Exhibit compared_numbers(const Section& section, const std::string& name,
                                                const PaperSources& sources);

/// The files of claims, and how texts refer to the paper.
struct ClaimSources {
  std::string name = "claims";      ///< the name of the exhibit
  std::string table_section = {};   ///< has the keys for all claims: "claims", or "" in a file of claims only
  std::string sentences_file = {};  ///< the default of the key `sentences` of that section; "": there is no file
  std::string says = {};            ///< "Niculescu says"
};

/// Adds the exhibit `claims` of the sections [claim.KEY], and the exhibit `sentences` of the file of sentences; neither
/// if there are no claims. InputError, with file and line, also if an exhibit already has one of these names.
void add_claim_exhibits(const IniFile& original, const ClaimSources& where, const PaperSources& sources,
                        std::vector<results::Exhibit>& exhibits);

/// Whether a section is one of claims, or of their table.
[[nodiscard]] bool is_claim_section(const std::string& section);

}  // namespace apportion::sweeps
