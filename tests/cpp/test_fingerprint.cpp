#include <string>

#include "check.hpp"
#include "ranksure/fingerprint.hpp"

using namespace ranksure;

TEST(siphash_gives_the_published_values) {
    CHECK((siphash128("") == Wide{0xe6a825ba047f81a3U, 0x930255c71472f66dU}));
    std::string message;
    for (char c = 0; c < 8; ++c) message += c;
    CHECK((siphash128(message) == Wide{0x61f55862baa9623bU, 0xb49714f364e2830fU}));
}

TEST(sums_do_not_see_the_order_of_judgements) {
    const std::vector<std::int64_t> ids = {-5, 123456789012, 7, 7, -5, 123456789012};
    const std::vector<std::int64_t> offsets = {0, 3, 6, 6};
    const std::vector<double> grades = {1, 0, 2, 2, 1, -0.0};
    const QrelsView qrels{IntegerIds<std::int64_t>{ids}, offsets, grades.data()};
    for (const int threads : {1, 2}) {
        std::vector<Wide> sums(3);
        judgement_sums(qrels, threads, {}, sums);
        CHECK(sums[0] == sums[1] && sums[0] != Wide{} && sums[2] == Wide{});
    }
}
