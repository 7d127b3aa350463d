// Failing disks under the embedded logs: a flush that fails, a folder that disappears, files that
// were cut or hold other bytes than written. tests/damage does the same to whole installations.
#include "domain/log/hash.hpp"
#include "ingest/log/answered/answered_table.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_block.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/contract/file_bytes.hpp"
#include "tests/contract/log_contract.hpp"
#include "tests/support/failing_flush.hpp"

#include <fstream>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::unique_ptr<EventLog> open_log(const fs::path& path) {
    return std::move(open_lmdb_log({.directory = path}).value());
}
// Flips a bit in the last byte of that text, in all of its copies.
void flip(const fs::path& file, const std::string& text) {
    auto bytes = read_file(file);
    int copies = 0;
    for (auto at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1)) {
        bytes[at + text.size() - 1] = static_cast<char>(bytes[at + text.size() - 1] ^ 4);
        ++copies;
    }
    ASSERT_GT(copies, 0);
    write_file(file, bytes);
}
void expect_error(const LogError& error, LogError::Kind kind, const std::string& part) {
    EXPECT_EQ(error.kind, kind) << error.text;
    EXPECT_NE(error.text.find(part), std::string::npos) << error.text;
}

TEST(LmdbDamage, failed_flush_breaks_the_log_for_this_process) {
    const TemporaryDirectory directory;
    {
        const auto log = open_log(directory.path());
        append_records(*log, some_records(1, 3));
        const auto cursor = cursor_after(*log);
        const auto writer = appender(*log);
        ASSERT_TRUE(writer->append(some_records(4, 1)));
        flushes_fail = true;
        const auto failed = writer->flush(1s);
        flushes_fail = false;
        ASSERT_FALSE(failed);
        expect_error(failed.error(), LogError::Kind::broken, directory.path().string());
        EXPECT_TRUE(is_final(failed.error()));
        ASSERT_TRUE(writer->append(some_records(4, 1)));
        expect_error(writer->flush(1s).error(), LogError::Kind::broken, "flushing failed");
        expect_error(cursor->next(10, 0ms).error(), LogError::Kind::broken, "flushing failed");
        expect_error(log->newest().error(), LogError::Kind::broken, "flushing failed");
    }
    const auto log = open_log(directory.path());
    EXPECT_GE(log->newest().value(), 2);
    append_records(*log, some_records(9, 1));
}

TEST(LmdbDamage, removed_folder_is_noticed_before_the_next_answer) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "log";
    const auto log = open_log(path);
    append_records(*log, some_records(1, 3));
    const auto cursor = cursor_after(*log, log->newest().value());
    const auto writer = appender(*log);
    fs::remove_all(path);
    expect_error(cursor->next(10, 0ms).error(), LogError::Kind::broken, path.string());
    ASSERT_TRUE(writer->append(some_records(4, 1)));
    expect_error(writer->flush(1s).error(), LogError::Kind::broken, "removed or replaced");
}

TEST(LmdbDamage, moved_folder_is_noticed) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "log";
    const auto log = open_log(path);
    const auto writer = appender(*log);
    fs::rename(path, directory.path() / "elsewhere");
    ASSERT_TRUE(writer->append(some_records(1, 1)));
    expect_error(writer->flush(1s).error(), LogError::Kind::broken, "removed or replaced");
}

TEST(LmdbDamage, cut_file_is_reported_with_its_sizes) {
    const TemporaryDirectory directory;
    append_records(*open_log(directory.path()), some_records(1, 300));
    fs::resize_file(directory.path() / "data.mdb", 20'480);
    const auto opened = open_lmdb_log({.directory = directory.path()});
    ASSERT_FALSE(opened);
    expect_error(opened.error(), LogError::Kind::damaged, "data.mdb has 20480 bytes");
}

TEST(LmdbDamage, older_copy_is_reported_while_the_end_file_exists) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "data.mdb";
    append_records(*open_log(directory.path()), some_records(1, 3));
    const auto before = read_file(file);
    append_records(*open_log(directory.path()), some_records(4, 1));
    write_file(file, before);
    const auto opened = open_lmdb_log({.directory = directory.path()});
    ASSERT_FALSE(opened);
    expect_error(opened.error(), LogError::Kind::damaged, "ends at offset 2");
    expect_error(opened.error(), LogError::Kind::damaged, "had come to offset 3");
    fs::remove(directory.path() / "end");
    EXPECT_EQ(open_log(directory.path())->newest(), 2);
}

