// Jacobi sweeps by real processes, a processor each: how many messages and bytes MPI is given, and whether the answer
// is the sequential one, against what the decomposition's costs and the simulated job say. No times: those of many
// processes on few cores mean nothing.
//   mpiexec --oversubscribe -n P jacobi PROBLEMS     what was counted, as lines of experiments/validation/printed.csv;
//                                                    exit status 1 where a count or a cell disagrees
#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "experiments/validation/counted_sweeps.hpp"

namespace {

// Everything that this process has passed to MPI to send.
struct Sent {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

Sent& sent() {
  static Sent all;
  return all;
}

}  // namespace

// MPI's profiling interface: the program calls this function, and PMPI_Isend sends.
extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm group,
                         MPI_Request* request) {
  int size = 0;
  PMPI_Type_size(type, &size);
  ++sent().messages;
  sent().bytes += static_cast<std::int64_t>(count) * size;
  return PMPI_Isend(buffer, count, type, to, tag, group, request);
}

namespace apportion {
namespace {

// An array of elements, and its cells by numbers row * columns + column.
struct Grid {
  int rows = 0;
  int columns = 0;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
  [[nodiscard]] std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] bool has(int row, int column) const {
    return row >= 0 && row < rows && column >= 0 && column < columns;
  }
};

constexpr std::array<std::array<int, 2>, 4> neighbours = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

double initial(std::size_t cell) { return std::sin(static_cast<double>(cell)) + 2; }

// All values outside the array are 0. The order of the sum is the same in every process.
double relaxed(const Grid& grid, const std::vector<double>& values, int row, int column) {
  double sum = 0;
  for (const auto& [down, right] : neighbours)
    if (grid.has(row + down, column + right)) sum += values[grid.cell(row + down, column + right)];
  return sum / 4;
}

// A process's data of a division: the owner of each cell, and the cells that it sends to each other process.
struct Part {
  std::vector<int> owner;
  std::vector<std::vector<std::size_t>> sends;
  std::vector<std::vector<std::size_t>> receives;
};

std::vector<int> owners(const Grid& grid, const Decomposition& decomposition) {
  std::vector<int> owner(grid.size(), -1);
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    const Rect& part = decomposition.parts[i];
    for (auto row = static_cast<int>(part.row); row < static_cast<int>(part.row_end()); ++row)
      for (auto column = static_cast<int>(part.column); column < static_cast<int>(part.column_end()); ++column)
        owner[grid.cell(row, column)] = static_cast<int>(i);
  }
  return owner;
}

Part part_of(const Grid& grid, const Decomposition& decomposition, int rank, int processes) {
  Part part{owners(grid, decomposition), {}, {}};
  part.sends.resize(static_cast<std::size_t>(processes));
  part.receives.resize(static_cast<std::size_t>(processes));
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      for (const auto& [down, right] : neighbours) {
        if (!grid.has(row + down, column + right)) continue;
        const std::size_t here = grid.cell(row, column);
        const std::size_t there = grid.cell(row + down, column + right);
        if (part.owner[here] == part.owner[there]) continue;
        if (part.owner[here] == rank) part.sends[static_cast<std::size_t>(part.owner[there])].push_back(here);
        if (part.owner[there] == rank) part.receives[static_cast<std::size_t>(part.owner[here])].push_back(here);
      }
  return part;
}

