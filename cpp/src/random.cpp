#include "ranksure/random.hpp"

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
    const auto key = stream_key(seed, resample);
    start = mix(key);
    gamma = mix_gamma(key);
}

}  // namespace ranksure
