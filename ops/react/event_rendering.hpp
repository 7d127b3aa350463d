// A fact as those outside of Dibs are told of it: which facts a pattern of the configuration means,
// and the fact as a CloudEvent in JSON. Pure but for the keys. Used by the reactors that tell
// somebody: programs of the site, webhooks.
#pragma once

#include "domain/codec/seal.hpp"
#include "ops/react/reactor.hpp"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dibs {

// "reservation.*", "reservation.booked", "reservation.booked.v1", "*". Never what is said about
// effects: telling of it would be told of.
[[nodiscard]] bool hears(const std::string& pattern, std::string_view type);

struct EventRendering {
    const Sealer& sealer;
    std::string source;  // of CloudEvents
};

// Personal text open, secrets empty: what every reader of the history sees, so of a command line
// its beginning. With the position, the attempt and the epoch, by which a receiver tells a
// repetition. The error is a sentence.
[[nodiscard]] tl::expected<std::string, std::string> render_event(const Effect& effect,
                                                                  const EventRendering& rendering);

// What somebody else wrote (a program, a server), fit for a line of the log: one line, no control
// characters, not without end.
[[nodiscard]] std::string one_line(std::string text);

}  // namespace dibs
