// A question whose lists may be too long for a request line: by GET with its parameters in the
// query, and by POST of PATH/query with the same names as members of the body. One handler answers
// both.
#pragma once

#include "api/routes/request/request_context.hpp"

#include <string>

namespace dibs::routes {

struct LongQuestion {
    std::string path;     // "/api/v1/calendar"
    std::string by_get;   // operationIds: "getCalendar"
    std::string by_post;  // "queryCalendar"
    Known parameters;     // of the handler, without those that every question or page knows
};
void add_long_question(http::Router& router, const Service& service, const LongQuestion& question,
                       http::Handler handler);

// The members of a body as the query that they stand for; refused as malformed, naming the member,
// where one has not the form of its parameter. What is not known stays in it, for who knows more.
[[nodiscard]] Result<http::Query> query_of_body(std::string_view body, const Known& parameters);

}  // namespace dibs::routes
