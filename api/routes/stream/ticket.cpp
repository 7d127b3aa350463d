// /api/v1/stream/ticket: a ticket for one stream of a session (auth/stream_ticket.hpp).
#include "api/auth/stream_ticket.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"

namespace dibs::routes {
namespace {

struct StreamTicket {
    std::string ticket;
    Instant expires_at;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::StreamTicket> {
    using T = routes::StreamTicket;
    static constexpr auto list =
        field_list(field("ticket", &T::ticket), field("expires_at", &T::expires_at));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

void create_stream_ticket(const RequestPtr& context) {
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const auto& service = context->service;
    const auto expires = service.clock() + auth::stream_ticket_life;
    const auto whose = auth::stream_of(*context->viewer().session);
    const StreamTicket ticket{auth::make_expiring(service.keyed_digest, whose, expires), expires};
    context->respond(positioned(*context, json_of(201, ticket)));
}

}  // namespace

void add_stream_ticket(http::Router& router, const Service& service) {
    router.add({http::Method::post, "/api/v1/stream/ticket", "makeStreamTicket", access::session,
                command_route(service, create_stream_ticket)});
}

}  // namespace dibs::routes
