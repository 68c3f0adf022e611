// Programs of Jacobi sweeps.
#include "sim/network/jacobi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace apportion {
namespace {

// A processor's messages of one iteration, in the order of its neighbours; messages of each iteration have the same
// numbers but for a multiple of the number of messages.
struct Exchange {
  std::vector<std::uint32_t> sent = {};
  std::vector<std::uint32_t> received = {};
  double border = 0;  // elements that neighbours need
};

std::vector<Exchange> exchanges_of(const Stencil& stencil) {
  std::vector<Exchange> exchanges(stencil.elements.size());
  std::uint32_t message = 0;
  for (const CommonBoundary& boundary : stencil.boundaries) {
    Exchange& one = exchanges[boundary.one];
    Exchange& other = exchanges[boundary.other];
    one.sent.push_back(message);
    other.received.push_back(message);
    other.sent.push_back(message + 1);
    one.received.push_back(message + 1);
    one.border += boundary.length;
    other.border += boundary.length;
    message += 2;
  }
  return exchanges;
}

class ProgramWriter {
 public:
  ProgramWriter(const Exchange& exchange, double elements, double seconds_per_element, Progress progress)
      : exchange_(exchange), progress_(progress) {
    const double border = progress == Progress::overlap ? std::min(exchange.border, elements) : 0;
    before_ = (elements - border) * seconds_per_element;
    after_ = border * seconds_per_element;
    if (progress != Progress::overlap) std::swap(before_, after_);
  }

  void add_iteration(std::uint32_t first_message) {
    for (const std::uint32_t message : exchange_.received) add(Act::receive, first_message + message);
    for (const std::uint32_t message : exchange_.sent) add(Act::send, first_message + message);
    compute(before_);
    for (const std::uint32_t message : exchange_.received) add(Act::wait, first_message + message);
    for (const std::uint32_t message : exchange_.sent) add(Act::wait, first_message + message);
    compute(after_);
    if (progress_ == Progress::barrier) add(Act::barrier, 0);
  }

  [[nodiscard]] ProcessorProgram take() { return std::move(program_); }

 private:
  void add(Act act, std::uint32_t message) { program_.push_back({act, message, 0}); }
  void compute(double seconds) {
    if (seconds > 0) program_.push_back({Act::compute, 0, seconds});
  }

  const Exchange& exchange_;
  Progress progress_;
  double before_ = 0;  // seconds of computation before and after the messages have arrived
  double after_ = 0;
  ProcessorProgram program_;
};

}  // namespace

Progress parse_progress(std::string_view word) {
  if (word == "free") return Progress::free;
  if (word == "barrier") return Progress::barrier;
  if (word == "overlap") return Progress::overlap;
  throw InputError(fmt::format("progress must be free, barrier or overlap, not '{}'", word));
}

Stencil stencil_of(const Decomposition& decomposition) {
  Stencil stencil{pair_boundaries(decomposition, coincidence_tolerance(decomposition.extent)), {}};
  stencil.elements.reserve(decomposition.parts.size());
  for (const Rect& part : decomposition.parts) stencil.elements.push_back(part.area());
  for (const FurtherRect& further : decomposition.further) stencil.elements[further.processor] += further.rect.area();
  return stencil;
}

std::vector<Message> halo_exchange(const Stencil& stencil) {
  std::vector<Message> messages;
  messages.reserve(2 * stencil.boundaries.size());
  for (const CommonBoundary& boundary : stencil.boundaries) {
    const auto one = static_cast<std::uint32_t>(boundary.one);
    const auto other = static_cast<std::uint32_t>(boundary.other);
    messages.push_back({one, other, bytes_per_element * boundary.length});
    messages.push_back({other, one, bytes_per_element * boundary.length});
  }
  return messages;
}

Job jacobi(const Stencil& stencil, const std::vector<double>& speeds, const JacobiSettings& settings) {
  Job job;
  const std::vector<Message> messages = halo_exchange(stencil);
  job.messages.reserve(messages.size() * settings.iterations);
  for (std::size_t k = 0; k < settings.iterations; ++k)
    job.messages.insert(job.messages.end(), messages.begin(), messages.end());
  const std::vector<Exchange> exchanges = exchanges_of(stencil);
  for (std::size_t i = 0; i < exchanges.size(); ++i) {
    ProgramWriter writer(exchanges[i], stencil.elements[i], settings.seconds_per_element / speeds[i],
                         settings.progress);
    for (std::size_t k = 0; k < settings.iterations; ++k)
      writer.add_iteration(static_cast<std::uint32_t>(k * messages.size()));
    job.programs.push_back(writer.take());
  }
  return job;
}

}  // namespace apportion
