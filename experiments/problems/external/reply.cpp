// Reading of replies.
#include "experiments/problems/external/reply.hpp"

#include <fmt/format.h>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/program.hpp"

namespace apportion::problems {

Json answer_in_reply(std::string_view line, std::int64_t id) {
  constexpr std::size_t longest_message = 500;  // that a program reports
  const Json reply = parse_json(line);
  const JsonReader reader(reply, "the reply");
  reader.require_keys({"id"}, {"answer", "error"});
  if (const std::int64_t given = reader["id"].whole(); given != id)
    throw InputError(fmt::format("the reply has the id {}; the request had {}", given, id));
  if (reader.has("answer") == reader.has("error"))
    throw InputError(R"(the reply must have either "answer" or "error")");
  if (reader.has("error")) throw WrongAnswer("it reports: " + printable(reader["error"].text(), longest_message));
  return reply["answer"];
}

}  // namespace apportion::problems
