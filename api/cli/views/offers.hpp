// Offers of the server for `find` and `reserve`: shown with numbers, and kept. `dibs reserve --pick
// 2` takes the second of the last ones shown.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// Makes the body of POST /offers from the answer of read_gpus; the caller adds the times. If GPUs
// are named, only those are searched.
[[nodiscard]] Json offer_search(const Json& gpus, bool spread);
struct OfferList {
    std::vector<Json> offers;  // each with its `number`
    std::string why;           // why there are none
};
[[nodiscard]] OfferList ask_offers(Context& context, const Json& request);

// Keeps the offers of the last search, with the title of the booking, for --pick.
void keep_offers(Context& context, const std::vector<Json>& offers, const std::string& title);
struct PickedOffer {
    Json offer;
    std::string title;
};
// Throws Failure (usage, not_found) if there is no such offer.
[[nodiscard]] PickedOffer picked_offer(Context& context, int number);

// Prints the holders with their ends and the free alternatives to stderr, and keeps the
// alternatives for --pick. `body` is the answer 409. Throws Failure.
[[noreturn]] void explain_conflict(Context& context, const std::string& body,
                                   const std::string& title);
struct NothingFree {
    Json::Array holders;  // in the form of `conflicts` of a 409
    std::vector<Json> alternatives;
};
// The same for a search without any placement; no command was sent.
[[noreturn]] void explain_nothing_free(Context& context, const std::string& what,
                                       const NothingFree& why, const std::string& title);

}  // namespace dibs::cli
