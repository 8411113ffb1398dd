// The loops over draws and drawn rows, written once: every instruction set includes this file
// inside its own anonymous namespace, after it has said what a Word (`width` unsigned 64-bit
// numbers) and a Number (as many doubles) are and how they are combined. A lane of a Word belongs
// to one resample. Nothing of the standard library here: its templates would be compiled for the
// instruction set.

struct Lanes {
    Word start;
    Word gamma;
};

// See `Kernels::start_streams`; the definition is `Stream`.
RANKSURE_TARGET void start_streams(std::uint64_t key, LaneStreams& streams) noexcept {
    for (int first = 0; first < lane_count; first += width) {
        auto z = add(all(key), scaled(load(lane_numbers + first), golden));
        store(streams.start + first, mixed(z));
        z = scaled(exclusive(z, down<33>(z)), 0xFF51AFD7ED558CCDU);
        z = scaled(exclusive(z, down<33>(z)), 0xC4CEB9FE1A85EC53U);
        z = either(exclusive(z, down<33>(z)), all(1));
        const auto even = above(all(24), bits_set(exclusive(z, down<1>(z))));
        store(streams.gamma + first, exclusive(z, both(even, all(0xAAAAAAAAAAAAAAAAU))));
    }
}

// State of the words of a region, as `Stream::begin`.
RANKSURE_TARGET inline Word begin(const Lanes& lanes_of, std::uint64_t region) noexcept {
    return add(lanes_of.start, up<32>(scaled(lanes_of.gamma, region)));
}

// Ones among the first `draws` bits of the words from `state` on. At least `full` words are known
// to be needed whole; `expected` mostly do: a number of steps that hardly ever changes is a branch
// that is foreseen.
RANKSURE_TARGET inline Word ones_among(Word state, Word gamma, Word draws, int full,
                                       int expected) noexcept {
    auto ones = all(0);
    for (int word = 0; word < full; ++word) {
        ones = add(ones, bits_set(mixed(state)));
        state = add(state, gamma);
    }
    draws = subtract(draws, all(64 * static_cast<std::uint64_t>(full)));
    for (int word = full; word < expected || any_above(draws, all(0)); ++word) {
        ones = add(ones, bits_set(both(mixed(state), first_bits(from_zero(draws)))));
        state = add(state, gamma);
        draws = subtract(draws, all(64));
    }
    return ones;
}

// Draws of which some are still undecided: all that came so far to an end are inside or not.
struct Undecided {
    Word draws;
    Word inside;

    RANKSURE_TARGET void settle(bool digit, Word ones) noexcept {
        const auto zeros = subtract(draws, ones);
        inside = digit ? add(inside, zeros) : inside;  // a 0 below the digit 1: smaller than p
        draws = digit ? ones : zeros;                  // a 1 above the digit 0: larger than p
    }
};

// See `Kernels::shares`.
RANKSURE_TARGET void shares(const LaneStreams& streams, std::uint64_t region,
                            const std::int64_t* draws, std::int64_t most, std::int64_t part,
                            std::int64_t whole, std::int64_t* inside) noexcept {
    for (int first = 0; first < streams.count; first += width) {
        const Lanes lanes_of = {load(streams.start + first), load(streams.gamma + first)};
        const auto next = up<16>(lanes_of.gamma);
        auto state = begin(lanes_of, region);
        Undecided left = {load(draws + first), all(0)};
        Digits digits{part, whole};
        auto expected = most;
        for (; digits.left() && any_above(left.draws, all(64)); state = add(state, next)) {
            const auto words = static_cast<int>((expected + expected / 16 + 32) / 64 + 1);
            const auto ones = ones_among(state, lanes_of.gamma, left.draws, 0, words);
            left.settle(digits.next(), ones);
            expected /= 2;
        }
        while (digits.left() && any_above(left.draws, all(0))) {
            // Some digits at a time: looking whether any draw is left costs more than a digit.
            for (int i = 0; i < 4; ++i, state = add(state, next)) {
                const auto ones = bits_set(both(mixed(state), first_bits(left.draws)));
                left.settle(digits.next(), ones);
            }
        }
        store(inside + first, left.inside);
    }
}

