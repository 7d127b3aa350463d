// Idempotency, then the domain's decision, then records in the chain.
#include "ingest/decider.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/log/fact.hpp"

#include <stdexcept>

namespace dibs {
namespace {

// Kafka's default limit for one message is 1 MB. Everything that Dibs decides is far below it.
constexpr std::size_t largest_record = 512 * 1024;

Event said(answer::Event event) {
    return Event{std::move(event)};
}

}  // namespace

Decider::Decider(AcceptedWorldCopy accepted, AnsweredCommands& answered, const Fence& fence,
                 Sealer& sealer, Deciding deciding)
    : accepted_(std::move(accepted)),
      answered_(answered),
      sealer_(sealer),
      decide_(std::move(deciding.decide)),
      deadlines_(deciding.due.begin(), deciding.due.end()),
      zones_(deciding.zones),
      world_(accepted_()),
      fence_(fence) {}

Context Decider::context_of(std::optional<PersonId> actor, Scopes scopes, Instant now) {
    return {actor, scopes, now, &ids_, zones_};
}

// Reads each event back from its JSON before it enters the world, so the world has what every
// reader will see. A record that cannot be read back would stop Dibs for good, so none is written.
Decided Decider::stage(std::vector<Event> events, const Origin& origin, Instant now) {
    std::vector<std::string> bodies;
    for (auto& event : events) {
        bodies.push_back(event_json(event, sealer_));
        if (bodies.back().size() > largest_record) {
            return {{}, refuse(Code::out_of_range, "", "The command is too large for the log.")};
        }
        auto stored = parse_event(parser_, event.type(), bodies.back(), sealer_);
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
    } catch (...) {  // the fold was cut short: rebuild the world without these events
        fence_ = before;
        staged_.erase(staged_.begin() + staged_before, staged_.end());
        world_ = accepted_();
        for (const auto& fact : staged_) world_ = evolve(std::move(world_), fact);
        throw;
    }
    const bool repeats = events.front().type() == answer::Repeated::type;
    if (!origin.command_key.empty() && !repeats) {
        staged_keys_[AnsweredCommands::id_of(origin.actor, origin.command_key)] = before.seq;
    }
    decided.reply = Done{world_.position, std::move(events), false, now};
    return decided;
}

void Decider::write(Decided& out, std::vector<Event>& events,
                    const std::vector<std::string>& bodies, const Origin& origin, Instant now) {
    for (std::size_t i = 0; i < events.size(); ++i) {
        const bool more = i + 1 < events.size();
        const FenceFields place{fence_.epoch, fence_.seq, more, fence_.chain};
        auto bytes =
            encode_record(place, now, events[i].type(), origin, main_subject(events[i]), bodies[i]);
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
    const auto& origin = fact->origin;
    if (fact->last_of_command && !origin.command_key.empty()) {
        const auto key =
            staged_keys_.find(AnsweredCommands::id_of(origin.actor, origin.command_key));
        if (key != staged_keys_.end() && key->second <= accepted_seq_) staged_keys_.erase(key);
    }
    return fact;
}

Decided Decider::refused(const Envelope& envelope, Refusal refusal, const Origin& origin,
                         Instant now) {
    auto decided =
        stage({said(answer::Refused{std::string(envelope.command.type()), refusal.code,
                                    refusal.field, refusal.detail, refusal.about, refusal.rule})},
              origin, now);
    refusal.position = world_.position;
    decided.reply = tl::unexpected(std::move(refusal));
    return decided;
}

Decided Decider::decide(const Envelope& envelope, bool wanted, Instant now) {
    if (envelope.command.is<Tick>()) return pass_time(now);
    const Origin origin{envelope.actor, envelope.source, envelope.request_id, envelope.key,
                        envelope.body_hash};
    try {
        return decide_command(envelope, wanted, origin, now);
    } catch (const std::exception& error) {
        Refusal sorry{Code::internal, "", "Dibs failed at this; what happened is in its own log."};
        auto decided = wanted ? refused(envelope, std::move(sorry), origin, now)
                              : Decided{{}, tl::unexpected(std::move(sorry))};
        decided.failures.push_back({std::string(envelope.command.type()), error.what()});
        return decided;
    }
}

// Skips an aggregate whose deadline function throws; the others go on.
Decided Decider::pass_time(Instant now) {
    Decided decided;
    for (auto& deadline : deadlines_) {
        try {
            auto events = deadline.events(world_, context_of({}, Scopes::all(), now));
            if (events.empty()) continue;
            auto staged = stage(std::move(events), Origin{}, now);
            if (!staged.reply) throw std::runtime_error(staged.reply.error().detail);
            decided.records.insert(decided.records.end(),
                                   std::make_move_iterator(staged.records.begin()),
                                   std::make_move_iterator(staged.records.end()));
        } catch (const std::exception& error) {
            decided.failures.push_back({std::string(deadline.aggregate()), error.what()});
        }
    }
    return decided;
}

// Searches the decided but not yet accepted commands first, then the accepted ones.
std::optional<Decider::Earlier> Decider::find_earlier(const Origin& origin, Instant now) {
    const auto id = AnsweredCommands::id_of(origin.actor, origin.command_key);
    if (const auto staged = staged_keys_.find(id); staged != staged_keys_.end()) {
        auto at = staged_.begin() + static_cast<std::ptrdiff_t>(staged->second - accepted_seq_ - 1);
        std::vector<Recorded> facts{*at};
        while (!facts.back().last_of_command) facts.push_back(*++at);
        const auto position = facts.back().position;
        const bool same = facts.back().origin.body_hash == origin.body_hash;
        return Earlier{same, position, answer_in(std::move(facts))};
    }
    const auto kept = answered_.find(id, now);
    if (!kept) return std::nullopt;
    if (kept->asked != AnsweredCommands::id_of_asked(origin.body_hash)) {
        return Earlier{false, kept->position, {}};
    }
    auto first = answered_.first_answer(*kept);
    if (first) return Earlier{true, kept->position, std::move(*first)};
    return Earlier{true, kept->position,
                   refuse(Code::unavailable, "",
                          "It was answered before, but not to be read now: " + first.error().text)};
}

Decided Decider::refused_without_key(const Envelope& envelope, Code code, std::string why,
                                     Origin origin, Instant now) {
    origin.command_key.clear();
    return refused(envelope, Refusal{code, "Idempotency-Key", std::move(why)}, origin, now);
}

Decided Decider::decide_repeat(const Envelope& envelope, Earlier earlier, const Origin& origin,
                               Instant now) {
    if (!earlier.same) {
        return refused_without_key(envelope, Code::key_reused,
                                   "This key was used for another request.", origin, now);
    }
    auto decided =
        stage({said(answer::Repeated{std::string(envelope.command.type()), earlier.position})},
              origin, now);
    decided.reply = std::move(earlier.reply);
    return decided;
}

// Decides with the tentative world. Everything decided in it before is accepted by the time of the
// reply.
Reply Decider::decide_dry_run(const Envelope& envelope, Instant now) {
    auto events =
        decide_(world_, envelope.command, context_of(envelope.actor, envelope.scopes, now));
    if (events) return Done{world_.position, std::move(*events), false, now};
    events.error().position = world_.position;
    return tl::unexpected(std::move(events.error()));
}

Decided Decider::decide_command(const Envelope& envelope, bool wanted, const Origin& origin,
                                Instant now) {
    if (envelope.dry_run) return {{}, decide_dry_run(envelope, now)};
    if (!envelope.key.empty()) {
        if (auto earlier = find_earlier(origin, now)) {
            return decide_repeat(envelope, std::move(*earlier), origin, now);
        }
        if (answered_.share_is_used_up(origin.actor)) {
            return refused_without_key(envelope, Code::too_many_keys,
                                       "This account has used as many keys as are remembered for "
                                       "it; they are kept for 7 days.",
                                       origin, now);
        }
    }
    auto events =
        decide_(world_, envelope.command, context_of(envelope.actor, envelope.scopes, now));
    if (!events) {
        if (wanted) return refused(envelope, std::move(events.error()), origin, now);
        return {{}, tl::unexpected(std::move(events.error()))};
    }
    if (!events->empty()) return stage(std::move(*events), origin, now);
    if (!wanted) return {{}, Done{world_.position, {}}};
    auto decided =
        stage({said(answer::Nothing{std::string(envelope.command.type())})}, origin, now);
    decided.reply->events.clear();
    return decided;
}

}  // namespace dibs
