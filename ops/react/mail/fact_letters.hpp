// The common part of all reactors that write letters about facts. It parses the fact, waits for
// tables that contain it, writes the letters and gives them to the mailer. Runs on the reactor's
// thread. A fact that cannot be parsed fails permanently; late tables are a failure that is
// retried.
#pragma once

#include "ops/react/fact_in.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
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
    std::string site;              // the dashboard's URL, for links; empty: unknown
    const Zones* zones = nullptr;  // null: times are UTC
};

// The page that turns such letters off. Empty if the site's URL is not https.
[[nodiscard]] inline std::string unsubscribe_link(const std::string& site) {
    return site.starts_with("https://") ? site + "/me" : std::string();
}

// The letters of one fact, or how the effect ends if none can be written. An empty list completes
// the effect and drops letters of it that still wait.
using Letters = tl::expected<std::vector<Addressed>, EffectEnd>;

// How one reactor writes letters about facts of type `Fact`.
template <class Fact>
struct FactLetters {
    std::string reactor;  // its name, on record
    std::function<bool(const RecordView& record)> wants;
    std::function<std::optional<Fact>(const Effect& effect)> read;  // none: it cannot be parsed
    std::function<Letters(const Fact& fact, const Snapshot& tables, Position position)> write;
};

// Letters about all facts of the type `Fact`. `sealer` must outlive the result.
template <class Fact, class Write>
[[nodiscard]] FactLetters<Fact> letters_about(std::string_view reactor, const Sealer& sealer,
                                              Write write) {
    return {std::string(reactor),
            [](const RecordView& record) { return record.type == Fact::type; },
            [&sealer](const Effect& effect) {
                const auto record = parse_record(effect.record);
                return record ? fact_in<Fact>(*record, sealer) : std::nullopt;
            },
            std::move(write)};
}

// The reaction that delivers these letters, with the retries of letters.
template <class Fact>
[[nodiscard]] Reaction reaction_of(LetterParts parts, FactLetters<Fact> about) {
    Reaction reaction;
    reaction.name = about.reactor;
    reaction.retries = letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = about.wants;
    const auto write = [](const LetterParts& letter_parts, const FactLetters<Fact>& writer,
                          const Fact& fact, Position position) -> Letters {
        const auto tables = letter_parts.tables(position);
        if (!tables) return tl::unexpected(EffectEnd{.detail = "the tables are behind"});
        return writer.write(fact, *tables, position);
    };
    reaction.perform = [parts = std::move(parts), about = std::move(about), write](
                           const Effect& effect, const std::atomic<bool>& stopping) -> EffectEnd {
        const auto fact = about.read(effect);
        if (!fact) return {.detail = "the fact cannot be read", .for_good = true};
        auto letters = write(parts, about, *fact, effect.position);
        if (!letters) return std::move(letters).error();
        return parts.mailer.deliver(about.reactor, effect, *std::move(letters), stopping);
    };
    return reaction;
}

}  // namespace dibs::mail
