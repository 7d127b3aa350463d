// Rebuilds one read model while the others answer. In the end its tables must be byte for byte
// those of a whole rebuild, whatever happened meanwhile.
#include "projections/rebuilder.hpp"

#include "ingest/log/facts/memory_log.hpp"
#include "projections/projector.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/site.hpp"
#include "tests/projections/store/log_of.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/one_of_each.hpp"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

constexpr std::size_t rebuilt_fact_count = 3000;

// The projections, with this one in a later version.
std::vector<Projection> raised(std::string_view name, int by = 1) {
    std::vector<Projection> list(all_projections().begin(), all_projections().end());
    for (auto& one : list) {
        if (one.name == name) one.version += by;
    }
    return list;
}

class Rebuilding : public testing::Test {
  protected:
    Rebuilding() : commands_(life_.make(rebuilt_fact_count)) {
        write(commands_.size() / 2);
        open(all_projections());
        follow();
    }

    void write(std::size_t count) {
        for (; count > 0 && written_ < commands_.size(); --count, ++written_) {
            const auto& c = commands_[written_];
            writer_.command(c.at, c.events, c.origin);
            now_ = c.at;
        }
    }
    void open(Projections projections, std::size_t map_bytes = std::size_t{1} << 30,
              std::size_t batch = 64) {
        close();
        model_ = ReadModel::open({scratch_.path(), "b", projections, map_bytes}).value();
        projector_ = std::make_unique<Projector>(
            log_, test_keys(), *model_, Projector::Settings{.batch = batch, .wait = no_wait});
        rebuilder_ = std::make_unique<Rebuilder>(log_, test_keys(), *model_, small_);
    }
    void close() {
        rebuilder_.reset();
        projector_.reset();
        model_.reset();
    }
    // Simulates a kill: nothing is closed properly.
    void kill() {
        model_->facts().close_dirty();
        close();
    }
    void follow() {
        while (projector_->step()) {
        }
        ASSERT_EQ(projector_->status().error, "");
    }
    void rebuild() {
        for (int i = 0; i < 1000 && !model_->behind().all().empty(); ++i) rebuilder_->step();
        ASSERT_TRUE(model_->behind().all().empty());
    }
    ReservationId any_reservation() {
        return list_reservations(model_->snapshot(now_), {}, {.limit = 1}).items.at(0).id;
    }
    std::string dump_of_a_whole_rebuild() {
        const Scratch elsewhere;
        const auto rebuilt = ReadModel::open({elsewhere.path(), "b"}).value();
        Projector projector(log_, test_keys(), *rebuilt, {.wait = no_wait});
        while (projector.step()) {
        }
        EXPECT_EQ(projector.position(), projector_->position());
        return rebuilt->facts().dump();
    }
    void expect_whole() {
        follow();
        EXPECT_TRUE(model_->facts().dump() == dump_of_a_whole_rebuild());
    }

    static constexpr Rebuilder::Settings small_{.batch = 100, .wait = no_wait};
    RandomFacts life_{7};
    std::vector<RandomFacts::Command> commands_;
    std::size_t written_ = 0;
    Instant now_;
    Scratch scratch_;
    MemoryLog log_;
    LogOf writer_{log_};
    std::unique_ptr<ReadModel> model_;
    std::unique_ptr<Projector> projector_;
    std::unique_ptr<Rebuilder> rebuilder_;
};

TEST_F(Rebuilding, full_rebuild_restarts_a_running_one_and_tables_still_answer) {
    open(raised("calendar"));
    rebuilder_->step();
    rebuilder_->make_all_anew();
    EXPECT_TRUE(eventually([&] { return model_->behind().all().empty(); }));
    EXPECT_EQ(model_->behind().swapped(), all_projections().size());
    rebuilder_->clear_what_was_before();
    expect_whole();
}

