// Parts of C++20 that the project uses and that the standard library of Debian 12's Emscripten (libc++ 13) lacks.
// Included before every file that scripts/web compiles; empty if the library has them.
#pragma once

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <ranges>
#include <string>
#include <system_error>
#include <utility>

namespace std {

#if _LIBCPP_VERSION < 14000
template <class To, class From>
requires(sizeof(To) == sizeof(From)) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

#if _LIBCPP_VERSION < 20000
// Uses strtod(), which is exact, on a copy that ends with the number.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const auto is_of_number = [](char c) { return c != '\0' && strchr("0123456789+-.eEinfINFatyATY", c) != nullptr; };
  const string text(first, find_if_not(first, last, is_of_number));
  if (text.empty() || text[0] == '+' || (text[0] == '-' && text[1] == '+')) return {first, errc::invalid_argument};
  char* end = nullptr;
  errno = 0;
  const double number = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const behind = first + (end - text.c_str());
  if (errno == ERANGE) return {behind, errc::result_out_of_range};
  value = number;
  return {behind, errc()};
}
#endif

#if _LIBCPP_VERSION < 15000
namespace ranges {

// Each algorithm of std::ranges calls its namesake of std through `run`, for ranges and pairs of iterators and with a
// projection.
template <class Run>
struct OfPredicate {
  constexpr explicit OfPredicate(Run run) : run_(run) {}

  template <class Iterator, class Predicate, class Projection = identity>
  constexpr auto operator()(Iterator first, Iterator last, Predicate predicate, Projection projection = {}) const {
    return run_(first, last, [&](auto&& each) { return invoke(predicate, invoke(projection, each)); });
  }
  template <range Range, class Predicate, class Projection = identity>
  constexpr auto operator()(Range&& range, Predicate predicate, Projection projection = {}) const {
    return (*this)(begin(range), end(range), predicate, projection);
  }

 private:
  Run run_;
};

template <class Run>
struct OfOrder {
  constexpr explicit OfOrder(Run run) : run_(run) {}

  template <class Iterator, class Order = less, class Projection = identity>
  requires(!range<Iterator>) constexpr auto operator()(Iterator first, Iterator last, Order order = {},
                                                       Projection projection = {}) const {
    return run_(first, last,
                [&](auto&& a, auto&& b) { return invoke(order, invoke(projection, a), invoke(projection, b)); });
  }
  template <range Range, class Order = less, class Projection = identity>
  constexpr auto operator()(Range&& range, Order order = {}, Projection projection = {}) const {
    return (*this)(begin(range), end(range), order, projection);
  }

 private:
  Run run_;
};

// `run` gets comparisons of elements with a value, in both orders.
template <class Run>
struct OfSorted {
  constexpr explicit OfSorted(Run run) : run_(run) {}

  template <range Range, class Value, class Order = less, class Projection = identity>
  constexpr auto operator()(Range&& range, const Value& value, Order order = {}, Projection projection = {}) const {
    return run_(
        begin(range), end(range), [&](auto&& each) { return invoke(order, invoke(projection, each), value); },
        [&](auto&& each) { return invoke(order, value, invoke(projection, each)); });
  }

 private:
  Run run_;
};

template <class Run>
struct OfValue {
  constexpr explicit OfValue(Run run) : run_(run) {}

  template <class Iterator, class Value, class Projection = identity>
  constexpr auto operator()(Iterator first, Iterator last, const Value& value, Projection projection = {}) const {
    return run_(first, last, [&](auto&& each) { return invoke(projection, each) == value; });
  }
  template <range Range, class Value, class Projection = identity>
  constexpr auto operator()(Range&& range, const Value& value, Projection projection = {}) const {
    return (*this)(begin(range), end(range), value, projection);
  }

