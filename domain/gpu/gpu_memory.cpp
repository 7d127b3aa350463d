// Sizes in GB, as on the box. One GB is 1,024 MiB.
#include "domain/gpu/gpu_memory.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace dibs {
namespace {

constexpr std::int64_t mib_in_gb = 1024;
constexpr std::int64_t least_percent = 85;        // of its size; a card reports at least this
constexpr std::int64_t least_guess_percent = 92;  // the same, if its name does not have the size

constexpr std::array<std::int64_t, 29> sold_sizes{1,   2,   3,   4,   5,   6,   8,   10,  11, 12,
                                                  16,  20,  24,  32,  40,  48,  64,  80,  94, 96,
                                                  120, 128, 141, 144, 180, 192, 256, 279, 288};

bool reports(std::int64_t total_mib, std::int64_t size_gb, std::int64_t percent) {
    const auto size = size_gb * mib_in_gb;
    return total_mib <= size && total_mib * 100 >= size * percent;
}

// The number in front of "GB", in any case, that ends at `end`.
std::int64_t number_before(std::string_view text, std::size_t end) {
    constexpr std::size_t most_digits = 4;
    auto begin = end;
    while (begin > 0 && is_decimal_digit(text[begin - 1])) --begin;
    if (end - begin > most_digits) return 0;
    std::int64_t number = 0;
    std::from_chars(text.data() + begin, text.data() + end, number);
    return number;
}

// The size in the name, if the driver's total fits it; else 0.
std::int64_t named_gb(std::int64_t total_mib, std::string_view model) {
    for (std::size_t at = 1; at + 1 < model.size(); ++at) {
        const bool unit = (model[at] | 0x20) == 'g' && (model[at + 1] | 0x20) == 'b';
        if (!unit || !is_decimal_digit(model[at - 1])) continue;
        const auto size = number_before(model, at);
        if (reports(total_mib, size, least_percent)) return size;
    }
    return 0;
}

}  // namespace

std::int64_t nominal_memory_mib(std::int64_t total_mib, std::string_view model) {
    if (const auto named = named_gb(total_mib, model); named > 0) return named * mib_in_gb;
    const auto* size = std::find_if(sold_sizes.begin(), sold_sizes.end(),
                                    [&](std::int64_t gb) { return total_mib <= gb * mib_in_gb; });
    const bool sold = size != sold_sizes.end() && reports(total_mib, *size, least_guess_percent);
    return sold ? *size * mib_in_gb : total_mib;
}

bool has_memory(std::optional<std::int64_t> total_mib, std::string_view model,
                std::int64_t wanted_mib) {
    return wanted_mib <= 0 || (total_mib && nominal_memory_mib(*total_mib, model) >= wanted_mib);
}

}  // namespace dibs
