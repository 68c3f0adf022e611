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

// The range [begin, end) of an axis in a box of a plan: axis 0 is columns, 1 rows and 2 layers; in the box the order is
// reversed. Plans of arrays without layers have one layer here.
int begin_of(const Json& box, std::size_t axis) {
  return 2 * axis < box.size() ? box[box.size() - 2 - 2 * axis].get<int>() : 0;
}
int end_of(const Json& box, std::size_t axis) {
  return 2 * axis < box.size() ? box[box.size() - 1 - 2 * axis].get<int>() : 1;
}

// Visits the cells of boxes in the order of plans: box by box, layer by layer, row by row.
template <class Visit>
void for_each_cell(const Json& boxes, Visit visit) {
  for (const Json& box : boxes)
    for (int layer = begin_of(box, 2); layer < end_of(box, 2); ++layer)
      for (int row = begin_of(box, 1); row < end_of(box, 1); ++row)
        for (int column = begin_of(box, 0); column < end_of(box, 0); ++column) visit(layer, row, column);
}

// The values of the cells in a window of the array. Cells outside and cells without an owner are 0.
struct Field {
  int begin[3], end[3];  // of columns, rows and layers
  std::vector<double> values;

  explicit Field(const Json& window) {
    std::size_t size = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      begin[axis] = begin_of(window, axis);
      end[axis] = end_of(window, axis);
      size *= static_cast<std::size_t>(end[axis] - begin[axis]);
    }
    values.resize(size);
  }
  std::size_t place(int layer, int row, int column) const {
    const auto at = [this](int position, int axis) { return static_cast<std::size_t>(position - begin[axis]); };
    return (at(layer, 2) * at(end[1], 1) + at(row, 1)) * at(end[0], 0) + at(column, 0);
  }
  double& at(int layer, int row, int column) { return values[place(layer, row, column)]; }
  double get(int layer, int row, int column) const {
    const bool inside =
        layer >= begin[2] && layer < end[2] && row >= begin[1] && row < end[1] && column >= begin[0] && column < end[0];
    return inside ? values[place(layer, row, column)] : 0;
  }
};

void set_initial(const Json& boxes, Field& field) {
  for_each_cell(boxes, [&](int layer, int row, int column) {
    field.at(layer, row, column) = std::sin(11.0 * layer + 7.0 * row + column) + 2;
  });
}

// Sends one message each way between neighbours. All receives are posted before the first send.
void exchange_halos(const Json& neighbours, Field& field) {
  std::vector<std::vector<double>> incoming, outgoing;
  std::vector<MPI_Request> requests;
  for (const Json& neighbour : neighbours) {
    incoming.emplace_back(neighbour["receive_cells"].get<std::size_t>());
    outgoing.emplace_back();
    for_each_cell(neighbour["send"],
                  [&](int layer, int row, int column) { outgoing.back().push_back(field.at(layer, row, column)); });
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
    for_each_cell(neighbours[i]["receive"],
                  [&](int layer, int row, int column) { field.at(layer, row, column) = *next++; });
  }
}

// Replaces each cell by the mean of its neighbours in the row, in the column and, with layers, across layers.
void sweep(const Json& boxes, bool has_layers, Field& field) {
  const Field old = field;
  for_each_cell(boxes, [&](int layer, int row, int column) {
    const double sum = old.get(layer, row - 1, column) + old.get(layer, row + 1, column) +
                       old.get(layer, row, column - 1) + old.get(layer, row, column + 1);
    field.at(layer, row, column) =
        has_layers ? (sum + old.get(layer - 1, row, column) + old.get(layer + 1, row, column)) / 6 : sum / 4;
  });
}

Json whole_array(const Json& plan) { return {0, plan.value("layers", 1), 0, plan["rows"], 0, plan["columns"]}; }

// The whole array at rank 0. Every cell has one owner, so that the sums are exact.
std::vector<double> gathered(const Json& plan, const Field& field) {
  Field own(whole_array(plan));
  for_each_cell(plan["boxes"],
                [&](int layer, int row, int column) { own.at(layer, row, column) = field.get(layer, row, column); });
  std::vector<double> all(own.values.size());
  MPI_Reduce(own.values.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}

// The same sweeps by one process, over the cells with an initial value: the others have no owner.
std::vector<double> alone(const Json& plan, std::vector<double> initial, int sweeps) {
  Field field(whole_array(plan));
  field.values = std::move(initial);
  Json active = Json::array();
  for_each_cell(Json::array({whole_array(plan)}), [&](int layer, int row, int column) {
    if (field.at(layer, row, column) != 0) active.push_back({layer, layer + 1, row, row + 1, column, column + 1});
  });
  for (int i = 0; i < sweeps; ++i) sweep(active, plan.contains("layers"), field);
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
    sweep(plan["boxes"], plan.contains("layers"), field);
  }
  const std::vector<double> together = gathered(plan, field);
  int status = 0;
  if (rank == 0) {
    const std::vector<double> one = alone(plan, initial, sweeps);
    status = std::memcmp(one.data(), together.data(), one.size() * sizeof(double)) == 0 ? 0 : 1;
    std::cout << plan["processors"] << " processes, " << sweeps << " sweeps of "
              << (plan.contains("layers") ? plan["layers"].dump() + " x " : "") << plan["rows"] << " x "
              << plan["columns"] << " cells: " << (status == 0 ? "the answer of one process\n" : "another answer\n");
  }
  MPI_Bcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
