// Who may read /metrics without saying who they are, and under which names. A page of somebody
// else's, whose name was bent to this machine, comes with that name as its Host; what a proxy on
// this machine passes on comes from loopback like everything here. So the names are those that the
// configuration gives, none is learned from a request, and without a token it is open only where
// the configuration says so. Pure.
#pragma once

#include "api/http/message/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::auth {

struct Scraping {
    bool open_on_loopback = false;       // this machine needs no token
    std::string listen_address{};        // one of this machine's names, besides those of loopback
    std::vector<std::string> origins{};  // the public one, and those whose pages may ask
};

// Is the Host one of ours? Any address is, where Dibs listens on all.
[[nodiscard]] bool names_us(const http::Request& request, const Scraping& scraping);
// From this machine, by one of its own names, and passed on by nobody.
[[nodiscard]] bool needs_no_token(const http::Request& request, const Scraping& scraping);

}  // namespace dibs::auth
