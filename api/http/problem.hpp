// Errors as RFC 9457 problem+json. The type is the path of its explanation page,
// "/problems/slot-taken" below the path prefix. Its last part is the code, which is permanent.
// Texts are for people and may change.
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
    std::string code{};         // "slot-taken": the last part of the type, also a member
    std::string title{};        // the same for every problem of this code
    std::string detail{};       // one sentence about this occurrence
    std::string field{};        // the faulty parameter or member
    std::vector<Wrong> also{};  // further faults; together with the above they are `errors`
    std::string request_id{};
    std::vector<std::pair<std::string, std::string>> members{};  // name -> already encoded JSON
    int retry_after_s = 0;                                       // 0: no Retry-After

    // Adds a member or replaces the one of that name.
    Problem& with(std::string name, std::string json);
};

// Conflicts of the refusal become `conflicts`, an array of {"reservation_id": id}, unless the
// caller sets a member of that name.
[[nodiscard]] Problem problem_of(const Refusal& refusal, std::string_view request_id);
// For statuses without a refusal: 404, 405, 413, 428, 429, 500 ... The title is the reason phrase;
// the code is derived from it ("not-found", "precondition-required").
[[nodiscard]] Problem problem_of_status(int status, std::string detail,
                                        std::string_view request_id);
// For kinds of the table that are no refusal: "reading-log", "ambiguous-time".
[[nodiscard]] Problem problem_of_code(std::string_view code, std::string detail,
                                      std::string_view request_id);

// Writes the path prefix in front of the type if the response is a problem. Called once before
// sending, because code that makes problems knows neither request nor server.
void place_problem(Response& response, std::string_view base_path);

[[nodiscard]] Response to_response(const Problem& problem);
[[nodiscard]] Response refusal_response(const Refusal& refusal, std::string_view request_id);

}  // namespace dibs::http
