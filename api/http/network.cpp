// Addresses as the system's functions read and write them.
#include "api/http/network.hpp"

#include <algorithm>
#include <array>

#include <arpa/inet.h>
#include <netinet/in.h>

namespace dibs::http {

std::string network_of(std::string_view address) {
    const std::string text(address.substr(0, address.find('%')));  // without the interface
    in6_addr v6{};
    if (inet_pton(AF_INET6, text.c_str(), &v6) != 1) return std::string(address);
    std::fill(std::begin(v6.s6_addr) + 8, std::end(v6.s6_addr), std::uint8_t{0});
    std::array<char, INET6_ADDRSTRLEN> network{};
    inet_ntop(AF_INET6, &v6, network.data(), network.size());
    return std::string(network.data()) + "/64";
}

bool is_loopback(std::string_view address) {
    return address.starts_with("127.") || address == "::1";
}

}  // namespace dibs::http
