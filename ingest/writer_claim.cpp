// How a node becomes the writer: read everything, claim, and find the claim accepted.
#include "domain/codec/json_text.hpp"
#include "domain/log/fact.hpp"
#include "ingest/fresh_id.hpp"
#include "ingest/writer.hpp"

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds retry_every{500};

std::string claim_body(const std::string& node) {
    std::string body = R"({"nonce":")" + fresh_secret() + R"(","node":)";
    append_json_string(body, node);
    return body + "}";
}

}  // namespace

void Writer::fold(const std::vector<Accepted>& accepted) {
    for (const auto& record : accepted) {
        const auto view = record.view();
        if (!is_fact(view)) continue;
        auto fact = read_fact(parser_, view, record.position);
        if (!fact) throw std::runtime_error(fact.error().detail);
        decider_->fold(*fact);
    }
}

// Reads what is new, into a fresh world if the old one held more than was accepted. A new tail has
// no anchors: before the old one goes, it looks whether this is still the log that it read.
bool Writer::refold() {
    auto read = tail_ && !decider_ ? tail_->verify() : LogResult<void>{};
    if (read && !decider_) {
        tail_ = std::make_unique<Tail>(log_, Checkpoint{});
        decider_ = std::make_unique<Decider>(settings_.policy);
    }
    if (read) read = tail_->read_to_end([&](auto accepted) { fold(accepted); });
    if (!read) {
        const bool lost = read.error().kind == LogError::Kind::lost;
        set_role(lost ? Role::stopped : status().role, read.error().text);
        return false;
    }
    if (!tail_->checkpoint().log_id.empty()) return true;
    set_role(status().role, "The log is empty: create it with `dibsd log init`.");
    return false;
}

// Appends a claim and reads until one of the next epoch was accepted. True in `mine` if it is ours.
LogResult<bool> Writer::append_claim() {
    if (auto same = tail_->verify(); !same) return tl::unexpected(same.error());
    auto appender = log_.open_appender();
    if (!appender) return tl::unexpected(appender.error());
    const auto epoch = tail_->fence().epoch + 1;
    const auto bytes = encode_record(FenceFields{epoch, 0, false, tail_->fence().chain}, stamp(),
                                     claimed_type, Origin{}, claim_body(settings_.node));
    auto done = (*appender)->append({bytes});
    if (done) done = (*appender)->flush(settings_.patience);
    if (!done) return tl::unexpected(done.error());
    const auto deadline = steady_clock::now() + settings_.patience;
    while (steady_clock::now() < deadline) {
        auto accepted = tail_->next(1, std::chrono::milliseconds{100});
        if (!accepted) return tl::unexpected(accepted.error());
        fold(*accepted);
        for (const auto& record : *accepted) {
            if (!record.view().is_claim()) continue;
            if (record.bytes == bytes) appender_ = std::move(*appender);
            return record.bytes == bytes;
        }
    }
    return tl::unexpected(
        LogError{LogError::Kind::unavailable, "The claim did not come back from the log in time."});
}

void Writer::claim() {
    const auto wait = [&](std::string problem) {
        set_role(Role::claiming, std::move(problem));
        refuse_waiting(std::exchange(again_, {}),
                       "The outcome is unknown: retry with the same key. " + status().problem);
        refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
    };
    if (!refold()) {
        if (status().role != Role::stopped) wait(status().problem);
        return;
    }
    if (!settings_.claim) return set_role(Role::standby, "Standing by.");
    const World& world = decider_->world();
    const auto objection = clock_objection(clock_(), world.now);
    if (objection && world.position > 0 && !settings_.accept_clock) return wait(*objection);
    const auto mine = append_claim();
    if (!mine) {
        const bool lost = mine.error().kind == LogError::Kind::lost;
        return lost ? set_role(Role::stopped, mine.error().text) : wait(mine.error().text);
    }
    if (!*mine) return set_role(Role::standby, "Another node became the writer.");
    decider_->begin(tail_->fence());
    clock_guard_.emplace(clock_(), steady_clock::now());
    next_tick_ = steady_clock::now();
    set_role(Role::writing, "");
}

// After a change of writer: what was accepted before it is answered as it was, the rest was not.
void Writer::answer_from_memory() {
    for (auto& command : std::exchange(again_, {})) {
        if (!command.on_reply) continue;  // a report: it comes again by itself
        const auto* said = answer::find(decider_->world().answers, command.envelope.key);
        if (!said || said->body_hash != command.envelope.body_hash) {
            command.on_reply(
                refuse(Code::unavailable, "", "Not done: another node is the writer."));
        } else if (said->refusal) {
            command.on_reply(tl::unexpected(*said->refusal));
        } else {
            command.on_reply(Done{said->position, {}, true});
        }
    }
}

void Writer::follow() {
    if (!refold())
        return refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
    answer_from_memory();
    set_role(Role::standby, "Another node is the writer.");
    refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
}

}  // namespace dibs
