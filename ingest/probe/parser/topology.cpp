// Tabs separate the cells; the head maps columns to GPUs. Some drivers underline the head, so
// escape sequences are removed first.
#include "ingest/probe/parser/topology.hpp"

#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace dibs::probe {
namespace {

constexpr std::size_t most_columns = 256;

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(' ');
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(' ') - from + 1);
}

std::string without_escapes(std::string_view line) {
    std::string out;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            out += line[i];
            continue;
        }
        while (i < line.size() && line[i] != 'm') ++i;
    }
    return out;
}

std::optional<std::int64_t> gpu_in(std::string_view cell) {
    if (!cell.starts_with("GPU")) return std::nullopt;
    return whole_number(cell.substr(3), 0, fleet::most_linked_gpus - 1);
}

std::optional<fleet::GpuLink> link_in(std::string_view word) {
    using enum fleet::LinkKind;
    constexpr std::pair<std::string_view, fleet::LinkKind> kinds[] = {
        {"PIX", pix}, {"PXB", pxb}, {"PHB", phb}, {"NODE", node}, {"SYS", sys}};
    for (const auto& [name, kind] : kinds) {
        if (word == name) return fleet::GpuLink{0, 0, kind, 0};
    }
    if (!word.starts_with("NV")) return std::nullopt;
    const auto count = whole_number(word.substr(2), 1, 1000);
    if (!count) return std::nullopt;
    return fleet::GpuLink{0, 0, nvlink, *count};
}

}  // namespace

bool TopologyTable::take_line(std::string_view raw) {
    const auto line = without_escapes(raw);
    if (line.starts_with('\t')) return take_head(line);
    std::string_view rest = line;
    const auto gpu = gpu_in(trimmed(cut(rest, "\t")));
    return !gpu || take_row(*gpu, rest);
}

bool TopologyTable::take_head(std::string_view line) {
    if (!gpu_of_column_.empty()) return false;
    static_cast<void>(cut(line, "\t"));
    while (!line.empty() && gpu_of_column_.size() < most_columns) {
        const auto cell = trimmed(cut(line, "\t"));
        const auto gpu = gpu_in(cell);
        gpus_ += gpu ? 1 : 0;
        if (cell == "NUMA Affinity") numa_column_ = gpu_of_column_.size() + 1;
        gpu_of_column_.push_back(gpu);
    }
    return gpus_ > 0;
}

bool TopologyTable::take_row(std::int64_t gpu, std::string_view cells) {
    if (rows_ >= gpus_) return false;
    ++rows_;
    for (std::size_t column = 0; !cells.empty() && column < gpu_of_column_.size(); ++column) {
        const auto cell = trimmed(cut(cells, "\t"));
        if (column + 1 == numa_column_) {
            if (const auto node = whole_number(cell, 0, 9999)) found_.numa.push_back({gpu, *node});
        }
        const auto to = gpu_of_column_[column];
        if (!to || *to <= gpu) continue;
        if (auto link = link_in(cell)) {
            link->from = gpu;
            link->to = *to;
            found_.links.push_back(*link);
        }
    }
    return true;
}

std::optional<fleet::Topology> TopologyTable::topology() const {
    if (gpus_ == 0 || rows_ != gpus_) return std::nullopt;
    auto all = found_;
    std::sort(all.links.begin(), all.links.end(), [](const auto& a, const auto& b) {
        return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
    std::sort(all.numa.begin(), all.numa.end(),
              [](const auto& a, const auto& b) { return a.index < b.index; });
    // A GPU pair that is listed twice counts once.
    const auto same_pair = [](const auto& a, const auto& b) {
        return std::tie(a.from, a.to) == std::tie(b.from, b.to);
    };
    all.links.erase(std::unique(all.links.begin(), all.links.end(), same_pair), all.links.end());
    const auto same_gpu = [](const auto& a, const auto& b) { return a.index == b.index; };
    all.numa.erase(std::unique(all.numa.begin(), all.numa.end(), same_gpu), all.numa.end());
    return all;
}

}  // namespace dibs::probe
