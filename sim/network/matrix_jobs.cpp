// Programs of matrix product and LU decomposition.
#include "sim/network/matrix_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "sim/network/jacobi.hpp"
#include "sim/network/simulate.hpp"

namespace apportion {
namespace {

std::int64_t left_of(const std::vector<std::size_t>& slices, std::int64_t size) {
  return size - static_cast<std::int64_t>(slices.size());
}

// The slice of each index along one dimension.
std::vector<std::size_t> slices_of(const std::vector<std::int64_t>& lengths, std::int64_t size) {
  std::vector<std::size_t> slices;
  slices.reserve(static_cast<std::size_t>(size));
  while (static_cast<std::int64_t>(slices.size()) < size)
    for (std::size_t slice = 0; slice < lengths.size(); ++slice)
      slices.insert(slices.end(), static_cast<std::size_t>(std::min(lengths[slice], left_of(slices, size))), slice);
  return slices;
}

// Indices first, ..., end - 1, which have one owner along each dimension.
struct Panel {
  std::size_t first = 0;
  std::size_t end = 0;
  std::size_t row = 0;     // of the grid
  std::size_t column = 0;  // of the grid

  [[nodiscard]] double width() const { return static_cast<double>(end - first); }
};

class Layout {
 public:
  explicit Layout(const MatrixLayout& layout)
      : rows_(layout.grid.edge(0)),
        columns_(layout.grid.edge(1)),
        row_slices_(slices_of(layout.lengths[0], layout.size)),
        column_slices_(slices_of(layout.lengths[1], layout.size)) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::uint32_t cell(std::size_t row, std::size_t column) const {
    return static_cast<std::uint32_t>(row + rows_ * column);
  }

  [[nodiscard]] std::vector<Panel> panels() const {
    std::vector<Panel> panels;
    for (std::size_t k = 0; k < row_slices_.size(); ++k)
      if (!panels.empty() && panels.back().row == row_slices_[k] && panels.back().column == column_slices_[k])
        panels.back().end = k + 1;
      else
        panels.push_back({k, k + 1, row_slices_[k], column_slices_[k]});
    return panels;
  }

  // The number of indices in each slice.
  [[nodiscard]] std::vector<double> row_counts() const { return counts(row_slices_, rows_); }
  [[nodiscard]] std::vector<double> column_counts() const { return counts(column_slices_, columns_); }

 private:
  static std::vector<double> counts(const std::vector<std::size_t>& slices, std::size_t of) {
    std::vector<double> count(of, 0);
    for (const std::size_t slice : slices) ++count[slice];
    return count;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> row_slices_;
  std::vector<std::size_t> column_slices_;
};

// Appends to the programs of all processors.
class JobWriter {
 public:
  explicit JobWriter(const std::vector<double>& speeds) : speeds_(speeds), sent_(speeds.size()) {
    job_.programs.resize(speeds.size());
  }

  // Sends `elements` from `from` to `to`, which waits for them before it continues.
  void transfer(std::uint32_t from, std::uint32_t to, double elements) {
    if (from == to || elements == 0) return;
    const auto message = static_cast<std::uint32_t>(job_.messages.size());
    job_.messages.push_back({from, to, bytes_per_element * elements});
    job_.programs[from].push_back({Act::send, message, 0});
    sent_[from].push_back(message);
    job_.programs[to].push_back({Act::receive, message, 0});
    awaited_.emplace_back(to, message);
  }

