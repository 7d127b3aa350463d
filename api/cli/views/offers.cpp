// Asks for offers, keeps them, and explains why there are none.
#include "api/cli/views/offers.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/holders.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

constexpr const char* state_file = "offers.json";

void show_other_offers(Context& context, const std::vector<Json>& alternatives,
                       const std::string& title) {
    if (alternatives.empty()) {
        context.out.note("No similar slot in the next 14 days.");
        return;
    }
    keep_offers(context, alternatives, title);
    context.out.note("Free instead:");
    for (const auto& offer : alternatives) {
        const auto number = offer["number"].shown();
        const auto reason = why_offered(offer);
        context.out.note("  " + number + "  " + printable(where_and_when(offer, context.clock)) +
                         (reason.empty() ? "" : "  " + printable(reason)) +
                         "   dibs reserve --pick " + number);
    }
}

std::vector<Json> numbered(const Json::Array& offers) {
    std::vector<Json> result;
    for (auto offer : offers) {
        offer.set("number", static_cast<int>(result.size()) + 1);
        result.push_back(std::move(offer));
    }
    return result;
}

}  // namespace

Json offer_search(const Json& gpus, bool spread) {
    Json body{Json::Object{{"same_host", gpus["kind"].text() == "amount" && !spread}}};
    for (const char* member : {"gpus", "count", "model", "min_memory_mib", "linked"}) {
        if (gpus[member]) body.set(member, gpus[member]);
    }
    if (gpus["host_name"]) body.set("host", gpus["host_name"]);
    return body;
}

OfferList request_offers(Context& context, const Json& request) {
    const auto answer = context.client.post("/offers", request);
    for (const auto& one : answer["left_out"].items()) {
        context.out.note("Left out: " + printable(warning_text(one)));
    }
    return {numbered(answer["offers"].items()), answer["why"].text()};
}

void keep_offers(Context& context, const std::vector<Json>& offers, const std::string& title) {
    const Json kept{Json::Object{
        {"server", context.client.server()}, {"title", title}, {"offers", Json::Array(offers)}}};
    context.settings.keep_state(state_file, kept.dump());
}

PickedOffer load_picked_offer(Context& context, int number) {
    const auto kept = Json::parse(context.settings.state(state_file).value_or("null"));
    if (!kept || (*kept)["server"].text() != context.client.server()) {
        throw Failure(Exit::not_found, "No offers are kept to pick from.",
                      "Ask for some: dibs find 2x --for 4h");
    }
    const auto offers = (*kept)["offers"].items();
    if (number < 1 || static_cast<std::size_t>(number) > offers.size()) {
        throw Failure(Exit::usage,
                      "The last search gave " + std::to_string(offers.size()) + " offers.",
                      "Pick one of them: --pick 1");
    }
    return {offers[static_cast<std::size_t>(number) - 1], (*kept)["title"].text()};
}

void explain_conflict(Context& context, const std::string& body, const std::string& title) {
    const auto problem = Json::parse(body).value_or(Json{});
    auto failure = failure_of(409, body);
    const auto conflicts = problem["conflicts"].items();
    const auto alternatives = problem["alternatives"].items();
    if (conflicts.empty() && alternatives.empty()) throw failure;
    context.out.error(failure.what(), "", body);
    if (context.out.form() == Form::json) {
        keep_offers(context, numbered(alternatives), title);
    } else {
        if (!conflicts.empty()) show_holders(context, conflicts);
        show_other_offers(context, numbered(alternatives), title);
    }
    throw Failure(failure.exit, "", "");
}

void explain_nothing_free(Context& context, const std::string& what, const NothingFree& found,
                          const std::string& title) {
    const auto exit = found.alternatives.empty() ? Exit::no_slot : Exit::conflict;
    const Json problem{Json::Object{{"type", "/problems/slot-taken"},
                                    {"title", "Not free"},
                                    {"status", 409},
                                    {"detail", what},
                                    {"conflicts", found.holders},
                                    {"alternatives", Json::Array(found.alternatives)}}};
    context.out.error(what, "", problem.dump());
    if (context.out.form() == Form::json) {
        keep_offers(context, found.alternatives, title);
    } else {
        show_holders(context, found.holders);
        show_other_offers(context, found.alternatives, title);
    }
    throw Failure(exit, "", "");
}

}  // namespace dibs::cli
