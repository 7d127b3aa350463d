// Converts words to values, and sets the metric of each GPU to its last error.
#include "ingest/probe/parser/xids.hpp"

#include "domain/gpu/health.hpp"
#include "ingest/probe/parser/text_values.hpp"

#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

namespace dibs::probe {
namespace {

constexpr std::size_t most_lines = 128;
constexpr std::int64_t most_ms = 100LL * 366 * 24 * 3600 * 1000;  // since the boot: a century

// Reads a hexadecimal number of at most `most_digits` digits and nothing else.
std::optional<std::uint32_t> hexadecimal(std::string_view text, std::size_t most_digits) {
    std::uint32_t value = 0;
    const auto* const end = text.data() + text.size();
    if (text.empty() || text.size() > most_digits) return std::nullopt;
    const auto [stopped, error] = std::from_chars(text.data(), end, value, 16);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

void set_last(GpuReading& card, const KernelLog& log) {
    const XidReading* last = nullptr;
    for (const auto& xid : log.xids) {
        if (xid.address != card.pci_address) continue;
        if (last == nullptr || xid.at_ms >= last->at_ms) last = &xid;
    }
    constexpr auto column = column_of(Subject::gpu, "last_xid");
    if (last != nullptr) {
        card.values.set(column, static_cast<std::int32_t>(last->number));
    } else if (log.whole) {
        card.values.set(column, 0);
    }
}

}  // namespace

std::optional<std::string> pci_address(std::string_view text) {
    if (text.ends_with('.')) return std::nullopt;
    const auto domain = hexadecimal(cut(text, ":"), 8);
    const auto bus = hexadecimal(cut(text, ":"), 2);
    const auto device = hexadecimal(cut(text, "."), 2);
    const bool function = text.empty() || hexadecimal(text, 1);
    if (!domain || !bus || !device || !function) return std::nullopt;
    std::array<char, 24> address{};
    const int length =
        std::snprintf(address.data(), address.size(), "%04x:%02x:%02x", *domain, *bus, *device);
    return std::string(address.data(), static_cast<std::size_t>(length));
}

bool XidTable::log_line(std::string_view rest) {
    if ((rest != "whole" && rest != "part") || log_) return false;
    log_ = KernelLog{rest == "whole", {}};
    return true;
}

bool XidTable::xid_line(std::string_view rest) {
    const auto address = pci_address(cut_word(rest));
    const auto number = whole_number(cut_word(rest), 1, health::highest_xid);
    const auto at_ms = thousandths(rest);
    if (!log_ || !address || !number || !at_ms || *at_ms < 0 || *at_ms > most_ms) return false;
    if (log_->xids.size() >= most_lines) return false;
    log_->xids.push_back({*address, *number, *at_ms});
    return true;
}

void XidTable::join(ProbeFrame& frame) {
    if (!log_) return;
    for (auto& card : frame.gpus) {
        if (!card.pci_address.empty()) set_last(card, *log_);
    }
    frame.kernel_log = std::move(log_);
    log_.reset();
}

}  // namespace dibs::probe
