// A host that Dibs connects through to reach another, like OpenSSH's ProxyJump. Dibs signs in to it
// with its key for hosts, and pins its host key as for a host.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dibs::fleet {

struct Jump {
    std::string address;
    std::int64_t port = 22;
    std::string account;
    std::string host_key;  // "SHA256:…"
    friend auto operator<=>(const Jump&, const Jump&) = default;
};
using Jumps = std::vector<Jump>;  // Dibs connects to the first, and the last connects to the host
inline constexpr std::size_t most_jumps = 3;

// For people: "login1", "login1:2222", "[2001:db8::1]:2222".
[[nodiscard]] inline std::string to_text(const Jump& jump) {
    if (jump.port == 22) return jump.address;
    const bool colons = jump.address.find(':') != std::string::npos;
    return (colons ? '[' + jump.address + ']' : jump.address) + ':' + std::to_string(jump.port);
}

}  // namespace dibs::fleet
