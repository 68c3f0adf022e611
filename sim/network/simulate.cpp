// Event-driven simulation: processors take steps until they are busy or wait, and flows share links until one ends.
#include "sim/network/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "sim/network/fair_shares.hpp"

namespace apportion {
namespace {

// Flows on links, in the order in which they began. Ended flows are gaps, with infinitely many bytes left. Each
// property has its own list, since all flows of a network may change at once.
struct FlowsOnLinks {
  static constexpr double gone = std::numeric_limits<double>::infinity();

  std::vector<std::uint32_t> messages = {};
  std::vector<double> bytes_left = {};
  std::vector<double> as_of = {};  // the time at which that many bytes were left
  std::vector<double> rates = {};
  std::vector<double> ends = {};  // when the flows end at these rates

  [[nodiscard]] std::size_t size() const { return messages.size(); }

  void resize(std::size_t size) {
    messages.resize(size);
    for (std::vector<double>* values : {&bytes_left, &as_of, &rates, &ends}) values->resize(size);
  }

  void add(std::uint32_t message, double bytes, double now) {
    messages.push_back(message);
    bytes_left.push_back(bytes);
    as_of.push_back(now);
    rates.push_back(0);
    ends.push_back(gone);
  }

  void remove(std::size_t place) {
    bytes_left[place] = gone;
    rates[place] = 0;
    ends[place] = gone;
  }

  void move(std::size_t from, std::size_t to) {
    messages[to] = messages[from];
    for (std::vector<double>* values : {&bytes_left, &as_of, &rates, &ends}) (*values)[to] = (*values)[from];
  }

  // Ignores a rate that is the same to the bit, so that results do not depend on which flows were recomputed.
  void set_rate(std::size_t place, double rate, double now) {
    const bool is_old = rates[place] == rate;
    const double left = bytes_left[place] - rates[place] * (now - as_of[place]);
    const double end = now + (left > 0 ? left : 0) / rate;
    bytes_left[place] = is_old ? bytes_left[place] : left;
    as_of[place] = is_old ? as_of[place] : now;
    ends[place] = is_old ? ends[place] : end;
    rates[place] = rate;
  }
};

constexpr double never = std::numeric_limits<double>::infinity();

bool is_amount(double value) { return value >= 0 && std::isfinite(value); }

void validate(const Network& network, const Job& job) {
  for (std::size_t number = 0; number < job.messages.size(); ++number) {
    const auto& [from, to, bytes] = job.messages[number];
    if (!is_amount(bytes))
      throw InputError("message {} has {} bytes; they must be finite and not negative", number, bytes);
    if (network.route(from, to).empty()) throw InputError("there is no route from processor {} to {}", from, to);
  }
  for (std::size_t processor = 0; processor < job.programs.size(); ++processor)
    for (const Step& step : job.programs[processor])
      if (!is_amount(step.seconds))
        throw InputError("processor {} computes for {} seconds; they must be finite and not negative", processor,
                         step.seconds);
}

std::vector<double> capacities_of(const Network& network) {
  std::vector<double> capacities;
  capacities.reserve(network.links.size());
  for (const Link& link : network.links) capacities.push_back(link.bandwidth);
  return capacities;
}

enum class State : std::uint8_t { ready, computing, starting_up, waiting, at_barrier, finished };

struct Processor {
  State state = State::ready;
  std::size_t step = 0;   // the current or next step
  bool is_paid = false;   // whether the processor has spent its time on the step's message
  double since = 0;       // when the current state began
  std::size_t noted = 0;  // how many activities there were up to the last noted one
  double may_send = 0;    // the earliest next send, by the gap between messages
};

struct Flow {
  bool is_sent = false;
  bool is_wanted = false;
  bool has_arrived = false;
  std::uint32_t place = 0;  // among the flows on links
};

enum class Happening : std::uint8_t { latency_is_over, processor_goes_on };

struct Event {
  double time;
  Happening happening;
  std::uint32_t number;  // of the message or the processor

  bool operator>(const Event& other) const {
    return std::tuple(time, happening, number) > std::tuple(other.time, other.happening, other.number);
  }
};

class Simulation {
 public:
  Simulation(const Network& network, const Job& job, Record record)
      : network_(network),
        job_(job),
        record_(record),
        processors_(job.programs.size()),
        flows_(job.messages.size()),
        shares_(capacities_of(network), job.messages.size()) {
    timeline_.finish.assign(job.programs.size(), 0);
    timeline_.link_bytes.assign(network.links.size(), 0);
    timeline_.transfers.assign(job.messages.size(), {});
  }

