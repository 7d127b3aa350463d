// How a node becomes the writer: it reads everything, claims, and finds its claim accepted.
#include "domain/codec/json_text.hpp"
#include "domain/log/fact.hpp"
#include "ingest/fresh_id.hpp"
#include "ingest/writer.hpp"

#include <spdlog/spdlog.h>

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

std::string no_log_text(Position known) {
    if (known == 0) return "The log is empty: create it with `dibsd log init`.";
    return "The log is empty, but the tables know one up to position " + std::to_string(known) +
           ": it was removed, or another place is configured. Put it back; a new one would begin "
           "another history.";
}

// Moves accepted records into the accepted world. Facts that this writer decided are not parsed
// from JSON again.
void Writer::take(const std::vector<Accepted>& accepted) {
    std::vector<Recorded> facts;
    for (const auto& record : accepted) {
        const auto view = record.view();
        if (view.is_claim()) superseded_ = !own_claims_.contains(hash_of(record.bytes));
        if (!is_fact(view)) continue;
        // Until the next claim, a record of an earlier own claim may still arrive.
        for (auto& flying : unsure_) {
            if (view.fence.epoch == flying.epoch && view.fence.seq >= flying.last_seq) {
                flying.done = true;
            }
        }
        auto fact = decider_ ? decider_->take_accepted(view.fence) : std::nullopt;
        if (!fact) {
            auto read = read_fact(parser_, view, record.position, sealer_);
            if (!read) throw std::runtime_error(read.error().detail);
            fact = std::move(*read);
        }
        answered_.take(*fact, record.offset);
        facts.push_back(std::move(*fact));
    }
    accepted_.take(std::move(facts), tail_->checkpoint());
    answered_.store(tail_->checkpoint());
}

// Checked each second. Not during a start: the snapshot would be old before it is written.
void Writer::snapshot_if_due() {
    const auto now = steady_clock::now();
    const auto position = accepted_.position();
    if (settings_.snapshots.empty() || position < saved_ + settings_.snapshot_every) return;
    if (now < saved_at_ + settings_.snapshots_apart) return;
    saved_ = position;
    saved_at_ = now;
    answered_.store(tail_->checkpoint(), true);
    if (decider_) share_world();
    accepted_.save_soon();
}

// Runs on the thread of the accepted world.
void Writer::save(const WorldSnapshot& snapshot) {
    if (const auto saved = snapshots_.save(snapshot.world, snapshot.checkpoint); !saved) {
        return spdlog::error("No snapshot of the world was made: {}", saved.error());
    }
    const std::lock_guard lock(status_mutex_);
    status_.snapshot = snapshot.checkpoint.position;
}

// Opens at the newest snapshot, or at the answered commands' checkpoint if that is earlier.
LogResult<void> Writer::open_tail() {
    if (auto same = answered_.check_log(); !same) return same;
    auto snapshot = snapshots_.newest(log_);
    if (!snapshot) return tl::unexpected(snapshot.error());
    Checkpoint from = answered_.checkpoint();
    Checkpoint known;
    if (*snapshot) {
        known = (*snapshot)->checkpoint;
        if ((*snapshot)->checkpoint.position < from.position) from = (*snapshot)->checkpoint;
        saved_ = (*snapshot)->checkpoint.position;
        {
            const std::lock_guard lock(status_mutex_);
            status_.snapshot = saved_;
        }
        accepted_.begin(std::move(**snapshot));
    } else {
        from = {};
    }
    if (*snapshot && log_.has_one_writer()) {
        recheck_ =
            std::make_unique<Recheck>(log_, known, settings_.tables, [this] { was_read_whole(); });
    }
    tail_ = std::make_unique<Tail>(log_, from);
    if (settings_.tables.last_record) tail_->must_pass(*settings_.tables.last_record);
    return {};
}

void Writer::was_read_whole() {
    const std::lock_guard lock(status_mutex_);
    status_.read_whole = true;
}

// Reads the new records.
bool Writer::catch_up() {
    auto read = tail_ ? LogResult<void>{} : open_tail();
    if (read) read = read_rest();
    if (!read && stopping_) return false;
    if (!read) {
        go_on_as(status().role, read.error());
        return false;
    }
    if (!recheck_) was_read_whole();
    if (!tail_->checkpoint().log_id.empty()) return true;
    set_role(status().role, no_log_text(settings_.tables.position), true);
    return false;
}

