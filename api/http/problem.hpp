// Errors as RFC 9457 problem+json. The type is the path of the page that explains it,
// "/problems/slot-taken" below the path prefix; its last part is the code, stable for ever. Texts
// are for people and may change.
#pragma once

#include "api/http/message/response.hpp"
#include "domain/kernel/result.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

struct Problem {
    int status = 500;
    std::string code{};         // "slot-taken": the end of the type, and a member of its own
    std::string title{};        // the same for every problem of this code
    std::string detail{};       // this occurrence, one sentence
    std::string field{};        // the parameter or member it is about
    std::vector<Wrong> also{};  // what else is wrong: with the above they are `errors`
    std::string request_id{};
    std::vector<std::pair<std::string, std::string>> members{};  // name -> already encoded JSON
    int retry_after_s = 0;                                       // 0: no Retry-After

    // Adds a member, or replaces the one of that name.
    Problem& with(std::string name, std::string json);
};

// With conflicts in the refusal, `conflicts` is an array of {"reservation_id": id} unless the
// caller puts a member of that name in its place.
[[nodiscard]] Problem problem_of(const Refusal& refusal, std::string_view request_id);
// For what no refusal says: 404, 405, 413, 428, 429, 500 ... The title is the reason phrase, the
// code derived from it ("not-found", "precondition-required").
[[nodiscard]] Problem problem_of_status(int status, std::string detail,
                                        std::string_view request_id);
// For what stands in the table and is no refusal: "reading-log", "ambiguous-time".
[[nodiscard]] Problem problem_of_code(std::string_view code, std::string detail,
                                      std::string_view request_id);

// Writes the path prefix in front of the type, if this is a problem: who makes one knows neither
// the request nor the server. Done once, where an answer goes out.
void place_problem(Response& response, std::string_view base_path);

[[nodiscard]] Response to_response(const Problem& problem);
[[nodiscard]] Response refusal_response(const Refusal& refusal, std::string_view request_id);

}  // namespace dibs::http