  Timeline run() {
    for (std::uint32_t number = 0; number < processors_.size(); ++number) take_steps(number);
    for (update_rates(); next_time() < never; update_rates()) {
      now_ = next_time();
      const double until = now_ * (1 + 1e-12);
      end_flows(until);
      while (!events_.empty() && events_.top().time <= until) take_event();
    }
    require_finished();
    return std::move(timeline_);
  }

 private:
  void set_state(Processor& processor, State state) const {
    processor.state = state;
    processor.since = now_;
  }

  void schedule(double seconds, Happening happening, std::uint32_t number) {
    events_.push({now_ + seconds, happening, number});
  }

  void be_busy(std::uint32_t number, State state, double seconds) {
    set_state(processors_[number], state);
    schedule(seconds, Happening::processor_goes_on, number);
  }

  // Takes steps until the processor is busy, waits or has finished.
  void take_steps(std::uint32_t number) {
    Processor& processor = processors_[number];
    const ProcessorProgram& steps = job_.programs[number];
    while (processor.step < steps.size() && take(number, steps[processor.step])) ++processor.step;
    if (processor.step < steps.size()) return;
    set_state(processor, State::finished);
    timeline_.finish[number] = now_;
  }

  // Takes a step. True if the processor is done with it at once.
  bool take(std::uint32_t number, const Step& step) {
    switch (step.act) {
      case Act::compute:
        be_busy(number, State::computing, step.seconds);
        return false;
      case Act::send:
        return send(number, step.message);
      case Act::receive:
        flows_[step.message].is_wanted = true;
        if (flows_[step.message].is_sent && !is_eager(step.message)) leave(step.message);
        return true;
      case Act::wait:
        return wait(number, step.message);
      case Act::barrier:
        break;
    }
    return pass_barrier(number);
  }

  [[nodiscard]] bool is_eager(std::uint32_t message) const {
    const double most = network_.protocol.eager_bytes;
    return most > 0 && job_.messages[message].bytes <= most;
  }

  // Whether the processor has spent its own time on the message of its step.
  bool pays(std::uint32_t number, double seconds) {
    Processor& processor = processors_[number];
    processor.is_paid = seconds > 0 && !processor.is_paid;
    if (processor.is_paid) be_busy(number, State::starting_up, seconds);
    return !processor.is_paid;
  }

  bool send(std::uint32_t number, std::uint32_t message) {
    const Startup& startup = network_.startup;
    if (!pays(number, startup.where == StartupPlace::cpu ? startup.of(number) : 0)) return false;
    flows_[message].is_sent = true;
    if (flows_[message].is_wanted || is_eager(message)) leave(message);
    return true;
  }

  bool wait(std::uint32_t number, std::uint32_t message) {
    const bool receives = job_.messages[message].to == number;
    if (!receives && is_eager(message)) return true;
    if (flows_[message].has_arrived) return pays(number, receives ? network_.protocol.receive_seconds : 0);
    set_state(processors_[number], State::waiting);
    return false;
  }

  // The last processor to arrive passes, and releases the others.
  bool pass_barrier(std::uint32_t number) {
    if (++at_barrier_ < processors_.size()) {
      set_state(processors_[number], State::at_barrier);
      return false;
    }
    at_barrier_ = 0;
    for (std::uint32_t other = 0; other < processors_.size(); ++other)
      if (processors_[other].state == State::at_barrier) release(other);
    return true;
  }

  // Ends a wait. The processor resumes in an event of its own, after the cause of its wait is dealt with: at a message
  // with the same step, since receiving it may take time.
  void release(std::uint32_t number) {
    Processor& processor = processors_[number];
    note(number, Doing::waiting);
    if (processor.state == State::at_barrier) ++processor.step;
    be_busy(number, State::ready, 0);
  }

  // Records an activity. Consecutive waits for messages count as one.
  void note(std::uint32_t number, Doing doing) {
    Processor& processor = processors_[number];
    if (record_ == Record::costs || now_ == processor.since) return;
    std::vector<Activity>& all = timeline_.activities;
    if (processor.noted > 0) {
      Activity& last = all[processor.noted - 1];
      if (doing == Doing::waiting && last.doing == doing && last.end == processor.since) {
        last.end = now_;
        return;
      }
    }
    all.push_back({number, doing, processor.since, now_});
    processor.noted = all.size();
  }

  void take_event() {
    const Event event = events_.top();
    events_.pop();
    if (event.happening == Happening::latency_is_over) return begin(event.number);
    Processor& processor = processors_[event.number];
    if (processor.state == State::computing) {
      note(event.number, Doing::computing);
      ++processor.step;
    } else if (processor.state == State::starting_up) {
      note(event.number, Doing::starting_up);
    }
    take_steps(event.number);
  }

