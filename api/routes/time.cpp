// POST /api/v1/time/parse: parses times for the dashboard and the command line with the same
// grammar. GET /api/v1/time/parse: the same with the question in the address, for manual tries.
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/time/time_phrase.hpp"
#include "domain/kernel/text.hpp"

namespace dibs::routes {

enum class TimeKind { any, instant, interval, duration };

namespace {

struct TimeQuestion {
    std::string text;
    std::string zone;
    std::optional<Instant> now{};
    std::optional<TimeKind> kind{};
    std::optional<Tense> tense{};
};
struct TimeAnswer {
    TimeKind kind{};
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::int64_t> duration_s{};
    std::string zone;
    std::string echo;
    std::optional<std::string> note{};
    std::optional<std::string> taken{};
    std::optional<std::vector<TimeAlternative>> alternatives{};
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
struct Names<Tense> {
    using E = Tense;
    static constexpr std::array list = {named(E::coming, "coming"), named(E::past, "past")};
};
template <>
struct Fields<routes::TimeQuestion> {
    using T = routes::TimeQuestion;
    static constexpr auto list =
        field_list(field("text", &T::text), field("zone", &T::zone), field("now", &T::now),
                   field("kind", &T::kind), field("tense", &T::tense));
};
template <>
struct Fields<TimeAlternative> {
    using T = TimeAlternative;
    static constexpr auto list =
        field_list(field("text", &T::text), field("from", &T::from), field("until", &T::until),
                   field("sentence", &T::sentence));
};
template <>
struct Fields<routes::TimeAnswer> {
    using T = routes::TimeAnswer;
    static constexpr auto list =
        field_list(field("kind", &T::kind), field("from", &T::from), field("until", &T::until),
                   field("duration_s", &T::duration_s), field("zone", &T::zone),
                   field("echo", &T::echo), field("note", &T::note), field("taken", &T::taken),
                   field("alternatives", &T::alternatives));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

std::int64_t seconds(Duration length) {
    return std::chrono::duration_cast<std::chrono::seconds>(length).count();
}

using Reading = tl::expected<TimeAnswer, TimeRefusal>;

Reading as_duration(const TimeQuestion& question) {
    const auto length = parse_duration(question.text);
    if (!length) return tl::unexpected(TimeRefusal{length.error(), false, {}});
    return TimeAnswer{TimeKind::duration,
                      {},
                      {},
                      seconds(*length),
                      question.zone,
                      format_duration(*length),
                      {},
                      {},
                      {}};
}

// Where a moment is wanted, "tomorrow morning" gives its start.
Reading as_moments(const TimeQuestion& question, TimeKind wanted, Instant now) {
    auto phrase = parse_time_phrase(question.text, question.zone, now,
                                    question.tense.value_or(Tense::coming));
    if (!phrase) return tl::unexpected(std::move(phrase.error()));
    if (wanted == TimeKind::instant && phrase->named && phrase->until) {
        phrase->until.reset();
        phrase->echo = format_moment(phrase->from, phrase->zone, now).value_or(phrase->echo);
        phrase->alternatives.clear();
    }
    TimeAnswer answer{phrase->until ? TimeKind::interval : TimeKind::instant,
                      phrase->from,
                      phrase->until,
                      {},
                      phrase->zone,
                      phrase->echo,
                      {},
                      {},
                      {}};
    if (phrase->until) answer.duration_s = seconds(*phrase->until - phrase->from);
    if (!phrase->note.empty()) answer.note = phrase->note;
    if (!phrase->taken.empty()) answer.taken = phrase->taken;
    if (!phrase->alternatives.empty()) answer.alternatives = std::move(phrase->alternatives);
    return answer;
}

Reading answer_to(const TimeQuestion& question, Instant now) {
    const auto wanted = question.kind.value_or(TimeKind::any);
    if (wanted == TimeKind::duration) return as_duration(question);
    auto answer = as_moments(question, wanted, now);
    if (!answer) {
        const auto& refusal = answer.error();
        const bool final = refusal.ambiguous || refusal.refusal.field == "zone";
        if (wanted != TimeKind::any || final) return answer;
        auto length = as_duration(question);
        return length ? length : answer;
    }
    if (wanted == TimeKind::any || answer->kind == wanted) return answer;
    const Refusal other{Code::out_of_range,
                        "text",
                        wanted == TimeKind::instant
                            ? "Give one moment, not a range: 'tomorrow 9:00'."
                            : "Give an end: 'now for 1h'.",
                        {},
                        {}};
    return tl::unexpected(TimeRefusal{other, false, {}});
}

// Unreadable text is 422, because the JSON around it was valid. `ambiguous-time` is not a refusal
// of a command and so not a Code; only this answer has it.
http::Response time_problem(const TimeRefusal& refusal, std::string_view request_id) {
    auto problem = http::problem_of(refusal.refusal, request_id);
    if (refusal.ambiguous) {
        problem = http::problem_of_code("ambiguous-time", refusal.refusal.detail, request_id);
        problem.field = refusal.refusal.field;
    }
    if (!refusal.alternatives.empty()) problem.with("alternatives", to_json(refusal.alternatives));
    return http::to_response(problem);
}

Answer answer_time_question(const RequestContext& context, const Snapshot& tables,
                            const TimeQuestion& question) {
    if (question.text.empty() || characters_of(question.text) > 200) {
        return refuse(Code::out_of_range, "text", "A phrase has 1 to 200 characters.");
    }
    // "now" is taken in whole seconds, so that times derived from it are whole too.
    const auto now = std::chrono::floor<std::chrono::seconds>(question.now.value_or(tables.now()));
    const auto reading = answer_to(question, now);
    if (!reading) return time_problem(reading.error(), context.request.request_id);
    return json_of(200, *reading);
}

Answer parse_time(const RequestContext& context, const Snapshot& tables) {
    const auto question = body_of<TimeQuestion>(context);
    if (!question) return tl::unexpected(question.error());
    return answer_time_question(context, tables, *question);
}

Answer parse_time_in_query(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const TimeQuestion question{ask.needed_text("text"), ask.needed_text("zone"),
                                ask.instant("now"), ask.value<TimeKind>("kind"),
                                ask.value<Tense>("tense")};
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    return answer_time_question(context, tables, question);
}

}  // namespace

void add_time(http::Router& router, const Service& service) {
    router.add({http::Method::post, "/api/v1/time/parse", "parseTime", access::read,
                query_route(service, {}, parse_time)});
    router.add(
        {http::Method::get, "/api/v1/time/parse", "readTime", access::read,
         query_route(service, {"text", "zone", "now", "kind", "tense"}, parse_time_in_query)});
}

}  // namespace dibs::routes
