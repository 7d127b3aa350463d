// The usage tables of one node, and the follower that carries samples into them. Pass the facts if
// another node's tables must be read.
#pragma once

#include "domain/codec/json_writer.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/read_model.hpp"
#include "projections/usage/usage_follower.hpp"
#include "tests/projections/store/scratch.hpp"

#include <gtest/gtest.h>

namespace dibs::test {

class UsageNode {
  public:
    UsageNode(SampleLog& samples, HourlyLog& hours, Instant now,
              Duration kept = std::chrono::days{14})
        : samples_(samples), hours_(hours), now_(now), kept_(kept) {
        open();
    }
    UsageNode(SampleLog& samples, HourlyLog& hours, Instant now, UseOfHour::Holds holds)
        : samples_(samples), hours_(hours), now_(now), holds_(std::move(holds)) {
        open();
    }
    void open() {
        follower_.reset();
        model_.reset();
        model_ = ReadModel::open({.directory = scratch_.path(), .boot_id = "b"}).value();
        const UsageFollower::Settings settings{kept_,
                                               [this] { return now_; },
                                               [this](const auto& text) { problems += text; },
                                               [this] { return facts_are_read; },
                                               holds_,
                                               [this] { return clock_is_trusted; }};
        follower_ = std::make_unique<UsageFollower>(samples_, hours_, model_->usage(), settings);
    }
    void throw_tables_away() {
        follower_.reset();
        model_.reset();
        ASSERT_TRUE(ReadModel::discard(scratch_.path()).has_value());
        open();
    }
    void catch_up() {
        while (follower_->step(std::chrono::milliseconds{0})) {
        }
        follower_->step(std::chrono::milliseconds{0});
    }
    void set_clock(Instant now) { now_ = now; }
    bool step() { return follower_->step(std::chrono::milliseconds{0}); }
    Usage& usage() { return model_->usage(); }

    // All visible values of a GPU in these hours, and its last values.
    std::string show(GpuId gpu, Instant from, Instant until) {
        std::string all = to_json(usage().last(gpu));
        for (const auto step : {60, 3600, 86'400}) all += ask(gpu, from, until, step);
        return all + ask(gpu, until - std::chrono::minutes{50}, until, 1);
    }
    std::string ask(GpuId gpu, Instant from, Instant until, std::int64_t step) {
        return to_json(
            usage().usage({.gpus = {gpu}, .from = from, .until = until, .step_s = step}).value());
    }
    std::string problems;
    bool facts_are_read = true;
    bool clock_is_trusted = true;

  private:
    SampleLog& samples_;
    HourlyLog& hours_;
    Instant now_;
    const Duration kept_ = std::chrono::days{14};
    const UseOfHour::Holds holds_ = [this](GpuId gpu, const Interval& window) {
        return bookings_on(model_->snapshot(now_), gpu, window);
    };
    Scratch scratch_;
    std::unique_ptr<ReadModel> model_;
    std::unique_ptr<UsageFollower> follower_;
};

}  // namespace dibs::test