 private:
  Run run_;
};

inline constexpr OfPredicate all_of([](auto a, auto b, auto is) { return std::all_of(a, b, is); });
inline constexpr OfPredicate any_of([](auto a, auto b, auto is) { return std::any_of(a, b, is); });
inline constexpr OfPredicate none_of([](auto a, auto b, auto is) { return std::none_of(a, b, is); });
inline constexpr OfPredicate count_if([](auto a, auto b, auto is) { return std::count_if(a, b, is); });
inline constexpr OfPredicate find_if([](auto a, auto b, auto is) { return std::find_if(a, b, is); });
inline constexpr OfPredicate find_if_not([](auto a, auto b, auto is) { return std::find_if_not(a, b, is); });
inline constexpr OfPredicate partition_point([](auto a, auto b, auto is) { return std::partition_point(a, b, is); });
inline constexpr OfValue find([](auto a, auto b, auto is) { return std::find_if(a, b, is); });
inline constexpr OfValue count([](auto a, auto b, auto is) { return std::count_if(a, b, is); });
inline constexpr OfOrder sort([](auto a, auto b, auto less) {
  std::sort(a, b, less);
  return b;
});
inline constexpr OfOrder stable_sort([](auto a, auto b, auto less) {
  std::stable_sort(a, b, less);
  return b;
});
inline constexpr OfOrder is_sorted([](auto a, auto b, auto less) { return std::is_sorted(a, b, less); });
inline constexpr OfOrder max_element([](auto a, auto b, auto less) { return std::max_element(a, b, less); });
inline constexpr OfOrder min_element([](auto a, auto b, auto less) { return std::min_element(a, b, less); });
inline constexpr OfOrder max([](auto a, auto b, auto less) { return *std::max_element(a, b, less); });
inline constexpr OfOrder min([](auto a, auto b, auto less) { return *std::min_element(a, b, less); });
inline constexpr OfOrder make_heap([](auto a, auto b, auto less) {
  std::make_heap(a, b, less);
  return b;
});
inline constexpr OfOrder push_heap([](auto a, auto b, auto less) {
  std::push_heap(a, b, less);
  return b;
});
inline constexpr OfOrder pop_heap([](auto a, auto b, auto less) {
  std::pop_heap(a, b, less);
  return b;
});
inline constexpr OfSorted lower_bound([](auto a, auto b, auto is_before, auto) {
  return std::partition_point(a, b, is_before);
});
inline constexpr OfSorted upper_bound([](auto a, auto b, auto, auto is_behind) {
  return std::partition_point(a, b, [&](auto&& each) { return !is_behind(each); });
});
inline constexpr OfSorted binary_search([](auto a, auto b, auto is_before, auto is_behind) {
  const auto place = std::partition_point(a, b, is_before);
  return place != b && !is_behind(*place);
});
inline constexpr OfOrder minmax([](auto a, auto b, auto less) {
  struct {
    iter_value_t<decltype(a)> min, max;
  } const found{*std::minmax_element(a, b, less).first, *std::minmax_element(a, b, less).second};
  return found;
});

template <range Range, class Predicate = equal_to>
constexpr auto adjacent_find(Range&& range, Predicate predicate = {}) {
  return std::adjacent_find(begin(range), end(range), predicate);
}
template <range Range>
constexpr void reverse(Range&& range) {
  std::reverse(begin(range), end(range));
}
template <range Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(begin(range), end(range), value);
}
template <range Range, class Value>
constexpr void replace(Range&& range, const Value& old_value, const Value& value) {
  std::replace(begin(range), end(range), old_value, value);
}
template <range Range, class Predicate, class Value>
constexpr void replace_if(Range&& range, Predicate predicate, const Value& value) {
  std::replace_if(begin(range), end(range), predicate, value);
}
template <range Range, class Iterator>
void nth_element(Range&& range, Iterator nth) {
  std::nth_element(begin(range), nth, end(range));
}
template <range Range, class Output>
constexpr void copy(Range&& range, Output output) {
  std::copy(begin(range), end(range), output);
}
template <range Range, class Output>
constexpr void copy_backward(Range&& range, Output output) {
  std::copy_backward(begin(range), end(range), output);
}
template <class Iterator, class Output>
constexpr void copy_n(Iterator first, iter_difference_t<Iterator> count, Output output) {
  std::copy_n(first, count, output);
}
template <range Range, class Output, class Predicate>
constexpr void copy_if(Range&& range, Output output, Predicate predicate) {
  std::copy_if(begin(range), end(range), output, predicate);
}
template <range Range, class Output>
constexpr void move(Range&& range, Output output) {
  std::move(begin(range), end(range), output);
}
template <range One, range Other>
constexpr auto mismatch(One&& one, Other&& other) {
  const auto places = std::mismatch(begin(one), end(one), begin(other), end(other));
  struct {
    iterator_t<One> in1;
    iterator_t<Other> in2;
  } const found{places.first, places.second};
  return found;
}

}  // namespace ranges
#endif

}  // namespace std
