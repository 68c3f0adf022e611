// The line of origin, and comments in each format.
#include "experiments/cli/origin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/build_info.hpp"
#include "results/database/stored_studies.hpp"

namespace apportion::cli {
namespace {

// Comments of XML and HTML must not contain two hyphens in a row.
std::string without_double_hyphens(std::string text) {
  for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at + 2))
    text.insert(at + 1, " ");
  return text;
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> static_cast<unsigned>(shift));
  return bytes;
}

// PNG (ISO/IEC 15948), 11.3.4: inserts a chunk iTXt with keyword Source before the last chunk IEND, which has 12 bytes.
std::string png_with(const std::string& bytes, const std::string& text) {
  constexpr std::size_t end = 12;
  const std::string chunk = "iTXtSource" + std::string(5, '\0') + text;
  boost::crc_32_type crc;
  crc.process_bytes(chunk.data(), chunk.size());
  return bytes.substr(0, bytes.size() - end) + big_endian(static_cast<std::uint32_t>(chunk.size() - 4)) + chunk +
         big_endian(crc.checksum()) + bytes.substr(bytes.size() - end);
}

}  // namespace

std::string origin_of(const std::string& experiment, const std::string& seed, const Arguments& arguments,
                      const results::Reader& reader) {
  constexpr std::size_t most_runs = 3;
  std::string text = "apportion show";
  for (const std::string& token : arguments.tokens()) text += " " + quoted_for_a_shell(token);
  text += fmt::format("; seed {}; program {} {}", seed, version(), git_revision());
  const std::vector<results::StoredRun> runs =
      results::runs_of(reader, {experiment, static_cast<std::int64_t>(std::stoll(seed))});
  for (std::size_t i = 0; i < std::min(runs.size(), most_runs); ++i)
    text += fmt::format("; run {} of {} at {}, at most {} a point", runs[i].uuid, runs[i].started, runs[i].revision,
                        counted(runs[i].samples, "sample"));
  if (runs.size() > most_runs) text += fmt::format("; and {} more", counted(runs.size() - most_runs, "run"));
  return in_one_line(text);
}

std::string with_origin(const std::string& text, const std::string& origin, results::Format format, bool csv_too) {
  switch (format) {
    case results::Format::latex:
      return "% " + origin + "\n" + text;
    case results::Format::markdown:
    case results::Format::html:
      return "<!-- " + without_double_hyphens(origin) + " -->\n" + text;
    case results::Format::csv:
      return csv_too ? "# " + origin + "\n" + text : text;
    case results::Format::json: {
      auto document = nlohmann::ordered_json::parse(text);
      if (!document.is_object()) return text;
      document["origin"] = origin;
      return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    }
    default:
      return text;
  }
}

std::string with_origin(const std::string& bytes, const std::string& origin, results::Picture picture) {
  if (picture == results::Picture::png) return png_with(bytes, origin);
  if (picture == results::Picture::pdf) return bytes + (bytes.ends_with('\n') ? "% " : "\n% ") + origin + "\n";
  const std::size_t root = bytes.find("<svg");
  if (root == std::string::npos) return bytes;
  return bytes.substr(0, root) + "<!-- " + without_double_hyphens(origin) + " -->\n" + bytes.substr(root);
}

}  // namespace apportion::cli
