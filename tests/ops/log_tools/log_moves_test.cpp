// Export, import and cut of a log. The result is the same whole log, or nothing.
#include "domain/world/recorded.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/ops/log_tools/log_tools_fixture.hpp"
#include "tests/support/samples.hpp"

namespace dibs::test {
namespace {

using log_tools::could_not_look;
using log_tools::damage_found;
using log_tools::fine;
using log_tools::usage;

class LogMoves : public LogTools {};

TEST_F(LogMoves, imported_log_verifies_and_gives_the_same_tables) {
    const auto to = another();
    ASSERT_EQ(export_to(file("a")).code, fine);
    const auto said = import_from(file("a"), to);
    ASSERT_EQ(said.code, fine) << said.why;
    expect_text(said.out, "up to position " + std::to_string(last_));
    EXPECT_EQ(run_tool(log_tools::verify_log, log_place_of(to), std::string()).out, verify().out);
    EXPECT_EQ(tables_of(to), tables_of(config_));
    ASSERT_EQ(
        run_tool(log_tools::export_log, log_place_of(to), file("b"), log_tools::last_position).code,
        fine);
    EXPECT_EQ(read_file(file("a")), read_file(file("b")));
    EXPECT_FALSE(fs::exists(to.data_directory / "log.new"));
}

TEST_F(LogMoves, sealed_text_stays_sealed_in_export) {
    ASSERT_EQ(export_to(file("a")).code, fine);
    EXPECT_EQ(read_file(file("a")).find("a title"), std::string::npos);
    expect_text(show({.json = true, .file = file("a")}).out, "a title");
    EXPECT_EQ(fs::status(file("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(LogMoves, export_ends_at_requested_position_and_replaces_no_file) {
    const auto& group = command(false);
    EXPECT_EQ(export_to(file("a"), group.last - 1).code, usage);
    EXPECT_FALSE(fs::exists(file("a")));
    EXPECT_EQ(export_to(file("a"), last_ + 1).code, usage);
    EXPECT_EQ(export_to(file("a"), group.last).code, fine);
    EXPECT_EQ(export_to(file("a")).code, could_not_look);
    const auto to = another();
    ASSERT_EQ(import_from(file("a"), to).code, fine);
    expect_text(run_tool(log_tools::verify_log, log_place_of(to), std::string()).out,
                ": " + std::to_string(group.last) + " facts");
}

TEST_F(LogMoves, damaged_log_is_exported_only_up_to_the_damage) {
    damage(command(true));
    EXPECT_EQ(export_to(file("a")).code, damage_found);
    EXPECT_FALSE(fs::exists(file("a")));
    EXPECT_FALSE(fs::exists(file("a.part")));
    EXPECT_EQ(export_to(file("a"), command(true).last - 1).code, fine);
}

TEST_F(LogMoves, flipped_byte_or_truncation_of_export_is_detected) {
    ASSERT_EQ(export_to(file("a")).code, fine);
    const auto sound = read_file(file("a"));
    const auto to = another();
    for (std::size_t i = 0; i < 200; ++i) {
        auto bytes = sound;
        const auto at = i * (sound.size() / 200);
        if (i % 4 == 3) {
            bytes.resize(at);
        } else {
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i % 3)));
        }
        write_file(file("spoilt"), bytes);
        EXPECT_NE(import_from(file("spoilt"), to).code, fine) << "byte " << at;
    }
    EXPECT_FALSE(fs::exists(log_place_of(to).folder() / "data.mdb"));
    EXPECT_EQ(import_from(file("a"), to).code, fine);
}

TEST_F(LogMoves, import_leaves_existing_log_unchanged) {
    ASSERT_EQ(export_to(file("a")).code, fine);
    const auto before = read_file(log_file());
    EXPECT_EQ(import_from(file("a"), config_).code, could_not_look);
    EXPECT_EQ(read_file(log_file()), before);
    EXPECT_FALSE(fs::exists(config_.data_directory / "log.new"));
}

TEST_F(LogMoves, cut_leaves_sound_log_and_its_end_can_be_imported) {
    const auto tables = tables_of(config_);
    const auto whole = verify().out;
    const auto after = command(true).last;
    const auto said = cut(after);
    ASSERT_EQ(said.code, fine) << said.why;
    expect_text(asked_, "facts up to position " + std::to_string(last_));
    expect_text(verify().out, ": " + std::to_string(after) + " facts");
    EXPECT_FALSE(fs::exists(config_.data_directory / "tables" / "facts"));
    const auto end = show({.json = true, .file = file("backup")});
    EXPECT_EQ(end.code, fine) << end.why;
    expect_text(end.out, R"("position":)" + std::to_string(after + 1) + ',');
    EXPECT_EQ(import_from(file("backup"), another()).code, could_not_look) << "it is but an end";
    const auto back = import_from(file("backup"), config_);
    ASSERT_EQ(back.code, fine) << back.why;
    EXPECT_EQ(verify().out, whole);
    EXPECT_EQ(tables_of(config_), tables);
}

TEST_F(LogMoves, cut_removes_data_derived_from_the_end) {
    for (const auto* made : {"answered", "world"}) {
        fs::create_directories(config_.data_directory / made);
    }
    Checkpoint far;
    far.position = last_;
    far.last_record = Anchor{last_ + 1, {}};
    const auto reactors = config_.data_directory / "reactors";
    fs::create_directories(reactors);
    write_file(reactors / "a", encode_checkpoint(far));
    const Checkpoint near{};
    write_file(reactors / "b", encode_checkpoint(near));
    ASSERT_EQ(cut(command(true).last).code, fine);
    EXPECT_FALSE(fs::exists(config_.data_directory / "answered"));
    EXPECT_FALSE(fs::exists(config_.data_directory / "world"));
    EXPECT_EQ(parse_checkpoint(read_file(reactors / "a"))->position, command(true).last);
    EXPECT_EQ(parse_checkpoint(read_file(reactors / "b")), near);
}

TEST_F(LogMoves, cut_removes_samples_stamped_in_the_future) {
    using namespace std::chrono_literals;
    const LmdbSampleSettings samples{config_.data_directory / "samples"};
    const LmdbSampleSettings hours{config_.data_directory / "hours"};
    {
        const auto log = open_lmdb_sample_log(samples).value();
        const std::vector<Sample> both{sample_of(gpu_a, ten - 2h, {{"utilization_percent", 1}}),
                                       sample_of(gpu_a, ten + 700h, {{"utilization_percent", 2}})};
        ASSERT_TRUE(log->append(both));
        ASSERT_TRUE(log->flush());
        const std::vector<HourlyUsage> of_hours{{gpu_a, ten - 2h}, {gpu_a, ten + 700h}};
        ASSERT_TRUE(open_lmdb_hourly_log(hours).value()->append(of_hours));
    }
    const auto said = cut(command(true).last);
    ASSERT_EQ(said.code, fine) << said.why;
    expect_text(said.out, "2 blocks of samples and hours");
    std::vector<Sample> left;
    const auto log = open_lmdb_sample_log(samples).value();
    const auto cursor = log->follow(ten - 3h).value();
    while (cursor->next(left, 0ms).value()) {
    }
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].at, ten - 2h);
    std::vector<Instant> kept;
    ASSERT_TRUE(open_lmdb_hourly_log(hours).value()->for_each(
        [&](const HourlyUsage& one) { kept.push_back(one.hour); }));
    EXPECT_EQ(kept, std::vector<Instant>{ten - 2h});
}

