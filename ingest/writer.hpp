// The single writer: decides every command against one world, appends what it decided, and answers
// when its own tail has accepted the records and their replication was reported. One thread of its
// own does all of it; batches form by themselves while the last one is flushed.
//
//   claiming   reads to the end, appends a claim, waits until its own tail accepts it
//   writing    decides, appends, awaits, answers; ticks each second
//   standby    another node's claim was accepted: follows the log, answers `unavailable`
//   stopped    the log is not the one that was read: answers nothing but `unavailable`
//
// A record of its own that is ignored, a failed report or a fatal error of the appender deposes it:
// what was decided but not accepted is thrown away, it goes on from the world of what was accepted,
// and claims again, unless it finds another's claim accepted meanwhile, as whoever was paused does:
// then it stands by. Commands whose records turn out to be accepted get the answer that was made
// for them; the others are decided again, twice at most.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/log/event_log.hpp"
#include "domain/log/tail.hpp"
#include "ingest/accepted_world.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/command_queue.hpp"
#include "ingest/decider.hpp"
#include "ingest/recheck.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>

namespace dibs {

struct WriterSettings {
    std::string node = "dibsd";  // this node's address, in its claims
    bool claim = true;           // false: stand by, until told to claim
    bool accept_clock = false;
    // Asked at a start with a clock that is far ahead of the log, on the writer's thread.
    std::function<ClockEvidence()> clock_evidence = [] { return ClockEvidence{}; };
    std::chrono::milliseconds clock_patience{15'000};  // for hosts that are not heard
    std::size_t queue = 1000;
    std::size_t batch = 1000;
    std::chrono::milliseconds patience{4000};  // for a flush, and then for the own tail
    std::size_t keys_per_account = 100'000;    // idempotency keys remembered at a time
    std::filesystem::path snapshots{};         // where those of the world are kept; none: nowhere
    Position snapshot_every = 20'000;          // facts
    std::chrono::seconds snapshots_apart{10};  // at least
    // What the tables were made from until now: the writer's own fold has to accept it too.
    Checkpoint tables{};
};

// Why there is nothing to read: never made, or gone, where tables know a log up to `known`.
[[nodiscard]] std::string no_log_text(Position known);

class Writer : public CommandHandler {
  public:
    enum class Role { starting, claiming, writing, standby, stopped };

    struct Status {
        Role role = Role::starting;
        std::string problem{};            // why it takes no commands; empty if it does
        bool needs_admin = false;         // it will not take any by itself: the log, or the clock
        bool must_end = false;            // this process can use the log no more, a new one may
        std::optional<double> reading{};  // the share of the log that was folded, while it folds
        std::uint64_t epoch = 0;
        Position position = 0;
        // The stamp of the newest record; none in an empty log. Ahead of the clock: what is decided
        // until the clock gets there is stamped with it.
        std::optional<Instant> newest_at{};
        std::uint64_t commands = 0, refused = 0, deposed = 0, ignored_records = 0;
        std::uint64_t failures = 0;   // commands and ticks at which Dibs itself failed
        std::size_t due_skipped = 0;  // aggregates for which no time passes, because of one
        Position snapshot = 0;        // of the newest snapshot of the world; 0: none
        bool read_whole = false;      // the log since the start, and not only behind the snapshot
        std::size_t queued = 0;
    };

    // `on_accepted` is called on the writer's thread after each accepted batch. `answered` is where
    // idempotency keys are kept; without it they are forgotten with the process.
    Writer(EventLog& log, Sealer& sealer, Clock clock, WriterSettings settings,
           std::function<void(Position)> on_accepted,
           std::unique_ptr<AnsweredTable> answered = nullptr, Deciding deciding = {});
    ~Writer() override;

    void start();
    // Answers what is in flight, refuses the rest, ends the thread. Idempotent.
    void stop();
    void submit(Envelope envelope, OnReply on_reply) override;
    [[nodiscard]] Status status() const;
    // Whether what is measured may be stamped with this clock; not before it was looked at.
    [[nodiscard]] bool trusts_clock() const { return trusts_clock_; }

  private:
    struct InFlight {
        Waiting command;
        Reply reply{};
        std::uint64_t epoch = 0;
        std::uint64_t last_seq = 0;  // of its records; accepted as far as that, it is done
        bool done = false;
    };

    void run();
    void step();
    void claim();
    bool catch_up();
    LogResult<void> read_rest();
    LogResult<void> open_tail();
    void snapshot_if_due();
    void save(const WorldSnapshot& snapshot);
    std::optional<std::string> doubts_clock(Instant wall);
    LogResult<bool> append_claim();
    void follow();
    void serve();
    void decide_batch(std::vector<Waiting> commands);
    void decide_one(InFlight& flying, std::vector<std::string>& records);
    void note_failures(const InFlight& flying, const std::vector<Failure>& failures);
    bool commit(std::vector<std::string> records);
    LogResult<void> await_own_records();
    void answer_all();
    void share_world();
    void depose(const LogError& error);
    bool keep_for_another_try(InFlight& flying, const LogError& error);
    void settle_unsure();
    // Commands of which nothing was handed to the log.
    void refuse_waiting(std::vector<Waiting> commands, const std::string& why);
    void refuse_unsettled(const std::string& why);
    void take(const std::vector<Accepted>& accepted);
    Instant stamp();
    void was_read_whole();
    void set_role(Role role, std::string problem, bool needs_admin = false);
    void note_progress();  // the status is locked
    void go_on_as(Role role, const LogError& error);

    EventLog& log_;
    Sealer& sealer_;
    const Clock clock_;
    const WriterSettings settings_;
    const std::function<void(Position)> on_accepted_;
    const Deciding deciding_;
    CommandQueue queue_;
    std::thread thread_;
    std::atomic<bool> stopping_{false};
    std::atomic<bool> trusts_clock_{false};

    mutable std::mutex status_mutex_;
    Status status_;

    // The writer's thread only:
    std::unique_ptr<Tail> tail_;
    std::unique_ptr<LogAppender> appender_;
    std::unique_ptr<Recheck> recheck_;  // of what the snapshot stands for
    WorldSnapshots snapshots_;
    AcceptedWorld accepted_;
    Position saved_ = 0;  // the position for which one was asked last
    std::chrono::steady_clock::time_point saved_at_{};
    AnsweredCommands answered_;
    std::unique_ptr<Decider> decider_;  // only while it writes
    std::set<Hash> own_claims_;         // those of this process that may be accepted, or are
    bool was_writer_ = false;
    bool superseded_ = false;  // the newest accepted claim is another node's
    std::vector<InFlight> in_flight_;
    std::vector<InFlight> unsure_;  // of before it was deposed: done or not, the log will tell
    std::vector<Waiting> again_;    // not done: to be decided anew
    std::map<std::string, std::string> failing_;  // what threw last, by what it was about
    std::optional<ClockGuard> clock_guard_;
    std::optional<std::chrono::steady_clock::time_point> doubts_since_;
    JsonParser parser_;
    std::chrono::steady_clock::time_point next_tick_{};
};

}  // namespace dibs