TEST_F(Rebuilding, raised_version_is_missing_until_rebuilt_and_others_answer) {
    const auto reservation = any_reservation();
    const auto hosts = count_rows(model_->snapshot(now_)).hosts;
    const auto position = projector_->position();
    const auto list = raised("calendar");
    open(list);
    EXPECT_EQ(projector_->position(), position) << "the others go on where they were";
    ASSERT_EQ(model_->behind().all().size(), 1U);
    EXPECT_EQ(model_->behind().all()[0].name, "calendar");
    EXPECT_FALSE(model_->behind().all_answer());
    EXPECT_EQ(list_hosts(model_->snapshot(now_), {}).items.size(), hosts);
    EXPECT_THROW((void)find_reservation(model_->snapshot(now_), reservation), TableNotThere);

    write(50);
    follow();
    EXPECT_GT(projector_->position(), position);
    double share = 0;
    while (rebuilder_->step() && !model_->behind().all().empty()) {
        ASSERT_GE(model_->behind().all()[0].share, share);
        share = *model_->behind().all()[0].share;
    }
    EXPECT_GT(share, 0.5);
    EXPECT_EQ(model_->behind().swapped(), 1U);
    EXPECT_TRUE(find_reservation(model_->snapshot(now_), reservation).has_value());
    expect_whole();
    open(list);
    EXPECT_TRUE(model_->behind().all().empty()) << "a restart finds it made";
}

TEST_F(Rebuilding, facts_during_a_rebuild_are_projected_once) {
    const auto list = raised("history");
    open(list);
    while (!model_->behind().all().empty()) {
        write(7);
        projector_->step();
        rebuilder_->step();
    }
    EXPECT_LT(written_, commands_.size()) << "it was made while the log grew";
    write(commands_.size());
    expect_whole();
}

TEST_F(Rebuilding, rebuild_stops_at_the_position_of_a_lagging_projector) {
    const auto list = raised("calendar");
    open(list);
    write(commands_.size());
    const auto position = projector_->position();
    rebuild();
    EXPECT_EQ(projector_->position(), position);
    expect_whole();
}

TEST_F(Rebuilding, killed_rebuild_continues_at_its_checkpoint) {
    const auto list = raised("people");
    open(list);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(rebuilder_->step());
    const auto made = model_->behind().all()[0].position;
    ASSERT_GT(made, 300);
    kill();
    open(list);
    EXPECT_EQ(model_->behind().all()[0].position, made);
    rebuild();
    expect_whole();
}

TEST_F(Rebuilding, rebuild_starts_over_if_the_version_is_raised_again) {
    const auto list = raised("people"), further = raised("people", 2);
    open(list);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(rebuilder_->step());
    open(further);
    EXPECT_EQ(model_->behind().all()[0].position, 0);
    rebuild();
    expect_whole();
}

TEST_F(Rebuilding, several_read_models_are_rebuilt_in_turn) {
    auto list = raised("people");
    list.back().version += 1;
    open(list);
    EXPECT_EQ(model_->behind().all().size(), 2U);
    rebuild();
    EXPECT_EQ(model_->behind().swapped(), 2U);
    expect_whole();
}

TEST_F(Rebuilding, projector_fills_all_tables_if_every_version_is_raised) {
    auto list = raised("people");
    for (auto& one : list) one.version += 1;
    open(list);
    EXPECT_TRUE(model_->behind().all().empty());
    EXPECT_EQ(projector_->position(), 0);
    expect_whole();
}

TEST_F(Rebuilding, named_rebuild_answers_from_old_tables_until_swapped) {
    auto txn = model_->facts().write();
    txn.put(Table::reservations_by_start, "wrong", "row");
    ASSERT_TRUE(txn.commit());
    const auto wrong = [&] {
        return model_->facts().read().get(Table::reservations_by_start, "wrong").has_value();
    };
    const auto reservation = any_reservation();
    close();
    ASSERT_TRUE(ReadModel::ask_to_rebuild({scratch_.path(), "b"}, "calendar"));
    open(all_projections());
    ASSERT_EQ(model_->behind().all().size(), 1U);
    EXPECT_TRUE(model_->behind().all_answer());
    while (rebuilder_->step() && !model_->behind().all().empty()) {
        ASSERT_TRUE(find_reservation(model_->snapshot(now_), reservation).has_value());
        ASSERT_TRUE(wrong());
    }
    EXPECT_FALSE(wrong());
    expect_whole();
}

