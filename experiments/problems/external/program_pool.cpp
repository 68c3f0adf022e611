// A user's own algorithm as processes that are kept alive: a process that answers lines with lines, and the pool of a
// program's processes.
#include "experiments/problems/external/program_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/program.hpp"
#include "base/stopping.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"

namespace apportion::problems {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How long a process may run after the end of its input.
constexpr milliseconds grace{1000};

[[noreturn]] void no_pipe(int problem) {
  throw NoAnswer(fmt::format("cannot create a pipe: {}", std::generic_category().message(problem)));
}

struct Pipe {
  Descriptor to_read;
  Descriptor to_write;
};

// A pipe that other started programs do not inherit.
Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) no_pipe(errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// write() without SIGPIPE, however the process handles it: a signal that this write raises is consumed.
ssize_t write_quietly(int descriptor, std::string_view bytes) {
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
  const int problem = errno;
  if (written < 0 && problem == EPIPE) {
    const timespec at_once{};
    while (::sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = problem;
  return written;
}

// --- The processes of one program

// The number of lines of a program's standard error that one call shows.
constexpr std::size_t most_shown_lines = 20;

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  close();
  number_ = other.release();
  return *this;
}

void Descriptor::close() {
  if (is_open()) ::close(release());
}

int Descriptor::release() { return std::exchange(number_, -1); }

LineProcess::LineProcess(const OwnProgram& program, Listener listener)
    : program_(program), listener_(std::move(listener)) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  try {
    process_ = start_program({.words = program_.words,
                              .folder = program_.folder,
                              .input = input.to_read.number(),
                              .output = output.to_write.number(),
                              .error = error.to_write.number()});
  } catch (const std::system_error& problem) {
    throw NoAnswer(
        fmt::format("{} cannot be started: {}", printable(program_.words.front()), problem.code().message()));
  }
  input_ = std::move(input.to_write);
  output_ = std::move(output.to_read);
  error_ = std::move(error.to_read);
  for (const Descriptor* descriptor : {&input_, &output_, &error_})
    if (::fcntl(descriptor->number(), F_SETFL, O_NONBLOCK) != 0) no_pipe(errno);
}

LineProcess::~LineProcess() {
  close_input();
  static_cast<void>(wait_for_end(false));
}

std::string LineProcess::ask(const std::string& line) {
  const std::string request = line + "\n";
  std::string_view unsent = request;
  const Clock::time_point deadline = deadline_of(program_);
  static_cast<void>(receive());
  if (!received_.empty()) give_up(fmt::format("it wrote an unexpected line: {}", printable(received_.substr(0, 1000))));
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = received_.find('\n', searched);
    if (unsent.empty() && end != std::string::npos) {
      std::string answer = received_.substr(0, end);
      received_.erase(0, end + 1);
      return answer;
    }
    searched = unsent.empty() ? received_.size() : 0;
    if (received_.size() > longest_line)
      give_up(fmt::format("it wrote more than {} MiB without ending a line", longest_line >> 20U));
    wait_for_bytes(deadline, unsent);
  }
}

void LineProcess::wait_for_bytes(Clock::time_point deadline, std::string_view& unsent) {
  std::array<pollfd, 3> watched{{{output_.number(), POLLIN, 0},
                                 {error_.number(), POLLIN, 0},
                                 {unsent.empty() ? -1 : input_.number(), POLLOUT, 0}}};
  constexpr milliseconds between_looks{50};
  constexpr milliseconds longest_wait{1'000'000};
  const std::atomic<bool>* const stop = work_limits().stop;
  const milliseconds left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  const milliseconds wait = std::clamp(left, milliseconds{0}, stop == nullptr ? longest_wait : between_looks);
  const int ready = ::poll(watched.data(), watched.size(), static_cast<int>(wait.count()));
  if (stop != nullptr && *stop) {
    static_cast<void>(wait_for_end(true));
    throw Stopped();
  }
  if (ready < 0 && errno != EINTR) give_up(fmt::format("poll: {}", std::generic_category().message(errno)));
  if (watched[1].revents != 0) listen();
  if (watched[2].revents != 0) send(unsent);
  const bool has_ended = watched[0].revents != 0 && !receive();
  const bool is_late = Clock::now() >= deadline;
  if (!has_ended && !is_late) return;
  // A complete answer counts even if the process has ended since; the next request will detect that. Searched only
  // here, since a long answer comes in many pieces.
  if (unsent.empty() && received_.find('\n') != std::string::npos) return;
  if (has_ended) report_end();
  if (is_late) give_up(fmt::format("it took longer than its limit of {} s", program_.limit));
}

