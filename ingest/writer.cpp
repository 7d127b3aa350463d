// The writer's loop. writer_claim.cpp has the way to become the writer.
#include "ingest/writer.hpp"

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::seconds tick_every{1};
constexpr int most_attempts = 2;
constexpr std::size_t worth_sharing = 2048;  // facts; the copy takes about a millisecond

void announce(WriterRole role, const std::string& problem) {
    switch (role) {
        case WriterRole::starting:
            return;
        case WriterRole::writing:
            if (problem.empty()) return spdlog::info("writer: writes");
            return spdlog::warn("writer: pauses: {}", problem);
        case WriterRole::claiming:
            return spdlog::warn("writer: does not write: {}", problem);
        case WriterRole::standby:
            return spdlog::warn("writer: stands by: {}", problem);
        case WriterRole::stopped:
            return spdlog::critical("writer: STOPPED: {}", problem);
    }
}

std::uint64_t ignored_by(const Tail& tail) {
    return tail.counts().ignored + tail.counts().garbage;
}

// Refuses a command that is in no log and never will be.
Reply not_done(const std::string& why) {
    return refuse(Code::unavailable, "", "Not done: " + why);
}
Reply outcome_unknown(const std::string& why) {
    return refuse(Code::unavailable, "", "The outcome is unknown: retry with the same key. " + why);
}

}  // namespace

Writer::Writer(EventLog& log, Sealer& sealer, Clock clock, WriterSettings settings,
               std::function<void(Position)> on_accepted, std::unique_ptr<AnsweredTable> answered,
               Deciding deciding)
    : log_(log),
      sealer_(sealer),
      clock_(std::move(clock)),
      settings_(std::move(settings)),
      on_accepted_(std::move(on_accepted)),
      deciding_(std::move(deciding)),
      queue_(settings_.queue),
      snapshots_(settings_.snapshots, sealer_),
      accepted_([this](const WorldSnapshot& snapshot) { save(snapshot); }),
      answered_(log_, sealer_, std::move(answered), settings_.keys_per_account) {}

Writer::~Writer() {
    stop();
}

void Writer::start() {
    thread_ = std::thread([this] { run(); });
}

void Writer::stop() {
    stopping_ = true;
    queue_.close();
    if (thread_.joinable()) thread_.join();
    recheck_.reset();
}

void Writer::submit(Envelope envelope, OnReply on_reply) {
    const bool wanted = on_reply != nullptr;
    Waiting waiting{std::move(envelope), std::move(on_reply)};
    if (queue_.add(waiting) || !wanted) return;
    waiting.on_reply(stopping_ ? not_done("Dibs is stopping.")
                               : Reply(refuse(Code::busy, "", "Too many commands are waiting.")));
}

WriterStatus Writer::status() const {
    const std::lock_guard lock(status_mutex_);
    WriterStatus status = status_;
    status.queued = queue_.size();
    return status;
}

void Writer::set_role(WriterRole role, std::string problem, bool needs_admin) {
    const std::lock_guard lock(status_mutex_);
    if (role != status_.role || problem != status_.problem) announce(role, problem);
    status_.role = role;
    status_.problem = std::move(problem);
    status_.needs_admin = needs_admin;
    if (tail_) note_progress();
}

void Writer::note_progress() {
    status_.epoch = tail_->fence().epoch;
    status_.position = tail_->checkpoint().position;
    status_.ignored_records = ignored_by(*tail_);
    if (status_.position > 0) status_.newest_at = accepted_.now();
}

// Sets the role after an error; a final error stops the writer.
void Writer::go_on_as(WriterRole role, const LogError& error) {
    set_role(is_final(error) ? WriterRole::stopped : role, error.text);
    const std::lock_guard lock(status_mutex_);
    status_.must_end = error.kind == LogError::Kind::broken;
}

void Writer::run() {
    while (!stopping_) {
        try {
            step();
        } catch (const std::exception& error) {  // e.g. a fact that this version cannot read
            set_role(WriterRole::stopped, error.what());
        }
    }
    if (tail_ && status().role != WriterRole::stopped) answered_.store(tail_->checkpoint(), true);
    refuse_unsettled("Dibs is stopping.");
    refuse_waiting(queue_.take(steady_clock::now()), "Dibs is stopping.");
}

void Writer::step() {
    switch (status().role) {
        case WriterRole::starting:
        case WriterRole::claiming:
            return claim();
        case WriterRole::writing:
            return serve();
        case WriterRole::standby:
            return follow();
        case WriterRole::stopped:
            refuse_unsettled(status().problem);
            refuse_waiting(queue_.take(steady_clock::now() + tick_every), status().problem);
    }
}

void Writer::refuse_waiting(std::vector<Waiting> commands, const std::string& why) {
    for (auto& command : commands) {
        if (command.on_reply) command.on_reply(not_done(why));
    }
}

void Writer::refuse_unsettled(const std::string& why) {
    for (auto* flying : {&in_flight_, &unsure_}) {
        for (auto& one : std::exchange(*flying, {})) {
            if (one.command.on_reply) one.command.on_reply(outcome_unknown(why));
        }
    }
    refuse_waiting(std::exchange(again_, {}), why);
}

Instant Writer::stamp() {
    return std::max(decider_ ? decider_->world().now : accepted_.now(), clock_());
}

