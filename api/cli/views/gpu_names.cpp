// Runs of indices, per host.
#include "api/cli/views/gpu_names.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace dibs::cli {
namespace {

std::optional<int> whole(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

}  // namespace

std::string gpu_index_of(const Json& gpu) {
    const auto card = gpu["parent_index"].shown();
    return (card.empty() ? "" : card + '.') + gpu["index"].shown();
}

std::string gpu_name_of(const Json& gpu) {
    return gpu["host_name"].text() + ':' + gpu_index_of(gpu);
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