// x log(x / mean) + mean - x, from v = away / (x + mean), away = x - mean; `far` marks lanes that
// the series does not cover.
RANKSURE_INLINE Number from_mean(Number x, Number away, Number v, Word& far) noexcept {
    const auto square = times(v, v);
    far = either(far, less(spread(0.25), square));
    auto series = fused(square, spread(1.0 / 13), spread(1.0 / 11));
    series = fused(square, series, spread(1.0 / 9));
    series = fused(square, series, spread(1.0 / 7));
    series = fused(square, series, spread(1.0 / 5));
    series = times(square, fused(square, series, spread(1.0 / 3)));
    return times(v, fused(plus(x, x), series, away));
}

// 2^t for -1000 <= t <= 1000, to 2e-7. Adding a large number rounds t to an integer in the last
// bits.
RANKSURE_INLINE Number power_of_two(Number t) noexcept {
    const auto shifted = plus(t, spread(0x1.8p52));
    const auto rest = times(minus(t, minus(shifted, spread(0x1.8p52))), spread(0.6931471805599453));
    auto power = fused(rest, spread(1.0 / 720), spread(1.0 / 120));
    power = fused(rest, power, spread(1.0 / 24));
    power = fused(rest, power, spread(1.0 / 6));
    power = fused(rest, power, spread(0.5));
    power = fused(rest, power, spread(1.0));
    power = fused(rest, power, spread(1.0));
    return as_number(add(bits_of(power), up<52>(bits_of(shifted))));
}

// Largest integer up to a, for 0 <= a < 2^51.
RANKSURE_INLINE Number whole_part(Number a) noexcept {
    const auto nearest = minus(plus(a, spread(0x1p52)), spread(0x1p52));
    return minus(nearest, as_number(both(less(a, nearest), bits_of(spread(1.0)))));
}

RANKSURE_INLINE Word integer(Number a) noexcept {
    return both(bits_of(plus(a, spread(0x1p52))), all((std::uint64_t{1} << 52) - 1));
}

RANKSURE_INLINE Word chosen(Word mask, Word a, Word b) noexcept {
    return either(both(a, mask), without(b, mask));
}

// What candidates are judged by: see `Law`.
struct Mode {
    Number n;
    Number mean;
    Number other_mean;
    Number step;
    Number place;
    Number product;  // place * (n - place)
    Number deviance;
};

// Two times the deviance of x from its mean, but for the logarithm of x * (n - x) = `product`, with
// the first term of Stirling's remainders.
RANKSURE_INLINE Number deviance_of(Number x, Number product, const Mode& mode, Word& far) noexcept {
    const auto rest = minus(mode.n, x);
    const auto away = minus(x, mode.mean);
    const auto rest_away = minus(rest, mode.other_mean);
    // One division for three quotients.
    const auto sum = plus(x, mode.mean);
    const auto rest_sum = plus(rest, mode.other_mean);
    const auto sums = times(sum, rest_sum);
    const auto inverse = divided(spread(1.0), times(sums, product));
    const auto v = times(times(away, inverse), times(rest_sum, product));
    const auto rest_v = times(times(rest_away, inverse), times(sum, product));
    const auto both_sides =
        plus(from_mean(x, away, v, far), from_mean(rest, rest_away, rest_v, far));
    const auto stirling = times(times(mode.n, spread(1.0 / 6)), times(inverse, sums));
    return plus(plus(both_sides, both_sides), stirling);
}

RANKSURE_INLINE Mode mode_of(Number n, double part, double whole, Word& far) noexcept {
    const auto one = spread(1.0);
    Mode mode = {};
    mode.n = n;
    mode.mean = times(n, spread(part / whole));
    mode.other_mean = times(n, spread((whole - part) / whole));
    const auto variance = times(mode.mean, spread((whole - part) / whole));
    mode.step = plus(whole_part(root(times(spread(1.5), variance))), spread(3.0));
    const auto places = times(plus(n, one), spread(part));
    const auto nearest =
        minus(plus(divided(places, spread(whole)), spread(0x1p52)), spread(0x1p52));
    const auto above_it = less(places, times(nearest, spread(whole)));
    mode.place = minus(nearest, as_number(both(above_it, bits_of(one))));
    mode.product = times(mode.place, minus(n, mode.place));
    mode.deviance = deviance_of(mode.place, mode.product, mode, far);
    return mode;
}

