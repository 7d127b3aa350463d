// Converts jump hosts between text and members of the contract.
#include "api/cli/lib/jumps.hpp"

#include "api/cli/lib/failure.hpp"

#include <algorithm>
#include <charconv>

namespace dibs::cli {
namespace {

std::optional<std::int64_t> port_of(std::string_view text) {
    std::int64_t port = 0;
    const auto end = text.data() + text.size();
    const auto [behind, error] = std::from_chars(text.data(), end, port);
    if (error != std::errc{} || behind != end || port < 1 || port > 65535) return std::nullopt;
    return port;
}

}  // namespace

// More than one colon without brackets is an IPv6 address without a port.
std::optional<Jump> parse_jump(std::string_view text) {
    Jump jump;
    if (const auto at = text.rfind('@'); at != text.npos) {
        jump.user = text.substr(0, at);
        text.remove_prefix(at + 1);
        if (jump.user.empty()) return std::nullopt;
    }
    auto address = text;
    std::optional<std::string_view> port;
    const auto colon = text.rfind(':');
    if (text.starts_with('[')) {
        const auto close = text.find(']');
        if (close == text.npos) return std::nullopt;
        address = text.substr(1, close - 1);
        const auto rest = text.substr(close + 1);
        if (!rest.empty() && rest.front() != ':') return std::nullopt;
        if (!rest.empty()) port = rest.substr(1);
    } else if (colon != text.npos && text.find(':') == colon) {
        address = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    const auto number = port ? port_of(*port) : jump.port;
    if (address.empty() || !number) return std::nullopt;
    jump.address = address;
    jump.port = *number;
    return jump;
}

std::string address_text(const Jump& jump) {
    if (jump.port == 22) return jump.address;
    const bool colons = jump.address.find(':') != std::string::npos;
    return (colons ? '[' + jump.address + ']' : jump.address) + ':' + std::to_string(jump.port);
}

std::string jumps_text(const Json& host, std::string_view between) {
    std::string text;
    for (const auto& jump : jumps_of(host)) {
        if (!text.empty()) text += between;
        text += jump.user + '@' + address_text(jump);
    }
    return text;
}

Jumps parse_jumps(const std::string& text) {
    Jumps jumps;
    if (text == "none") return jumps;
    for (std::size_t from = 0; from <= text.size();) {
        const auto end = std::min(text.find(',', from), text.size());
        const auto jump = parse_jump(std::string_view(text).substr(from, end - from));
        if (!jump) {
            throw Failure(Exit::usage, "\"" + text + "\" names no jump.",
                          "One is USER@ADDRESS:PORT, more are parted by commas; none: none.");
        }
        jumps.push_back(*jump);
        from = end + 1;
    }
    return jumps;
}

Jumps jumps_of(const Json& host) {
    Jumps jumps;
    for (const auto& jump : host["jumps"].items()) {
        jumps.push_back({jump["address"].text(), jump["port"].integer(), jump["user"].text(),
                         jump["host_key_fingerprint"].text()});
    }
    return jumps;
}

Json to_json(const Jumps& jumps) {
    Json::Array all;
    for (const auto& jump : jumps) {
        Json one{Json::Object{
            {"address", jump.address}, {"port", jump.port}, {"host_key_fingerprint", jump.key}}};
        if (!jump.user.empty()) one.set("user", jump.user);
        all.push_back(std::move(one));
    }
    return Json{std::move(all)};
}

}  // namespace dibs::cli
