// A reader of the facts: applies the reading rule to a log and hands out accepted records, command
// by command. The writer follows its own records with one, the projector feeds the tables with
// another, and the reactors share a third (ops/react/shared_tail.hpp). After any doubt (a gap, a
// suspicious record) it first verifies by its two anchors that the log still holds the records it
// read. If not, it stops permanently and names the offset. On a log with one writer it ignores
// nothing: a record that does not continue the chain is damage and stops it. One thread at a time
// uses it.
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
    Position position = 0;  // 0: not a fact (a claim, the creation of the log)
    std::string bytes;
    [[nodiscard]] RecordView view() const { return *parse_record(bytes); }
};

class Tail {
  public:
    struct Counts {
        std::uint64_t accepted = 0;
        std::uint64_t ignored = 0;   // late, duplicate, or of a deposed writer
        std::uint64_t garbage = 0;   // the header does not parse
        std::uint64_t verified = 0;  // the number of checks of the anchors
    };

    Tail(EventLog& log, Checkpoint from);

    // Accepted records of whole commands, in order, including claims. Waits up to `wait` for the
    // first. Empty: nothing new yet. An error of kind `lost` is final.
    LogResult<std::vector<Accepted>> next(std::size_t max, std::chrono::milliseconds wait);

    // Reads all records that were in the log at the time of the call. Checks `stopping` between two
    // batches, and returns `unavailable` if it is true.
    LogResult<void> read_to_end(
        const std::function<void(std::vector<Accepted>)>& take,
        const std::function<bool()>& stopping = [] { return false; });

    // Requires that the rule accepts this record before the end: data made from this log depends on
    // it. Call it before the first read.
    void must_pass(const Anchor& record);

    // Checks that the newest accepted record and claim are still at their offsets.
    LogResult<void> verify();

    // The rule's state right after everything read, including open groups.
    [[nodiscard]] const Fence& fence() const { return fence_; }
    // Right after the records that `next` has handed out.
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
    // Up to `read_`; the anchors in the checkpoint are up to the last records handed out.
    Anchor last_record_, last_claim_;
    std::vector<Accepted> group_;      // accepted records of an incomplete command
    Offset read_ = before_first;       // the newest offset judged
    Offset suspected_ = before_first;  // suspicious records were checked up to here
    Offset counted_ = before_first;    // the newest offset in the counts
    bool in_doubt_ = true;             // the anchors must be checked before reading on
    bool checked_ = false;             // they were checked since the last batch began
    bool skipped_ = false;             // a record after the newest accepted one was ignored
    std::vector<Anchor> expected_;     // records that it must pass, the next one last
    std::optional<LogError> stopped_{};
    bool reread_ = false;  // the cursor was set back
    Counts counts_;
};

}  // namespace dibs
