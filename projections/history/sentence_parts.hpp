// Parts of sentences: arguments with current names, and forms that several events share. Base of
// the describers (sentence.cpp, sentence_reservations.hpp, sentence_violations.hpp).
#pragma once

#include "projections/history/sentence_keys.hpp"
#include "projections/history/sentence_views.hpp"
#include "projections/people/names.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dibs::projections {

class SentenceParts {
  public:
    using Argument = views::Argument;
    using ArgumentKind = views::ArgumentKind;
    using Sentence = views::Sentence;
    using Named = std::pair<const std::string, Argument>;
    using NamedList = std::initializer_list<Named>;

    SentenceParts(const Txn& txn, std::optional<PersonId> by) : txn_(txn), by_(by) {}

  protected:
    static Sentence say(SentenceKey key, NamedList arguments) {
        return {std::string(key.text()), arguments};
    }
    // `own` if the thing belongs to the actor, else `others`, which names the owner too.
    [[nodiscard]] Sentence done(SentenceKey own, SentenceKey others, PersonId whose,
                                NamedList arguments) const {
        auto sentence = say(by_ == whose ? own : others, arguments);
        sentence.arguments.insert(actor());
        if (by_ != whose) sentence.arguments.insert(person(whose));
        return sentence;
    }

    [[nodiscard]] Argument called(PersonId id) const {
        auto name = person_name(txn_, id).value;
        return {ArgumentKind::person, name.empty() ? to_text(id) : std::move(name), id};
    }
    [[nodiscard]] Named actor() const {
        return {"actor", by_ ? called(*by_) : Argument{ArgumentKind::text, "Dibs"}};
    }
    [[nodiscard]] Named person(PersonId id) const { return {"person", called(id)}; }
    [[nodiscard]] Named host(HostId id, std::string name = "host") const {
        return {std::move(name), {ArgumentKind::host, host_name(txn_, id), id}};
    }
    [[nodiscard]] Named gpus(const std::vector<GpuId>& ids) const {
        return {"gpus", {ArgumentKind::gpus, gpu_names_short(txn_, ids), {}, ids}};
    }
    // The UNIX name on the host; its person on Dibs may be unknown.
    template <class E>
    static Named account(const E& e) {
        return text("account", e.unix_name);
    }
    static Named text(std::string name, const std::string& value) {
        return {std::move(name), {ArgumentKind::text, value}};
    }
    static Named number(std::string name, std::int64_t value) {
        return {std::move(name), {ArgumentKind::number, std::to_string(value)}};
    }

    const Txn& txn_;
    std::optional<PersonId> by_;
};

}  // namespace dibs::projections
