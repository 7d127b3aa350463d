// POST /api/v1/time:parse: the one grammar of times, context by the dashboard and the command line.
#include "api/routes/request_context.hpp"
#include "api/routes/routes.hpp"
#include "api/time/time_phrase.hpp"

namespace dibs::routes {

enum class TimeKind { any, instant, interval, duration };

namespace {

struct TimeQuestion {
    std::string text;
    std::string zone;
    std::optional<Instant> now{};
    std::optional<TimeKind> kind{};
};
struct TimeAnswer {
    TimeKind kind{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::int64_t> duration_s{};
    std::string zone;
    std::string echo;
    std::optional<std::string> note{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::TimeKind> {
    using E = routes::TimeKind;
    static constexpr std::array list = {named(E::any, "any"), named(E::instant, "instant"),
                                        named(E::interval, "interval"),
                                        named(E::duration, "duration")};
};
template <>
struct Fields<routes::TimeQuestion> {
    using T = routes::TimeQuestion;
    static constexpr auto list = std::tuple(field("text", &T::text), field("zone", &T::zone),
                                            field("now", &T::now), field("kind", &T::kind));
};
template <>
struct Fields<routes::TimeAnswer> {
    using T = routes::TimeAnswer;
    static constexpr auto list =
        std::tuple(field("kind", &T::kind), field("from", &T::from), field("until", &T::until),
                   field("duration_s", &T::duration_s), field("zone", &T::zone),
                   field("echo", &T::echo), field("note", &T::note));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

std::int64_t seconds(Duration length) {
    return std::chrono::duration_cast<std::chrono::seconds>(length).count();
}

// What cannot be read is 422 for the contract: the JSON around it was fine.
Refusal unreadable(Refusal refusal) {
    refusal.code = Code::out_of_range;
    return refusal;
}

Result<TimeAnswer> as_duration(const TimeQuestion& question) {
    const auto length = parse_duration(question.text);
    if (!length) return tl::unexpected(length.error());
    return TimeAnswer{TimeKind::duration,       {}, {}, seconds(*length), question.zone,
                      format_duration(*length), {}};
}

Result<TimeAnswer> as_moments(const TimeQuestion& question, Instant now) {
    const auto phrase = parse_time_phrase(question.text, question.zone, now);
    if (!phrase) return tl::unexpected(phrase.error());
    TimeAnswer answer{phrase->until ? TimeKind::interval : TimeKind::instant,
                      phrase->from,
                      phrase->until,
                      {},
                      phrase->zone,
                      phrase->echo,
                      {}};
    if (phrase->until) answer.duration_s = seconds(*phrase->until - phrase->from);
    if (!phrase->note.empty()) answer.note = phrase->note;
    return answer;
}

Result<TimeAnswer> answer_to(const TimeQuestion& question, Instant now) {
    const auto wanted = question.kind.value_or(TimeKind::any);
    if (wanted == TimeKind::duration) return as_duration(question);
    auto answer = as_moments(question, now);
    if (!answer) {
        if (wanted != TimeKind::any || answer.error().field == "zone") return answer;
        auto length = as_duration(question);
        return length ? length : answer;
    }
    if (wanted == TimeKind::any || answer->kind == wanted) return answer;
    return refuse(Code::out_of_range, "text",
                  wanted == TimeKind::instant ? "A moment is wanted, this is a span of time."
                                              : "A span of time is wanted, this is a moment.");
}

Answer parse(const RequestContext& context, const Snapshot& tables) {
    const auto question = body_of<TimeQuestion>(context);
    if (!question) return tl::unexpected(question.error());
    if (question->text.empty() || question->text.size() > 200) {
        return refuse(Code::out_of_range, "text", "A phrase has 1 to 200 characters.");
    }
    const auto answer = answer_to(*question, question->now.value_or(tables.now()));
    if (!answer) return tl::unexpected(unreadable(answer.error()));
    return json_of(200, *answer);
}

}  // namespace

void add_time(http::Router& router, const Service& service) {
    router.add({http::Method::post, "/api/v1/time:parse", "parseTime", access::read,
                query_route(service, {}, parse)});
}

}  // namespace dibs::routes
