// Idempotency, then the domain's decision, then records in the chain.
#include "ingest/decider.hpp"

#include "domain/codec/event_json.hpp"

namespace dibs {
namespace {

// Kafka's default for one message is 1 MB; everything Dibs decides is far below.
constexpr std::size_t largest_record = 512 * 1024;

Event said(answer::Event event) {
    return Event{std::move(event)};
}

}  // namespace

// What is written is read back, and that is what goes into the world: it is what every reader will
// see. A record that could not be read again would stop Dibs for good, so none is ever written.
Decided Decider::stage(std::vector<Event> events, Origin origin, Instant now) {
    std::vector<std::string> bodies;
    for (auto& event : events) {
        bodies.push_back(event_json(event));
        if (bodies.back().size() > largest_record) {
            return {{}, refuse(Code::out_of_range, "", "The command is too large for the log.")};
        }
        auto stored = parse_event(parser_, type_of(event), bodies.back());
        if (!stored) {
            const auto& why = stored.error();
            return {{},
                    refuse(Code::out_of_range, why.field,
                           "The log cannot keep this value: " + why.detail)};
        }
        event = std::move(*stored);
    }
    Decided decided;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool more = i + 1 < events.size();
        const FenceFields place{fence_.epoch, fence_.seq, more, fence_.chain};
        auto bytes = encode_record(place, now, type_of(events[i]), origin, bodies[i]);
        fence_.chain = Fence::link(fence_.chain, bytes);
        ++fence_.seq;
        decided.records.push_back(std::move(bytes));
        fold(Recorded{world_.position + 1, now, origin, events[i], !more});
    }
    decided.reply = Done{world_.position, std::move(events), false, now};
    return decided;
}

Decided Decider::refused(const Envelope& envelope, Refusal refusal, Origin origin, Instant now) {
    auto decided = stage({said(answer::Refused{std::string(name_of(envelope.command)), refusal.code,
                                               refusal.field, refusal.detail, refusal.conflicts})},
                         std::move(origin), now);
    decided.reply = tl::unexpected(std::move(refusal));
    return decided;
}

Decided Decider::decide(const Envelope& envelope, bool wanted, Instant now) {
    Origin origin{envelope.actor, envelope.source, envelope.request_id, envelope.key,
                  envelope.body_hash};
    const std::string name(name_of(envelope.command));
    if (const auto* before = answer::find(world_.answers, envelope.key)) {
        if (before->body_hash != envelope.body_hash) {
            origin.command_key.clear();  // the first use keeps the key
            return refused(envelope,
                           Refusal{Code::key_reused,
                                   "Idempotency-Key",
                                   "This key was used for another request.",
                                   {}},
                           std::move(origin), now);
        }
        const answer::Answer answer = *before;
        auto decided = stage({said(answer::Repeated{name})}, std::move(origin), now);
        if (answer.refusal) {
            decided.reply = tl::unexpected(*answer.refusal);
        } else {
            decided.reply = Done{answer.position, {}, true};
        }
        return decided;
    }
    auto events = dibs::decide(world_, envelope.command,
                               Context{envelope.actor, envelope.scopes, now}, policy_);
    if (!events) {
        if (wanted) return refused(envelope, std::move(events.error()), std::move(origin), now);
        return {{}, tl::unexpected(std::move(events.error()))};
    }
    if (!events->empty()) return stage(std::move(*events), std::move(origin), now);
    if (!wanted) return {{}, Done{world_.position, {}}};
    auto decided = stage({said(answer::Nothing{name})}, std::move(origin), now);
    decided.reply = Done{world_.position, {}};
    return decided;
}

}  // namespace dibs
