// Down the tree of draws to the leaves, and the sums of what is drawn; included after
// draw_shares.inl.

template <bool more>
RANKSURE_TARGET inline void put(Word drawn, double* counts) noexcept {
    const auto found = number(bits_set(drawn));
    store(counts, more ? plus(load(counts), found) : found);
}

// Counts the draws of each of 32 rows: `drawn` has a bit for each draw, `digit[i]` has the i-th
// binary digit of the row it met.
template <bool more>
RANKSURE_TARGET inline void count_rows(Word drawn, const Word* digit, double* counts) noexcept {
    const Word quarters[4] = {
        pick<0>(drawn, digit[4], digit[3]), pick<1>(drawn, digit[4], digit[3]),
        pick<2>(drawn, digit[4], digit[3]), pick<3>(drawn, digit[4], digit[3])};
    for (int i = 0; i < 8; ++i, counts += 4 * width) {
        const auto eighth =
            i % 2 == 0 ? without(quarters[i / 2], digit[2]) : both(quarters[i / 2], digit[2]);
        put<more>(pick<0>(eighth, digit[1], digit[0]), counts);
        put<more>(pick<1>(eighth, digit[1], digit[0]), counts + width);
        put<more>(pick<2>(eighth, digit[1], digit[0]), counts + 2 * width);
        put<more>(pick<3>(eighth, digit[1], digit[0]), counts + 3 * width);
    }
}

// Draws whose row number is smaller than `rows` < 32, by comparing from the lowest digit up.
RANKSURE_TARGET inline Word draws_below(const Word* digit, std::uint32_t rows) noexcept {
    auto below = all(0);
    for (int i = 0; i < 5; ++i) {
        below =
            (rows >> i & 1U) != 0 ? either(inverted(digit[i]), below) : without(below, digit[i]);
    }
    return below;
}

// The first `draws` bits set of each lane of `from`, or all there are. The end is found by halving.
RANKSURE_TARGET inline Word first_set(Word from, Word draws) noexcept {
    if (!any_above(bits_set(from), draws)) return from;
    auto end = all(0);
    for (std::uint64_t step = 32; step > 0; step /= 2) {
        const auto found = bits_set(both(from, first_bits(add(end, all(step)))));
        end = add(end, without(all(step), above(found, draws)));
    }
    const auto some = above(bits_set(from), draws);
    return either(both(both(from, first_bits(end)), some), without(from, some));
}

// How often each row of a leaf is drawn: width numbers for each of 32 rows, 0 from `rows` on.
RANKSURE_TARGET void draw_leaf(Word state, Word gamma, Word draws, std::uint32_t rows, int digits,
                               double* counts) noexcept {
    for (bool more = false; !more || any_above(draws, all(0)); more = true) {
        Word digit[5];
        for (int i = 0; i < 5; ++i) {
            digit[i] = i < digits ? mixed(state) : all(0);
            state = i < digits ? add(state, gamma) : state;
        }
        const bool all_rows = (rows & (rows - 1)) == 0;
        const auto drawn =
            all_rows ? first_bits(draws) : first_set(draws_below(digit, rows), draws);
        if (more) {
            count_rows<true>(drawn, digit, counts);
        } else {
            count_rows<false>(drawn, digit, counts);
        }
        draws = subtract(draws, bits_set(drawn));
    }
}

// Sums of count x value over `rows` rows, neighbours first, for some columns at once.
template <int rows, int together>
RANKSURE_INLINE void add_rows(const double* counts, const double* values, std::int64_t columns,
                              Number* sums) noexcept {
    if constexpr (rows == 1) {
        const auto count = load(counts);
        for (int c = 0; c < together; ++c) sums[c] = times(count, spread(values[c]));
    } else {
        Number right[std::size_t{together}];
        add_rows<rows / 2, together>(counts, values, columns, sums);
        add_rows<rows / 2, together>(counts + width * (rows / 2), values + columns * (rows / 2),
                                     columns, right);
        for (int c = 0; c < together; ++c) sums[c] = plus(sums[c], right[c]);
    }
}

