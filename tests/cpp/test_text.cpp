#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include "check.hpp"
#include "ranksure/decimal.hpp"
#include "ranksure/text.hpp"

using namespace ranksure;

namespace {

const LineLayout run_layout{6, 0, 2, 4, 3, false, {}};

std::unique_ptr<TextReader> reader_of(const LineLayout& layout,
                                      const std::vector<std::string>& blocks, int threads = 2) {
    auto reader = std::make_unique<TextReader>(layout, 0);
    for (const auto& block : blocks) reader->read(block, threads, {});
    return reader;
}

std::string document(const TextRows& rows, std::size_t i) {
    const auto first = static_cast<std::size_t>(rows.document_offsets[i]);
    const auto last = static_cast<std::size_t>(rows.document_offsets[i + 1]);
    return {rows.document_bytes.data() + first, last - first};
}

}  // namespace

TEST(decimals_have_the_bits_of_strtod) {
    std::mt19937_64 random(5);
    for (int i = 0; i < 200'000; ++i) {
        auto text = std::to_string(random() >> random() % 64);
        text.insert(random() % (text.size() + 1), ".");
        if (i % 3 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
        const auto value = read_decimal(text);
        CHECK(!value || *value == std::strtod(text.c_str(), nullptr));
        CHECK(value || i % 3 == 0);
    }
}

TEST(what_is_no_plain_decimal_is_left_to_the_caller) {
    for (const auto* text : {"", "+", ".", "e5", "1e", "1e+", "nan", "inf", "0x1", "1_0", "1.2.3",
                             "1234567:", "12345678/", "1e99999",
                             "\xb1"
                             "2345678"}) {
        CHECK(!read_decimal(text));
    }
    CHECK(*read_decimal("-0") == 0 && std::signbit(*read_decimal("-0")));
}

TEST(lines_become_rows_and_groups) {
    auto reader =
        reader_of(run_layout, {"\n a Q0 d1 1 2.5 t \r\n", "b\tQ0\td2\t1\t7\tt\na Q0 d3 2 1 t"});
    const auto& rows = reader->rows();
    CHECK(rows.size() == 3 && document(rows, 2) == "d3" && rows.values[0] == 2.5);
    CHECK((rows.skipped == std::vector<std::int64_t>{0}));
    CHECK((rows.query == std::vector<std::int64_t>{0, 1, 0}));
    const auto order = order_rows(rows);
    CHECK((order.offsets == std::vector<std::int64_t>{0, 2, 3}));
    CHECK((order.order == std::vector<std::int64_t>{0, 2, 1}));
}

TEST(the_first_wrong_line_ends_the_rows) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "q Q0 d" + std::to_string(i) + " 1 1 t\n";
    for (const int threads : {1, 2, 7}) {
        auto reader = reader_of(run_layout, {text, "\nq Q0 d\xff 1 1 t\nq\n", text}, threads);
        CHECK(reader->rows().fault->line == 20'002);
        CHECK(reader->rows().fault->text == "q Q0 d\xff 1 1 t");
        CHECK(reader->rows().size() == 20'000 && document(reader->rows(), 19'999) == "d19999");
    }
}

TEST(random_bytes_do_no_harm) {
    std::mt19937_64 random(6);
    const std::string alphabet = " \t\n\n\r#q1.e-\xc3\xa9\xff\xed";
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto n = random() % 200; n > 0; --n) text += alphabet[random() % alphabet.size()];
        LineLayout layout{1 + static_cast<int>(random() % 3), 0, 0, -1, 0, false, {}};
        layout.more_fields = random() % 2 == 0;
        layout.comment = random() % 2 == 0 ? "#" : "";
        auto reader = reader_of(layout, {text});
        const auto& rows = reader->rows();
        CHECK(order_rows(rows).offsets.back() == rows.size());
        CHECK(rows.document_offsets[static_cast<std::size_t>(rows.size())] ==
              static_cast<std::int64_t>(rows.document_bytes.size()));
    }
}

TEST(ranks_contradict_scores_only_where_order_differs) {
    const std::vector<std::int64_t> offsets = {0, 2, 4};
    const std::vector<double> ranks = {2, 1, 1, 1};
    const std::vector<double> agrees = {1, 2, 1, 2};
    const std::vector<double> differs = {2, 1, 1, 2};
    CHECK(rank_contradictions(offsets, ranks.data(), agrees.data()).empty());
    CHECK((rank_contradictions(offsets, ranks.data(), differs.data()) ==
           std::vector<std::int64_t>{0}));
}
