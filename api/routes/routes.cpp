// The table of contents of the API.
#include "api/routes/routes.hpp"

namespace dibs::routes {

auth::Guard guard_of(const Service& service) {
    return {service.model, service.projector, service.rates, service.clock, service.origins};
}

void add_all_routes(http::Router& router, const Service& service) {
    add_reservations(router, service);
    add_offers(router, service);
    add_gpu_request(router, service);
    add_time(router, service);
    add_calendar(router, service);
    add_hosts(router, service);
    add_gpus(router, service);
    add_usage(router, service);
    add_catalogue(router, service);
    add_violations(router, service);
    add_rules(router, service);
    add_boards(router, service);
    add_people(router, service);
    add_tokens(router, service);
    add_session(router, service);
    add_sessions(router, service);
    add_preferences(router, service);
    add_setup(router, service);
    add_events(router, service);
    add_contract(router);
    add_health(router, service);
    add_system(router, service);
    add_metrics(router, service);
    router.set_gate(auth::make_gate(guard_of(service)));
}

}  // namespace dibs::routes