void Writer::serve() {
    auto commands = std::move(again_);
    again_.clear();
    if (commands.empty()) commands = queue_.take(next_tick_);
    const auto now = steady_clock::now();
    const auto objection = clock_guard_->objection(clock_(), now);
    trusts_clock_ = !objection;
    if (objection) {
        if (status().problem.empty()) set_role(WriterRole::writing, *objection);
        refuse_waiting(std::move(commands), *objection);
        next_tick_ = now + tick_every;
        return;
    }
    if (now >= next_tick_) {
        next_tick_ = now + tick_every;
        if (!status().problem.empty()) set_role(WriterRole::writing, "");
        snapshot_if_due();
        commands.push_back(Waiting{Envelope{Command{Tick{}}}, nullptr});
        // While no command arrives, still notice the claim of another node.
        if (auto idle = await_own_records(); !idle) {
            again_ = std::move(commands);
            return depose(idle.error());
        }
    }
    decide_batch(std::move(commands));
}

void Writer::decide_batch(std::vector<Waiting> commands) {
    for (auto& command : commands) in_flight_.push_back(InFlight{std::move(command)});
    std::vector<std::string> records;
    for (auto& flying : in_flight_) decide_one(flying, records);
    if (!records.empty() && !commit(std::move(records))) return;
    answer_all();
    if (accepted_.waiting() >= worth_sharing) share_world();
}

// When everything decided is accepted, the facts need no second fold.
void Writer::share_world() {
    if (accepted_.position() == decider_->world().position) accepted_.adopt(decider_->world());
}

void Writer::decide_one(InFlight& flying, std::vector<std::string>& records) {
    const bool wanted = flying.command.on_reply != nullptr;
    auto decided = decider_->decide(flying.command.envelope, wanted, stamp());
    records.insert(records.end(), std::make_move_iterator(decided.records.begin()),
                   std::make_move_iterator(decided.records.end()));
    flying.reply = std::move(decided.reply);
    flying.epoch = decider_->fence().epoch;
    flying.last_seq = decider_->fence().seq - 1;
    note_failures(flying, decided.failures);
}

// Logs each failure of a command with a waiting client. Reports and ticks repeat by themselves, so
// their failure is logged once, and again when the reason changes.
void Writer::note_failures(const InFlight& flying, const std::vector<Failure>& failures) {
    const auto& envelope = flying.command.envelope;
    for (const auto& failure : failures) {
        auto& last = failing_[failure.of];
        const bool said = std::exchange(last, failure.why) == failure.why;
        if (said && !flying.command.on_reply) continue;
        spdlog::error("writer: {} failed at position {} (request '{}', key '{}'): {}", failure.of,
                      decider_->world().position, envelope.request_id, envelope.key, failure.why);
    }
    const bool tick = envelope.command.is<Tick>();
    if (failures.empty() && !tick) return;
    const std::lock_guard lock(status_mutex_);
    status_.failures += failures.size();
    if (tick) status_.due_skipped = failures.size();
}

// Returns true once everything is replicated and accepted; false if deposed.
bool Writer::commit(std::vector<std::string> records) {
    auto done = appender_->append(std::move(records));
    if (done) done = appender_->flush(settings_.patience);
    if (done) done = await_own_records();
    if (!done) depose(done.error());
    return done.has_value();
}

// Reads on until the own tail has accepted every decided record.
LogResult<void> Writer::await_own_records() {
    const auto deadline = steady_clock::now() + settings_.patience;
    const Fence& mine = decider_->fence();
    while (true) {
        const std::chrono::milliseconds wait(tail_->fence() == mine ? 0 : 100);
        auto accepted = tail_->next(settings_.batch, wait);
        if (!accepted) return tl::unexpected(accepted.error());
        take(*accepted);
        if (tail_->fence().last_claim != mine.last_claim) {
            return tl::unexpected(
                LogError{LogError::Kind::unavailable, "Another node became the writer."});
        }
        if (tail_->fence() == mine) return {};
        if (steady_clock::now() >= deadline) {
            return tl::unexpected(LogError{LogError::Kind::unavailable,
                                           "The log did not bring the records back in time."});
        }
    }
}

void Writer::answer_all() {
    {
        const std::lock_guard lock(status_mutex_);
        note_progress();
        status_.commands += in_flight_.size();
        for (const auto& command : in_flight_) status_.refused += command.reply ? 0 : 1;
    }
    on_accepted_(tail_->checkpoint().position);
    for (auto& command : in_flight_) {
        if (command.command.on_reply) command.command.on_reply(std::move(command.reply));
    }
    in_flight_.clear();
}

// Returns false if the command was answered, needs no answer, or had too many attempts.
bool Writer::keep_for_another_try(InFlight& flying, const LogError& error) {
    auto& command = flying.command;
    if (!command.on_reply) return false;  // a report: it repeats by itself
    if (error.kind == LogError::Kind::full) {
        command.on_reply(not_done(error.text));
        return false;
    }
    if (++command.attempts <= most_attempts) return true;
    command.on_reply(outcome_unknown(error.text));
    return false;
}

// Voids decisions that were not accepted. A writer deposed by another node's claim goes to standby.
void Writer::depose(const LogError& error) {
    const bool superseded = tail_->fence().last_claim != decider_->fence().last_claim;
    {
        const std::lock_guard lock(status_mutex_);
        ++status_.deposed;
    }
    // Sets the role first: closing the appender may take long.
    go_on_as(superseded ? WriterRole::standby : WriterRole::claiming, error);
    const auto accepted_seq = decider_->accepted_seq();
    decider_.reset();
    appender_.reset();
    for (auto& flying : std::exchange(in_flight_, {})) {
        flying.done = flying.last_seq <= accepted_seq;
        if (keep_for_another_try(flying, error)) unsure_.push_back(std::move(flying));
    }
}

}  // namespace dibs
