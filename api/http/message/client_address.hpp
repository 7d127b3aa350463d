// The client's address of a request. Behind a trusted proxy of the configuration it is the address
// that this proxy wrote into X-Forwarded-For or Forwarded. These headers of any other peer are
// ignored. Events, sessions, logs and limits use this address. Pure; a value without locks.
#pragma once

#include "api/http/message/request.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::http {

// IPv6 in network order; IPv4 as ::ffff:a.b.c.d.
using AddressBytes = std::array<std::uint8_t, 16>;

class TrustedProxies {
  public:
    // "127.0.0.1", "::1", "10.0.0.0/8". The error is a sentence that names the invalid text.
    [[nodiscard]] static tl::expected<TrustedProxies, std::string> parse(
        const std::vector<std::string>& texts);
    [[nodiscard]] bool has(const AddressBytes& address) const;
    [[nodiscard]] bool trusts(std::string_view address) const;

  private:
    struct Network {
        AddressBytes first;
        std::size_t bits;
    };
    std::vector<Network> networks_;
};

// For a request with these headers on a connection from `peer`: the right-most address that is no
// trusted proxy. `peer` itself if it is not trusted, or if its headers cannot be parsed or
// contradict each other.
[[nodiscard]] std::string client_address(const Headers& headers, const std::string& peer,
                                         const TrustedProxies& proxies);

// The network that counts as one client: an IPv4 address, or the /64 of an IPv6 one
// ("2001:db8:1:2::/64"). Any other text is returned unchanged.
[[nodiscard]] std::string network_of(std::string_view address);

// 127.0.0.0/8 and ::1.
[[nodiscard]] bool is_loopback(std::string_view address);
[[nodiscard]] bool is_address(std::string_view text);

}  // namespace dibs::http
