// Renders a fact for receivers outside of Dibs: matches the patterns of the configuration, and
// makes a CloudEvent in JSON. Pure but for the keys. Used by the reactors for programs of the site
// and webhooks.
#pragma once

#include "domain/codec/seal.hpp"
#include "ops/react/reactor.hpp"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dibs {

// Matches "reservation.*", "reservation.booked", "reservation.booked.v1", "*". Facts about effects
// never match: they would cause further effects.
[[nodiscard]] bool hears(const std::string& pattern, std::string_view type);

struct EventRendering {
    const Sealer& sealer;
    std::string source;  // of CloudEvents
};

// Personal text is decrypted, secrets are empty: the view of every reader of the history, so a
// command line is shortened. Includes position, attempt and epoch, by which a receiver detects a
// repetition. The error is a sentence.
[[nodiscard]] tl::expected<std::string, std::string> render_event(const Effect& effect,
                                                                  const EventRendering& rendering);

// Makes text of a foreign source (a program, a server) fit for a log line: one line, no control
// characters, limited length.
[[nodiscard]] std::string one_line(std::string text);

}  // namespace dibs
