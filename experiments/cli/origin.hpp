// The origin of a table or a picture: the command, the seed, the program, and the runs that stored its results.
#pragma once

#include <string>

#include "experiments/cli/arguments.hpp"
#include "results/charts/drawing_programs.hpp"
#include "results/database/reader.hpp"
#include "results/tables/render.hpp"

namespace apportion::cli {

/// One line: "apportion show ...; seed 1; program COMMIT; run UUID of DATE at COMMIT, 60 samples".
[[nodiscard]] std::string origin_of(const std::string& experiment, const std::string& seed, const Arguments& arguments,
                                    const results::Reader& reader);

/// The text with the line as a comment: above it in LaTeX, Markdown and HTML, in CSV only if `csv_too`, since not all
/// readers of CSV accept comments; in JSON as the member `origin`; plain text is unchanged.
[[nodiscard]] std::string with_origin(const std::string& text, const std::string& origin, results::Format format,
                                      bool csv_too);

/// A picture with the line: a comment of an SVG document, a text chunk of PNG, a comment after the end of a PDF.
[[nodiscard]] std::string with_origin(const std::string& bytes, const std::string& origin, results::Picture picture);

}  // namespace apportion::cli
