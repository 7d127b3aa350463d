// Whose request it is. Behind a proxy that the configuration trusts, the client's address is what
// that proxy wrote into X-Forwarded-For or Forwarded; what anybody else writes there is not looked
// at. Events, sessions, logs and limits go by this address. Pure; owned by whoever holds it.
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
    // "127.0.0.1", "::1", "10.0.0.0/8". The error is a sentence that names the wrong one.
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

// Of a request with these headers on a connection from `peer`: the right-most address that is no
// trusted proxy. `peer` itself if it is not trusted, or if what it passed on cannot be read or
// contradicts itself.
[[nodiscard]] std::string client_address(const Headers& headers, const std::string& peer,
                                         const TrustedProxies& proxies);

// What one client can call its own, for counting: an IPv4 address, the /64 of an IPv6 one
// ("2001:db8:1:2::/64"). Any other text stands for itself.
[[nodiscard]] std::string network_of(std::string_view address);

// 127.0.0.0/8 and ::1.
[[nodiscard]] bool is_loopback(std::string_view address);
[[nodiscard]] bool is_address(std::string_view text);

}  // namespace dibs::http
