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

// Each algorithm of std::ranges calls its namesake of std through `run`; those below with a projection, the others with
// what follows the range.
template <class Run>
struct OfRange {
  constexpr explicit OfRange(Run run) : run_(run) {}

  template <range Range, class... More>
  constexpr auto operator()(Range&& range, More... more) const {
    return run_(begin(range), end(range), more...);
  }

 private:
  Run run_;
};

template <class Run>
struct OfPredicate {
  constexpr explicit OfPredicate(Run run) : run_(run) {}

  template <range Range, class Predicate, class Projection = identity>
  constexpr auto operator()(Range&& range, Predicate predicate, Projection projection = {}) const {
    return run_(begin(range), end(range), [&](auto&& each) { return invoke(predicate, invoke(projection, each)); });
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

  template <range Range, class Value, class Projection = identity>
  constexpr auto operator()(Range&& range, const Value& value, Projection projection = {}) const {
    return run_(begin(range), end(range), [&](auto&& each) { return invoke(projection, each) == value; });
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
inline constexpr OfOrder sort([](auto a, auto b, auto less) { std::sort(a, b, less); });
inline constexpr OfOrder stable_sort([](auto a, auto b, auto less) { std::stable_sort(a, b, less); });
inline constexpr OfOrder is_sorted([](auto a, auto b, auto less) { return std::is_sorted(a, b, less); });
inline constexpr OfOrder max_element([](auto a, auto b, auto less) { return std::max_element(a, b, less); });
inline constexpr OfOrder min_element([](auto a, auto b, auto less) { return std::min_element(a, b, less); });
inline constexpr OfOrder max([](auto a, auto b, auto less) { return *std::max_element(a, b, less); });
inline constexpr OfOrder min([](auto a, auto b, auto less) { return *std::min_element(a, b, less); });
inline constexpr OfOrder make_heap([](auto a, auto b, auto less) { std::make_heap(a, b, less); });
inline constexpr OfOrder push_heap([](auto a, auto b, auto less) { std::push_heap(a, b, less); });
inline constexpr OfOrder pop_heap([](auto a, auto b, auto less) { std::pop_heap(a, b, less); });
inline constexpr OfSorted lower_bound([](auto a, auto b, auto is_before, auto) {
  return std::partition_point(a, b, is_before);
});
inline constexpr OfSorted upper_bound([](auto a, auto b, auto, auto is_behind) {
  return std::partition_point(a, b, [&](auto&& each) { return !is_behind(each); });
});
inline constexpr OfOrder minmax([](auto a, auto b, auto less) {
  struct {
    iter_value_t<decltype(a)> min, max;
  } const found{*std::minmax_element(a, b, less).first, *std::minmax_element(a, b, less).second};
  return found;
});

inline constexpr OfRange adjacent_find([](auto... all) { return std::adjacent_find(all...); });
inline constexpr OfRange reverse([](auto a, auto b) { std::reverse(a, b); });
inline constexpr OfRange fill([](auto a, auto b, auto value) { std::fill(a, b, value); });
inline constexpr OfRange replace([](auto a, auto b, auto was, auto value) { std::replace(a, b, was, value); });
inline constexpr OfRange replace_if([](auto a, auto b, auto is, auto value) { std::replace_if(a, b, is, value); });
inline constexpr OfRange nth_element([](auto a, auto b, auto nth) { std::nth_element(a, nth, b); });
inline constexpr OfRange copy([](auto a, auto b, auto to) { std::copy(a, b, to); });
inline constexpr OfRange copy_backward([](auto a, auto b, auto to) { std::copy_backward(a, b, to); });
inline constexpr OfRange copy_if([](auto a, auto b, auto to, auto is) { std::copy_if(a, b, to, is); });
inline constexpr OfRange move([](auto a, auto b, auto to) { std::move(a, b, to); });

template <class Iterator, class Output>
constexpr void copy_n(Iterator first, iter_difference_t<Iterator> count, Output output) {
  std::copy_n(first, count, output);
}

}  // namespace ranges
#endif

}  // namespace std