// A quarter of the leaf at a time: compilers run out of registers with more.
template <int together>
RANKSURE_INLINE void add_columns(const double* counts, const double* values, std::int64_t columns,
                                 double* sums) noexcept {
    constexpr int quarter = leaf_rows / 4;
    Number parts[4][std::size_t{together}];
    for (auto& part : parts) {
        add_rows<quarter, together>(counts, values, columns, part);
        counts += quarter * width;
        values += quarter * columns;
    }
    for (int c = 0; c < together; ++c) {
        store(sums + c * width,
              plus(plus(parts[0][c], parts[1][c]), plus(parts[2][c], parts[3][c])));
    }
}

// Sums of one leaf: width numbers a column.
RANKSURE_TARGET void add_leaf(const double* counts, const double* values, std::int64_t columns,
                              double* sums) noexcept {
    if (columns == 1) {
        add_columns<1>(counts, values, 1, sums);
        return;
    }
    std::int64_t c = 0;
    for (; c + columns_together <= columns; c += columns_together) {
        add_columns<columns_together>(counts, values + c, columns, sums + c * width);
    }
    for (; c < columns; ++c) add_columns<1>(counts, values + c, columns, sums + c * width);
}

// Sum of the four rows of `values` that draws of `eighth` met.
RANKSURE_INLINE Number add_four(Word eighth, const Word* digit, const double* values) noexcept {
    const auto term = [&](Word drawn, int row) RANKSURE_TARGET {
        return times(number(bits_set(drawn)), spread(values[row]));
    };
    const auto left = plus(term(pick<0>(eighth, digit[1], digit[0]), 0),
                           term(pick<1>(eighth, digit[1], digit[0]), 1));
    const auto right = plus(term(pick<2>(eighth, digit[1], digit[0]), 2),
                            term(pick<3>(eighth, digit[1], digit[0]), 3));
    return plus(left, right);
}

RANKSURE_INLINE Number add_eight(Word quarter, const Word* digit, const double* values) noexcept {
    return plus(add_four(without(quarter, digit[2]), digit, values),
                add_four(both(quarter, digit[2]), digit, values + 4));
}

// Sum of one column over a full leaf and up to 64 draws, without a table of counts.
RANKSURE_TARGET inline Number add_drawn(Word state, Word gamma, Word draws,
                                        const double* values) noexcept {
    Word digit[5];
    for (auto& word : digit) {
        word = mixed(state);
        state = add(state, gamma);
    }
    const auto drawn = first_bits(draws);
    const auto left = plus(add_eight(pick<0>(drawn, digit[4], digit[3]), digit, values),
                           add_eight(pick<1>(drawn, digit[4], digit[3]), digit, values + 8));
    const auto right = plus(add_eight(pick<2>(drawn, digit[4], digit[3]), digit, values + 16),
                            add_eight(pick<3>(drawn, digit[4], digit[3]), digit, values + 24));
    return plus(left, right);
}

// What to do with the leaves below a node; `slot` is scratch of the depth of the node.
struct AddCounts {
    const double* values;  // of the first leaf
    std::int64_t columns;

    RANKSURE_TARGET void leaf(const Lanes& lanes_of, const Subtree& tree, std::uint64_t place,
                              Word draws, double* slot) const noexcept {
        const double* rows = values + static_cast<std::int64_t>(place) * leaf_rows * columns;
        const auto region = 2 * (tree.first_leaf + place);
        if (columns == 1 && tree.rows == leaf_rows && !any_above(draws, all(64))) {
            store(slot, add_drawn(begin(lanes_of, region), lanes_of.gamma, draws, rows));
            return;
        }
        alignas(64) double counts[leaf_rows * width];
        draw_leaf(begin(lanes_of, region), lanes_of.gamma, draws, tree.rows, tree.digits, counts);
        add_leaf(counts, rows, columns, slot);
    }
    RANKSURE_TARGET double* below(double* slot) const noexcept { return slot + columns * width; }
    RANKSURE_TARGET void join(double* slot) const noexcept {
        for (std::int64_t i = 0; i < columns * width; i += width) {
            store(slot + i, plus(load(slot + i), load(slot + columns * width + i)));
        }
    }
};

struct WriteCounts {
    std::uint32_t* const* to;  // for each lane
    int count;                 // lanes in use

