// What a paper says sentence by sentence, as data: where each sentence stands, and the claims that judge it.
#pragma once

#include <string>
#include <vector>

#include "experiments/engine/claims.hpp"
#include "results/exhibit.hpp"

namespace apportion::engine {

/// A sentence that claims something.
struct Sentence {
  std::string place;                       ///< section, lemma or figure
  std::string words;                       ///< a few of its own, to find it by
  std::vector<std::string> claims;         ///< how their texts begin, each that of one claim; none: nothing judges it
  std::vector<std::string> settings = {};  ///< of the claims, those that it is about, as shown; empty: all
};

/// A row for each sentence, with the numbers of its claims and the verdict that follows from theirs: `reproduced` or
/// `not reproduced` where all are, `cannot be judged` where none can be, otherwise `partly reproduced`; of some claims
/// that cannot be judged only the others count. Nothing where one of the claims has no verdict, `no verdict` where
/// there is none. The last row counts them; the note lists the claims that no sentence names. `paper` is its folder,
/// and `who` "Niculescu says". Throws std::logic_error for what begins no claim, or several.
[[nodiscard]] results::Exhibit sentences_exhibit(const std::string& paper, const std::string& who,
                                                 const ClaimTable& table, const std::vector<Sentence>& sentences);

}  // namespace apportion::engine
