// Views of id columns: integers of any width, or UTF-8 text in one buffer with offsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ranksure {

/// Integer ids; every width reads as int64, so that columns of different widths can meet.
template <class T>
struct IntegerIds {
    std::span<const T> values;
    std::int64_t operator[](std::int64_t i) const noexcept {
        return static_cast<std::int64_t>(values[static_cast<std::size_t>(i)]);
    }
    std::int64_t size() const noexcept { return static_cast<std::int64_t>(values.size()); }
};

/// Text ids: id i is bytes[offsets[i], offsets[i + 1]).
struct TextIds {
    std::span<const char> bytes;
    std::span<const std::int64_t> offsets;
    std::string_view operator[](std::int64_t i) const noexcept {
        const auto first = static_cast<std::size_t>(offsets[static_cast<std::size_t>(i)]);
        const auto last = static_cast<std::size_t>(offsets[static_cast<std::size_t>(i) + 1]);
        return {bytes.data() + first, last - first};
    }
    std::int64_t size() const noexcept { return static_cast<std::int64_t>(offsets.size()) - 1; }
};

/// A column of ids of any kind. uint64 is absent: the caller turns it into int64 or text.
using Ids =
    std::variant<IntegerIds<std::int8_t>, IntegerIds<std::int16_t>, IntegerIds<std::int32_t>,
                 IntegerIds<std::int64_t>, IntegerIds<std::uint8_t>, IntegerIds<std::uint16_t>,
                 IntegerIds<std::uint32_t>, TextIds>;

/// Order of two ids by the bytes of their text; an integer counts as its decimal text.
int compare_as_text(std::int64_t a, std::int64_t b) noexcept;
int compare_as_text(std::string_view a, std::string_view b) noexcept;

inline std::uint64_t hash_id(std::int64_t id) noexcept {
    auto z = static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15U;
    return z ^ (z >> 32);
}
inline std::uint64_t hash_id(std::string_view id) noexcept {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    const auto load = [](const char* bytes, std::size_t count) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, count);
        return word;
    };
    const auto mix = [](std::uint64_t z) { return (z ^ (z >> 32)) * factor; };
    const auto* bytes = id.data();
    const auto size = id.size();
    auto z = size * factor;
    if (size >= 8) {
        for (std::size_t i = 0; i + 8 < size; i += 8) z = mix(z ^ load(bytes + i, 8));
        z ^= load(bytes + size - 8, 8);  // overlaps with the one before
    } else if (size >= 4) {
        z ^= load(bytes, 4) << 32 | load(bytes + size - 4, 4);
    } else {
        for (std::size_t i = 0; i < size; ++i) z ^= load(bytes + i, 1) << (8 * i);
    }
    z = mix(z);
    return z ^ (z >> 32);
}

/// Open-addressing table from an id to a place (for example its rank), reused for query after
/// query.
class PlaceTable {
public:
    /// Forget everything and make room for `n` ids.
    void reset(std::int64_t n);

    /// Put `place` under `key`. Returns the place already there, or -1 when the key is new.
    /// `id_at(place)` gives the id of an earlier place.
    template <class Key, class IdAt>
    std::int64_t insert(const Key& key, std::int64_t place, const IdAt& id_at) noexcept {
        auto& slot = slots_[probe(key, id_at)];
        if (slot >= 0) return slot;
        slot = place;
        return -1;
    }

    /// The place of `key`, or -1.
    template <class Key, class IdAt>
    std::int64_t find(const Key& key, const IdAt& id_at) const noexcept {
        return slots_[probe(key, id_at)];
    }

private:
    template <class Key, class IdAt>
    std::size_t probe(const Key& key, const IdAt& id_at) const noexcept {
        auto slot = static_cast<std::size_t>(hash_id(key)) & mask_;
        while (slots_[slot] >= 0 && id_at(slots_[slot]) != key) slot = (slot + 1) & mask_;
        return slot;
    }

    std::vector<std::int64_t> slots_ = {-1};
    std::size_t mask_ = 0;
};

/// Decimal text of each integer.
struct TextColumn {
    std::string bytes;
    std::vector<std::int64_t> offsets = {0};
};
TextColumn integers_to_text(std::span<const std::int64_t> values);
TextColumn integers_to_text(std::span<const std::uint64_t> values);

/// The text ids at `indices`.
TextColumn take_text(const TextIds& ids, std::span<const std::int64_t> indices);

/// The permutation that sorts the ids ascending by the bytes of their text (stable).
std::vector<std::int64_t> sort_ids(const Ids& ids);

/// The first place j whose id stands at an earlier place i, as (i, j); (-1, -1) when none repeats.
std::pair<std::int64_t, std::int64_t> first_repeat(const Ids& ids);

/// Entries whose id stands earlier in the same list, ascending, and where it stands first. List q
/// owns the entries from offsets[q] up to offsets[q + 1].
struct RepeatedEntries {
    std::vector<std::int64_t> entries;
    std::vector<std::int64_t> first;
};
RepeatedEntries repeats_in_lists(const Ids& ids, std::span<const std::int64_t> offsets);

/// For each id of `needles` its place in `haystack` (the first one), or -1.
/// Integers and text never meet here: all are -1 then.
std::vector<std::int64_t> find(const Ids& haystack, const Ids& needles);

}  // namespace ranksure
