#!/bin/bash
# scripts/check-draws on a file in which each line that ends in "found" has two draws without an order, and no other has.
#   check_draws_test.sh SCRIPT     exit status 77 where clang's library for Python is not installed
set -uo pipefail
script=$1
if ! /usr/bin/python3 -c 'import clang.cindex' 2>/dev/null; then
  echo "skipped: python3-clang is not installed (scripts/setup lint installs it)"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cat >draws.cpp <<'END'
struct RandomStream {
  unsigned operator()();
  RandomStream renamed(int) const;
};
struct Pair {
  Pair(unsigned, unsigned);
  Pair operator+(unsigned) const;
};
struct Die {
  template <class Engine>
  unsigned operator()(Engine& engine) { return engine(); }
};
class Dice {
 public:
  unsigned below(unsigned end) { return state_++ % end; }
 private:
  unsigned state_ = 0;
};
unsigned draw(RandomStream& stream) { return stream(); }
unsigned seed(RandomStream copy) { return copy(); }
unsigned sum(unsigned, unsigned);
Pair paired(unsigned, RandomStream&);

class Search {
 public:
  explicit Search(RandomStream& stream) : stream_(stream) {}
  unsigned any() const { return draw(stream_); }
  unsigned deeper() { return any(); }
  unsigned elsewhere();
  unsigned size() const { return 3; }
  void all() {
    sum(any(), any());            // found
    sum(deeper(), size());
    sum(size(), elsewhere());
    sum(any(), elsewhere());      // found
    sum(1 + deeper(), any());     // found
    Pair(any(), deeper());        // found
    Pair{any(), deeper()};
  }

 private:
  RandomStream& stream_;
};

unsigned places(RandomStream& stream, RandomStream& other) {
  Die die;
  sum(stream(), stream());        // found
  sum(die(stream), draw(stream)); // found
  sum(die(stream), draw(other));
  Dice dice;
  sum(dice.below(2), dice.below(3)); // found
  sum(seed(stream), seed(stream));
  sum(seed(stream.renamed(1)), draw(stream));
  paired(draw(stream), stream);
  const auto twice = [&stream] { return 2 * draw(stream); };
  sum(twice(), draw(stream));     // found
  sum(twice(), draw(other));
  const auto made = Pair{draw(stream), draw(stream)};
  made + draw(stream);
  paired(draw(stream), other) + draw(stream);  // found
  const unsigned first = draw(stream);
  sum(first, draw(stream));
  if (draw(stream) > 1 && draw(stream) > 2) return 0;
  if (draw(stream) < draw(stream)) return 1;   // found
  const unsigned chosen = draw(stream) > 1 ? draw(stream) : 0;
  return draw(stream) - draw(stream) + chosen;  // found
}
END
expected=$(grep -n '// found' draws.cpp | cut -d: -f1)
found=$("$script" draws.cpp)
status=$?
[ "$(cut -d: -f2 <<<"$found")" = "$expected" ] || {
  printf 'found:\n%s\nexpected on lines %s\n' "$found" "$(paste -sd ' ' <<<"$expected")"
  exit 1
}
[ "$status" = 1 ] || { echo "exit status $status where there are findings"; exit 1; }
sed -i '/found/d' draws.cpp
"$script" draws.cpp || { echo "exit status $? where there are none"; exit 1; }
