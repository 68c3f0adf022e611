// Programs of matrix product and LU decomposition.
#include "sim/network/matrix_jobs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"

namespace apportion {
namespace {

// The slice of each index along one dimension.
std::vector<std::size_t> slices_of(const std::vector<std::int64_t>& lengths, std::int64_t size) {
  const auto all = static_cast<std::size_t>(size);
  std::vector<std::size_t> slices;
  slices.reserve(all);
  for (std::size_t slice = 0; slices.size() < all; slice = (slice + 1) % lengths.size())
    slices.insert(slices.end(), std::min(static_cast<std::size_t>(lengths[slice]), all - slices.size()), slice);
  return slices;
}

// A run of indices with one owner along each dimension.
struct Panel {
  std::size_t row = 0;     // of the grid
  std::size_t column = 0;  // of the grid
  double width = 0;
};

// The programs of all processors, panel by panel.
class JobWriter {
 public:
  explicit JobWriter(const MatrixLayout& layout)
      : speeds_(layout.speeds), rows_(layout.grid.edge(0)), columns_(layout.grid.edge(1)), sent_(speeds_.size()) {
    job_.programs.resize(speeds_.size());
    const std::vector<std::size_t> row_slices = slices_of(layout.lengths[0], layout.size);
    const std::vector<std::size_t> column_slices = slices_of(layout.lengths[1], layout.size);
    for (std::size_t k = 0; k < row_slices.size(); ++k) {
      ++rows_[row_slices[k]];
      ++columns_[column_slices[k]];
      if (!panels_.empty() && panels_.back().row == row_slices[k] && panels_.back().column == column_slices[k])
        ++panels_.back().width;
      else
        panels_.push_back({row_slices[k], column_slices[k], 1});
    }
  }

  [[nodiscard]] Job job(MatrixWork work) {
    for (const Panel& panel : panels_) {
      if (work == MatrixWork::lu) factor(panel);
      broadcast(panel);
      update_all(panel);
      await_sent();
    }
    return std::move(job_);
  }

 private:
  [[nodiscard]] std::uint32_t cell(std::size_t row, std::size_t column) const {
    return static_cast<std::uint32_t>(row + rows_.size() * column);
  }

  // Leaves the panel out of the rest of the matrix. Factors the diagonal block on its process, then the panel's parts
  // of L and U on the processes with the rest of it.
  void factor(const Panel& panel) {
    const double width = panel.width;
    rows_[panel.row] -= width;
    columns_[panel.column] -= width;
    const std::uint32_t diagonal = cell(panel.row, panel.column);
    compute(diagonal, width * width * width / 3);
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if (rows_[row] > 0) transfer(diagonal, cell(row, panel.column), width * width / 2);
    for (std::size_t column = 0; column < columns_.size(); ++column)
      if (columns_[column] > 0) transfer(diagonal, cell(panel.row, column), width * width / 2);
    await();
    for (std::size_t row = 0; row < rows_.size(); ++row)
      compute(cell(row, panel.column), rows_[row] * width * width / 2);
    for (std::size_t column = 0; column < columns_.size(); ++column)
      compute(cell(panel.row, column), columns_[column] * width * width / 2);
  }

  // Broadcasts along the rows of the grid from the panel's column, and along its columns from the panel's row.
  void broadcast(const Panel& panel) {
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::size_t column = 0; column < columns_.size(); ++column)
        transfer(cell(row, panel.column), cell(row, column), rows_[row] * panel.width);
    for (std::size_t column = 0; column < columns_.size(); ++column)
      for (std::size_t row = 0; row < rows_.size(); ++row)
        transfer(cell(panel.row, column), cell(row, column), columns_[column] * panel.width);
    await();
  }

  void update_all(const Panel& panel) {
    for (std::size_t column = 0; column < columns_.size(); ++column)
      for (std::size_t row = 0; row < rows_.size(); ++row)
        compute(cell(row, column), rows_[row] * columns_[column] * panel.width);
  }

  // Sends `elements` from `from` to `to`, which waits for them before it continues.
  void transfer(std::uint32_t from, std::uint32_t to, double elements) {
    if (from == to || elements == 0) return;
    const auto message = static_cast<std::uint32_t>(job_.messages.size());
    job_.messages.push_back({from, to, bytes_per_element * elements});
    job_.programs[from].push_back({Act::send, message, 0});
    sent_[from].push_back(message);
    job_.programs[to].push_back({Act::receive, message, 0});
    awaited_.push_back(message);
  }

  // Makes each processor wait for everything transferred to it since the last call.
  void await() {
    for (const std::uint32_t message : awaited_)
      job_.programs[job_.messages[message].to].push_back({Act::wait, message, 0});
    awaited_.clear();
  }

  void compute(std::uint32_t processor, double updates) {
    if (updates > 0) job_.programs[processor].push_back({Act::compute, 0, updates / speeds_[processor]});
  }

  // Makes each sender wait until its buffers are free.
  void await_sent() {
    for (std::size_t processor = 0; processor < sent_.size(); ++processor) {
      for (const std::uint32_t message : sent_[processor]) job_.programs[processor].push_back({Act::wait, message, 0});
      sent_[processor].clear();
    }
  }

  const std::vector<double>& speeds_;
  std::vector<double> rows_;     // [row of the grid] indices, of the rest of the matrix
  std::vector<double> columns_;  // [column of the grid]
  std::vector<Panel> panels_;
  Job job_;
  std::vector<std::vector<std::uint32_t>> sent_;  // [processor] messages
  std::vector<std::uint32_t> awaited_;            // messages
};

}  // namespace

void validate(const MatrixLayout& layout) {
  validate(layout.grid);
  if (layout.grid.dimensions() != 2) throw InputError("matrices are distributed over grids of two dimensions");
  if (layout.size < 1 || layout.size > most_matrix_size)
    throw InputError("the matrix has size {}; it must be from 1 to {}", layout.size, most_matrix_size);
  if (layout.lengths.size() != 2) throw InputError("there must be lengths for two dimensions");
  for (std::size_t k = 0; k < 2; ++k) {
    const std::vector<std::int64_t>& lengths = layout.lengths[k];
    const bool out_of_range =
        std::ranges::any_of(lengths, [](std::int64_t length) { return length < 0 || length > most_matrix_size; });
    if (lengths.size() != layout.grid.edge(k) || out_of_range ||
        std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) < 1)
      throw InputError("dimension {} needs {} lengths from 0 to {}, with a positive sum", k, layout.grid.edge(k),
                       most_matrix_size);
  }
  if (layout.speeds.size() != layout.grid.cells() ||
      std::ranges::any_of(layout.speeds, [](double speed) { return !(speed > 0) || !std::isfinite(speed); }))
    throw InputError("there must be a positive, finite speed for each of {} processes", layout.grid.cells());
}

Job matrix_job(const MatrixLayout& layout, MatrixWork work) {
  validate(layout);
  return JobWriter(layout).job(work);
}

Job matrix_job(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
               const WholeLengths& lengths) {
  MatrixLayout layout{grid, lengths, platform.size, {}};
  for (const std::size_t process : mapping) layout.speeds.push_back(platform.speeds[process]);
  return with_element_seconds(matrix_job(layout, platform.work), platform.seconds_per_element);
}

double matrix_seconds(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
                      const WholeLengths& lengths) {
  return simulate(among(*platform.network, mapping), matrix_job(platform, grid, mapping, lengths)).makespan();
}

}  // namespace apportion
