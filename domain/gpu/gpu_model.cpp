// Searches the part at each position of the name.
#include "domain/gpu/gpu_model.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <cstddef>

namespace dibs {
namespace {

char lower_ascii(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Ignores case, and matches only whole numbers: "A10" does not match an A100.
bool has_part(std::string_view model, std::string_view part) {
    if (part.empty()) return true;
    const auto same = [](char a, char b) { return lower_ascii(a) == lower_ascii(b); };
    for (auto at = model.begin();; ++at) {
        at = std::search(at, model.end(), part.begin(), part.end(), same);
        if (at == model.end()) return false;
        const auto end = at + static_cast<std::ptrdiff_t>(part.size());
        const bool cut_before =
            at != model.begin() && is_decimal_digit(*at) && is_decimal_digit(*(at - 1));
        const bool cut_behind =
            end != model.end() && is_decimal_digit(*end) && is_decimal_digit(part.back());
        if (!cut_before && !cut_behind) return true;
    }
}

}  // namespace

bool is_model(std::string_view model, bool slice, std::string_view part) {
    if (!has_part(model, part)) return false;
    return !slice || part.empty() || !has_part(model.substr(0, model.find(" MIG ")), part);
}

}  // namespace dibs
