// What counts as one client of those that come from somewhere. Pure.
#pragma once

#include <string>
#include <string_view>

namespace dibs::http {

// "203.0.113.7" is itself; of IPv6 the first half, "2001:db8:1:2::/64", because one machine can
// have all the addresses of it. What is no address is itself.
[[nodiscard]] std::string network_of(std::string_view address);

// This machine: a proxy on it speaks for clients from anywhere.
[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace dibs::http
