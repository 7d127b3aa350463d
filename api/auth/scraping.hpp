// Access to /metrics without a credential, and the host names of this server. With DNS rebinding a
// foreign page arrives with its own name as Host. A request that a proxy on this machine forwards
// comes from loopback like a local one. So the configuration gives the names, and no request adds
// one. Access without a token needs the configuration's consent. Pure.
#pragma once

#include "api/http/message/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::auth {

struct Scraping {
    bool open_on_loopback = false;  // local requests need no token
    std::string listen_address{};   // counts as a name of this machine, besides those of loopback
    // The public origin, and origins whose pages may send requests.
    std::vector<std::string> origins{};
};

// True if the Host is a name of this server. Any address is, where Dibs listens on all.
[[nodiscard]] bool names_us(const http::Request& request, const Scraping& scraping);
// True for a request from this machine, by one of its own names, and not forwarded by a proxy.
[[nodiscard]] bool needs_no_token(const http::Request& request, const Scraping& scraping);

}  // namespace dibs::auth
