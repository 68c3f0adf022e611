// Requests and replies, one line of JSON each.
#include "experiments/problems/external/program_pool.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "algorithms/own_algorithm.hpp"
#include "base/error.hpp"
#include "base/program.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::problems {
namespace {

// Lines of a program's standard error that a call of ours shows.
constexpr std::size_t most_shown_lines = 20;

}  // namespace

ProgramPool::ProgramPool(OwnProgram program) : program_(std::move(program)) {}

// All inputs first, so that the processes end side by side.
ProgramPool::~ProgramPool() {
  for (Worker& worker : idle_) worker.process->close_input();
}

Json ProgramPool::answer(const std::string& problem, std::uint64_t seed) {
  try {
    Worker worker = take();
    Json answer;
    try {
      answer = asked(worker, problem, seed);
    } catch (const WrongAnswer&) {
      give_back(std::move(worker));
      throw;
    }
    give_back(std::move(worker));
    return answer;
  } catch (const NoAnswer& error) {
    throw NoAnswer(fmt::format("no answer: {}", error.what()));
  }
}

Json ProgramPool::asked(Worker& worker, const std::string& problem, std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::int64_t id = ++worker.problems;
  const std::string line =
      worker.process->ask(fmt::format(R"({{"schema":1,"id":{},"seed":"{:016x}","problem":{}}})", id, seed, problem));
  try {
    Json answer = answer_in_reply(line, id);
    // Reading a long answer takes time as well.
    if (Clock::now() - start > std::chrono::duration<double>(program_.limit))
      throw NoAnswer(fmt::format("it took longer than its limit of {} s, with the reading of an answer of {} bytes",
                                 program_.limit, line.size()));
    return answer;
  } catch (const InputError& error) {
    throw NoAnswer(fmt::format("{}; it wrote {}", printable(error.what()), printable(line)));
  }
}

ProgramPool::Worker ProgramPool::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      Worker worker = std::move(idle_.back());
      idle_.pop_back();
      return worker;
    }
  }
  return {std::make_unique<LineProcess>(program_, [this](std::string_view line) { show(line); })};
}

void ProgramPool::give_back(Worker worker) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(worker));
}

// Also called while processes end with this.
void ProgramPool::show(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (shown_lines_ > most_shown_lines) return;
  const bool last = ++shown_lines_ > most_shown_lines;
  engine::print_error(last ? fmt::format("{}: it writes more to standard error, which is not shown\n", program_.name)
                           : fmt::format("{}: {}\n", program_.name, printable(line)));
}

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
