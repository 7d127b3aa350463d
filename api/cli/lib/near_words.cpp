// The optimal string alignment distance.
#include "api/cli/lib/near_words.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> cost(a.size() + 1,
                                               std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            cost[i][j] = std::min(
                {cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[a.size()][b.size()];
}

constexpr std::size_t longest_word = 64;

}  // namespace

std::optional<std::string> nearest_word(std::string_view typed,
                                        const std::vector<std::string>& words) {
    if (typed.size() > longest_word) return std::nullopt;
    const auto most = std::max<std::size_t>(typed.size() / 3, 1);
    std::optional<std::string> nearest;
    auto least = most + 1;
    for (const auto& word : words) {
        const auto here = distance(typed, word);
        if (here >= least) continue;
        least = here;
        nearest = word;
    }
    return nearest;
}

}  // namespace dibs::cli
