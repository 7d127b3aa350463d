// dibs may PERSON GPUS WHEN: whether a person could book these GPUs at that time, by all rules of a
// booking. Sends a booking as a dry run.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/holders.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct MayOptions {
    std::string person, gpus, length;
    std::vector<std::string> when;
};

std::string words_of_time(const MayOptions& options) {
    std::string text;
    for (const auto& word : options.when) text += (text.empty() ? "" : " ") + word;
    if (options.length.empty()) return text;
    return (text.empty() ? "now" : text) + " for " + options.length;
}

// A refusal of the booking is the answer No. A refusal to answer, or an unavailable server, is a
// failure.
bool is_no(const HttpResponse& response, const Json& problem) {
    if (response.status == 409 || response.status == 422) return true;
    return response.status == 403 && problem["type"].text().ends_with("/no-grant");
}

// The server's sentence, with ids of GPUs replaced by their names.
std::string reason_of(const Json& problem, const Json& gpus) {
    auto text = problem["detail"].text();
    if (text.empty()) text = problem["title"].text();
    const auto ids = gpus["gpus"].items();
    const auto names = gpus["gpu_names"].items();
    for (std::size_t i = 0; i < ids.size() && i < names.size(); ++i) {
        const auto id = ids[i].text();
        const auto at = text.find(id);
        if (!id.empty() && at != std::string::npos) text.replace(at, id.size(), names[i].text());
    }
    return text;
}

std::vector<Column> may_columns() {
    const auto yes_or_no = [](const Json& answer) { return answer["may"].truth() ? "yes" : "no"; };
    return {{"MAY", yes_or_no, yes_or_no}, member("WHY", "why")};
}

void print_answer(Context& context, const std::string& sentence, const Json& answer) {
    if (context.out.human()) return context.out.line(printable(sentence));
    context.out.done(sentence, answer, may_columns());
}

void ask_whether_allowed(Context& context, const MayOptions& options) {
    const auto when_text = words_of_time(options);
    if (when_text.empty()) {
        throw Failure(Exit::usage, "When?", "Add a time, as 'Tue 22:00-Wed 06:00', or --for 4h.");
    }
    const auto gpus = read_gpus(context, {options.gpus});
    if (gpus["kind"].text() != "gpus") {
        throw Failure(Exit::usage, "This asks about GPUs by name, as gpu03:0-3.",
                      "See what somebody may book with 'dibs grant list --user'.");
    }
    const auto when = read_range(context, when_text);
    Json question{Json::Object{{"gpus", gpus["gpus"]}, {"from", when.from}, {"until", when.until}}};
    const auto person = person_id(context, options.person);
    if (person != "me") question.set("owner_id", person);
    const auto response =
        context.client.send("POST", "/reservations?dry_run=true", question.dump());
    const auto problem = Json::parse(response.body).value_or(Json{});
    Json answer{Json::Object{{"may", response.succeeded()},
                             {"gpu_names", gpus["gpu_names"]},
                             {"from", when.from},
                             {"until", when.until}}};
    if (!is_no(response, problem)) {
        const auto made = context.client.checked(response);
        const bool pending = made["state"].text() == "pending";
        answer.set("needs_approval", pending);
        print_answer(context, pending ? "Yes, once it is approved." : "Yes.", answer);
        note_warnings(context, made);
        return;
    }
    const auto why = reason_of(problem, gpus);
    answer.set("why", why);
    answer.set("problem", problem);
    print_answer(context, "No: " + why, answer);
    if (context.out.form() != Form::json) show_holders(context, problem["conflicts"].items());
    throw Failure(failure_of(response.status, response.body).exit, "", "");
}

}  // namespace

void add_may(Command app, Action& action) {
    const auto verb =
        app.add_subcommand("may", "Whether a person could book GPUs: may ann gpu03:0 now --for 4h");
    auto options = std::make_shared<MayOptions>();
    verb.add_option("person", options->person, "Their name, account or id, or me")
        .type_name("PERSON")
        .required();
    verb.add_option("gpus", options->gpus, "gpu03:0,2-3, gpu[01-04]:all").required();
    verb.add_option("when", options->when, "Tue 22:00-Wed 06:00, tomorrow 9-17 (now, with --for)");
    verb.add_option("--for", options->length, "For how long: 8h, 1d");
    verb.callback([&action, options] {
        action = [options](Context& context) { ask_whether_allowed(context, *options); };
    });
}

}  // namespace dibs::cli