// Updates the progress in the status, because reading may take long.
LogResult<void> Writer::read_rest() {
    const auto end = log_.newest();
    if (!end) return tl::unexpected(end.error());
    const auto report_share = [&](std::optional<double> share) {
        const std::lock_guard lock(status_mutex_);
        status_.reading = share;
    };
    report_share(share_read(tail_->read_up_to(), *end));
    const auto take_and_report = [&](const std::vector<Accepted>& accepted) {
        take(accepted);
        report_share(share_read(tail_->read_up_to(), *end));
    };
    auto done = tail_->read_to_end(take_and_report, [&] { return stopping_.load(); });
    report_share(std::nullopt);
    return done;
}

// Appends a claim and reads until a claim of the next epoch was accepted. Returns true if that
// claim is ours.
LogResult<bool> Writer::append_claim() {
    if (auto same = tail_->verify(); !same) return tl::unexpected(same.error());
    auto appender = log_.open_appender();
    if (!appender) return tl::unexpected(appender.error());
    const auto epoch = tail_->fence().epoch + 1;
    const auto bytes = encode_record(FenceFields{epoch, 0, false, tail_->fence().chain}, stamp(),
                                     claimed_type, Origin{}, "", claim_body(settings_.node));
    own_claims_.insert(hash_of(bytes));
    auto done = (*appender)->append({bytes});
    if (done) done = (*appender)->flush(settings_.patience);
    if (!done) return tl::unexpected(done.error());
    const auto deadline = steady_clock::now() + settings_.patience;
    while (steady_clock::now() < deadline) {
        auto accepted = tail_->next(1, std::chrono::milliseconds{100});
        if (!accepted) return tl::unexpected(accepted.error());
        take(*accepted);
        for (const auto& record : *accepted) {
            if (!record.view().is_claim()) continue;
            if (record.bytes == bytes) appender_ = std::move(*appender);
            return record.bytes == bytes;
        }
    }
    return tl::unexpected(
        LogError{LogError::Kind::unavailable, "The claim did not come back from the log in time."});
}

// A clock that was accepted once and has run evenly since needs no confirmation.
std::optional<std::string> Writer::doubts_clock(Instant wall) {
    const auto now = steady_clock::now();
    if (clock_guard_ && !clock_guard_->objection(wall, now)) return std::nullopt;
    if (!doubts_since_) doubts_since_ = now;
    auto evidence = settings_.clock_evidence();
    evidence.waited = now - *doubts_since_ >= settings_.clock_patience;
    return clock_doubt(wall, accepted_.now(), evidence);
}

void Writer::claim() {
    const auto wait = [&](std::string problem, bool needs_admin = false) {
        set_role(WriterRole::claiming, std::move(problem), needs_admin);
        refuse_unsettled(status().problem);
        refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
    };
    if (!catch_up()) {
        const auto now = status();
        if (now.role != WriterRole::stopped && !stopping_) wait(now.problem, now.needs_admin);
        return;
    }
    if (!settings_.claim) {
        trusts_clock_ = true;  // the node that writes judges the clock
        return set_role(WriterRole::standby, "Standing by.");
    }
    if (was_writer_ && superseded_) {
        return set_role(WriterRole::standby, "Another node became the writer.");
    }
    if (accepted_.position() > 0 && !settings_.accept_clock) {
        const Instant wall = clock_();
        if (const auto no = clock_objection(wall, accepted_.now())) return wait(*no, true);
        if (const auto doubt = doubts_clock(wall)) return wait(*doubt);
    }
    trusts_clock_ = true;
    const auto mine = append_claim();
    if (!mine) {
        if (is_final(mine.error())) return go_on_as(WriterRole::stopped, mine.error());
        return wait(mine.error().text);
    }
    if (!*mine) return set_role(WriterRole::standby, "Another node became the writer.");
    decider_ = std::make_unique<Decider>([this] { return accepted_.copy(); }, answered_,
                                         tail_->fence(), sealer_, deciding_);
    clock_guard_.emplace(clock_(), steady_clock::now());
    next_tick_ = steady_clock::now();
    was_writer_ = true;
    set_role(WriterRole::writing, "");
    settle_unsure();
}

// After the next accepted claim no record of an earlier one can be accepted, so every outcome is
// known.
void Writer::settle_unsure() {
    if (!unsure_.empty()) on_accepted_(tail_->checkpoint().position);
    for (auto& flying : std::exchange(unsure_, {})) {
        if (flying.done) {
            flying.command.on_reply(std::move(flying.reply));
        } else {
            again_.push_back(std::move(flying.command));
        }
    }
}

void Writer::follow() {
    if (!catch_up()) {
        refuse_unsettled(status().problem);
        return refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
    }
    set_role(WriterRole::standby, "Another node is the writer.");
    snapshot_if_due();
    settle_unsure();
    refuse_waiting(std::exchange(again_, {}), status().problem);
    refuse_waiting(queue_.take(steady_clock::now() + retry_every), status().problem);
}

}  // namespace dibs
