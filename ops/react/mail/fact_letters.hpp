// What all reactors have in common that write letters about facts: the way from a fact on the log,
// by tables that have come as far, to the mailer.
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

struct LetterParts {
    Mailer& mailer;
    Mailbox from;
    const Sealer& sealer;
    // The tables once they hold this position; none: they did not come so far in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    std::string site;              // where people reach it; empty: not known
    const Zones* zones = nullptr;  // null: times are UTC
};

// How its reader gets no more of such letters; none where nobody knows a safe address.
[[nodiscard]] inline std::string unsubscribe_at(const std::string& site) {
    return site.starts_with("https://") ? site + "/me" : std::string();
}

// Letters, also none: what waited for its hour is dropped then. Or how the effect ends without.
using Letters = tl::expected<std::vector<Addressed>, EffectEnd>;

template <class Fact>
struct FactLetters {
    std::string reactor;
    std::function<bool(const RecordView& record)> wants;
    std::function<std::optional<Fact>(const Effect& effect)> read;  // none: it cannot be
    std::function<Letters(const Fact& fact, const Snapshot& tables, Position position)> write;
};

// Of the facts of one type.
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

template <class Fact>
[[nodiscard]] Reaction reaction_of(LetterParts parts, FactLetters<Fact> about) {
    Reaction reaction;
    reaction.name = about.reactor;
    reaction.retries = letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = about.wants;
    const auto letters = [](const LetterParts& its, const FactLetters<Fact>& of, const Fact& fact,
                            Position position) -> Letters {
        const auto tables = its.tables(position);
        if (!tables) return tl::unexpected(EffectEnd{.detail = "the tables are behind"});
        return of.write(fact, *tables, position);
    };
    reaction.perform = [parts = std::move(parts), about = std::move(about), letters](
                           const Effect& effect, const std::atomic<bool>& stopping) -> EffectEnd {
        const auto fact = about.read(effect);
        if (!fact) return {.detail = "the fact cannot be read", .for_good = true};
        auto written = letters(parts, about, *fact, effect.position);
        if (!written) return std::move(written).error();
        return parts.mailer.deliver(about.reactor, effect, *std::move(written), stopping);
    };
    return reaction;
}

}  // namespace dibs::mail
