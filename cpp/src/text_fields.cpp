#include "text_fields.hpp"

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ranksure {
namespace {

constexpr std::size_t width = 64;

// Bit i says whether byte i of the 64 is a space, a tab or a newline.
#if defined(__SSE2__)
std::uint64_t separators(const char* bytes) noexcept {
    const auto is = [](__m128i found, char c) { return _mm_cmpeq_epi8(found, _mm_set1_epi8(c)); };
    std::uint64_t mask = 0;
    for (int part = 0; part < 4; ++part) {
        const auto found = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
        const auto any =
            _mm_or_si128(_mm_or_si128(is(found, ' '), is(found, '\t')), is(found, '\n'));
        mask |= static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(any)))
                << (16 * part);
    }
    return mask;
}
#else
std::uint64_t separators(const char* bytes) noexcept {
    std::uint64_t mask = 0;
    for (std::size_t i = 0; i < width; ++i) {
        const bool any = bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\n';
        mask |= static_cast<std::uint64_t>(any) << i;
    }
    return mask;
}
#endif

struct Lead {
    int length;         // bytes of the character
    unsigned char low;  // bounds of its second byte
    unsigned char high;
};

// Well-formed UTF-8, table 3-7 of the Unicode standard.
Lead lead(unsigned char first) noexcept {
    if (first < 0x80) return {1, 0, 0};
    if (first >= 0xC2 && first <= 0xDF) return {2, 0x80, 0xBF};
    if (first == 0xE0) return {3, 0xA0, 0xBF};
    if (first == 0xED) return {3, 0x80, 0x9F};  // no surrogates
    if (first >= 0xE1 && first <= 0xEF) return {3, 0x80, 0xBF};
    if (first == 0xF0) return {4, 0x90, 0xBF};
    if (first >= 0xF1 && first <= 0xF3) return {4, 0x80, 0xBF};
    if (first == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

}  // namespace

void find_fields(std::string_view text, Column<std::uint32_t>& edges) {
    edges.resize(text.size() + width + 2);  // each byte may be an edge
    auto* out = edges.data();
    std::uint64_t before = 1;  // a separator stands before the text
    const auto take = [&](const char* bytes, std::size_t base) {
        const auto mask = separators(bytes);
        auto turns = mask ^ (mask << 1 | before);
        before = mask >> (width - 1);
        for (; turns != 0; turns &= turns - 1) {
            *out++ = static_cast<std::uint32_t>(base) +
                     static_cast<std::uint32_t>(std::countr_zero(turns));
        }
    };
    std::size_t base = 0;
    for (; base + width <= text.size(); base += width) take(text.data() + base, base);
    char rest[width];
    std::memset(rest, '\n', width);  // ends the last field
    if (base < text.size()) std::memcpy(rest, text.data() + base, text.size() - base);
    take(rest, base);
    edges.resize(static_cast<std::size_t>(out - edges.data()));
}

bool is_ascii(std::string_view text) noexcept {
    unsigned char all = 0;
    for (const auto c : text) all |= static_cast<unsigned char>(c);
    return all < 0x80;
}

bool is_utf8(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        const auto at = [&](std::size_t j) { return static_cast<unsigned char>(text[i + j]); };
        const auto [length, low, high] = lead(at(0));
        const auto size = static_cast<std::size_t>(length);
        if (size == 0 || i + size > text.size()) return false;
        if (size > 1 && (at(1) < low || at(1) > high)) return false;
        for (std::size_t j = 2; j < size; ++j) {
            if ((at(j) & 0xC0) != 0x80) return false;
        }
        i += size;
    }
    return true;
}

}  // namespace ranksure
