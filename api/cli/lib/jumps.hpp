// The jump hosts of a host, in the syntax of OpenSSH's ProxyJump.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

struct Jump {
    std::string address{};
    std::int64_t port{22};
    std::string user{};
    std::string key{};  // "SHA256:…"

    friend bool operator==(const Jump&, const Jump&) = default;
};
using Jumps = std::vector<Jump>;

// "ann@login1:2222". The account may be missing (empty) and the port (22). None if the text has no
// jump. The address is not checked.
[[nodiscard]] std::optional<Jump> parse_jump(std::string_view text);
// "ann@login1:2222,login2", as after `ssh -J`; "none": no jumps. Throws Failure.
[[nodiscard]] Jumps parse_jumps(const std::string& text);

// "dibs@login1,dibs@login2:2222"; empty: reached directly.
[[nodiscard]] std::string jumps_text(const Json& host, std::string_view between);
// "login1:2222"
[[nodiscard]] std::string address_text(const Jump& jump);

[[nodiscard]] Jumps jumps_of(const Json& host);
[[nodiscard]] Json to_json(const Jumps& jumps);

}  // namespace dibs::cli
