// A query whose lists may be too long for a request line: GET with parameters in the URL, and POST
// of PATH/query with the same names as members of the body. One handler answers both.
#pragma once

#include "api/routes/request/request_context.hpp"

#include <string>

namespace dibs::routes {

struct LongQuestion {
    std::string path;     // "/api/v1/calendar"
    std::string by_get;   // operationId of GET: "getCalendar"
    std::string by_post;  // operationId of POST: "queryCalendar"
    Known parameters;     // the handler's own, without the common ones of queries and pages
};
void add_long_question(http::Router& router, const Service& service, const LongQuestion& question,
                       http::Handler handler);

// Converts the members of a body to a query. Refused as malformed, naming the member, where a
// member lacks the form of its parameter. Unknown members stay in the query and are checked later.
[[nodiscard]] Result<http::Query> query_of_body(std::string_view body, const Known& parameters);

}  // namespace dibs::routes
