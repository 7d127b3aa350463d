// Offers of the server for `find` and `reserve`. Offers are numbered from 1 and stored in a state
// file, so `dibs reserve --pick 2` takes the second offer of the last search. One thread. Requests
// throw Failure if the server refuses or does not answer.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// Makes the body of POST /offers from the result of read_gpus; the caller adds the times. If GPUs
// are named, only those are searched. `spread` allows GPUs of several hosts.
[[nodiscard]] Json offer_search(const Json& gpus, bool spread);
struct OfferList {
    std::vector<Json> offers;  // each with its `number`
    std::string reason;        // why there are no offers; a sentence of the server
};
// Sends POST /offers. Notes GPUs that the server left out on stderr.
[[nodiscard]] OfferList request_offers(Context& context, const Json& request);

// Replaces the stored offers, for --pick. `title` is the title of the booking that --pick makes.
void keep_offers(Context& context, const std::vector<Json>& offers, const std::string& title);
struct PickedOffer {
    Json offer;
    std::string title;  // as given to keep_offers
};
// The stored offer of this number. Throws Failure: not_found if no offers of this server are
// stored, usage if the number is out of range.
[[nodiscard]] PickedOffer load_picked_offer(Context& context, int number);

// Prints the holders with their ends and the free alternatives to stderr, and stores the
// alternatives for --pick. `body` is the problem+json of a 409. Always throws Failure.
[[noreturn]] void explain_conflict(Context& context, const std::string& body,
                                   const std::string& title);
struct NothingFree {
    Json::Array holders;             // in the form of `conflicts` of a 409
    std::vector<Json> alternatives;  // offers with their `number`
};
// Does the same for a search that found no placement, when no command was sent. `what` is the
// message. Always throws Failure: no_slot without alternatives, else conflict.
[[noreturn]] void explain_nothing_free(Context& context, const std::string& what,
                                       const NothingFree& found, const std::string& title);

}  // namespace dibs::cli