  // Starts the message as soon as its sender's gap allows.
  void leave(std::uint32_t message) {
    timeline_.transfers[message].begin = now_;
    const Message& sent = job_.messages[message];
    double latency = network_.startup.where == StartupPlace::wire ? network_.startup.of(sent.from) : 0;
    for (const std::uint32_t link : network_.route(sent.from, sent.to)) latency += network_.links[link].latency;
    double& may_send = processors_[sent.from].may_send;
    if (may_send > now_) latency += may_send - now_;
    may_send = std::max(may_send, now_) + network_.protocol.gap_seconds;
    if (latency > 0)
      schedule(latency, Happening::latency_is_over, message);
    else
      begin(message);
  }

  void begin(std::uint32_t message) {
    const Message& sent = job_.messages[message];
    const auto route = network_.route(sent.from, sent.to);
    double bytes = sent.bytes;
    if (network_.startup.where == StartupPlace::medium)
      bytes += network_.startup.of(sent.from) * narrowest(network_, route);
    for (const std::uint32_t link : route) timeline_.link_bytes[link] += sent.bytes;
    if (bytes > 0) {
      shares_.add(message, route);
      flows_[message].place = static_cast<std::uint32_t>(on_links_.size());
      on_links_.add(message, bytes, now_);
      rates_are_old_ = true;
    } else {
      arrive(message);
    }
  }

  void end_flows(double until) {
    if (first_end_ > until) return;
    ended_.clear();
    for (std::size_t place = 0; place < on_links_.size(); ++place)
      if (on_links_.ends[place] <= until) ended_.push_back(on_links_.messages[place]);
    for (const std::uint32_t message : ended_) {
      shares_.remove(message);
      on_links_.remove(flows_[message].place);
      arrive(message);
    }
    rates_are_old_ = true;
    gone_ += ended_.size();
    if (2 * gone_ > on_links_.size()) close_gaps();
  }

  // Removes ended flows once half of all are gaps.
  void close_gaps() {
    std::uint32_t place = 0;
    for (std::size_t from = 0; from < on_links_.size(); ++from) {
      const std::uint32_t message = on_links_.messages[from];
      if (flows_[message].has_arrived) continue;
      on_links_.move(from, place);
      flows_[message].place = place;
      ++place;
    }
    on_links_.resize(place);
    gone_ = 0;
  }

  void arrive(std::uint32_t message) {
    flows_[message].has_arrived = true;
    timeline_.transfers[message].end = now_;
    for (const std::uint32_t end : {job_.messages[message].from, job_.messages[message].to})
      if (processors_[end].state == State::waiting && job_.programs[end][processors_[end].step].message == message)
        release(end);
  }

  void update_rates() {
    if (!rates_are_old_) return;
    rates_are_old_ = false;
    for (const std::uint32_t message : shares_.update())
      on_links_.set_rate(flows_[message].place, shares_.rate(message), now_);
    first_end_ = least(on_links_.ends);
  }

  [[nodiscard]] double next_time() const {
    return events_.empty() ? first_end_ : std::min(first_end_, events_.top().time);
  }

  void require_finished() const {
    const auto is_under_way = [this](std::uint32_t message) { return !flows_[message].has_arrived; };
    if (!events_.empty() || std::ranges::any_of(on_links_.messages, is_under_way))
      throw InputError("the times overflow; give greater bandwidths or smaller times");
    for (std::uint32_t number = 0; number < processors_.size(); ++number) {
      const State state = processors_[number].state;
      if (state == State::finished) continue;
      if (state == State::at_barrier)
        throw InputError("processor {} waits at a barrier that not all processors reach", number);
      const Message& message = job_.messages[job_.programs[number][processors_[number].step].message];
      throw InputError("processor {} waits forever for its message {} processor {}", number,
                       message.from == number ? "to" : "from", message.from == number ? message.to : message.from);
    }
  }

  const Network& network_;
  const Job& job_;
  Record record_;
  Timeline timeline_;
  double now_ = 0;
  std::vector<Processor> processors_;
  std::vector<Flow> flows_;
  FairShares shares_;
  bool rates_are_old_ = false;
  FlowsOnLinks on_links_;
  std::size_t gone_ = 0;  // the number of gaps
  double first_end_ = never;
  std::vector<std::uint32_t> ended_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;  // the earliest first
  std::size_t at_barrier_ = 0;
};

}  // namespace

double Timeline::makespan() const { return *std::ranges::max_element(finish); }

std::optional<Activity> longest_wait(const Timeline& timeline) {
  constexpr double longer = 1 + 1e-9;
  std::optional<Activity> longest;
  for (const Activity& activity : timeline.activities)
    if (activity.doing == Doing::waiting &&
        (!longest || activity.end - activity.begin > longer * (longest->end - longest->begin)))
      longest = activity;
  return longest;
}

Timeline simulate(const Network& network, const Job& job, Record record) {
  validate(network, job);
  return Simulation(network, job, record).run();
}

}  // namespace apportion
