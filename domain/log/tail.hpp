// A reader of the facts: applies the reading rule to a log and hands out what is accepted, command
// by command. The writer follows its own records with one, the projector feeds the tables with
// another. After any doubt (a gap, something suspicious) it first verifies that the log still holds
// what it read, by its two anchors; if not, it stops for good and names the offset. On a log
// with one writer nothing is ever ignored: what does not continue the chain is damage, and stops
// it. Owned and used by one thread.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "domain/log/event_log.hpp"
#include "domain/log/fence.hpp"
#include "domain/log/record.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// An accepted record, with its bytes.
struct Accepted {
    Offset offset = before_first;
    Position position = 0;  // 0: no fact (a claim, the log's birth)
    std::string bytes;
    [[nodiscard]] RecordView view() const { return *parse_record(bytes); }
};

class Tail {
  public:
    struct Counts {
        std::uint64_t accepted = 0;
        std::uint64_t ignored = 0;   // late, doubled, of a deposed writer
        std::uint64_t garbage = 0;   // no header that parses
        std::uint64_t verified = 0;  // how often the anchors were looked at
    };

    Tail(EventLog& log, Checkpoint from);

    // Accepted records of whole commands, in order, claims among them; waits up to `wait` for the
    // first. Empty: nothing new yet. An error of kind `lost` is final.
    LogResult<std::vector<Accepted>> next(std::size_t max, std::chrono::milliseconds wait);

    // Reads until nothing is left that was in the log when this was called, or until `stopping`
    // says so between two batches (an error of kind `unavailable`).
    LogResult<void> read_to_end(
        const std::function<void(std::vector<Accepted>)>& take,
        const std::function<bool()>& stopping = [] { return false; });

    // Of what was made from this log before: the rule has to accept this record on the way to the
    // end. Before the first read.
    void must_pass(const Anchor& record);

    // Looks whether the newest accepted record and claim are still where they were.
    LogResult<void> verify();

    // The rule's state right behind everything read, groups still open included.
    [[nodiscard]] const Fence& fence() const { return fence_; }
    // Right behind what `next` has handed out.
    [[nodiscard]] const Checkpoint& checkpoint() const { return checkpoint_; }
    // The newest record judged, accepted or not.
    [[nodiscard]] Offset read_up_to() const { return read_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }

  private:
    LogResult<void> make_ready();
    LogResult<void> check_anchors();
    LogResult<void> judge(LogEntry entry, std::vector<Accepted>& out);
    LogResult<void> skip(std::uint64_t& counter);
    void accept(LogEntry entry, const RecordView& record, std::vector<Accepted>& out);
    LogResult<void> check_at_start();
    LogResult<void> must_be_there(const Anchor& anchor);
    [[nodiscard]] bool continues(const std::optional<RecordView>& record) const;
    [[nodiscard]] Position read_position() const;
    LogResult<void> check_expected();
    LogResult<void> check_end();
    [[nodiscard]] LogError not_passed(const Anchor& wanted) const;
    tl::unexpected<LogError> stop(LogError error);

    EventLog& log_;
    std::unique_ptr<LogCursor> cursor_;
    Checkpoint checkpoint_;
    Fence fence_;
    Anchor last_record_, last_claim_;  // as far as read; the checkpoint's are as far as handed out
    std::vector<Accepted> group_;      // accepted records of a command still incomplete
    Offset read_ = before_first;       // the newest offset judged
    Offset suspected_ = before_first;  // suspicion was followed up to here
    Offset counted_ = before_first;    // the newest offset that is in the counts
    bool in_doubt_ = true;             // the anchors must be looked at before reading on
    bool checked_ = false;             // they were looked at since the last batch began
    bool skipped_ = false;             // something behind the newest accepted record was ignored
    std::vector<Anchor> expected_;     // records that it must pass, the next one last
    std::optional<LogError> stopped_{};
    bool reread_ = false;  // the cursor was set back behind it
    Counts counts_;
};

}  // namespace dibs
