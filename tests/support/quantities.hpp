// What holds for the quantities of each family.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/files.hpp"
#include "experiments/problems/common/quantities.hpp"

namespace apportion::problems {

template <class Quantity>
void expect_each_once(const std::vector<Quantity>& quantities) {
  std::set<std::string> names;
  std::set<int> columns;
  std::set<int> metrics;
  for (const Quantity& quantity : quantities) {
    SCOPED_TRACE(quantity.name);
    EXPECT_TRUE(names.insert(quantity.name).second);
    EXPECT_FALSE(quantity.meaning.empty());
    EXPECT_TRUE(quantity.member != MemberOf::nothing || !quantity.columns.empty() || quantity.metric);
    for (const auto& column : quantity.columns) EXPECT_TRUE(columns.insert(column.place).second) << column.place;
    if (quantity.metric) {
      EXPECT_TRUE(metrics.insert(quantity.metric->place).second) << quantity.metric->place;
    }
    // A value shown without a function of its own is read from the answer.
    EXPECT_TRUE(quantity.of != nullptr || (quantity.member == MemberOf::nothing && quantity.columns.empty() &&
                                           quantity.metric->measure != nullptr));
  }
}

template <class Quantity>
void expect_on_page(const std::vector<Quantity>& quantities, const std::string& page) {
  const std::string text = read_input(std::string(APPORTION_SOURCE_DIR) + "/" + page);
  for (const MemberOf where : {MemberOf::answer, MemberOf::ranking})
    for (const std::string& name : member_names(quantities, where))
      EXPECT_TRUE(text.find("`" + name + "`") != std::string::npos || text.find('"' + name + '"') != std::string::npos)
          << page << " does not say what " << name << " is";
}

}  // namespace apportion::problems