TEST_F(LogMoves, cut_needs_command_boundary_and_confirmation) {
    const auto before = read_file(log_file());
    const auto& group = command(false);
    const auto said = cut(group.last - 1);
    EXPECT_EQ(said.code, usage);
    expect_text(said.why, "cut after " +
                              std::to_string(group.last - static_cast<Position>(group.facts)) +
                              " or " + std::to_string(group.last));
    EXPECT_EQ(cut(last_ + 1).code, usage);
    EXPECT_EQ(cut(command(true).last, false).code, usage);
    EXPECT_EQ(cut(last_).code, fine) << "nothing lies behind it";
    EXPECT_EQ(read_file(log_file()), before);
    EXPECT_FALSE(fs::exists(file("backup")));
}

TEST_F(LogMoves, damaged_end_is_cut_off_and_kept) {
    damage(command(true));
    const auto spoilt = read_file(log_file());
    EXPECT_EQ(cut(last_).code, damage_found);
    const auto sound = command(true).last - 1;
    const auto said = cut(sound);
    ASSERT_EQ(said.code, fine) << said.why;
    expect_text(verify().out, ": " + std::to_string(sound) + " facts");
    EXPECT_EQ(read_file(file("backup.data.mdb")), spoilt);
    EXPECT_EQ(said.out.find("dibsd log import"), std::string::npos) << said.out;
    expect_text(said.out, "kept whole in " + file("backup.data.mdb").string());
    const auto end = show({.json = true, .file = file("backup")});
    EXPECT_EQ(end.code, damage_found);
    expect_text(end.out, R"("damage":"is not the one that was appended")");
    EXPECT_EQ(import_from(file("backup"), config_).code, damage_found);
}

TEST_F(LogMoves, log_accepts_commands_after_cut) {
    const auto after = command(true).last;
    ASSERT_EQ(cut(after).code, fine);
    Fence end;
    {
        const auto log = open_log(config_).value();
        Tail tail(*log, {});
        ASSERT_TRUE(tail.read_to_end([](const auto&) {}));
        end = tail.fence();
        EXPECT_EQ(tail.checkpoint().position, after);
        maker_.fence = end;
        append(*log, maker_.claim("second"));
    }
    EXPECT_EQ(verify().code, fine);
    EXPECT_EQ(import_from(file("backup"), config_).code, could_not_look) << "it went another way";
}

}  // namespace
}  // namespace dibs::test
