// Offers of the server: asked for by `find` and `reserve`, shown with numbers, kept so that
// `dibs reserve --pick 2` takes the second of the last ones shown.
#pragma once

#include "api/cli/lib/context.hpp"
#include "api/cli/lib/gpu_request.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::cli {

// Which GPUs, by amount, and where.
struct Wish {
    std::string request;  // "4xA100"
    std::string on;       // "gpu03", "gpu03:0-3"; empty: anywhere
    std::string min_memory;
    bool spread = false;
};

// The body of POST /offers, without times. For GPUs by name: exactly those.
[[nodiscard]] Json offer_request(Context& context, const Wish& wish);
// Asks; each offer gets its `number`.
[[nodiscard]] std::vector<Json> ask_offers(Context& context, const Json& request);

void keep_offers(Context& context, const std::vector<Json>& offers, const std::string& title);
struct Picked {
    Json offer;
    std::string title;
};
// Throws Failure (usage, not_found) if there is no such offer.
[[nodiscard]] Picked picked_offer(Context& context, int number);

// Tells, on stderr, who holds what until when, and what is free instead; keeps the alternatives.
// Then throws: it never returns.
[[noreturn]] void explain_conflict(Context& context, const std::string& body,
                                   const std::string& title);
struct NothingFree {
    Json::Array holders;  // who is in the way, as the `conflicts` of a 409
    std::vector<Json> alternatives;
};
// The same for a wish that no placement meets; here no command was sent.
[[noreturn]] void explain_nothing_free(Context& context, const std::string& what,
                                       const NothingFree& why, const std::string& title);

}  // namespace dibs::cli
