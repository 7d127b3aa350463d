// GPUs with their values and holders, their processes, and the choice of host for a GPU that two
// hosts report.
#include "api/auth/may_see.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "projections/questions/fleet.hpp"

namespace dibs::routes {
namespace {

struct MoveBody {
    HostId host_id;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::MoveBody> {
    using T = routes::MoveBody;
    static constexpr auto list = field_list(field("host_id", &T::host_id));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

const Refusal no_such_gpu{Code::not_found, "id", "There is no such GPU."};

Answer list_gpus(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::GpuFilter filter;
    filter.host = ask.host();
    filter.model = ask.text("model", 64).value_or("");
    filter.states = ask.values<GpuState>("state");
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_gpus(tables, filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    return page_response(context, slice);
}

Answer get_gpu(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<GpuId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto view = find_gpu(tables, *id);
    if (!view || !auth::may_see(context.viewer(), *view)) {
        return tl::unexpected(no_such_gpu);
    }
    return json_of(200, *view);
}

Answer list_processes(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::ProcessFilter filter;
    filter.host = ask.host();
    filter.gpus = ask.ids<GpuId>("gpu");
    filter.person = ask.person();
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_processes(tables, filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    const auto reader = auth::reader_of(context.viewer());
    for (auto& item : slice.items) item = auth::visible(reader, std::move(item));
    return page_response(context, slice);
}

void move_gpu(const RequestPtr& context) {
    const auto id = id_of<GpuId>(*context);
    if (!id) return fail(context, id.error());
    const auto body = body_of<MoveBody>(*context);
    if (!body) return fail(context, body.error());
    submit(context,
           {.command = fleet::Command{fleet::MoveGpu{*id, body->host_id}},
            .done = [id = *id](const RequestContext& a, const Done& done, const Snapshot& tables) {
                const auto view = gpu_as_of(tables, id, done.position);
                return view ? json_of(200, *view)
                            : http::refusal_response(no_such_gpu, a.request.request_id);
            }});
}

}  // namespace

void add_gpus(http::Router& router, const Service& service) {
    const auto get_method = http::Method::get;
    router.add({get_method, "/api/v1/gpus", "listGpus", access::read,
                list_route(service, {"host", "model", list_of("state")}, list_gpus)});
    router.add({get_method, "/api/v1/gpus/{id}", "getGpu", access::read,
                query_route(service, {}, get_gpu)});
    router.add({http::Method::post, "/api/v1/gpus/{id}/move", "moveGpu", access::admin,
                command_route(service, move_gpu)});
    const Known parameters{"host", list_of("gpu"), "person"};
    add_long_question(router, service,
                      {"/api/v1/processes", "listProcesses", "queryProcesses", parameters},
                      list_route(service, parameters, list_processes));
}

}  // namespace dibs::routes
