// Snapshots of the world: with the rest of the log they give the world of the whole log. An unsound
// snapshot is never used.
#include "ingest/world_snapshots.hpp"

#include "domain/codec/world_rows.hpp"
#include "ingest/keys/keys.hpp"
#include "tests/ingest/writer_fixture.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/support/one_of_each.hpp"
#include "tests/support/world_text.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

namespace dibs::test {
namespace {

std::vector<Recorded> random_log(unsigned seed, std::size_t count) {
    std::vector<Recorded> facts;
    for (auto& made : RandomFacts(seed).make(count)) {
        for (auto& e : made.events) {
            const bool last = &e == &made.events.back();
            const auto position = static_cast<Position>(facts.size() + 1);
            facts.push_back(Recorded{position, made.at, made.origin, std::move(e), last});
        }
    }
    return facts;
}

World through_a_snapshot(const World& world) {
    WorldReader reader(test_keys());
    write_world(world, test_keys(), [&](std::string_view line) {
        const auto read = reader.add(line);
        ASSERT_TRUE(read) << line << ": " << read.error().field << ' ' << read.error().detail;
    });
    return reader.take();
}

TEST(WorldRows, snapshot_and_rest_of_any_log_give_the_whole_world) {
    const char* given_seed = std::getenv("DIBS_SEED");
    const auto first =
        given_seed ? static_cast<std::uint32_t>(std::stoul(given_seed)) : std::random_device{}();
    std::cout << "DIBS_SEED=" << first << '\n';
    for (std::uint32_t i = 0; i < 1000; ++i) {
        std::mt19937 random(first + i);
        const auto facts = random_log(first + i, 60 + random() % 120);
        const auto cut = random() % (facts.size() + 1);
        World whole;
        World resumed;
        for (std::size_t n = 0; n < facts.size(); ++n) {
            if (n == cut) resumed = through_a_snapshot(whole);
            whole = evolve(std::move(whole), facts[n]);
            if (n >= cut) resumed = evolve(std::move(resumed), facts[n]);
        }
        if (cut == facts.size()) resumed = through_a_snapshot(whole);
        ASSERT_EQ(WorldText::of(resumed), WorldText::of(whole)) << "DIBS_SEED=" << first + i;
    }
}

TEST(WorldRows, private_values_are_sealed_in_snapshots) {
    const auto titled =
        booking(1, ann, {gpu_a}, clock("11:00"), clock("12:00"), "a title of my own");
    const auto site =
        given(sample_site(), booked(titled), people::SetupOpened{{std::string(64, 'd')}, ten + 1h},
              people::PasswordLinkMade{ann, {std::string(64, 'e')}, ten + 1h});
    std::string text;
    write_world(site.world(), test_keys(), [&](std::string_view line) { (text += line) += '\n'; });
    EXPECT_EQ(text.find("a title of my own"), text.npos);
    EXPECT_EQ(text.find(std::string(64, 'd')), text.npos);
    EXPECT_EQ(text.find(std::string(64, 'e')), text.npos);
    EXPECT_EQ(WorldText::of(through_a_snapshot(site.world())), WorldText::of(site.world()));
}

TEST(WorldRows, usage_of_forgotten_bookings_survives_a_snapshot) {
    auto held = booking(1, ann, {gpu_a, gpu_b}, clock("11:00"), clock("12:00"));
    held.project = "bert";
    const auto budget = a_budget();
    auto site = given(sample_site(), group::GroupCreated{a_group()},
                      budget::BudgetCreated{budget, "students"}, booked(held));
    auto world = site.world();
    world.position = 4095;  // the next fact makes the world forget
    site.become(std::move(world)).at(clock("12:00", "2027-02-01"));
    site.and_then(people::SetupOpened{{std::string(64, 'd')}, ten + 1h});
    ASSERT_TRUE(site.world().reservations.all.empty());
    ASSERT_EQ(site.world().budgets.past.size(), 1U);
    const auto again = through_a_snapshot(site.world());
    EXPECT_EQ(WorldText::of(again), WorldText::of(site.world()));
    EXPECT_EQ(again.budgets.past.at(ann).begin()->second.project, "bert");
    EXPECT_EQ(again.budgets.all.at(budget.id).budget, budget);
}

class SnapshotFiles : public WriterTest {
  protected:
    SnapshotFiles() { save(); }
    ~SnapshotFiles() override { std::filesystem::remove_all(folder_); }

