// The single writer: decides every command against one world, appends the records, and replies. It
// replies when its own tail has accepted the records and their replication was reported. One thread
// of its own does all of it. Batches form while the last one is flushed.
//
//   claiming   reads to the end, appends a claim, waits until its own tail accepts it
//   writing    decides, appends, awaits, answers; ticks each second
//   standby    another node's claim was accepted: follows the log, answers `unavailable`
//   stopped    the log is not the one that was read: answers nothing but `unavailable`
//
// An ignored record of its own, a failed report or a fatal error of the appender deposes the
// writer. It then discards decisions that were not accepted, continues from the accepted world, and
// claims again. If it finds the accepted claim of another node, as after a pause, it goes to
// standby.
//
// Commands whose records were accepted after all get the reply that was made for them. The others
// are decided again, at most twice.
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
#include "ingest/writer_status.hpp"

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
    bool claim = true;           // false: stay in standby until asked to claim
    bool accept_clock = false;
    // Called on the writer's thread, at a start with a clock far ahead of the log.
    std::function<ClockEvidence()> clock_evidence = [] { return ClockEvidence{}; };
    std::chrono::milliseconds clock_patience{15'000};  // the wait for hosts without an answer
    std::size_t queue = 1000;
    std::size_t batch = 1000;
    std::chrono::milliseconds patience{4000};  // for a flush, and again for the own tail
    std::size_t keys_per_account = 100'000;    // remembered at a time
    std::filesystem::path snapshots{};         // where world snapshots are kept; empty: nowhere
    Position snapshot_every = 20'000;          // in facts
    std::chrono::seconds snapshots_apart{10};  // the shortest pause between two snapshots
    // The checkpoint that the tables were made from. The writer's own fold must accept it too.
    Checkpoint tables{};
};

// Says why there is no log to read: it was never made, or it is gone. `known` is the position up to
// which the tables know a log.
[[nodiscard]] std::string no_log_text(Position known);

class Writer : public CommandHandler {
  public:
    // Calls `on_accepted` on the writer's thread after each accepted batch. `answered` keeps the
    // idempotency keys; without it they are lost with the process.
    Writer(EventLog& log, Sealer& sealer, Clock clock, WriterSettings settings,
           std::function<void(Position)> on_accepted,
           std::unique_ptr<AnsweredTable> answered = nullptr, Deciding deciding = {});
    ~Writer() override;

    void start();
    // Answers commands in flight, refuses the rest, and ends the thread. Idempotent.
    void stop();
    void submit(Envelope envelope, OnReply on_reply) override;
    [[nodiscard]] WriterStatus status() const;
    // True if measurements may be stamped with this clock; false before the clock was checked.
    [[nodiscard]] bool trusts_clock() const { return trusts_clock_; }

  private:
    struct InFlight {
        Waiting command;
        Reply reply{};
        std::uint64_t epoch = 0;
        std::uint64_t last_seq = 0;  // of its records; done once this one is accepted
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
    // Refuses commands of which no record was handed to the log.
    void refuse_waiting(std::vector<Waiting> commands, const std::string& why);
    void refuse_unsettled(const std::string& why);
    void take(const std::vector<Accepted>& accepted);
    Instant stamp();
    void was_read_whole();
    void set_role(WriterRole role, std::string problem, bool needs_admin = false);
    void note_progress();  // call it with the status locked
    void go_on_as(WriterRole role, const LogError& error);

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
    WriterStatus status_;

    // Used only on the writer's thread:
    std::unique_ptr<Tail> tail_;
    std::unique_ptr<LogAppender> appender_;
    std::unique_ptr<Recheck> recheck_;  // of the log in front of the snapshot
    WorldSnapshots snapshots_;
    AcceptedWorld accepted_;
    Position saved_ = 0;  // position of the last requested snapshot
    std::chrono::steady_clock::time_point saved_at_{};
    AnsweredCommands answered_;
    std::unique_ptr<Decider> decider_;  // only while it writes
    std::set<Hash> own_claims_;         // claims of this process that may be or are accepted
    bool was_writer_ = false;
    bool superseded_ = false;  // the newest accepted claim is another node's
    std::vector<InFlight> in_flight_;
    std::vector<InFlight> unsure_;  // from before it was deposed; the log will show which are done
    std::vector<Waiting> again_;    // not done, to be decided again
    std::map<std::string, std::string> failing_;  // the last exception text, by its subject
    std::optional<ClockGuard> clock_guard_;
    std::optional<std::chrono::steady_clock::time_point> doubts_since_;
    JsonParser parser_;
    std::chrono::steady_clock::time_point next_tick_{};
};

}  // namespace dibs
