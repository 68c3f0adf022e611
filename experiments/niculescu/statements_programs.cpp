// Statements about counting communications in any program (Section 2.4): data, each in some local postconditions.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "experiments/niculescu/statement.hpp"
#include "sim/distributions/cartesian.hpp"

namespace apportion::niculescu {
namespace {

// A process each bit.
using ProcessSet = std::uint32_t;

Index size_of(ProcessSet set) { return std::popcount(set); }

ProcessSet all_of(Index p) { return (ProcessSet{1} << p) - 1; }

// A datum: the process that stores it, and those in whose local postconditions it occurs, at least one.
struct Datum {
  Index owner = 0;
  ProcessSet users = 1;

  [[nodiscard]] ProcessSet receivers() const { return users & ~(ProcessSet{1} << owner); }
};

// Every program of `data` data on p processes.
template <class Visit>
void for_all_programs(Index p, Index data, Visit visit) {
  for_each_mapping(data, p * all_of(p), [&](const std::vector<Index>& choices) {
    std::vector<Datum> program;
    for (const Index choice : choices) program.push_back({choice % p, static_cast<ProcessSet>(choice / p + 1)});
    visit(program);
  });
}

// What a program communicates if every datum goes from where it is to each process that needs it.
struct Traffic {
  Index communications = 0;      ///< N_com
  std::vector<Index> sent = {};  ///< by each process
  std::vector<Index> received = {};

  [[nodiscard]] Index most_sent() const { return *std::ranges::max_element(sent); }
  [[nodiscard]] Index most_received() const { return *std::ranges::max_element(received); }
};

Traffic traffic_of(const std::vector<Datum>& program, Index p) {
  const auto processes = static_cast<std::size_t>(p);
  Traffic traffic{.sent = std::vector<Index>(processes), .received = std::vector<Index>(processes)};
  for (const Datum& datum : program) {
    traffic.communications += size_of(datum.users) - (datum.receivers() == datum.users ? 0 : 1);
    traffic.sent.at(static_cast<std::size_t>(datum.owner)) += size_of(datum.receivers());
    for (std::size_t q = 0; q < processes; ++q) traffic.received[q] += datum.receivers() >> q & 1U;
  }
  return traffic;
}

// check(traffic, p) for all programs of at most three data. On six processes there would be 54 million.
template <class Check>
CheckedCases for_all_traffic(Index bound, Check check) {
  constexpr Index most_data = 3;
  constexpr Index most_processes = 5;
  CheckedCases cases{.bound = std::min(bound, most_processes)};
  for (Index p = 1; p <= cases.bound; ++p)
    for (Index data = 1; data <= most_data; ++data)
      for_all_programs(p, data, [&](const std::vector<Datum>& program) {
        const Traffic traffic = traffic_of(program, p);
        cases.add(check(traffic, p), {p, data, traffic.communications});
      });
  return cases;
}

// What a process does one at a time, sending or receiving, bounds the steps.
CheckedCases communication_steps(const Bounds& bounds) {
  return for_all_traffic(bounds.side - 1, [](const Traffic& traffic, Index p) {
    const WideCount bound = least_steps(traffic.communications, p);
    return traffic.most_sent() >= bound && traffic.most_received() >= bound;
  });
}

// Where a process can send one datum and receive one at a time, the steps needed are the most that one process sends or
// receives (Koenig: the edges of a bipartite multigraph have as many colours as its greatest degree).
CheckedCases communication_steps_suffice(const Bounds& bounds) {
  return for_all_traffic(bounds.side - 1, [](const Traffic& traffic, Index p) {
    return std::max(traffic.most_sent(), traffic.most_received()) <= least_steps(traffic.communications, p);
  });
}

// N_occ - R, R being the number of processes that store the datum, is the number of those that lack it.
CheckedCases count_of_copies(Index bound, bool used) {
  CheckedCases cases{.bound = bound};
  for (Index p = 1; p <= bound; ++p)
    for (ProcessSet users = 1; users <= all_of(p); ++users)
      for (ProcessSet holders = 1; holders <= all_of(p); ++holders) {
        if (used && (holders & ~users) != 0) continue;
        cases.add(size_of(users) - size_of(holders) == size_of(users & ~holders),
                  {p, size_of(users), size_of(holders)});
      }
  return cases;
}

CheckedCases copies(const Bounds& bounds) { return count_of_copies(bounds.side, false); }

CheckedCases copies_used(const Bounds& bounds) { return count_of_copies(bounds.side, true); }

constexpr const char* programs = "all programs of at most 3 data, p <= %d";
constexpr const char* program_sizes = "p=%d data=%d N_com=%d";
constexpr const char* copies_range = "all sets of users and holders, p <= %d";
constexpr const char* copies_sizes = "p=%d N_occ=%d holders=%d";

}  // namespace

std::vector<Statement> checks_of_programs() {
  return {
      {{180, "communication-steps", "Section 2.4", Said::paper, Reach::always,
        "with one communication of a process at a time there are at least (N_com + p - 1) div p steps", programs,
        program_sizes},
       communication_steps},
      {{182, "communication-steps-suffice", "Section 2.4", Said::beyond, Reach::always,
        "(N_com + p - 1) div p steps suffice if a process can send a datum and receive one at a time", programs,
        program_sizes},
       communication_steps_suffice},
      {{314, "copies", "Section 3", Said::paper, Reach::always,
        "N_occ - R with R the number of processes that store a datum counts those that need it", copies_range,
        copies_sizes},
       copies},
      {{315, "copies-used", "Section 3", Said::amended, Reach::always,
        "N_occ - R with R the number of processes that store a datum counts those that need it if all of them use it",
        copies_range, copies_sizes, "", "copies"},
       copies_used}};
}

}  // namespace apportion::niculescu
