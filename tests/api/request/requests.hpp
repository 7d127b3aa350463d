// Common requests of the tests: paths, bodies, and the cookie of a sign-in.
#pragma once

#include "domain/codec/json_writer.hpp"
#include "tests/support/api_world.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::test {

inline const std::string grants_path = "/api/v1/grants";
inline const std::string groups_path = "/api/v1/groups";
inline const std::string hosts_path = "/api/v1/hosts";
inline const std::string reservations_path = "/api/v1/reservations";
inline const std::string session_path = "/api/v1/session";
inline const std::string good_password = "a long enough password";

// Times are in hours from the world's start; `more`: `,"title":"x"`.
inline std::string booking_body(const ApiWorld& world, const std::vector<GpuId>& gpus, int from,
                                int until, const std::string& more = "") {
    return "{\"gpus\":" + to_json(gpus) + ",\"from\":\"" + world.time(from) + "\",\"until\":\"" +
           world.time(until) + "\"" + more + "}";
}
inline std::string credentials(std::string_view name, std::string_view password = good_password) {
    return R"({"name":")" + std::string(name) + R"(","password":")" + std::string(password) + "\"}";
}
// "dibs_session=…" of Set-Cookie.
inline std::string cookie_in(const ApiReply& reply) {
    const auto header = reply.header("Set-Cookie");
    return header.substr(0, header.find(';'));
}

}  // namespace dibs::test
