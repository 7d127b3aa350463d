// Runs the tail without folding facts: it checks the chain and the checksums.
#include "ingest/recheck.hpp"

#include "domain/log/tail.hpp"

#include <chrono>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::size_t records_per_recheck = 4096;
constexpr std::chrono::milliseconds recheck_read_timeout{200};

}  // namespace

Recheck::Recheck(EventLog& log, Checkpoint snapshot, Checkpoint tables,
                 std::function<void()> when_sound)
    : log_(log),
      snapshot_(std::move(snapshot)),
      tables_(std::move(tables)),
      when_sound_(std::move(when_sound)),
      thread_([this] { run(); }) {}

Recheck::~Recheck() {
    stopping_ = true;
    thread_.join();
}

// A temporary error ends the recheck too: the next start reads again.
void Recheck::run() {
    Tail tail(log_, Checkpoint{});
    const auto until = snapshot_.read_after();
    if (snapshot_.last_record) tail.must_pass(*snapshot_.last_record);
    if (tables_.last_record && tables_.last_record->offset < until) {
        tail.must_pass(*tables_.last_record);
    }
    while (!stopping_ && tail.read_up_to() < until) {
        const auto begun = steady_clock::now();
        if (const auto read = tail.next(records_per_recheck, recheck_read_timeout); !read) {
            return spdlog::error("The log was read again from its beginning: {}",
                                 read.error().text);
        }
        std::this_thread::sleep_for(steady_clock::now() - begun);
    }
    if (!stopping_) when_sound_();
}

}  // namespace dibs
