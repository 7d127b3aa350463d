// Asks the server for the reading, and the person in case of doubt.
#include "api/cli/views/time_words.hpp"

#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <charconv>

namespace dibs::cli {
namespace {

// "'Tue 24 Nov 09:00-17:00 CET'   8h, on one day."
std::string line_of(const Json& alternative) {
    return "'" + printable(alternative["text"].text()) + "'   " +
           printable(alternative["sentence"].text());
}

void show_other_times(Context& context, const Json::Array& alternatives, const char* heading) {
    context.out.note(heading);
    for (const auto& one : alternatives) context.out.note("  " + line_of(one));
}

Json as_answer(const Context& context, const Json& alternative) {
    Json answer{Json::Object{{"from", alternative["from"]},
                             {"zone", context.clock.zone()},
                             {"echo", alternative["text"]}}};
    const auto from = parse_utc(alternative["from"].text());
    const auto until = parse_utc(alternative["until"].text());
    answer.set("kind", until ? "interval" : "instant");
    if (!from || !until) return answer;
    answer.set("until", alternative["until"]);
    answer.set("duration_s", (*until - *from) / 1000);
    return answer;
}

// The alternatives of the wanted kind.
Json::Array suitable(const Json& problem, std::string_view kind) {
    Json::Array found;
    for (const auto& one : problem["alternatives"].items()) {
        if (kind == "instant" || one["until"]) found.push_back(one);
    }
    return found;
}

Json choose(Context& context, const Json::Array& alternatives) {
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        context.out.note("  " + std::to_string(i + 1) + "  " + line_of(alternatives[i]));
    }
    const auto typed = context.terminal.ask("Which one? ");
    std::size_t number = 0;
    const auto read = std::from_chars(typed.data(), typed.data() + typed.size(), number);
    if (read.ec != std::errc{} || read.ptr != typed.data() + typed.size() || number == 0 ||
        number > alternatives.size()) {
        throw Failure(Exit::usage, "Nothing was chosen.", "");
    }
    return as_answer(context, alternatives[number - 1]);
}

Failure refused(const std::string& body, const std::string& what) {
    auto failure = failure_of(422, body);
    if (what.empty()) return failure;
    return {failure.exit, printable(what) + ": " + failure.what(), failure.next_step,
            failure.problem};
}

Json ask_which(Context& context, const std::string& body, std::string_view kind,
               const std::string& what) {
    const auto failure = refused(body, what);
    const auto problem = Json::parse(body).value_or(Json{});
    const auto alternatives = suitable(problem, kind);
    if (alternatives.empty()) throw failure;
    const bool people = context.out.form() != Form::json;
    const bool asks = problem["code"].text() == "ambiguous-time";
    if (asks && people && context.terminal.interactive()) {
        context.out.note(printable(failure.what()));
        return choose(context, alternatives);
    }
    context.out.error(failure.what(), "", body);
    if (people) show_other_times(context, alternatives, "Write one of these instead:");
    throw Failure(failure.exit, "", "");
}

}  // namespace

Json read_time(Context& context, const std::string& text, const char* kind, Tense tense,
               const std::string& what) {
    Json question{Json::Object{{"text", text}, {"zone", context.clock.zone()}, {"kind", kind}}};
    if (tense == Tense::past) question.set("tense", "past");
    const auto response = context.client.send("POST", "/time/parse", question.dump());
    if (response.status == 422) return ask_which(context, response.body, kind, what);
    const auto answer = context.client.checked(response);
    for (const char* member : {"note", "taken"}) {
        if (const auto said = answer[member].text(); !said.empty()) {
            context.out.note(printable(said));
        }
    }
    const auto alternatives = answer["alternatives"].items();
    if (!alternatives.empty()) show_other_times(context, alternatives, "It could also be:");
    return answer;
}

}  // namespace dibs::cli
