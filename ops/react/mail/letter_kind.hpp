// A kind of letter about facts, as a row of the table in ops/react/letters, and the reactor that it
// makes: it parses the fact, waits for tables that contain it, writes the letters and gives them to
// the mailer. Runs on the reactor's thread. A fact that cannot be parsed fails permanently; late
// tables are a failure that is retried.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/world/recorded.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/mail/recipients.hpp"
#include "ops/react/reactors.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::mail {

// The referenced objects must outlive the reaction.
struct LetterParts {
    Mailer& mailer;
    Mailbox from;  // the sender
    const Sealer& sealer;
    // Waits until the tables contain this position. None: they did not contain it in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    std::string site;  // the dashboard's URL, for links; empty: unknown
    const Zones& zones;
};

// A fact, and tables that contain it. Their state counts, at the time of writing.
struct LetterContext {
    const LetterParts& parts;
    const Recorded& fact;
    const Snapshot& tables;
};

// The people whom the fact concerns, or how the effect ends without a letter.
using People = tl::expected<std::vector<PersonId>, EffectEnd>;
// The letter; none: there is nothing to report to this reader (any more).
using Written = tl::expected<std::optional<Draft>, EffectEnd>;

struct LetterKind {
    std::string_view reactor;                           // its name, on record
    std::vector<std::string_view> facts;                // their types
    std::function<bool(const Event& event)> only_if{};  // null: each fact of these types
    std::function<People(const LetterContext& context)> people;
    Setting setting = nullptr;  // that turns it off
    bool also_to_actor = true;  // also to the person who caused the fact
    std::function<Written(const LetterContext& context, const Reader& to)> write;
};

// Performs the effect with the retries of letters. No letters complete the effect, and drop letters
// of it that still wait.
[[nodiscard]] Reaction reaction_of(LetterParts parts, LetterKind kind);

}  // namespace dibs::mail
