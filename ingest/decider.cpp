// Idempotency, then the domain's decision, then records in the chain.
#include "ingest/decider.hpp"

#include "domain/codec/event_json.hpp"

#include <stdexcept>

namespace dibs {
namespace {

// Kafka's default for one message is 1 MB; everything Dibs decides is far below.
constexpr std::size_t largest_record = 512 * 1024;

Event said(answer::Event event) {
    return Event{std::move(event)};
}

}  // namespace

Decider::Decider(AcceptedWorldCopy accepted, const Fence& fence, reservation::Policy policy,
                 Deciding deciding)
    : accepted_(std::move(accepted)),
      policy_(policy),
      deciding_(std::move(deciding)),
      world_(accepted_()),
      fence_(fence) {}

// What is written is read back, and that is what goes into the world: it is what every reader will
// see. A record that could not be read again would stop Dibs for good, so none is ever written.
Decided Decider::stage(std::vector<Event> events, const Origin& origin, Instant now) {
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
    const Fence before = fence_;
    const auto staged_before = static_cast<std::ptrdiff_t>(staged_.size());
    Decided decided;
    try {
        write(decided, events, bodies, origin, now);
    } catch (...) {  // the world was being folded: made anew, without these events
        fence_ = before;
        staged_.erase(staged_.begin() + staged_before, staged_.end());
        world_ = accepted_();
        for (const auto& fact : staged_) world_ = evolve(std::move(world_), fact);
        throw;
    }
    decided.reply = Done{world_.position, std::move(events), false, now};
    return decided;
}

void Decider::write(Decided& out, std::vector<Event>& events,
                    const std::vector<std::string>& bodies, const Origin& origin, Instant now) {
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool more = i + 1 < events.size();
        const FenceFields place{fence_.epoch, fence_.seq, more, fence_.chain};
        auto bytes = encode_record(place, now, type_of(events[i]), origin, bodies[i]);
        fence_.chain = Fence::link(fence_.chain, bytes);
        ++fence_.seq;
        out.records.push_back(std::move(bytes));
        staged_.push_back(Recorded{world_.position + 1, now, origin, events[i], !more});
        world_ = evolve(std::move(world_), staged_.back());
    }
}

std::optional<Recorded> Decider::take_accepted(const FenceFields& record) {
    if (record.epoch != fence_.epoch || staged_.empty()) return std::nullopt;
    std::optional<Recorded> fact = std::move(staged_.front());
    staged_.pop_front();
    accepted_seq_ = record.seq;
    return fact;
}

Decided Decider::refused(const Envelope& envelope, Refusal refusal, const Origin& origin,
                         Instant now) {
    auto decided = stage({said(answer::Refused{std::string(name_of(envelope.command)), refusal.code,
                                               refusal.field, refusal.detail, refusal.conflicts})},
                         origin, now);
    decided.reply = tl::unexpected(std::move(refusal));
    return decided;
}

Decided Decider::decide(const Envelope& envelope, bool wanted, Instant now) {
    if (std::holds_alternative<Tick>(envelope.command)) return pass_time(now);
    const Origin origin{envelope.actor, envelope.source, envelope.request_id, envelope.key,
                        envelope.body_hash};
    try {
        return decide_command(envelope, wanted, origin, now);
    } catch (const std::exception& error) {
        Refusal sorry{Code::internal, "", "Dibs failed at this; what happened is in its own log."};
        auto decided = wanted ? refused(envelope, std::move(sorry), origin, now)
                              : Decided{{}, tl::unexpected(std::move(sorry))};
        decided.failures.push_back({std::string(name_of(envelope.command)), error.what()});
        return decided;
    }
}

// An aggregate whose part throws is passed over; the others go on.
Decided Decider::pass_time(Instant now) {
    Decided decided;
    for (const auto& due : deciding_.due) {
        try {
            auto events = due.events(world_, now);
            if (events.empty()) continue;
            auto staged = stage(std::move(events), Origin{}, now);
            if (!staged.reply) throw std::runtime_error(staged.reply.error().detail);
            decided.records.insert(decided.records.end(),
                                   std::make_move_iterator(staged.records.begin()),
                                   std::make_move_iterator(staged.records.end()));
        } catch (const std::exception& error) {
            decided.failures.push_back({std::string(due.aggregate), error.what()});
        }
    }
    return decided;
}

Decided Decider::decide_repeat(const Envelope& envelope, const answer::Answer& before,
                               Origin origin, Instant now) {
    if (before.body_hash != envelope.body_hash) {
        origin.command_key.clear();  // the first use keeps the key
        return refused(
            envelope,
            Refusal{
                Code::key_reused, "Idempotency-Key", "This key was used for another request.", {}},
            origin, now);
    }
    auto decided =
        stage({said(answer::Repeated{std::string(name_of(envelope.command))})}, origin, now);
    if (before.refusal) {
        decided.reply = tl::unexpected(*before.refusal);
    } else {
        decided.reply = Done{before.position, {}, true};
    }
    return decided;
}

Decided Decider::decide_command(const Envelope& envelope, bool wanted, const Origin& origin,
                                Instant now) {
    if (const auto* found = answer::find(world_.answers, envelope.key)) {
        const answer::Answer before = *found;
        return decide_repeat(envelope, before, origin, now);
    }
    auto events = deciding_.decide(world_, envelope.command,
                                   Context{envelope.actor, envelope.scopes, now}, policy_);
    if (!events) {
        if (wanted) return refused(envelope, std::move(events.error()), origin, now);
        return {{}, tl::unexpected(std::move(events.error()))};
    }
    if (!events->empty()) return stage(std::move(*events), origin, now);
    if (!wanted) return {{}, Done{world_.position, {}}};
    auto decided =
        stage({said(answer::Nothing{std::string(name_of(envelope.command))})}, origin, now);
    decided.reply = Done{world_.position, {}};
    return decided;
}

}  // namespace dibs
