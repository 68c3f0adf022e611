// Reading of I/N, and lists of shards.
#include "experiments/cli/shard.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <regex>
#include <set>

#include "base/error.hpp"
#include "base/numbers.hpp"

namespace apportion::cli {
namespace {

// "1-3, 7"
std::string spelled_ranges(const std::set<std::int64_t>& numbers) {
  std::string text;
  for (auto first = numbers.begin(); first != numbers.end();) {
    auto last = first;
    while (std::next(last) != numbers.end() && *std::next(last) == *last + 1) ++last;
    if (!text.empty()) text += ", ";
    text += first == last ? fmt::format("{}", *first) : fmt::format("{}-{}", *first, *last);
    first = std::next(last);
  }
  return text;
}

}  // namespace

engine::Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string_view view = text;
  const auto index = parse_whole(view.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : parse_whole(view.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count)
    throw InputError(
        fmt::format("--shard is '{}'; it must be I/N, such as 2/8, with whole numbers I from 1 to N", text));
  return {*index, *count};
}

std::string shards_text(const std::vector<std::string>& commands) {
  // As the command line was, which quotes neither digits nor slashes.
  static const std::regex option(" --shard[ =]([0-9]{1,18})/([0-9]{1,18})( |$)");
  std::map<std::int64_t, std::set<std::int64_t>> held;
  for (const std::string& command : commands)
    if (std::smatch found; std::regex_search(command, found, option))
      held[parse_whole(found[2].str()).value()].insert(parse_whole(found[1].str()).value());
  std::string text;
  for (const auto& [count, shards] : held)
    text += fmt::format("Of {} shards it holds {}{}\n", count, spelled_ranges(shards),
                        static_cast<std::int64_t>(shards.size()) == count ? "" : "; `apportion merge` adds the others");
  return text;
}

}  // namespace apportion::cli
