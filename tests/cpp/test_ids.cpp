#include <limits>

#include "check.hpp"
#include "ranksure/ids.hpp"

using namespace ranksure;

namespace {
template <class T>
Ids integers(const std::vector<T>& values) {
    return IntegerIds<T>{values};
}
}  // namespace

TEST(integers_order_as_their_decimal_text) {
    CHECK(compare_as_text(std::int64_t{9}, std::int64_t{10}) > 0);
    CHECK(compare_as_text(std::int64_t{100}, std::int64_t{10}) > 0);
    CHECK(compare_as_text(std::int64_t{-1}, std::int64_t{0}) < 0);
    const std::vector<std::int64_t> values = {9, 100, 10, -3};
    CHECK((sort_ids(integers(values)) == std::vector<std::int64_t>{3, 2, 1, 0}));
}

TEST(bytes_order_as_unsigned) {
    CHECK(compare_as_text(std::string_view("z"), std::string_view("\xc3\xa4")) < 0);
    CHECK(compare_as_text(std::string_view("a"), std::string_view("ab")) < 0);
}

TEST(columns_of_different_widths_meet) {
    const std::vector<std::int64_t> hay = {5, -1, 200};
    const std::vector<std::uint8_t> needles = {200, 5, 7, 255};
    CHECK((find(integers(hay), integers(needles)) == std::vector<std::int64_t>{2, 0, -1, -1}));
}

TEST(text_and_integers_never_meet_by_accident) {
    const std::vector<std::int64_t> hay = {5};
    const std::string bytes = "5";
    const std::vector<std::int64_t> offsets = {0, 1};
    CHECK((find(integers(hay), TextIds{bytes, offsets}) == std::vector<std::int64_t>{-1}));
}

TEST(first_repeat_names_both_places) {
    const std::vector<std::int16_t> values = {4, 7, 9, 7, 4};
    CHECK((first_repeat(integers(values)) == std::pair<std::int64_t, std::int64_t>{1, 3}));
    const std::vector<std::int16_t> distinct = {4, 7};
    CHECK(first_repeat(integers(distinct)).first == -1);
}

TEST(text_of_the_extreme_integers) {
    const std::vector<std::int64_t> values = {std::numeric_limits<std::int64_t>::min(), 0};
    const auto column = integers_to_text(std::span<const std::int64_t>(values));
    CHECK(column.bytes == "-92233720368547758080");
    const std::vector<std::uint64_t> large = {std::numeric_limits<std::uint64_t>::max()};
    CHECK(integers_to_text(std::span<const std::uint64_t>(large)).bytes == "18446744073709551615");
}

TEST(a_full_table_still_finds) {
    std::vector<std::int64_t> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int64_t>(i) << 40;
    const auto places = find(integers(values), integers(values));
    for (std::size_t i = 0; i < values.size(); ++i)
        CHECK(places[i] == static_cast<std::int64_t>(i));
}
