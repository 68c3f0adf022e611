// Validation of jobs.
#include "sim/network/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace apportion {
namespace {

bool is_amount(double value) { return value >= 0 && std::isfinite(value); }

void require_message(const Network& network, const Message& message, std::size_t number) {
  const auto end = static_cast<std::size_t>(std::max(message.from, message.to));
  if (end >= network.processors || message.from == message.to)
    throw InputError(fmt::format("message {} goes from processor {} to {}; it must go from one of {} to another",
                                 number, message.from, message.to, network.processors));
  if (!is_amount(message.bytes))
    throw InputError(
        fmt::format("message {} has {} bytes; they must be finite and not negative", number, message.bytes));
  if (network.route(message.from, message.to).empty())
    throw InputError(fmt::format("there is no route from processor {} to {}", message.from, message.to));
}

// The processors that have sent and received each message.
class Ends {
 public:
  explicit Ends(const Job& job) : job_(job), sent_(job.messages.size(), false), received_(job.messages.size(), false) {}

  void require_step(std::size_t processor, const Step& step) {
    if (step.act == Act::barrier) return;
    if (step.act == Act::compute) {
      if (!is_amount(step.seconds))
        throw InputError(fmt::format("processor {} computes for {} seconds; they must be finite and not negative",
                                     processor, step.seconds));
      return;
    }
    if (step.message >= job_.messages.size())
      throw InputError(
          fmt::format("processor {} names message {}; there are {}", processor, step.message, job_.messages.size()));
    const Message& message = job_.messages[step.message];
    if (step.act == Act::send) require_once(processor, message.from, step.message, sent_, "sends");
    if (step.act == Act::receive) require_once(processor, message.to, step.message, received_, "receives");
    if (step.act == Act::wait && processor != message.from && processor != message.to)
      throw InputError(fmt::format("processor {} waits for message {}, which it neither sends nor receives", processor,
                                   step.message));
  }

 private:
  static void require_once(std::size_t processor, std::uint32_t end, std::uint32_t message, std::vector<bool>& done,
                           const char* does) {
    if (processor != end)
      throw InputError(
          fmt::format("processor {} {} message {}, which is processor {}'s", processor, does, message, end));
    if (done[message]) throw InputError(fmt::format("processor {} {} message {} twice", processor, does, message));
    done[message] = true;
  }

  const Job& job_;
  std::vector<bool> sent_;
  std::vector<bool> received_;
};

}  // namespace

void validate(const Network& network, const Job& job) {
  if (job.programs.size() != network.processors)
    throw InputError(
        fmt::format("there are {} programs for a network of {} processors", job.programs.size(), network.processors));
  for (std::size_t number = 0; number < job.messages.size(); ++number)
    require_message(network, job.messages[number], number);
  Ends ends(job);
  for (std::size_t processor = 0; processor < job.programs.size(); ++processor)
    for (const Step& step : job.programs[processor]) ends.require_step(processor, step);
}

}  // namespace apportion
