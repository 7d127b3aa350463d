// POST /api/v1/gpus/parse: parses GPU requests for the dashboard and the command line with the same
// grammar, against the known GPUs.
#include "api/gpu_request/gpu_request.hpp"

#include "api/routes/bookings/placements.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"

namespace dibs::routes {

enum class GpuRequestKind { gpus, amount, none };

namespace {

struct GpuQuestion {
    std::string text;
    std::optional<std::string> on{};
    std::optional<std::string> min_memory{};
    std::optional<bool> partial{};
};
struct GpuAnswer {
    GpuRequestKind kind{};
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<std::vector<std::string>> gpu_names{};
    std::optional<std::int64_t> count{};
    std::optional<std::string> model{};
    std::optional<std::int64_t> min_memory_mib{};
    std::optional<bool> linked{};
    std::optional<std::string> host{};
    std::optional<std::int64_t> there{};
    std::optional<std::int64_t> on_one_host{};
    std::string echo;
    std::optional<std::string> rest{};
    std::optional<std::string> title{};
};
struct NearWish {
    std::string text;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::GpuRequestKind> {
    using E = routes::GpuRequestKind;
    static constexpr std::array list = {named(E::gpus, "gpus"), named(E::amount, "amount"),
                                        named(E::none, "none")};
};
template <>
struct Fields<routes::GpuQuestion> {
    using T = routes::GpuQuestion;
    static constexpr auto list =
        field_list(field("text", &T::text), field("on", &T::on),
                   field("min_memory", &T::min_memory), field("partial", &T::partial));
};
template <>
struct Fields<routes::GpuAnswer> {
    using T = routes::GpuAnswer;
    static constexpr auto list =
        field_list(field("kind", &T::kind), field("gpus", &T::gpus),
                   field("gpu_names", &T::gpu_names), field("count", &T::count),
                   field("model", &T::model), field("min_memory_mib", &T::min_memory_mib),
                   field("linked", &T::linked), field("host_name", &T::host),
                   field("there", &T::there), field("on_one_host", &T::on_one_host),
                   field("echo", &T::echo), field("rest", &T::rest), field("title", &T::title));
};
template <>
struct Fields<routes::NearWish> {
    static constexpr auto list = field_list(field("text", &routes::NearWish::text));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

GpuAnswer answer_of(const gpu_request::GpuRequest& request, bool partial) {
    GpuAnswer answer;
    answer.kind = request.amount ? GpuRequestKind::amount : GpuRequestKind::none;
    if (!request.gpus.empty()) {
        if (!request.amount) answer.kind = GpuRequestKind::gpus;
        answer.gpus.emplace();
        answer.gpu_names.emplace();
        for (const auto* gpu : request.gpus) {
            answer.gpus->push_back(gpu->id);
            answer.gpu_names->push_back(name_of(*gpu));
        }
    }
    if (const auto& amount = request.amount) {
        answer.count = static_cast<std::int64_t>(amount->count);
        if (!amount->model.empty()) answer.model = amount->model;
        if (amount->min_memory_mib > 0) answer.min_memory_mib = amount->min_memory_mib;
        if (amount->linked) answer.linked = true;
        if (!request.host.empty()) answer.host = request.host;
        answer.there = request.there;
        answer.on_one_host = request.on_one_host;
    }
    answer.echo = request.echo;
    if (partial) answer.rest = request.rest;
    if (!request.title.empty()) answer.title = request.title;
    return answer;
}

// An unknown model gets suggestions: the same request with each model that exists.
http::Response gpu_request_problem(const Refusal& refusal, const gpu_request::Question& question,
                                   const gpu_request::KnownGpus& known,
                                   std::string_view request_id) {
    auto problem = http::problem_of(refusal, request_id);
    std::vector<NearWish> near;
    if (question.partial && refusal.code == Code::unknown_gpu) {
        for (auto& text : gpu_request::near_wishes(question, known))
            near.push_back({std::move(text)});
    }
    if (!near.empty()) problem.with("alternatives", to_json(near));
    return http::to_response(problem);
}

Answer parse_gpu_request(const RequestContext& context, const Snapshot& tables) {
    const auto body = body_of<GpuQuestion>(context);
    if (!body) return tl::unexpected(body.error());
    const auto on = body->on.value_or("");
    const auto min_memory = body->min_memory.value_or("");
    const gpu_request::Question question{body->text, on, min_memory, body->partial.value_or(false)};
    const auto gpus = searched_gpus(tables, {});
    const gpu_request::KnownGpus known(gpus);
    const auto request = gpu_request::read_gpu_request(question, known);
    if (!request) {
        return gpu_request_problem(request.error(), question, known, context.request.request_id);
    }
    return json_of(200, answer_of(*request, question.partial));
}

}  // namespace

void add_gpu_request(http::Router& router, const Service& service) {
    router.add({http::Method::post, "/api/v1/gpus/parse", "parseGpuRequest", access::read,
                query_route(service, {}, parse_gpu_request, Where::list)});
}

}  // namespace dibs::routes