  // Makes each processor wait for everything transferred to it since the last call.
  void await() {
    for (const auto& [processor, message] : awaited_) job_.programs[processor].push_back({Act::wait, message, 0});
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

  [[nodiscard]] Job take() { return std::move(job_); }

 private:
  const std::vector<double>& speeds_;
  Job job_;
  std::vector<std::vector<std::uint32_t>> sent_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> awaited_;
};

// Broadcasts along the rows of the grid from the panel's column, and along its columns from the panel's row.
void broadcast(const Layout& layout, const Panel& panel, const std::vector<double>& rows,
               const std::vector<double>& columns, JobWriter& writer) {
  for (std::size_t row = 0; row < layout.rows(); ++row)
    for (std::size_t column = 0; column < layout.columns(); ++column)
      writer.transfer(layout.cell(row, panel.column), layout.cell(row, column), rows[row] * panel.width());
  for (std::size_t column = 0; column < layout.columns(); ++column)
    for (std::size_t row = 0; row < layout.rows(); ++row)
      writer.transfer(layout.cell(panel.row, column), layout.cell(row, column), columns[column] * panel.width());
  writer.await();
}

void update_all(const Layout& layout, const Panel& panel, const std::vector<double>& rows,
                const std::vector<double>& columns, JobWriter& writer) {
  for (std::size_t column = 0; column < layout.columns(); ++column)
    for (std::size_t row = 0; row < layout.rows(); ++row)
      writer.compute(layout.cell(row, column), rows[row] * columns[column] * panel.width());
}

// Factors the diagonal block on its process, then the panel's parts of L and U on the processes with the rest of it.
void factor(const Layout& layout, const Panel& panel, const std::vector<double>& rows,
            const std::vector<double>& columns, JobWriter& writer) {
  const double width = panel.width();
  const std::uint32_t diagonal = layout.cell(panel.row, panel.column);
  writer.compute(diagonal, width * width * width / 3);
  for (std::size_t row = 0; row < layout.rows(); ++row)
    if (rows[row] > 0) writer.transfer(diagonal, layout.cell(row, panel.column), width * width / 2);
  for (std::size_t column = 0; column < layout.columns(); ++column)
    if (columns[column] > 0) writer.transfer(diagonal, layout.cell(panel.row, column), width * width / 2);
  writer.await();
  for (std::size_t row = 0; row < layout.rows(); ++row)
    writer.compute(layout.cell(row, panel.column), rows[row] * width * width / 2);
  for (std::size_t column = 0; column < layout.columns(); ++column)
    writer.compute(layout.cell(panel.row, column), columns[column] * width * width / 2);
}

}  // namespace

void validate(const MatrixLayout& layout) {
  validate(layout.grid);
  if (layout.grid.dimensions() != 2) throw InputError("matrices are distributed over grids of two dimensions");
  if (layout.size < 1 || layout.size > most_matrix_size)
    throw InputError(fmt::format("the matrix has size {}; it must be from 1 to {}", layout.size, most_matrix_size));
  if (layout.lengths.size() != 2) throw InputError("there must be lengths for two dimensions");
  for (std::size_t k = 0; k < 2; ++k) {
    const std::vector<std::int64_t>& lengths = layout.lengths[k];
    const bool out_of_range =
        std::ranges::any_of(lengths, [](std::int64_t length) { return length < 0 || length > most_matrix_size; });
    if (lengths.size() != layout.grid.edge(k) || out_of_range ||
        std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0}) < 1)
      throw InputError(fmt::format("dimension {} needs {} lengths from 0 to {}, with a positive sum", k,
                                   layout.grid.edge(k), most_matrix_size));
  }
  if (layout.speeds.size() != layout.grid.cells() ||
      std::ranges::any_of(layout.speeds, [](double speed) { return !(speed > 0) || !std::isfinite(speed); }))
    throw InputError(
        fmt::format("there must be a positive, finite speed for each of {} processes", layout.grid.cells()));
}

Job matrix_product(const MatrixLayout& layout) {
  validate(layout);
  const Layout owners(layout);
  const std::vector<double> rows = owners.row_counts();
  const std::vector<double> columns = owners.column_counts();
  JobWriter writer(layout.speeds);
  for (const Panel& panel : owners.panels()) {
    broadcast(owners, panel, rows, columns, writer);
    update_all(owners, panel, rows, columns, writer);
    writer.await_sent();
  }
  return writer.take();
}

Job lu_decomposition(const MatrixLayout& layout) {
  validate(layout);
  const Layout owners(layout);
  JobWriter writer(layout.speeds);
  std::vector<double> rows = owners.row_counts();
  std::vector<double> columns = owners.column_counts();
  for (const Panel& panel : owners.panels()) {
    rows[panel.row] -= panel.width();
    columns[panel.column] -= panel.width();
    factor(owners, panel, rows, columns, writer);
    broadcast(owners, panel, rows, columns, writer);
    update_all(owners, panel, rows, columns, writer);
    writer.await_sent();
  }
  return writer.take();
}

Job matrix_job(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
               const WholeLengths& lengths) {
  MatrixLayout layout{grid, lengths, platform.size, {}};
  for (const std::size_t process : mapping) layout.speeds.push_back(platform.speeds[process]);
  Job job = platform.work == MatrixWork::product ? matrix_product(layout) : lu_decomposition(layout);
  for (ProcessorProgram& program : job.programs)
    for (Step& step : program) step.seconds *= platform.seconds_per_element;
  return job;
}

double matrix_seconds(const MatrixPlatform& platform, const ProcessGrid& grid, const Mapping& mapping,
                      const WholeLengths& lengths) {
  return simulate(among(*platform.network, mapping), matrix_job(platform, grid, mapping, lengths)).makespan();
}

}  // namespace apportion
