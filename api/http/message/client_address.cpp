// Addresses are 16 bytes, so that IPv4 and IPv6 compare alike. Lists of hops are read from the
// right, because only the last trusted proxy's entry is reliable.
#include "api/http/message/client_address.hpp"

#include "api/http/message/whitespace.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <arpa/inet.h>

namespace dibs::http {
namespace {

constexpr std::size_t bits_before_v4 = 96;
constexpr std::size_t all_bits = 128;
constexpr AddressBytes v4_prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};

bool same_start(const AddressBytes& a, const AddressBytes& b, std::size_t bits) {
    const auto whole = static_cast<std::ptrdiff_t>(bits / 8);
    if (!std::equal(a.begin(), a.begin() + whole, b.begin())) return false;
    const auto rest = bits % 8;
    const auto at = bits / 8;
    return rest == 0 || ((a[at] ^ b[at]) >> (8 - rest)) == 0;
}

bool is_v4(const AddressBytes& address) {
    return same_start(address, v4_prefix, bits_before_v4);
}

std::optional<AddressBytes> parse_address(std::string_view text) {
    const std::string zero_ended(text);
    if (zero_ended.find('\0') != std::string::npos) return std::nullopt;
    AddressBytes bytes = v4_prefix;
    if (inet_pton(AF_INET, zero_ended.c_str(), bytes.data() + bits_before_v4 / 8) == 1) {
        return bytes;
    }
    if (inet_pton(AF_INET6, zero_ended.c_str(), bytes.data()) == 1) return bytes;
    return std::nullopt;
}

std::string text_of(const AddressBytes& address) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const bool v4 = is_v4(address);
    inet_ntop(v4 ? AF_INET : AF_INET6, address.data() + (v4 ? bits_before_v4 / 8 : 0), text.data(),
              text.size());
    return text.data();
}

// "" or ":4711"
bool is_port(std::string_view text) {
    if (text.empty()) return true;
    text.remove_prefix(1);
    return !text.empty() && text.size() <= 5 &&
           text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "192.0.2.1", "192.0.2.1:4711", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:4711"
std::optional<AddressBytes> address_of_hop(std::string_view hop) {
    if (hop.starts_with('[')) {
        const auto end = hop.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        const auto port = hop.substr(end + 1);
        if (!port.empty() && (port.front() != ':' || !is_port(port))) return std::nullopt;
        return parse_address(hop.substr(1, end - 1));
    }
    const auto colon = hop.find(':');
    const bool has_port = colon != std::string_view::npos && colon == hop.rfind(':');
    if (has_port && !is_port(hop.substr(colon))) return std::nullopt;
    return parse_address(has_port ? hop.substr(0, colon) : hop);
}

// Splits at each `separator` outside of quotes.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    bool quoted = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (text[i] != separator || quoted) continue;
        parts.push_back(trim_whitespace(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    parts.push_back(trim_whitespace(text.substr(begin)));
    return parts;
}

// The `for` of one element of Forwarded (RFC 7239): `for="[2001:db8::1]:4711";proto=https`. Empty
// if it has none.
std::string_view for_of(std::string_view element) {
    for (auto pair : split(element, ';')) {
        if (pair.size() < 4 || !equal_ignoring_case(pair.substr(0, 4), "for=")) continue;
        pair.remove_prefix(4);
        if (pair.size() >= 2 && pair.front() == '"' && pair.back() == '"') {
            pair = pair.substr(1, pair.size() - 2);
        }
        return pair;
    }
    return {};
}

// The elements of all headers of that name, in order.
std::vector<std::string_view> elements(const Headers& headers, std::string_view name) {
    std::vector<std::string_view> all;
    for (std::size_t i = 0; i < headers.size(); ++i) {
        const auto [its_name, value] = headers.at(i);
        if (!equal_ignoring_case(its_name, name)) continue;
        const auto parts = split(value, ',');
        all.insert(all.end(), parts.begin(), parts.end());
    }
    return all;
}

// The right-most address that is no trusted proxy; if all are, the first. Empty if one cannot be
// parsed.
std::optional<AddressBytes> client_among(const std::vector<std::string_view>& hops,
                                         const TrustedProxies& proxies) {
    std::optional<AddressBytes> client;
    for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
        client = address_of_hop(*hop);
        if (!client || !proxies.has(*client)) break;
    }
    return client;
}

}  // namespace

tl::expected<TrustedProxies, std::string> TrustedProxies::parse(
    const std::vector<std::string>& texts) {
    TrustedProxies proxies;
    for (const auto& text : texts) {
        const auto slash = std::min(text.find('/'), text.size());
        const auto address = parse_address(text.substr(0, slash));
        const auto wrong = tl::unexpected(
            "\"" + text + "\" is no address and no network like 10.0.0.0/8 or fd00::/8");
        if (!address) return wrong;
        const std::size_t before = text.find(':') == std::string::npos ? bits_before_v4 : 0;
        std::size_t bits = all_bits;
        if (slash < text.size()) {
            const char* const end = text.data() + text.size();
            const auto [rest, error] = std::from_chars(text.data() + slash + 1, end, bits);
            if (error != std::errc{} || rest != end || bits > all_bits - before) return wrong;
            bits += before;
        }
        proxies.networks_.push_back({*address, bits});
    }
    return proxies;
}

bool TrustedProxies::has(const AddressBytes& address) const {
    return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
        return same_start(network.first, address, network.bits);
    });
}

bool TrustedProxies::trusts(std::string_view address) const {
    const auto bytes = parse_address(address);
    return bytes && has(*bytes);
}

std::string client_address(const Headers& headers, const std::string& peer,
                           const TrustedProxies& proxies) {
    const auto from = parse_address(peer);
    if (!from || !proxies.has(*from)) return peer;
    const auto listed = elements(headers, "x-forwarded-for");
    auto forwarded = elements(headers, "forwarded");
    for (auto& element : forwarded) element = for_of(element);
    const auto client = client_among(listed.empty() ? forwarded : listed, proxies);
    // A proxy adds to one of the two headers and passes the other on, which the client may have
    // made up.
    const bool both = !listed.empty() && !forwarded.empty();
    if (!client || (both && client_among(forwarded, proxies) != client)) return peer;
    return text_of(*client);
}

std::string network_of(std::string_view address) {
    // Without the interface (zone id).
    auto bytes = parse_address(address.substr(0, address.find('%')));
    if (!bytes) return std::string(address);
    if (is_v4(*bytes)) return text_of(*bytes);
    std::fill(bytes->begin() + 8, bytes->end(), std::uint8_t{0});
    return text_of(*bytes) + "/64";
}

bool is_loopback(std::string_view address) {
    const auto bytes = parse_address(address);
    if (!bytes) return false;
    return is_v4(*bytes) ? (*bytes)[bits_before_v4 / 8] == 127 : text_of(*bytes) == "::1";
}

bool is_address(std::string_view text) {
    return parse_address(text).has_value();
}

}  // namespace dibs::http
