// The contracts and the schemas of events, for programs. All are built into the program and answer
// without the tables.
#include "api/http/contract.hpp"

#include "api/http/conditional.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/codec/event_schema.hpp"
#include "ingest/fresh_id.hpp"

#include <map>

namespace dibs::routes {

struct SchemaView {
    std::string_view type;
    std::string id;
    std::string_view description;
};
struct SchemaList {
    std::vector<SchemaView> schemas{};
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::SchemaView> {
    using T = routes::SchemaView;
    static constexpr auto list = field_list(field("type", &T::type), field("id", &T::id),
                                            field("description", &T::description));
};
template <>
struct Fields<routes::SchemaList> {
    static constexpr auto list = field_list(field("schemas", &routes::SchemaList::schemas));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using http::Request;
using http::Respond;

// Always answers with the same text.
http::Handler document(std::string content_type, std::string text) {
    const auto etag = '"' + sha256_hex(text).substr(0, 16) + '"';
    const auto body = std::make_shared<const std::string>(std::move(text));
    return [content_type, etag, body](const Request& request, const Respond& respond) {
        auto response = http::is_unchanged(request, etag)
                            ? http::empty_response(304)
                            : http::Response{200, content_type, body, {}};
        respond(std::move(response).with("ETag", etag).with("Cache-Control", "no-cache"));
    };
}

using Documents = std::map<std::string, http::Handler, std::less<>>;

void answer_schema(const Documents& schemas, const Request& request, const Respond& respond) {
    const auto found = schemas.find(request.param("type"));
    if (found != schemas.end()) return found->second(request, respond);
    auto problem = http::problem_of_status(404, "This version of Dibs knows no such event type.",
                                           request.request_id);
    problem.field = "type";
    respond(http::to_response(problem));
}

void add_event_schemas(http::Router& router) {
    SchemaList list;
    Documents schemas;
    for (auto& [type, schema] : make_event_schemas()) {
        list.schemas.push_back({type, schema.id, schema.description});
        schemas.emplace(type, document("application/schema+json", schema.text));
    }
    router.add({Method::get, "/api/v1/events/schemas", "listEventSchemas", access::open,
                document("application/json", to_json(list) + '\n'), http::Needs::nothing});
    router.add({Method::get, "/api/v1/events/schemas/{type}", "getEventSchema", access::open,
                [schemas](const Request& request, const Respond& respond) {
                    answer_schema(schemas, request, respond);
                },
                http::Needs::nothing});
}

}  // namespace

void add_contract(http::Router& router, const Service&) {
    router.add({Method::get, "/api/v1/openapi.yaml", "getContract", access::open,
                document("application/yaml", std::string(http::contract_text())),
                http::Needs::nothing});
    router.add({Method::get, "/api/v1/asyncapi.yaml", "getAsyncContract", access::open,
                document("application/yaml", std::string(http::async_contract_text())),
                http::Needs::nothing});
    add_event_schemas(router);
}

}  // namespace dibs::routes
