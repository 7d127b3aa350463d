// The grammar of GPU requests, and its inverse for names.
#include "api/cli/lib/gpu_request.hpp"

#include "api/cli/lib/failure.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace dibs::cli {
namespace {

constexpr int most_gpus = 1024;
constexpr int highest_index = 1023;

[[noreturn]] void unreadable(std::string_view text, const std::string& why) {
    throw Failure(Exit::usage, "Cannot read '" + std::string(text) + "': " + why + '.',
                  "Write 4xA100, 4xA100:80G, 2x, gpu03:0,2-3 or gpu[01-04]:all.");
}

std::optional<int> whole(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view text, char by) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(by, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

int amount(std::string_view text, std::string_view all) {
    const auto count = whole(text);
    if (!count || *count < 1 || *count > most_gpus) {
        unreadable(all, "the number of GPUs must be 1 to 1024");
    }
    return *count;
}

// "4xA100:80G", "2x"; nothing if the text does not begin with a number and an 'x'.
std::optional<GpuAmount> parse_amount(std::string_view text) {
    const auto x = text.find_first_not_of("0123456789");
    if (x == 0 || x == std::string_view::npos || (text[x] != 'x' && text[x] != 'X')) {
        return std::nullopt;
    }
    GpuAmount result;
    result.count = amount(text.substr(0, x), text);
    const auto parts = split(text.substr(x + 1), ':');
    result.model = parts[0];
    if (parts.size() > 2) unreadable(text, "behind the model stands one memory size at most");
    if (parts.size() == 2) result.min_memory_mib = parse_memory(parts[1]);
    return result;
}

// Slurm's words: "gpu:4", "gpu:a100:4".
std::optional<GpuAmount> parse_gres(std::string_view text) {
    const auto parts = split(text, ':');
    if (parts[0] != "gpu" || parts.size() < 2 || parts.size() > 3 || !whole(parts.back()) ||
        parts.back().find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    GpuAmount result;
    result.count = amount(parts.back(), text);
    if (parts.size() == 3) result.model = parts[1];
    return result;
}

// "0,2-3" or "all".
std::vector<int> parse_indices(std::string_view text, std::string_view all) {
    std::vector<int> indices;
    if (text == "all" || text == "*") return indices;
    for (const auto part : split(text, ',')) {
        const auto dash = part.find('-');
        const auto first = whole(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : whole(part.substr(dash + 1));
        if (!first || !last || *last < *first || *last > highest_index) {
            unreadable(all, "GPUs of a host are numbers, as 0,2-3, or 'all'");
        }
        for (int i = *first; i <= *last; ++i) indices.push_back(i);
    }
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

// "gpu[01-04,7]" -> gpu01 … gpu04, gpu7: leading zeros are kept.
std::vector<std::string> expand_hosts(std::string_view text) {
    const auto open = text.find('[');
    if (open == std::string_view::npos) return {std::string(text)};
    const auto close = text.find(']', open);
    if (close == std::string_view::npos) unreadable(text, "a ']' is missing");
    std::vector<std::string> hosts;
    for (const auto part : split(text.substr(open + 1, close - open - 1), ',')) {
        const auto dash = part.find('-');
        const auto low = part.substr(0, dash);
        const auto first = whole(low);
        const auto last = dash == std::string_view::npos ? first : whole(part.substr(dash + 1));
        if (!first || !last || *last < *first || *last - *first >= most_gpus) {
            unreadable(text, "between '[' and ']' stand numbers, as 01-04");
        }
        for (int i = *first; i <= *last; ++i) {
            auto digits = std::to_string(i);
            if (digits.size() < low.size()) digits.insert(0, low.size() - digits.size(), '0');
            hosts.push_back(std::string(text.substr(0, open)) + digits +
                            std::string(text.substr(close + 1)));
        }
    }
    return hosts;
}

GpuNames parse_names(std::string_view text) {
    GpuNames names;
    // Commas part indices as well as hosts: a part with a ':' or letters begins a new host.
    std::vector<std::string> parts;
    int depth = 0;
    std::string part;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : ',';
        depth += c == '[' ? 1 : (c == ']' ? -1 : 0);
        if ((c != ',' && c != ' ') || depth > 0) {
            part += c;
            continue;
        }
        const bool index =
            !part.empty() && part.find_first_not_of("0123456789-") == std::string::npos;
        if (index && !parts.empty()) {
            parts.back() += ',' + part;
        } else if (!part.empty()) {
            parts.push_back(part);
        }
        part.clear();
    }
    for (const std::string_view one : parts) {
        const auto colon = one.find(':');
        const auto host = one.substr(0, colon);
        if (host.empty()) unreadable(text, "a host's name is missing");
        const auto indices =
            parse_indices(colon == std::string_view::npos ? "all" : one.substr(colon + 1), text);
        for (auto& name : expand_hosts(host)) names.hosts.push_back({std::move(name), indices});
    }
    if (names.hosts.empty()) unreadable(text, "it is empty");
    return names;
}

}  // namespace

std::int64_t parse_memory(std::string_view text) {
    const auto unit_at = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto size = whole(text.substr(0, unit_at));
    std::string unit(text.substr(unit_at));
    std::transform(unit.begin(), unit.end(), unit.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    const bool gib = unit.empty() || unit == "G" || unit == "GB" || unit == "GIB";
    const bool mib = unit == "M" || unit == "MB" || unit == "MIB";
    if (!size || *size == 0 || *size > 16'777'216 || (!gib && !mib)) {
        throw Failure(Exit::usage, "Cannot read '" + std::string(text) + "' as a memory size.",
                      "Write 80G or 40960M.");
    }
    return gib ? std::int64_t{*size} * 1024 : *size;
}

GpuRequest parse_gpu_request(std::string_view text) {
    constexpr std::string_view gres = "--gres=";
    if (text.starts_with(gres)) text.remove_prefix(gres.size());
    if (const auto result = parse_amount(text)) return *result;
    if (const auto result = parse_gres(text)) return *result;
    if (const auto count = whole(text)) return GpuAmount{amount(text, text), {}, 0};
    return parse_names(text);
}

std::string compact_names(const std::vector<std::string>& names) {
    std::map<std::string, std::vector<int>> by_host;
    std::string result;
    const auto append = [&](const std::string& text) {
        result += (result.empty() ? "" : " ") + text;
    };
    for (const auto& name : names) {
        const auto colon = name.rfind(':');
        const auto index =
            colon == std::string::npos ? std::nullopt : whole(name.substr(colon + 1));
        if (index) {
            by_host[name.substr(0, colon)].push_back(*index);
        } else {
            append(name);
        }
    }
    for (auto& [host, indices] : by_host) {
        std::sort(indices.begin(), indices.end());
        std::string list;
        for (std::size_t i = 0; i < indices.size();) {
            std::size_t end = i;
            while (end + 1 < indices.size() && indices[end + 1] == indices[end] + 1) ++end;
            list += (list.empty() ? "" : ",") + std::to_string(indices[i]);
            if (end > i) list += '-' + std::to_string(indices[end]);
            i = end + 1;
        }
        append(host + ':' + list);
    }
    return result;
}

}  // namespace dibs::cli
