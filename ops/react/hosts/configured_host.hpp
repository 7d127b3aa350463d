// A GPU host in the configuration: enrolment brings it onto the record.
#pragma once

#include "domain/fleet/jump.hpp"

#include <cstdint>
#include <string>

namespace dibs {

struct ConfiguredHost {
    std::string name;
    std::string address;
    std::uint16_t port = 22;
    std::string account;
    std::string host_key;  // "SHA256:…"
    fleet::Jumps jumps{};
};

}  // namespace dibs
