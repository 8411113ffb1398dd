#include "ranksure/fingerprint.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <string>
#include <variant>

namespace ranksure {
namespace {

constexpr std::int64_t queries_per_task = 256;

struct State {
    std::uint64_t a, b, c, d;

    void rounds(int times) noexcept {
        for (; times > 0; --times) {
            a += b;
            b = std::rotl(b, 13) ^ a;
            a = std::rotl(a, 32);
            c += d;
            d = std::rotl(d, 16) ^ c;
            a += d;
            d = std::rotl(d, 21) ^ a;
            c += b;
            b = std::rotl(b, 17) ^ c;
            c = std::rotl(c, 32);
        }
    }
    std::uint64_t folded() const noexcept { return a ^ b ^ c ^ d; }
};

std::uint64_t little_endian(const char* bytes, std::size_t count) noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) {
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return word;
}

void set_id(std::string_view id, std::string& message) { message.assign(id); }

void set_id(std::int64_t id, std::string& message) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, id).ptr;
    message.assign(digits, end);
}

void add(Wide& sum, const Wide& term) noexcept {
    sum[0] += term[0];
    sum[1] += term[1] + (sum[0] < term[0]);
}

}  // namespace

Wide siphash128(std::string_view message) noexcept {
    constexpr std::uint64_t key0 = 0x0706050403020100U;
    constexpr std::uint64_t key1 = 0x0F0E0D0C0B0A0908U;
    State state{0x736F6D6570736575U ^ key0, 0x646F72616E646F6DU ^ key1 ^ 0xEE,
                0x6C7967656E657261U ^ key0, 0x7465646279746573U ^ key1};
    const auto take = [&state](std::uint64_t word) {
        state.d ^= word;
        state.rounds(2);
        state.a ^= word;
    };
    std::size_t i = 0;
    for (; i + 8 <= message.size(); i += 8) take(little_endian(message.data() + i, 8));
    const auto length = static_cast<std::uint64_t>(message.size()) << 56;
    take(length | little_endian(message.data() + i, message.size() - i));
    state.c ^= 0xEE;
    state.rounds(4);
    const auto low = state.folded();
    state.b ^= 0xDD;
    state.rounds(4);
    return {low, state.folded()};
}

void judgement_sums(const QrelsView& qrels, int threads, const InterruptCheck& interrupted,
                    std::span<Wide> sums) {
    const auto queries = static_cast<std::int64_t>(sums.size());
    const auto sum_of = [&qrels](std::size_t query, std::string& message) {
        Wide sum{};
        std::visit(
            [&](const auto& documents) {
                for (auto i = qrels.offsets[query]; i < qrels.offsets[query + 1]; ++i) {
                    set_id(documents[i], message);
                    const auto grade = std::bit_cast<std::uint64_t>(qrels.grades[i] + 0.0);
                    for (int byte = 0; byte < 8; ++byte) {
                        message += static_cast<char>(grade >> (8 * byte) & 0xFF);
                    }
                    add(sum, siphash128(message));
                }
            },
            qrels.documents);
        return sum;
    };
    parallel_for((queries + queries_per_task - 1) / queries_per_task, threads,
                 [&](std::int64_t task) {
                     std::string message;
                     const auto last = std::min(queries, (task + 1) * queries_per_task);
                     for (auto q = task * queries_per_task; q < last; ++q) {
                         const auto query = static_cast<std::size_t>(q);
                         sums[query] = sum_of(query, message);
                     }
                 },
                 interrupted);
}

}  // namespace ranksure
