#include "ranksure/random.hpp"

#include <algorithm>
#include <bit>

namespace ranksure {
namespace {

// The finaliser of MurmurHash3, made odd; steps with few bit changes are flipped.
std::uint64_t mix_gamma(std::uint64_t z) noexcept {
    z = (z ^ (z >> 33)) * 0xFF51AFD7ED558CCDU;
    z = (z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53U;
    z = (z ^ (z >> 33)) | 1U;
    return std::popcount(z ^ (z >> 1)) < 24 ? z ^ 0xAAAAAAAAAAAAAAAAU : z;
}

}  // namespace

Stream::Stream(std::uint64_t seed, std::uint64_t resample) noexcept {
    const auto key = mix(seed + golden) + resample * golden;
    start = mix(key);
    gamma = mix_gamma(key);
}

std::int64_t binomial(const Stream& stream, std::uint64_t region, std::int64_t draws,
                      std::int64_t part, std::int64_t whole) noexcept {
    auto state = stream.begin(region);
    std::int64_t inside = 0;
    std::int64_t undecided = draws;
    std::int64_t remainder = part;
    while (undecided > 0 && remainder > 0) {
        remainder *= 2;
        const bool digit = remainder >= whole;
        if (digit) remainder -= whole;
        std::int64_t ones = 0;
        for (auto left = undecided; left > 0; left -= 64, state += stream.gamma) {
            auto word = mix(state);
            if (left < 64) word &= (std::uint64_t{1} << left) - 1;
            ones += std::popcount(word);
        }
        if (digit) {
            inside += undecided - ones;  // a 0 below the digit 1: smaller than p
            undecided = ones;
        } else {
            undecided -= ones;  // a 1 above the digit 0: larger than p
        }
    }
    return inside;
}

}  // namespace ranksure