void LineProcess::send(std::string_view& unsent) {
  const ssize_t written = write_quietly(input_.number(), unsent);
  if (written >= 0)
    unsent.remove_prefix(static_cast<std::size_t>(written));
  else if (errno != EAGAIN && errno != EINTR)
    report_end();
}

// Reads the process's output. False at its end.
bool LineProcess::receive() {
  std::array<char, std::size_t{1} << 16U> piece{};
  while (received_.size() <= longest_line) {
    const ssize_t count = ::read(output_.number(), piece.data(), piece.size());
    if (count == 0) return false;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno == EAGAIN;
    received_.append(piece.data(), static_cast<std::size_t>(count));
  }
  return true;
}

// Reads the process's standard error, as much as one answer may have.
void LineProcess::listen() {
  constexpr std::size_t longest_complaint = 4096;
  std::array<char, 4096> piece{};
  for (int pieces = 0; pieces < 16 && error_.is_open(); ++pieces) {
    const ssize_t count = ::read(error_.number(), piece.data(), piece.size());
    if (count < 0) return;
    if (count == 0) error_.close();
    for (const char c : std::string_view(piece.data(), static_cast<std::size_t>(count))) {
      if (c != '\n' && complaint_.size() < longest_complaint) complaint_ += c;
      if (c != '\n') continue;
      if (!is_blank(complaint_)) last_complaint_ = complaint_;
      listener_(complaint_);
      complaint_.clear();
    }
  }
}

// The status, as of waitpid(). The process's children are killed, too.
int LineProcess::wait_for_end(bool kill_now) {
  if (process_ < 0) return 0;
  if (kill_now) ::kill(-process_, SIGKILL);
  const Clock::time_point deadline = Clock::now() + grace;
  siginfo_t ended{};
  milliseconds pause{1};
  while (::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0) {
    listen();
    if (Clock::now() >= deadline) ::kill(-process_, SIGKILL);
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, milliseconds{20});
  }
  listen();
  ::kill(-process_, SIGKILL);
  return wait_for_program(std::exchange(process_, -1)).value_or(0);
}

void LineProcess::give_up(const std::string& reason) {
  static_cast<void>(wait_for_end(true));
  throw NoAnswer(reason);
}

void LineProcess::report_end() {
  close_input();
  const std::string end = how_it_ended(wait_for_end(false));
  const std::string& complaint = is_blank(complaint_) ? last_complaint_ : complaint_;
  throw NoAnswer(fmt::format("it ended, {}{}", end, is_blank(complaint) ? "" : ": " + printable(complaint)));
}

ProgramPool::ProgramPool(OwnProgram program) : program_(std::move(program)) {}

// Closes all inputs first, so that the processes end in parallel.
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
  const Clock::time_point deadline = deadline_of(program_);
  const std::int64_t id = ++worker.problems;
  const std::string line =
      worker.process->ask(fmt::format(R"({{"schema":1,"id":{},"seed":"{:016x}","problem":{}}})", id, seed, problem));
  try {
    const TimedWork reading(deadline);
    return answer_in_reply(line, id);
  } catch (const TimeIsUp&) {
    throw NoAnswer(fmt::format("it took longer than its limit of {} s, with the reading of an answer of {} bytes",
                               program_.limit, line.size()));
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

// Also called while processes end.
void ProgramPool::show(std::string_view line) {
  const std::lock_guard lock(mutex_);
  if (shown_lines_ > most_shown_lines) return;
  const bool last = ++shown_lines_ > most_shown_lines;
  engine::print_error(last ? fmt::format("{}: it writes more to standard error, which is not shown\n", program_.name)
                           : fmt::format("{}: {}\n", program_.name, printable(line)));
}

Clock::time_point deadline_of(const OwnProgram& program) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(program.limit));
}

Json answer_in_reply(std::string_view line, std::int64_t id) {
  constexpr std::size_t longest_message = 500;  // of an error that a program reports
  const Json reply = parse_json(line);
  const JsonReader reader(reply, "the reply");
  reader.require_keys({"id"}, {"answer", "error"});
  if (const std::int64_t given = reader["id"].whole(); given != id)
    throw InputError("the reply has the id {}; the request had {}", given, id);
  if (reader.has("answer") == reader.has("error"))
    throw InputError(R"(the reply must have either "answer" or "error")");
  if (reader.has("error")) throw WrongAnswer("it reports: " + printable(reader["error"].text(), longest_message));
  return reply["answer"];
}

}  // namespace apportion::problems
