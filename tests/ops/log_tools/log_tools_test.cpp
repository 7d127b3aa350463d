// The tools on a sound log and on damaged copies of it; reading changes nothing.
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "tests/ops/log_tools/log_tools_fixture.hpp"

namespace dibs::test {
namespace {

using log_tools::could_not_look;
using log_tools::damage_found;
using log_tools::fine;

std::string number(Position position) {
    return std::to_string(position);
}

TEST_F(LogTools, sound_log_verifies_and_is_not_changed) {
    const auto before = read_file(log_file());
    const auto said = verify();
    EXPECT_EQ(said.code, fine) << said.why;
    expect_text(said.out, "Log the-log: " + number(last_) + " facts");
    expect_text(said.out, "1 claims");
    EXPECT_EQ(show({}).code, fine);
    EXPECT_EQ(export_to(file("a")).code, fine);
    EXPECT_EQ(read_file(log_file()), before);
}

TEST_F(LogTools, damage_is_reported_with_position_and_offset) {
    damage(command(true));
    const auto said = verify();
    EXPECT_EQ(said.code, damage_found);
    const auto at = command(true).last;
    expect_text(said.why, "position " + number(at) + ", offset " + number(at + 1));
    expect_text(said.why, "is not the one that was appended");
    expect_text(said.why, "cut --after " + number(at - 1));
    expect_text(said.why, number(last_ - at) + " records lie behind it, 0 of them damaged");
}

TEST_F(LogTools, truncated_or_older_copy_of_log_is_damaged) {
    const auto sound = read_file(log_file());
    fs::resize_file(log_file(), 3 * 4096);
    expect_text(verify().why, "it was cut");
    EXPECT_EQ(verify().code, damage_found);
    write_file(log_file(), sound);
    EXPECT_EQ(verify().code, fine);
    append(*open_log(config_).value(), maker_.claim("second"));
    write_file(log_file(), sound);
    EXPECT_EQ(verify().code, damage_found);
    expect_text(verify().why, "but it had come to offset");
}

TEST_F(LogTools, invalid_file_header_is_damage) {
    auto bytes = read_file(log_file());
    std::fill(bytes.begin(), bytes.begin() + 8192, '\xFF');
    write_file(log_file(), bytes);
    EXPECT_EQ(verify().code, damage_found) << verify().why;
    write_file(log_file(), "");
    EXPECT_EQ(verify().code, damage_found) << verify().why;
}

TEST_F(LogTools, tools_exit_75_when_log_is_in_use_or_missing) {
    {
        const auto taken = DataDirectory::take(config_.data_directory);
        EXPECT_EQ(verify().code, could_not_look);
        expect_text(verify().why, "is in use by the process with pid");
        EXPECT_EQ(cut(1).code, could_not_look);
        EXPECT_EQ(run_tool(log_tools::verify_tables, log_place_of(config_)).code, could_not_look);
    }
    fs::remove_all(log_place_of(config_).folder());
    EXPECT_EQ(verify().code, could_not_look);
    EXPECT_FALSE(fs::exists(log_place_of(config_).folder())) << "looking made it";
}

TEST_F(LogTools, show_decrypts_personal_text_only_with_keys) {
    const auto open = show({.json = true});
    expect_text(open.out, R"("title":"a title")");
    expect_text(open.out, R"("is":"birth")");
    expect_text(open.out, R"("is":"claim")");
    fs::rename(log_place_of(config_).keys, file("keys"));
    const auto sealed = show({.json = true});
    EXPECT_EQ(sealed.code, fine);
    EXPECT_EQ(sealed.out.find("a title"), std::string::npos);
    expect_text(show({}).out, "Personal text stays sealed");
}

TEST_F(LogTools, show_prints_only_requested_positions) {
    const auto said = show({.from = 10, .to = 12, .json = true});
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 3) << said.out;
    expect_text(said.out, R"("is":"fact","position":10,"offset":11,)");
    expect_text(said.out, R"("epoch":1)");
}

TEST_F(LogTools, show_reports_empty_range_and_rejects_end_before_start) {
    std::string noted;
    const auto said =
        show({.from = last_ + 5, .json = true, .note = [&](const auto& note) { noted = note; }});
    EXPECT_EQ(said.code, fine);
    EXPECT_EQ(said.out, "");
    expect_text(noted, "The last position is " + std::to_string(last_));
    EXPECT_EQ(show({.from = 5, .to = 3}).code, log_tools::usage);
}

TEST_F(LogTools, show_prints_damaged_records_and_those_behind) {
    damage(command(true));
    const auto said = show({.json = true});
    EXPECT_EQ(said.code, damage_found);
    expect_text(said.out, R"("is":"damaged","offset":)" + number(command(true).last + 1) +
                              R"(,"damage":"is not the one that was appended")");
    expect_text(said.out, R"("is":"behind damage","offset":)" + number(last_ + 1));
    expect_text(show({}).out, "DAMAGED: it is not the one that was appended");
}

TEST_F(LogTools, records_of_deposed_writers_are_ignored_on_shared_log) {
    auto log = std::make_unique<MemoryLog>();
    RecordMaker maker;
    append(*log, maker.created());
    append(*log, maker.claim("first"));
    auto deposed = maker;
    append(*log, maker.next(true, "test.said.v1", "{}"));  // without an end
    append(*log, maker.claim("second"));
    append(*log, deposed.command(std::vector<std::string>{"{}"}));
    append(*log, std::string("rubbish"));
    append(*log, maker.command(std::vector<std::string>{"{}", "{}"}));
    const auto source = log_tools::source_of(std::move(log)).value();
    log_tools::LogWalk walk(*source);
    ASSERT_TRUE(walk.to_the_end());
    EXPECT_FALSE(walk.damage());
    const auto& n = walk.counts();
    EXPECT_EQ(n.records, 8U);
    EXPECT_EQ(n.facts, 2U);
    EXPECT_EQ(n.claims, 2U);
    EXPECT_EQ(n.unfinished, 1U);
    EXPECT_EQ(n.ignored, 1U);
    EXPECT_EQ(n.garbage, 1U);
    EXPECT_EQ(walk.checkpoint().position, 2);
    EXPECT_EQ(walk.fence().chain, maker.fence.chain);
}

TEST_F(LogTools, tables_equal_to_replay_of_log_verify) {
    EXPECT_EQ(run_tool(log_tools::verify_tables, log_place_of(config_)).code, could_not_look)
        << "there are none";
    const auto before = tables_of(config_);
    const auto said = run_tool(log_tools::verify_tables, log_place_of(config_));
    EXPECT_EQ(said.code, fine) << said.out << said.why;
    expect_text(said.out, "at position " + number(last_));
    EXPECT_EQ(tables_of(config_), before);
    EXPECT_FALSE(fs::exists(config_.data_directory / "verify"));
}

TEST_F(LogTools, differing_table_row_is_named) {
    tables_of(config_);
    std::string changed;
    {
        const auto model = ReadModel::open({config_.data_directory / "tables"}).value();
        auto txn = model->facts().write();
        {
            auto cursor = txn.cursor(Table::reservations);
            ASSERT_TRUE(cursor.first());
            changed = cursor.key();
        }
        txn.put(Table::reservations, changed, "another");
        txn.put(Table::boards, "made-up", "row");
        ASSERT_TRUE(txn.commit());
    }
    const auto said = run_tool(log_tools::verify_tables, log_place_of(config_));
    EXPECT_EQ(said.code, damage_found);
    expect_text(said.out, "read model calendar, table reservations, key " + to_hex(changed) +
                              ": the row has another value");
    expect_text(said.out, "read model boards, table boards, key " + to_hex("made-up") +
                              ": the row is in the tables, but not in the log");
    expect_text(said.why, "2 rows");
}

TEST_F(LogTools, tables_that_cannot_be_compared_are_reported) {
    tables_of(config_);
    const auto tables = config_.data_directory / "tables" / "facts" / "data.mdb";
    const auto sound = read_file(tables);
    fs::resize_file(tables, 4096 * 3);
    const auto said = run_tool(log_tools::verify_tables, log_place_of(config_));
    EXPECT_EQ(said.code, damage_found);
    expect_text(said.why, "it was cut");
    EXPECT_EQ(fs::file_size(tables), 4096U * 3) << "looking changed it";
    write_file(tables, sound);
    damage(command(true));
    EXPECT_EQ(run_tool(log_tools::verify_tables, log_place_of(config_)).code, damage_found);
    fs::remove_all(log_place_of(config_).folder());
    EXPECT_EQ(run_tool(log_tools::verify_tables, log_place_of(config_)).code, could_not_look);
    EXPECT_FALSE(fs::exists(log_place_of(config_).folder())) << "looking made it";
}

}  // namespace
}  // namespace dibs::test