TEST_F(Rebuilding, concurrent_questions_see_one_whole_read_model) {
    const auto reservation = any_reservation();
    const auto rows = count_rows(model_->snapshot(now_)).reservations;
    close();
    ASSERT_TRUE(ReadModel::ask_to_rebuild({scratch_.path(), "b"}, "calendar"));
    open(all_projections());
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0}, asked{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            while (!done) {
                const auto tables = model_->snapshot(now_);
                if (!find_reservation(tables, reservation)) ++wrong;
                if (count_rows(tables).reservations != rows) ++wrong;
                ++asked;
            }
        });
    }
    rebuilder_->start();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (model_->behind().swapped() == 0 && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    const int before = asked;
    while (asked < before + 100) std::this_thread::yield();
    done = true;
    for (auto& reader : readers) reader.join();
    EXPECT_EQ(model_->behind().swapped(), 1U);
    EXPECT_EQ(wrong, 0);
    rebuilder_->stop();
    expect_whole();
}

TEST_F(Rebuilding, full_disk_leaves_live_read_models_answering_and_growing) {
    write(commands_.size() - written_ - 10);
    close();
    std::filesystem::remove_all(scratch_.path() / "facts");
    open(all_projections(), std::size_t{1} << 30, 100'000);  // in one batch: no page is left free
    follow();
    close();
    ASSERT_TRUE(ReadModel::ask_to_rebuild({scratch_.path(), "b"}, "history"));
    const auto size = std::filesystem::file_size(scratch_.path() / "facts" / "data.mdb");
    open(all_projections(), size + (std::size_t{256} << 10));
    while (rebuilder_->step()) {
    }
    ASSERT_EQ(model_->behind().all().size(), 1U);
    EXPECT_NE(model_->behind().all()[0].trouble.find("MDB_MAP_FULL"), std::string::npos)
        << model_->behind().all()[0].trouble;
    EXPECT_TRUE(find_event(model_->snapshot(now_), 1).has_value());
    const auto position = projector_->position();
    write(5);
    follow();
    EXPECT_GT(projector_->position(), position);
    open(all_projections());
    rebuild();
    expect_whole();
}

TEST_F(Rebuilding, unknown_name_is_refused_with_the_known_names) {
    const auto asked = ReadModel::ask_to_rebuild({scratch_.path(), "b"}, "calender");
    ASSERT_FALSE(asked);
    for (const auto* name : {"'calender'", "calendar", "history", "usage"}) {
        EXPECT_NE(asked.error().text.find(name), std::string::npos) << asked.error().text;
    }
}

TEST_F(Rebuilding, usage_read_model_is_discarded_by_name) {
    close();
    const auto usage = scratch_.path() / "usage" / "data.mdb";
    ASSERT_TRUE(std::filesystem::exists(usage));
    ASSERT_TRUE(ReadModel::ask_to_rebuild({scratch_.path(), "b"}, "usage"));
    EXPECT_FALSE(std::filesystem::exists(usage));
    open(all_projections());
    EXPECT_TRUE(model_->behind().all().empty());
}

TEST_F(Rebuilding, cut_log_is_reported_as_the_trouble) {
    const auto list = raised("people");
    open(list);
    ASSERT_TRUE(rebuilder_->step());
    log_.cut(1);
    log_.interrupt();
    while (rebuilder_->step()) {
    }
    EXPECT_NE(model_->behind().all()[0].trouble.find("offset"), std::string::npos)
        << model_->behind().all()[0].trouble;
    EXPECT_FALSE(model_->behind().all_answer());
}

TEST_F(Rebuilding, projection_using_a_foreign_table_throws) {
    auto txn = model_->facts().write();
    Position position = projector_->position();
    for (const auto& e : one_of_each()) {
        EXPECT_NO_THROW(project(txn, all_projections(), {++position, now_, {}, e, true}));
    }
    const auto fact = Recorded{++position, now_, {}, one_of_each().front(), true};
    const auto expect_refused = [&](void (*nosy)(WriteTxn&, const Recorded&)) {
        const Projection one{"nosy", 1, {Table::boards}, nosy};
        EXPECT_THROW(project(txn, {&one, 1}, fact), std::logic_error);
        txn.confine_to(TableSet::all());
    };
    expect_refused([](WriteTxn& t, const Recorded&) { (void)t.get(Table::people, "k"); });
    expect_refused([](WriteTxn& t, const Recorded&) { (void)t.cursor(Table::gpus); });
    expect_refused([](WriteTxn& t, const Recorded&) { t.put(Table::rules, "k", "v"); });
    expect_refused([](WriteTxn& t, const Recorded&) { t.del(Table::meta, "k"); });
    expect_refused([](WriteTxn& t, const Recorded&) { t.put_later(Table::history_index, "k"); });
}

}  // namespace
}  // namespace dibs::test