    // Saves the world that a reader makes of the log now.
    void save() {
        Tail tail(log_, {});
        JsonParser parser;
        World world;
        const auto read = tail.read_to_end([&](const std::vector<Accepted>& accepted) {
            for (const auto& record : accepted) {
                if (!is_fact(record.view())) continue;
                world =
                    evolve(std::move(world),
                           read_fact(parser, record.view(), record.position, test_keys()).value());
            }
        });
        ASSERT_TRUE(read);
        const auto saved = snapshots_.save(world, tail.checkpoint());
        ASSERT_TRUE(saved) << saved.error();
        text_ = WorldText::of(world);
    }
    void add_a_fact() {
        RecordMaker records;
        records.now = ten;
        records.fence = read_log(log_).fence;
        append(log_, records.command(std::vector{event(fleet::HostLost{atlas, "why"})}));
    }
    std::optional<std::string> found() {
        const auto newest = snapshots_.newest(log_);
        EXPECT_TRUE(newest);
        if (!newest || !*newest) return std::nullopt;
        return WorldText::of((*newest)->world);
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
            all.push_back(entry.path());
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    static std::string content_of(const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static void write(const std::filesystem::path& path, const std::string& text) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    }

    static std::filesystem::path fresh_folder() {
        auto name = (std::filesystem::temp_directory_path() / "dibs-world-XXXXXX").string();
        return mkdtemp(name.data());
    }

    const std::filesystem::path folder_ = fresh_folder();
    WorldSnapshots snapshots_{folder_, test_keys()};
    std::string text_;
};

TEST_F(SnapshotFiles, newest_snapshot_is_found_and_two_are_kept) {
    EXPECT_EQ(found(), text_);
    for (int i = 0; i < 3; ++i) {
        add_a_fact();
        save();
        EXPECT_EQ(found(), text_);
    }
    EXPECT_EQ(files().size(), 2U);
}

TEST_F(SnapshotFiles, damaged_snapshot_is_skipped_for_the_one_before) {
    const auto before = text_;
    add_a_fact();
    save();
    const auto newest = files().back();
    const auto good = content_of(newest);
    for (std::size_t at = 0; at < good.size(); at += 7) {
        auto bad = good;
        bad[at] = static_cast<char>(bad[at] ^ 1);
        write(newest, bad);
        ASSERT_EQ(found(), before) << at;
    }
    for (std::size_t size = 0; size + 1 < good.size(); size += 11) {
        write(newest, good.substr(0, size));
        ASSERT_EQ(found(), before) << size;
    }
    write(newest, good);
    EXPECT_EQ(found(), text_);
}

TEST_F(SnapshotFiles, snapshot_of_another_log_is_skipped) {
    log_.cut(1000);
    RecordMaker records;
    records.now = ten + 1h;
    append(log_, records.created("another"));
    append(log_, records.claim("setup"));
    EXPECT_EQ(found(), std::nullopt);
}

// Returns the same rows, with valid digests, under another first line.
std::string with_heading(const std::string& text, const std::string& heading) {
    std::string out;
    Hash digest{};
    const auto add = [&](const std::string& line) {
        digest = hash_of(bytes_of(digest), line);
        (out += line) += '\n';
    };
    add(heading);
    std::istringstream lines(text.substr(text.find('\n') + 1));
    for (std::string line; std::getline(lines, line);) {
        add(line.starts_with("end ") ? "end " + to_hex(bytes_of(digest)) : line);
    }
    return out;
}

TEST_F(SnapshotFiles, snapshot_of_another_version_is_skipped) {
    const auto newest = files().back();
    const auto good = content_of(newest);
    const auto heading = good.substr(0, good.find('\n'));
    const auto ours = "dibs world " + std::to_string(fold_version) + ' ';
    ASSERT_TRUE(heading.starts_with(ours)) << heading;
    ASSERT_EQ(with_heading(good, heading), good);
    auto other_rows = heading;
    other_rows.back() = other_rows.back() == '0' ? '1' : '0';
    const auto other_fold =
        "dibs world " + std::to_string(fold_version + 1) + heading.substr(ours.size() - 1);
    for (const auto& other : {other_rows, other_fold, ours}) {
        write(newest, with_heading(good, other));
        EXPECT_EQ(found(), std::nullopt) << other;
    }
    write(newest, good);
    EXPECT_EQ(found(), text_);
}

TEST(WorldRows, schema_lists_every_row_and_its_members) {
    const auto site = given(
        sample_site(), booked(booking(1, ann, {gpu_a}, clock("11:00"), clock("12:00"), "a title")));
    const auto schema = world_schema();
    JsonParser parser;
    write_world(site.world(), test_keys(), [&](std::string_view line) {
        const auto name = line.substr(0, line.find(' '));
        const auto begin = schema.find('\n' + std::string(name) + ' ');
        ASSERT_NE(begin, schema.npos) << name;
        const auto row = schema.substr(begin, schema.find("\n}", begin) - begin);
        const auto json = parser.parse(line.substr(name.size() + 1));
        ASSERT_TRUE(json);
        json->for_each_member([&](std::string_view member, const JsonValue&) {
            EXPECT_NE(row.find('"' + std::string(member) + "\": {"), row.npos) << member;
            return true;
        });
    });
}

TEST_F(SnapshotFiles, snapshot_of_other_keys_is_skipped) {
    const auto other = Keys::in_memory();
    const WorldSnapshots strangers(folder_ / "others", *other);
    World world;
    world.people.setup.opened = people::SetupOpened{{std::string(64, 'd')}, ten};
    ASSERT_TRUE(strangers.save(world, {}));
    EXPECT_TRUE(strangers.newest(log_).value());
    EXPECT_FALSE(WorldSnapshots(folder_ / "others", test_keys()).newest(log_).value());
}

TEST_F(SnapshotFiles, writer_saves_snapshots_and_a_start_reads_only_later_facts) {
    const auto keys = folder_ / "answered";
    const auto started_with = [&](EventLog& log) {
        WriterSettings settings;
        settings.patience = 500ms;
        settings.snapshots = folder_ / "world";
        settings.snapshot_every = 1;
        settings.snapshots_apart = 0s;
        auto made = std::make_unique<Writer>(
            log, test_keys(), [this] { return from_unix_ms(now_ms_); }, settings, [](Position) {},
            std::move(AnsweredTable::open(keys).value()));
        made->start();
        EXPECT_TRUE(eventually([&] { return made->status().role == Role::writing; }));
        return made;
    };
    auto w = started_with(log_);
    ASSERT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k")));
    const auto position = read_log(log_).world.position;
    EXPECT_TRUE(eventually([&] {
        const auto newest = WorldSnapshots(folder_ / "world", test_keys()).newest(log_);
        return newest && *newest && (*newest)->checkpoint.position >= position;
    }));
    w.reset();
    PausingLog log(log_);
    w = started_with(log);
    EXPECT_EQ(log.read_from_start, 0);
    EXPECT_EQ(code_of(ask(*w, booking_by(ben, 2, "11:30", "12:30"))), Code::slot_taken);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"))->repeated);
    w.reset();
    std::filesystem::remove_all(keys);  // the answered commands are lost: the whole log is read
    PausingLog again(log_);
    w = started_with(again);
    EXPECT_EQ(again.read_from_start, 1);
    EXPECT_TRUE(ask(*w, booking_by(ann, 1, "11:00", "12:00", "k"))->repeated);
}

}  // namespace
}  // namespace dibs::test
