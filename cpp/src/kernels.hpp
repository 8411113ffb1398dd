// The loops that are worth an instruction set.
#pragma once

#include <cstdint>

namespace ranksure {

/// Bytes that a kernel may write behind the draws asked for.
constexpr std::int64_t written_beyond = 256;

/// Steps of 64 draws that hold `draws` of them. One or two too many: draws of a block spread around
/// 256, and a number of steps that stays the same for most of them is a branch that is foreseen.
constexpr std::int64_t steps_of_64(std::int64_t draws) noexcept { return (draws + 160) / 64; }

/// Steps of 512 bits that hold `bits` of them; the usual numbers lie in the middle of a step.
constexpr std::int64_t steps_of_512(std::int64_t bits) noexcept { return (bits + 128) / 512 + 1; }

/// The binary digits of part / whole, by long division.
struct Digits {
    std::int64_t remainder;
    std::int64_t whole;

    bool left() const noexcept { return remainder > 0; }
    bool next() noexcept {
        remainder *= 2;
        if (remainder < whole) return false;
        remainder -= whole;
        return true;
    }
};

/// One table for each instruction set; all give the same bits.
struct Kernels {
    const char* name;

    /// Ones among the first `bits` bits of the words from `state` on.
    std::int64_t (*count_ones)(std::uint64_t state, std::uint64_t gamma,
                               std::int64_t bits) noexcept;

    /// Binomial shares of up to 12,000 draws, digit by digit, eight of them side by side; null
    /// where one after the other is as fast. Digit j of lane l compares with the words from
    /// states[l] + j * steps[l] on.
    void (*shares)(const std::uint64_t* states, const std::uint64_t* gammas,
                   const std::uint64_t* steps, const std::int64_t* draws, std::int64_t part,
                   std::int64_t whole, std::int64_t* inside) noexcept;

    /// Row numbers of a full block: the bytes of the words. Writes up to
    /// `written_beyond` bytes more than `draws`.
    void (*draw_full)(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                      std::uint8_t* drawn) noexcept;

    /// Row numbers of a block of `rows` < 256 rows. Writes up to
    /// `written_beyond` bytes more than `draws`.
    void (*draw_short)(std::uint64_t state, std::uint64_t gamma, std::int64_t draws,
                       std::uint32_t rows, std::uint8_t* drawn) noexcept;

    /// Sums of the drawn rows of a block with `columns` numbers a row.
    void (*add_rows)(const double* block, std::int64_t columns, std::int64_t draws,
                     const std::uint8_t* drawn, double* sums) noexcept;
};

/// The table in use.
const Kernels& kernels() noexcept;

/// Tables of other instruction sets; null where the processor or the compiler has none.
const Kernels* avx2_kernels() noexcept;
const Kernels* avx512_kernels() noexcept;

}  // namespace ranksure
