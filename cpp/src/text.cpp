#include "ranksure/text.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "text_lines.hpp"

namespace ranksure {
namespace {

// Small enough that a piece, its fields and its columns stay in the cache of one core.
constexpr std::size_t piece_size = std::size_t{1} << 17;

// Cuts a block behind newlines.
std::vector<std::string_view> cut(std::string_view block) {
    std::vector<std::string_view> pieces;
    while (!block.empty()) {
        auto size = block.find('\n', std::min(piece_size, block.size()));
        size = size == std::string_view::npos ? block.size() : size + 1;
        if (size >= std::numeric_limits<std::uint32_t>::max()) {
            throw std::length_error("a line of 4 GiB or more");
        }
        pieces.push_back(block.substr(0, size));
        block.remove_prefix(size);
    }
    return pieces;
}

template <class T>
void copy_to(const Column<T>& from, Column<T>& to, std::size_t place) noexcept {
    if (from.size() > 0) std::memcpy(to.data() + place, from.data(), from.size() * sizeof(T));
}

}  // namespace

TextReader::TextReader(LineLayout layout, std::int64_t lines_before) : layout_(std::move(layout)) {
    rows_.document_offsets.push_back(0);
    rows_.skipped.assign(static_cast<std::size_t>(lines_before), 0);
}

TextReader::~TextReader() = default;

void TextReader::read(std::string_view block, int threads, const InterruptCheck& interrupted) {
    if (rows_.fault) return;
    const auto texts = cut(block);
    if (pieces_.size() < texts.size()) pieces_.resize(texts.size());
    parallel_for(
        static_cast<std::int64_t>(texts.size()), threads,
        [&](std::int64_t i) {
            const auto p = static_cast<std::size_t>(i);
            read_lines(texts[p], layout_, pieces_[p]);
        },
        interrupted);
    append(texts.size(), threads, interrupted);
}

void TextReader::append(std::size_t pieces, int threads, const InterruptCheck& interrupted) {
    struct Place {
        std::size_t row;
        std::size_t byte;
    };
    std::vector<Place> places;
    auto row = static_cast<std::size_t>(rows_.size());
    auto byte = rows_.document_bytes.size();
    for (std::size_t p = 0; p < pieces; ++p) {
        const auto& piece = pieces_[p];
        append_lines(piece, static_cast<std::int64_t>(row));
        places.push_back({row, byte});
        row += piece.document_ends.size();
        byte += piece.document_bytes.size();
        if (piece.fault) {
            rows_.fault = {static_cast<std::int64_t>(row + rows_.skipped.size() + 1),
                           std::string(*piece.fault)};
            break;
        }
    }
    rows_.document_bytes.resize(byte);
    rows_.document_offsets.resize(row + 1);
    if (layout_.value >= 0) rows_.values.resize(row);
    if (layout_.rank >= 0) rows_.ranks.resize(row);
    parallel_for(
        static_cast<std::int64_t>(places.size()), threads,
        [&](std::int64_t i) {
            const auto& piece = pieces_[static_cast<std::size_t>(i)];
            const auto place = places[static_cast<std::size_t>(i)];
            copy_to(piece.document_bytes, rows_.document_bytes, place.byte);
            copy_to(piece.values, rows_.values, place.row);
            copy_to(piece.ranks, rows_.ranks, place.row);
            auto* offsets = rows_.document_offsets.data() + place.row + 1;
            const auto base = static_cast<std::int64_t>(place.byte);
            for (std::size_t j = 0; j < piece.document_ends.size(); ++j) {
                offsets[j] = base + piece.document_ends[j];
            }
        },
        interrupted);
}

// Groups, odd numbers and skipped lines of a piece.
void TextReader::append_lines(const TextPiece& piece, std::int64_t rows_before) {
    for (const auto& group : piece.groups) add_group(group.query, rows_before + group.first_row);
    for (const auto& odd : piece.odd) {
        rows_.odd.push_back({rows_before + odd.row, odd.is_rank, odd.text});
    }
    for (const auto skipped : piece.skipped) rows_.skipped.push_back(rows_before + skipped);
}

void TextReader::add_group(std::string_view query, std::int64_t first_row) {
    const TextIds queries{rows_.queries.bytes, rows_.queries.offsets};
    if (!rows_.query.empty() && queries[rows_.query.back()] == query) return;
    auto found = places_.find(query);
    if (found == places_.end()) {
        found = places_.emplace(query, queries.size()).first;
        rows_.queries.bytes += query;
        rows_.queries.offsets.push_back(static_cast<std::int64_t>(rows_.queries.bytes.size()));
    }
    rows_.query.push_back(found->second);
    rows_.starts.push_back(first_row);
}

RowOrder order_rows(const TextRows& rows) {
    RowOrder result;
    const auto groups = rows.query.size();
    const auto queries = rows.queries.offsets.size() - 1;
    const auto size = [&](std::size_t g) {
        return (g + 1 < groups ? rows.starts[g + 1] : rows.size()) - rows.starts[g];
    };
    result.offsets.assign(queries + 1, 0);
    for (std::size_t g = 0; g < groups; ++g) {
        result.offsets[static_cast<std::size_t>(rows.query[g]) + 1] += size(g);
    }
    for (std::size_t q = 0; q < queries; ++q) result.offsets[q + 1] += result.offsets[q];
    if (groups == queries) return result;
    auto next = result.offsets;
    result.order.resize(static_cast<std::size_t>(rows.size()));
    for (std::size_t g = 0; g < groups; ++g) {
        auto& place = next[static_cast<std::size_t>(rows.query[g])];
        for (std::int64_t i = 0; i < size(g); ++i) {
            result.order[static_cast<std::size_t>(place++)] = rows.starts[g] + i;
        }
    }
    return result;
}

std::vector<std::int64_t> rank_contradictions(std::span<const std::int64_t> offsets,
                                              const double* ranks, const double* scores) {
    std::vector<std::int64_t> queries;
    std::vector<std::int64_t> order;
    for (std::size_t q = 0; q + 1 < offsets.size(); ++q) {
        const auto first = offsets[q];
        const auto last = offsets[q + 1];
        // Most files stand in order of rank: then one look at each line is all it costs.
        bool agrees = true;
        for (auto i = first + 1; i < last && agrees; ++i) {
            agrees = ranks[i - 1] < ranks[i] && scores[i - 1] >= scores[i];
        }
        if (agrees) continue;
        order.resize(static_cast<std::size_t>(last - first));
        std::iota(order.begin(), order.end(), first);
        // Equal ranks say nothing about order: the larger score may stand first.
        std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
            return ranks[a] < ranks[b] || (ranks[a] == ranks[b] && scores[a] > scores[b]);
        });
        const auto rises = [&](std::int64_t a, std::int64_t b) { return scores[a] < scores[b]; };
        if (std::adjacent_find(order.begin(), order.end(), rises) != order.end()) {
            queries.push_back(static_cast<std::int64_t>(q));
        }
    }
    return queries;
}

}  // namespace ranksure
