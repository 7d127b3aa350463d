// Tables that a test fills with facts directly, without a log, and then reads.
#pragma once

#include "domain/codec/json_writer.hpp"
#include "projections/read_model.hpp"
#include "projections/store/checkpoint_row.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {

inline const GroupId student_group = nth<GroupId>(1);  // a group that some tests create

class TablesWith {
  public:
    TablesWith()
        : model_(ReadModel::open({.directory = scratch_.path(), .boot_id = "b"}).value()) {}

    template <class E>
    TablesWith& fact(E e, std::optional<PersonId> by = {}) {
        return facts({event(std::move(e))}, by);
    }
    TablesWith& facts(std::vector<Event> events, std::optional<PersonId> by = {}) {
        auto txn = model_->facts().write();
        for (auto& e : events) {
            Origin origin{.actor = by, .source = "10.1.1.1", .request_id = "req"};
            project(txn, all_projections(),
                    Recorded{++position_, now_, origin, std::move(e), true});
        }
        Checkpoint checkpoint;
        checkpoint.position = position_;
        projections::store_checkpoint(txn, checkpoint);
        EXPECT_TRUE(txn.commit().has_value());
        return *this;
    }
    TablesWith& at(std::string_view hour_minute, std::string_view day = "2026-12-01") {
        now_ = clock(hour_minute, day);
        return *this;
    }
    // The sample_site of tests/support/sample_site.hpp.
    TablesWith& sample_site() {
        fact(person(ann, "ann", people::Role::user)).fact(person(ben, "ben", people::Role::user));
        fact(person(root, "root", people::Role::admin)).fact(people::SetupCompleted{root});
        fact(host(atlas, "atlas"), root).fact(host(boreas, "boreas"), root);
        fact(fleet::HostReached{atlas}).fact(fleet::HostReached{boreas});
        fact(gpu(gpu_a, atlas, "GPU-a", 0)).fact(gpu(gpu_b, atlas, "GPU-b", 1));
        fact(gpu(gpu_c, boreas, "GPU-c", 0)).fact(gpu(gpu_d, boreas, "GPU-d", 1));
        fact(gpu(slice_1, boreas, "MIG-1", 2, gpu_d));
        return fact(gpu(slice_2, boreas, "MIG-2", 3, gpu_d));
    }
    [[nodiscard]] Snapshot ask() const { return model_->snapshot(now_); }
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] ReadModel& model() { return *model_; }

  private:
    Scratch scratch_;
    std::unique_ptr<ReadModel> model_;
    Position position_ = 0;
    Instant now_ = ten;
};

}  // namespace dibs::test
