// Errors as RFC 9457 problem+json: one table from refusal code to HTTP status and title. The type
// is a URN, "urn:dibs:problem:slot-taken", stable for ever; texts are for people and may change.
#pragma once

#include "api/http/response.hpp"
#include "domain/result.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

struct Problem {
    int status = 500;
    std::string code{};    // "slot-taken": the end of the type, and a member of its own
    std::string title{};   // the same for every problem of this code
    std::string detail{};  // this occurrence, one sentence
    std::string field{};   // the parameter or member it is about
    std::string request_id{};
    std::vector<std::pair<std::string, std::string>> members{};  // name -> already encoded JSON
    int retry_after_s = 0;                                       // 0: no Retry-After

    // Adds a member, or replaces the one of that name.
    Problem& with(std::string name, std::string json);
};

[[nodiscard]] int http_status(Code code);

// With conflicts in the refusal, `conflicts` is an array of {"reservation": id} unless the caller
// puts a member of that name in its place.
[[nodiscard]] Problem problem_of(const Refusal& refusal, std::string_view request_id);
// For what no refusal says: 404, 405, 413, 428, 429, 500 ... The title is the reason phrase, the
// code derived from it ("not-found", "precondition-required").
[[nodiscard]] Problem problem_of_status(int status, std::string detail,
                                        std::string_view request_id);

[[nodiscard]] Response to_response(const Problem& problem);
[[nodiscard]] Response refusal_response(const Refusal& refusal, std::string_view request_id);

}  // namespace dibs::http