struct Candidate {
    Number x;
    Word accepted;
    Word doubtful;
};

// Squares are compared, which spares a root and a logarithm. All errors together are below 2e-6 of
// the ratio; what lies within 4e-6, and what the formulas do not cover, is doubtful.
RANKSURE_INLINE Candidate propose(Word word, Word digits, const Mode& mode) noexcept {
    const auto run = both(down<1>(word), all(0x7FFFFFFF));
    const auto k = bits_set(without(run, add(run, all(1))));
    const auto step = integer(mode.step);
    const auto product = product_of_low(down<32>(word), step);
    const auto away = plus(times(number(k), mode.step), number(down<32>(product)));
    const auto right = subtract(all(0), both(word, all(1)));
    const auto x = as_number(chosen(right, bits_of(plus(mode.place, away)),
                                    bits_of(minus(minus(mode.place, spread(1.0)), away))));
    const auto rest = minus(mode.n, x);
    const auto inside = without(inverted(less(x, spread(0.0))), less(rest, spread(0.0)));
    auto doubtful = either(less(x, spread(16.0)), less(rest, spread(16.0)));
    const auto smooth = times(x, rest);
    auto power = minus(mode.deviance, deviance_of(x, smooth, mode, doubtful));
    power = fused(power, spread(1.4426950408889634), number(add(k, k)));
    const auto ratio = times(power_of_two(larger(power, spread(-1000.0))), mode.product);
    const auto fraction = times(number(down<12>(digits)), spread(0x1p-52));
    const auto square = times(times(fraction, fraction), smooth);
    const auto accepted = less(square, times(ratio, spread(1.0 - 4e-6)));
    const auto refused = less(times(ratio, spread(1.0 + 4e-6)), square);
    doubtful = either(doubtful, inverted(either(accepted, refused)));
    doubtful = either(doubtful, less(fraction, spread(0x1p-30)));
    doubtful = either(doubtful, above(k, all(30)));
    doubtful = either(doubtful, above(step, both(product, all(0xFFFFFFFF))));
    return {x, both(accepted, inside), both(doubtful, inside)};
}

// The lanes of one Word on the way to an accepted candidate.
struct Search {
    Mode mode;
    Word state;
    Word gamma;
    Word open;  // lanes that go on
    Word found;
    Word unsure;
};

RANKSURE_INLINE void go_on(Search& search) noexcept {
    const auto digits = mixed(add(search.state, search.gamma));
    const auto one = propose(mixed(search.state), digits, search.mode);
    const auto ends = both(search.open, either(one.accepted, one.doubtful));
    search.found = chosen(ends, integer(one.x), search.found);
    search.unsure = either(search.unsure, both(ends, one.doubtful));
    search.open = without(search.open, ends);
    search.state = add(search.state, both(search.open, up<1>(search.gamma)));
}

// See `Kernels::rejections`. Two Words at a time, because a candidate is a long chain of
// operations.
RANKSURE_TARGET void rejections(std::uint64_t* states, const std::uint64_t* gammas,
                                const std::int64_t* draws, std::int64_t part, std::int64_t whole,
                                std::int64_t* inside, std::int64_t* undecided) noexcept {
    constexpr int together = 2;
    for (int first = 0; first < lane_count; first += together * width) {
        Search searches[together];
        for (int i = 0; i < together; ++i) {
            const auto lane = first + i * width;
            auto& search = searches[i];
            search.unsure = all(0);
            search.mode = mode_of(number(load(draws + lane)), static_cast<double>(part),
                                  static_cast<double>(whole), search.unsure);
            search.state = load(states + lane);
            search.gamma = load(gammas + lane);
            search.open = inverted(search.unsure);
            search.found = all(0);
        }
        while (any_above(all(0), either(searches[0].open, searches[1].open))) {
            go_on(searches[0]);
            go_on(searches[1]);
        }
        for (int i = 0; i < together; ++i) {
            const auto lane = first + i * width;
            store(states + lane, searches[i].state);
            store(inside + lane, searches[i].found);
            store(undecided + lane, searches[i].unsure);
        }
    }
}
