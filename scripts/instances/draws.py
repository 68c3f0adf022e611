"""Random numbers and speeds in whole numbers: the same on every machine."""
import hashlib


class Draws:
    """SplitMix64 from a seed that a text names."""

    def __init__(self, text):
        self.state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def bits(self):
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def whole(self, least, most):
        return least + ((self.bits() * (most - least + 1)) >> 64)

    def chance(self, percent):
        return self.whole(1, 100) <= percent

    def order(self, count):
        places = list(range(count))
        for k in range(count - 1, 0, -1):
            other = self.whole(0, k)
            places[k], places[other] = places[other], places[k]
        return places


def speeds(draws, processors, ratio, law):
    """Whole speeds; the greatest is `ratio` times the least, but for law `equal`."""
    if ratio == 1 or law == "equal":
        return [1] * processors
    if law == "one":  # a single fast one
        return [ratio] + [1] * (processors - 1)
    if law == "two":
        drawn = [ratio if draws.chance(50) else 1 for _ in range(processors)]
        low, high = 1, ratio
    elif law == "powers":
        steps = ratio.bit_length() - 1
        drawn = [2 ** draws.whole(0, steps) for _ in range(processors)]
        low, high = 1, ratio
    elif law == "uniform":
        low, high = 1000, 1000 * ratio
        drawn = [draws.whole(low, high) for _ in range(processors)]
    elif law == "skewed":  # most are slow
        low, high = 1000, 1000 * ratio
        drawn = [low + (((high - low) * draws.whole(0, 2**16) ** 3) >> 48) for _ in range(processors)]
    else:
        raise ValueError(f"unknown law '{law}'")
    drawn[draws.whole(0, processors // 2 - 1)] = low
    drawn[draws.whole(processors // 2, processors - 1)] = high
    return drawn