TEST(LmdbDamage, flipped_record_is_reported_after_the_records_before_it) {
    const TemporaryDirectory directory;
    append_records(*open_log(directory.path()), some_records(1, 3));
    flip(directory.path() / "data.mdb", some_records(2, 1).front());
    const auto log = open_log(directory.path());
    const auto cursor = cursor_after(*log);
    EXPECT_EQ(cursor->next(10, 0ms)->entries.size(), 1U);
    expect_error(cursor->next(10, 0ms).error(), LogError::Kind::damaged, "offset 1");
    expect_error(log->at(1).error(), LogError::Kind::damaged, "offset 1");
    EXPECT_TRUE(log->at(2).value());
}

TEST(LmdbDamage, damage_found_by_one_reader_stops_all) {
    const TemporaryDirectory directory;
    const auto log = open_log(directory.path());
    append_records(*log, some_records(1, 1));
    const auto writer = appender(*log);
    const LogError found{LogError::Kind::damaged, "found by one"};
    EXPECT_EQ(log->condemn(found).text, "found by one");
    EXPECT_EQ(log->condemn({LogError::Kind::damaged, "found by another"}).text, "found by one");
    ASSERT_TRUE(writer->append(some_records(2, 1)));
    expect_error(writer->flush(1s).error(), LogError::Kind::damaged, "found by one");
    expect_error(cursor_after(*log)->next(1, 0ms).error(), LogError::Kind::damaged, "found by one");
}

TEST(LmdbDamage, too_little_address_space_is_reported) {
    const TemporaryDirectory directory;
    const auto opened =
        open_lmdb_log({.directory = directory.path(), .map_bytes = std::size_t{1} << 50});
    ASSERT_FALSE(opened);
    expect_error(opened.error(), LogError::Kind::refused, "1048576 GiB of address space");
}

TEST(LmdbDamage, damaged_hour_is_left_out) {
    const TemporaryDirectory directory;
    std::vector<HourlyUsage> rows(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].hour = Instant{std::chrono::hours{500'000 + i}};
        rows[i].bucket.samples = static_cast<std::uint32_t>(1'234'567'890 + i);
    }
    ASSERT_TRUE(open_lmdb_hourly_log({directory.path()}).value()->append(rows));
    flip(directory.path() / "data.mdb", encode_bucket(rows[0].of.kind, rows[0].bucket));
    std::vector<Instant> kept;
    const auto log = std::move(open_lmdb_hourly_log({directory.path()}).value());
    ASSERT_TRUE(log->for_each([&](const HourlyUsage& row) { kept.push_back(row.hour); }));
    EXPECT_EQ(kept, std::vector<Instant>{rows[1].hour});
}

TEST(LmdbDamage, damaged_block_of_samples_is_left_out) {
    const TemporaryDirectory directory;
    std::vector<Sample> samples(max_block_samples);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i].at = from_unix_ms(1'795'255'445'000 + 977 * static_cast<std::int64_t>(i));
    }
    ASSERT_TRUE(open_lmdb_sample_log({directory.path()}).value()->append(samples));
    flip(directory.path() / "data.mdb", encode_block(samples));
    const auto log = std::move(open_lmdb_sample_log({directory.path()}).value());
    const auto cursor = std::move(log->follow(Instant{}).value());
    std::vector<Sample> kept;
    ASSERT_TRUE(cursor->next(kept, 0ms));
    EXPECT_TRUE(kept.empty());
}

TEST(LmdbDamage, damaged_table_of_answered_commands_is_rebuilt) {
    const TemporaryDirectory directory;
    Answered key{{1, 2, 3, 4, 5, 6, 7, 8}, {9, 8, 7, 6, 5, 4, 3, 2}, {}, 12, 3, Instant{}};
    Checkpoint checkpoint;
    checkpoint.log_id = "a log";
    checkpoint.position = 12;
    {
        const auto table = std::move(AnsweredTable::open(directory.path()).value());
        ASSERT_TRUE(table->store({key}, checkpoint, Instant{}, [](const Answered&) {}));
        EXPECT_TRUE(table->for_each([](const Answered&) {}));
    }
    const auto sound = read_file(directory.path() / "data.mdb");
    flip(directory.path() / "data.mdb", std::string(key.asked.begin(), key.asked.begin() + 8));
    const auto damaged =
        AnsweredTable::open(directory.path()).value()->for_each([](const Answered&) {});
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().kind, LogError::Kind::damaged);
    write_file(directory.path() / "data.mdb", sound);
    fs::resize_file(directory.path() / "data.mdb", 12'288);
    EXPECT_EQ(AnsweredTable::open(directory.path()).value()->checkpoint(), Checkpoint{});
}

}  // namespace
}  // namespace dibs::test
