// Adds every resource of the list.
#include "api/routes/request/routes.hpp"

namespace dibs::routes {

auth::Guard guard_of(const Service& service) {
    auth::Guard guard{service.model, service.projector, service.rates,   service.last_use,
                      service.clock, service.origins,   service.scraping};
    guard.sign = service.keyed_digest;
    guard.end_session = [&commands = service.commands](SessionId session) {
        Envelope envelope{Command{people::Command{people::SignOut{session}}}};
        envelope.source = "idle";
        commands.submit(std::move(envelope), nullptr);
    };
    return guard;
}

void add_all_routes(http::Router& router, const Service& service) {
#define DIBS_ADD(name) add_##name(router, service)
    DIBS_RESOURCES(DIBS_ADD)
#undef DIBS_ADD
    router.set_gate(auth::make_gate(guard_of(service)));
}

}  // namespace dibs::routes