    RANKSURE_TARGET void leaf(const Lanes& lanes_of, const Subtree& tree, std::uint64_t place,
                              Word draws, double*) const noexcept {
        alignas(64) double counts[leaf_rows * width];
        draw_leaf(begin(lanes_of, 2 * (tree.first_leaf + place)), lanes_of.gamma, draws, tree.rows,
                  tree.digits, counts);
        for (int lane = 0; lane < count; ++lane) {
            std::uint32_t* rows = to[lane] + place * leaf_rows;
            for (int row = 0; row < leaf_rows; ++row) {
                rows[row] = static_cast<std::uint32_t>(counts[row * width + lane]);
            }
        }
    }
    RANKSURE_TARGET double* below(double* slot) const noexcept { return slot; }
    RANKSURE_TARGET void join(double*) const noexcept {}
};

// Divides the draws of a node down to its leaves, which are full unless it is a leaf itself.
template <class Visit>
RANKSURE_TARGET void descend(const Lanes& lanes_of, const Subtree& tree, std::uint64_t place,
                             int level, Word draws, const Visit& visit, double* slot) noexcept {
    if (level == 0) {
        visit.leaf(lanes_of, tree, place, draws, slot);
        return;
    }
    const auto middle = place + (std::uint64_t{1} << (level - 1));
    // A binary digit 0 is below 1/2, and so on the left.
    const auto words = level <= 8 ? usual_words[level] : WordsOfNode{0, 0};
    const bool few = any_above(all(64 * static_cast<std::uint64_t>(words.full)), draws);
    const auto right = ones_among(begin(lanes_of, 2 * (tree.first_leaf + middle) - 1),
                                  lanes_of.gamma, draws, few ? 0 : words.full, words.expected);
    const auto left = subtract(draws, right);
    if (level == 1) {  // spares two calls
        visit.leaf(lanes_of, tree, place, left, slot);
        visit.leaf(lanes_of, tree, middle, right, visit.below(slot));
    } else {
        descend(lanes_of, tree, place, level - 1, left, visit, slot);
        descend(lanes_of, tree, middle, level - 1, right, visit, visit.below(slot));
    }
    visit.join(slot);
}

// See `Kernels::add_subtree`.
RANKSURE_TARGET void add_subtree(const LaneStreams& streams, const Subtree& tree,
                                 const std::int64_t* draws, const double* values,
                                 std::int64_t columns, double* sums, double* scratch) noexcept {
    const AddCounts visit = {values, columns};
    for (int first = 0; first < streams.count; first += width) {
        const Lanes lanes_of = {load(streams.start + first), load(streams.gamma + first)};
        descend(lanes_of, tree, 0, tree.level, load(draws + first), visit, scratch);
        for (std::int64_t c = 0; c < columns; ++c) {
            store(sums + c * lane_count + first, load(scratch + c * width));
        }
    }
}

// See `Kernels::count_subtree`.
RANKSURE_TARGET void count_subtree(const LaneStreams& streams, const Subtree& tree,
                                   const std::int64_t* draws,
                                   std::uint32_t* const* counts) noexcept {
    for (int first = 0; first < streams.count; first += width) {
        const int used = streams.count - first < width ? streams.count - first : width;
        const Lanes lanes_of = {load(streams.start + first), load(streams.gamma + first)};
        const WriteCounts visit = {counts + first, used};
        descend(lanes_of, tree, 0, tree.level, load(draws + first), visit, nullptr);
    }
}

// See `Kernels::add_signed`.
RANKSURE_TARGET void add_signed(const LaneStreams& streams, std::uint64_t leaf,
                                const double* values, std::int64_t columns, double* sums,
                                double* scratch) noexcept {
    for (int first = 0; first < streams.count; first += width) {
        const Lanes lanes_of = {load(streams.start + first), load(streams.gamma + first)};
        auto word = mixed(add(lanes_of.start, scaled(lanes_of.gamma, leaf / 2)));
        if (leaf % 2 == 0) word = up<32>(word);
        alignas(64) double signs[leaf_rows * width];
        for (auto row = leaf_rows - 1; row >= 0; --row, word = up<1>(word)) {
            store(signs + row * width, one_with_sign_of(word));
        }
        add_leaf(signs, values, columns, scratch);
        for (std::int64_t c = 0; c < columns; ++c) {
            store(sums + c * lane_count + first, load(scratch + c * width));
        }
    }
}

constexpr Kernels table(const char* name) noexcept {
    return {name, start_streams, shares, rejections, add_subtree, count_subtree, add_signed};
}
