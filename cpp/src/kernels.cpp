#include "kernels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <vector>

#include "ranksure/kernel_choice.hpp"
#include "ranksure/random.hpp"

namespace ranksure {
namespace {

std::int64_t count_ones_plain(std::uint64_t state, std::uint64_t gamma,
                              std::int64_t bits) noexcept {
    std::int64_t ones = 0;
    for (auto steps = steps_of_512(bits); steps > 0; --steps) {
        for (int word = 0; word < 8; ++word, bits -= 64, state += gamma) {
            const auto kept = std::clamp<std::int64_t>(bits, 0, 64);
            const auto mask = kept == 0 ? 0U : ~std::uint64_t{0} >> (64 - kept);
            ones += std::popcount(mix(state) & mask);
        }
    }
    return ones;
}

void draw_full_plain(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                     std::uint8_t* drawn) noexcept {
    for (auto steps = steps_of_64(draws); steps > 0; --steps) {
        for (int piece = 0; piece < 8; ++piece, drawn += 8, state += gamma) {
            const auto word = mix(state);
            for (int byte = 0; byte < 8; ++byte) {
                drawn[byte] = static_cast<std::uint8_t>(word >> (8 * byte));
            }
        }
    }
}

void draw_short_plain(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                      std::uint32_t rows, std::uint8_t* drawn) noexcept {
    const std::uint32_t left_out = 65536U % rows;
    for (std::int64_t i = 0; i < draws; state += gamma) {
        const auto word = mix(state);
        for (int piece = 0; piece < 4; ++piece) {
            const auto product = static_cast<std::uint32_t>(word >> (16 * piece) & 0xFFFFU) * rows;
            drawn[i] = static_cast<std::uint8_t>(product >> 16);
            i += (product & 0xFFFFU) >= left_out;
        }
    }
}

void add_rows_plain(const double* block, std::int64_t columns, std::int64_t draws,
                    const std::uint8_t* drawn, double* sums) noexcept {
    std::fill_n(sums, columns, 0.0);
    for (std::int64_t i = 0; i < draws; ++i) {
        const double* row = block + drawn[i] * columns;
        for (std::int64_t c = 0; c < columns; ++c) sums[c] += row[c];
    }
}

constexpr Kernels plain = {"plain",         count_ones_plain, nullptr,
                           draw_full_plain, draw_short_plain, add_rows_plain};

std::vector<const Kernels*> find_kernels() {
    std::vector<const Kernels*> found = {&plain};
    if (const auto* avx2 = avx2_kernels()) found.push_back(avx2);
    if (const auto* avx512 = avx512_kernels()) found.push_back(avx512);
    return found;
}

const std::vector<const Kernels*>& all_kernels() {
    static const auto found = find_kernels();
    return found;
}

std::atomic<const Kernels*>& chosen() noexcept {
    static std::atomic<const Kernels*> choice = all_kernels().back();
    return choice;
}

}  // namespace

const Kernels& kernels() noexcept { return *chosen().load(std::memory_order_relaxed); }

std::vector<std::string> instruction_sets() {
    std::vector<std::string> names;
    for (const auto* table : all_kernels()) names.emplace_back(table->name);
    return names;
}

std::string instruction_set() { return kernels().name; }

bool use_instruction_set(std::string_view name) {
    for (const auto* table : all_kernels()) {
        if (name != table->name) continue;
        chosen().store(table, std::memory_order_relaxed);
        return true;
    }
    return false;
}

}  // namespace ranksure
