// Packing and unpacking of distributions.
#include "experiments/frontier/programs/choices.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace apportion::frontier {
namespace {

constexpr int processor_bits = 4;
constexpr int block_bits = 13;
constexpr int dimension_bits = processor_bits + block_bits;
constexpr std::size_t most_dimensions = 3;

std::int64_t number(const std::string& text, std::int64_t most, std::string_view name) {
  const std::int64_t value = text == "*" ? 1 : parse_whole(text).value_or(0);
  if (value < 1 || value > most) throw std::logic_error(fmt::format("distribution {} has no code", name));
  return value;
}

}  // namespace

double distribution_code(std::string_view name) {
  const std::vector<std::string> halves = split(name, '/');
  const std::vector<std::string> processors = split(halves.front(), 'x');
  const std::vector<std::string> blocks = split(halves.back(), 'x');
  if (halves.size() != 2 || processors.size() != blocks.size() || blocks.size() > most_dimensions)
    throw std::logic_error(fmt::format("distribution {} has no code", name));
  std::int64_t code = 0;
  for (std::size_t i = processors.size(); i-- > 0;) {
    code = (code << block_bits) + number(blocks[i], (std::int64_t{1} << block_bits) - 1, name);
    code = (code << processor_bits) + number(processors[i], std::int64_t{1} << processor_bits, name) - 1;
  }
  return static_cast<double>(code);
}

std::string distribution_sql(std::string_view column) {
  std::string processors;
  std::string blocks;
  for (std::size_t i = 0; i < most_dimensions; ++i) {
    const std::size_t shift = i * dimension_bits;
    const std::string count =
        fmt::format("(CAST({} AS INTEGER) >> {} & {}) + 1", column, shift, (1 << processor_bits) - 1);
    const std::string block =
        fmt::format("(CAST({} AS INTEGER) >> {} & {})", column, shift + processor_bits, (1 << block_bits) - 1);
    processors += fmt::format("{}iif({} > 0, '{}' || ({}), '')", i == 0 ? "" : " || ", block, i == 0 ? "" : "x", count);
    blocks += fmt::format(" || iif({} > 0, '{}' || iif({} = 1, '*', {}), '')", block, i == 0 ? "/" : "x", count, block);
  }
  return fmt::format("nullif({}{}, '')", processors, blocks);
}

}  // namespace apportion::frontier
