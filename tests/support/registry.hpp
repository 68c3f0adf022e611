// The entries of a registry as parameters of property tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "algorithms/registry.hpp"

namespace apportion::testing_support {

/// The canonical names of all registered algorithms and variants.
template <class AlgorithmType>
[[nodiscard]] std::vector<std::string> entry_names() {
  std::vector<std::string> names;
  for (const Configured<AlgorithmType>& entry : Registry<AlgorithmType>::instance().entries())
    names.push_back(entry.canonical_name());
  return names;
}

/// The parameter as a part of a test's name, which may have only letters and digits.
[[nodiscard]] inline std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace apportion::testing_support
