// Implements idn.hpp. The names of the numbers are those of RFC 3492.
#include "domain/people/idn.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <cstdint>

namespace dibs {
namespace {

constexpr std::uint32_t base = 36, t_min = 1, t_max = 26, skew = 38, damp = 700;
constexpr std::uint32_t initial_bias = 72, initial_n = 128;
// In bytes; this limit prevents overflow of the numbers below.
constexpr std::size_t longest_domain = 253;

char digit(std::uint32_t value) {
    return static_cast<char>(value < 26 ? 'a' + value : '0' + value - 26);
}

std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first) {
    delta = first ? delta / damp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (base - t_min) * t_max / 2; k += base) delta /= base - t_min;
    return k + (base - t_min + 1) * delta / (delta + skew);
}

void add_number(std::string& text, std::uint32_t number, std::uint32_t bias) {
    for (std::uint32_t k = base;; k += base) {
        const auto t = k <= bias ? t_min : std::min(k - bias, t_max);
        if (number < t) break;
        text += digit(t + (number - t) % (base - t));
        number = (number - t) / (base - t);
    }
    text += digit(number);
}

std::string punycode(const std::u32string& points) {
    std::string text;
    for (const auto point : points) {
        if (point < initial_n) text += static_cast<char>(point);
    }
    const auto plain = static_cast<std::uint32_t>(text.size());
    if (plain > 0) text += '-';
    std::uint32_t n = initial_n, delta = 0, bias = initial_bias;
    for (auto done = plain; done < points.size(); ++delta, ++n) {
        std::uint32_t next = UINT32_MAX;
        for (const auto point : points) {
            if (point >= n) next = std::min(next, static_cast<std::uint32_t>(point));
        }
        delta += (next - n) * (done + 1);
        n = next;
        for (const auto point : points) {
            if (point < n) ++delta;
            if (point != n) continue;
            add_number(text, delta, bias);
            bias = adapt(delta, done + 1, done == plain);
            delta = 0;
            ++done;
        }
    }
    return text;
}

bool is_ascii_label(std::string_view label) {
    return std::all_of(label.begin(), label.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 128; });
}

}  // namespace

std::optional<std::string> ascii_domain(std::string_view domain) {
    if (domain.size() > longest_domain) return std::nullopt;
    std::string all;
    while (true) {
        const auto label = domain.substr(0, domain.find('.'));
        if (is_ascii_label(label)) {
            all += label;
        } else {
            const auto points = letters_of_name(label);
            if (!points) return std::nullopt;
            all += "xn--" + punycode(*points);
        }
        if (label.size() == domain.size()) return all;
        all += '.';
        domain.remove_prefix(label.size() + 1);
    }
}

}  // namespace dibs
