// The one ranking of a query, which all measures share.
#pragma once

#include <cstdint>
#include <vector>

#include "ranksure/ids.hpp"

namespace ranksure {

enum class Ties : std::uint8_t {
    trec,     ///< equal scores by document id, descending by UTF-8 bytes
    stable,   ///< equal scores as given
    average,  ///< the order of equal scores stays open, as given
};

/// Puts the places [first, last) into `order`, best first: by descending score, then as `ties`
/// says. Without scores (nullptr) the places stay as given. Returns whether any two scores are
/// equal.
bool order_documents(const Ids& documents, const double* scores, std::int64_t first,
                     std::int64_t last, Ties ties, std::vector<std::int64_t>& order);

}  // namespace ranksure
