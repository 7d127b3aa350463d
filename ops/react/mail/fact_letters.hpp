// The common part of all reactors that write letters about facts: from a fact in the log, with
// tables that contain it, to the mailer.
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
    // The tables once they contain this position; none: they did not in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    std::string site;              // the address that people open; empty: not known
    const Zones* zones = nullptr;  // null: times are UTC
};

// The link that turns such letters off; none without a secure address.
[[nodiscard]] inline std::string unsubscribe_at(const std::string& site) {
    return site.starts_with("https://") ? site + "/me" : std::string();
}

// The letters, possibly none: letters that still wait are dropped then. Or the end of the effect
// without letters.
using Letters = tl::expected<std::vector<Addressed>, EffectEnd>;

template <class Fact>
struct FactLetters {
    std::string reactor;
    std::function<bool(const RecordView& record)> wants;
    std::function<std::optional<Fact>(const Effect& effect)> read;  // none: the fact cannot be read
    std::function<Letters(const Fact& fact, const Snapshot& tables, Position position)> write;
};

// Writes letters about the facts of one type.
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
