#include "check.hpp"
#include "ranksure/discount.hpp"

using namespace ranksure;

// Values from 120-digit arithmetic, rounded.
TEST(log2_is_correctly_rounded) {
    CHECK(log2_rounded(1) == 0.0);
    CHECK(log2_rounded(0x1p40) == 40.0);
    CHECK(log2_rounded(3) == 0x1.95c01a39fbd68p+0);
    CHECK(log2_rounded(11) == 0x1.bacea7c065d42p+1);
    CHECK(log2_rounded(1'000'000'007) == 0x1.de5b8ead437b1p+4);
}

TEST(exp2_is_correctly_rounded) {
    CHECK(exp2_rounded(0.0) == 1.0);
    CHECK(exp2_rounded(1000.0) == 0x1p1000);
    CHECK(exp2_rounded(0.5) == 0x1.6a09e667f3bcdp+0);
    CHECK(exp2_rounded(2.75) == 0x1.ae89f995ad3adp+2);
}

TEST(discounts_go_on_beyond_the_common_table) {
    const auto table = discounts(5000);
    CHECK(table.size() == 5001);
    for (const long rank : {1L, 2L, 1024L, 1025L, 5000L}) {
        CHECK(table[static_cast<std::size_t>(rank)] ==
              log2_rounded(static_cast<double>(rank) + 1.0));
    }
    CHECK(discounts(0).size() == 1);
}
