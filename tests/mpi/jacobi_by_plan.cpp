// Jacobi sweeps by the plan of `apportion solve cells ... --per-rank DIR`: a process for each of its files.
//   mpiexec -n P jacobi_by_plan DIR SWEEPS     exit status 1 where a cell is not, to the bit, what one process computes
#include <mpi.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using Json = nlohmann::json;

// The cells of boxes [row_begin, row_end, column_begin, column_end], in the order that plans have.
template <class Visit>
void for_each_cell(const Json& boxes, Visit visit) {
  for (const Json& box : boxes)
    for (int row = box[0]; row < box[1]; ++row)
      for (int column = box[2]; column < box[3]; ++column) visit(row, column);
}

// The values of the cells in a window of the array. What is outside, and what is nobody's, is 0.
struct Field {
  int row_begin, row_end, column_begin, column_end;
  std::vector<double> values;

  explicit Field(const Json& window)
      : row_begin(window[0]), row_end(window[1]), column_begin(window[2]), column_end(window[3]) {
    values.resize(static_cast<std::size_t>(row_end - row_begin) * columns());
  }
  std::size_t columns() const { return static_cast<std::size_t>(column_end - column_begin); }
  std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row - row_begin) * columns() + static_cast<std::size_t>(column - column_begin);
  }
  double& at(int row, int column) { return values[place(row, column)]; }
  double get(int row, int column) const {
    const bool inside = row >= row_begin && row < row_end && column >= column_begin && column < column_end;
    return inside ? values[place(row, column)] : 0;
  }
};

void set_initial(const Json& boxes, Field& field) {
  for_each_cell(boxes, [&](int row, int column) { field.at(row, column) = std::sin(7.0 * row + column) + 2; });
}

// One message each way between neighbours. All are asked for before the first is sent.
void exchange_halos(const Json& neighbours, Field& field) {
  std::vector<std::vector<double>> incoming, outgoing;
  std::vector<MPI_Request> requests;
  for (const Json& neighbour : neighbours) {
    incoming.emplace_back(neighbour["receive_cells"].get<std::size_t>());
    outgoing.emplace_back();
    for_each_cell(neighbour["send"], [&](int row, int column) { outgoing.back().push_back(field.at(row, column)); });
  }
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    MPI_Irecv(incoming[i].data(), static_cast<int>(incoming[i].size()), MPI_DOUBLE, neighbours[i]["rank"].get<int>(), 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    MPI_Isend(outgoing[i].data(), static_cast<int>(outgoing[i].size()), MPI_DOUBLE, neighbours[i]["rank"].get<int>(), 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    auto next = incoming[i].begin();
    for_each_cell(neighbours[i]["receive"], [&](int row, int column) { field.at(row, column) = *next++; });
  }
}

void sweep(const Json& boxes, Field& field) {
  const Field old = field;
  for_each_cell(boxes, [&](int row, int column) {
    field.at(row, column) =
        (old.get(row - 1, column) + old.get(row + 1, column) + old.get(row, column - 1) + old.get(row, column + 1)) / 4;
  });
}

// The whole array at rank 0. Every cell has one owner, so that the sums are exact.
std::vector<double> gathered(const Json& plan, const Field& field) {
  const int rows = plan["rows"];
  const int columns = plan["columns"];
  Field own(Json{0, rows, 0, columns});
  for_each_cell(plan["boxes"], [&](int row, int column) { own.at(row, column) = field.get(row, column); });
  std::vector<double> all(own.values.size());
  MPI_Reduce(own.values.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

// The same sweeps by one process, over the cells that have a value at the beginning: the others are nobody's.
std::vector<double> alone(const Json& plan, std::vector<double> initial, int sweeps) {
  const int rows = plan["rows"];
  const int columns = plan["columns"];
  Field field(Json{0, rows, 0, columns});
  field.values = std::move(initial);
  Json active = Json::array();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (field.at(row, column) != 0) active.push_back({row, row + 1, column, column + 1});
  for (int i = 0; i < sweeps; ++i) sweep(active, field);
  return field.values;
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int sweeps = count > 2 ? std::atoi(words[2]) : 10;
  Json plan;
  std::ifstream(std::string(words[1]) + "/rank-" + std::to_string(rank) + ".json") >> plan;
  Field field(plan["window"]);
  set_initial(plan["boxes"], field);
  const std::vector<double> initial = gathered(plan, field);
  for (int i = 0; i < sweeps; ++i) {
    exchange_halos(plan["neighbours"], field);
    sweep(plan["boxes"], field);
  }
  const std::vector<double> together = gathered(plan, field);
  int status = 0;
  if (rank == 0) {
    const std::vector<double> one = alone(plan, initial, sweeps);
    status = std::memcmp(one.data(), together.data(), one.size() * sizeof(double)) == 0 ? 0 : 1;
    std::cout << plan["processors"] << " processes, " << sweeps << " sweeps of " << plan["rows"] << " x "
              << plan["columns"] << " cells: " << (status == 0 ? "the answer of one process\n" : "another answer\n");
  }
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