// Sends one message each way between neighbours.
void exchange(const Part& part, std::vector<double>& values) {
  std::vector<MPI_Request> requests;
  std::vector<std::vector<double>> incoming(part.receives.size());
  std::vector<std::vector<double>> outgoing(part.sends.size());
  for (std::size_t other = 0; other < part.receives.size(); ++other) {
    if (part.receives[other].empty()) continue;
    incoming[other].resize(part.receives[other].size());
    MPI_Irecv(incoming[other].data(), static_cast<int>(incoming[other].size()), MPI_DOUBLE, static_cast<int>(other), 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  }
  for (std::size_t other = 0; other < part.sends.size(); ++other) {
    if (part.sends[other].empty()) continue;
    for (const std::size_t cell : part.sends[other]) outgoing[other].push_back(values[cell]);
    MPI_Isend(outgoing[other].data(), static_cast<int>(outgoing[other].size()), MPI_DOUBLE, static_cast<int>(other), 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t other = 0; other < incoming.size(); ++other)
    for (std::size_t i = 0; i < incoming[other].size(); ++i) values[part.receives[other][i]] = incoming[other][i];
}

// The process has only its own cells: using others that were not sent makes the answer wrong.
std::vector<double> own_sweeps(const Grid& grid, const Part& part, int rank) {
  std::vector<double> values(grid.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t cell = 0; cell < values.size(); ++cell)
    if (part.owner[cell] == rank) values[cell] = initial(cell);
  for (std::size_t k = 0; k < validation::counted_iterations; ++k) {
    exchange(part, values);
    std::vector<double> next(grid.size(), std::numeric_limits<double>::quiet_NaN());
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        if (part.owner[grid.cell(row, column)] == rank)
          next[grid.cell(row, column)] = relaxed(grid, values, row, column);
    values = std::move(next);
  }
  return values;
}

std::vector<double> sequential_sweeps(const Grid& grid) {
  std::vector<double> values(grid.size());
  for (std::size_t cell = 0; cell < values.size(); ++cell) values[cell] = initial(cell);
  for (std::size_t k = 0; k < validation::counted_iterations; ++k) {
    std::vector<double> next(grid.size());
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        next[grid.cell(row, column)] = relaxed(grid, values, row, column);
    values = std::move(next);
  }
  return values;
}

std::int64_t different_cells(const Part& part, int rank, const std::vector<double>& own,
                             const std::vector<double>& all) {
  std::int64_t different = 0;
  for (std::size_t cell = 0; cell < all.size(); ++cell)
    if (part.owner[cell] == rank)
      different += std::bit_cast<std::uint64_t>(own[cell]) == std::bit_cast<std::uint64_t>(all[cell]) ? 0 : 1;
  return different;
}

std::int64_t sum_of_all(std::int64_t value) {
  std::int64_t sum = 0;
  MPI_Allreduce(&value, &sum, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

// Whether one run agrees; process 0 prints its lines.
bool agrees(const std::string& algorithm, std::int64_t number, int rank, int processes) {
  const Decomposition decomposition =
      validation::counted_division(algorithm, {static_cast<std::size_t>(processes), number});
  const Grid grid{static_cast<int>(decomposition.extent.rows), static_cast<int>(decomposition.extent.columns)};
  const Part part = part_of(grid, decomposition, rank, processes);
  sent() = {};
  const std::vector<double> own = own_sweeps(grid, part, rank);
  const Sent by_this = sent();
  const std::int64_t messages = sum_of_all(by_this.messages);
  const std::int64_t bytes = sum_of_all(by_this.bytes);
  const std::int64_t different = sum_of_all(different_cells(part, rank, own, sequential_sweeps(grid)));
  const auto print = [&](const char* quantity, std::int64_t count) {
    fmt::print("mpi,{},{},processors={} problem={},{},exact\n", algorithm, quantity, processes, number, count);
  };
  if (rank == 0) {
    print("messages", messages);
    print("bytes", bytes);
    print("different_cells", different);
  }
  const engine::Numbers model = validation::modelled_counts(decomposition);
  constexpr auto iterations = static_cast<double>(validation::counted_iterations);
  const auto sent_messages = static_cast<double>(messages);
  const auto sent_bytes = static_cast<double>(bytes);
  return different == 0 && sent_messages == model.at("messages") && sent_bytes == model.at("bytes") &&
         sent_messages == 2 * model.at("edges") * iterations && sent_bytes == 16 * model.at("acost") * iterations;
}

bool all_agree(int problems) {
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  bool all = true;
  for (int number = 0; number < problems; ++number)
    for (const char* algorithm : validation::counted_algorithms)
      all = agrees(algorithm, number, rank, processes) && all;
  return all;
}

}  // namespace
}  // namespace apportion

int main(int count, char** words) {
  MPI_Init(&count, &words);
  const int problems = count > 1 ? std::atoi(words[1]) : 1;
  const bool all = problems > 0 && apportion::all_agree(problems);
  MPI_Finalize();
  return all ? 0 : 1;
}
