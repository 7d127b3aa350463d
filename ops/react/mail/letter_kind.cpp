// The tables are released before the mailer is called, which may wait for its server.
#include "ops/react/mail/letter_kind.hpp"

#include "domain/log/fact.hpp"

#include <algorithm>
#include <utility>

namespace dibs::mail {
namespace {

using Letters = tl::expected<std::vector<Addressed>, EffectEnd>;

// The page that turns letters off. Empty if the site's URL is not https.
std::string unsubscribe_link(const std::string& site) {
    return site.starts_with("https://") ? site + "/me" : std::string();
}

std::optional<Recorded> fact_of(const RecordView& record, Position position, const Sealer& sealer) {
    JsonParser parser;
    auto fact = read_fact(parser, record, position, sealer);
    return fact ? std::optional(*std::move(fact)) : std::nullopt;
}

Letters write_letters(const LetterKind& kind, const LetterContext& context) {
    const auto people = kind.people(context);
    if (!people) return tl::unexpected(people.error());
    const auto& [parts, fact, tables] = context;
    const auto actor = kind.also_to_actor ? std::nullopt : fact.origin.actor;
    std::vector<Addressed> letters;
    for (const auto& to : readers(tables, *people, {kind.setting, actor, &parts.zones})) {
        auto draft = kind.write(context, to);
        if (!draft) return tl::unexpected(std::move(draft).error());
        if (!*draft) continue;
        letters.push_back(letter_to(to.id, to.mailbox, {parts.from, kind.reactor, fact.position},
                                    std::move(**draft)));
        if (kind.setting != nullptr) {
            letters.back().letter.unsubscribe = unsubscribe_link(parts.site);
        }
    }
    return letters;
}

Letters letters_about(const LetterKind& kind, const LetterParts& parts, const Effect& effect) {
    const auto record = parse_record(effect.record);
    const auto fact =
        record ? fact_of(*record, effect.position, parts.sealer) : std::optional<Recorded>();
    if (!fact) {
        return tl::unexpected(EffectEnd{.detail = "the fact cannot be read", .for_good = true});
    }
    const auto tables = parts.tables(effect.position);
    if (!tables) return tl::unexpected(EffectEnd{.detail = "the tables are behind"});
    return write_letters(kind, {parts, *fact, *tables});
}

}  // namespace

Reaction reaction_of(LetterParts parts, LetterKind kind) {
    Reaction reaction;
    reaction.name = kind.reactor;
    reaction.retries = letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = [types = kind.facts, only_if = kind.only_if,
                      &sealer = parts.sealer](const RecordView& record) {
        if (std::find(types.begin(), types.end(), record.type) == types.end()) return false;
        if (!only_if) return true;
        const auto fact = fact_of(record, 0, sealer);
        return fact && only_if(fact->event);
    };
    reaction.perform = [parts = std::move(parts), kind = std::move(kind)](
                           const Effect& effect, const std::atomic<bool>& stopping) -> EffectEnd {
        auto letters = letters_about(kind, parts, effect);
        if (!letters) return std::move(letters).error();
        return parts.mailer.deliver(std::string(kind.reactor), effect, *std::move(letters),
                                    stopping);
    };
    return reaction;
}

}  // namespace dibs::mail
