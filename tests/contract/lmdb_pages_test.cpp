// Random bytes in any page of the embedded logs. The log of the facts reports them, and every
// reader gets an error, never a signal. Samples, hours and answered commands open again with the
// remaining rows.
#include "domain/log/lmdb_walk.hpp"
#include "ingest/log/answered/answered_table.hpp"
#include "ingest/log/disk/page_file.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/facts/stored_records.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/contract/file_bytes.hpp"
#include "tests/contract/log_contract.hpp"

#include <fstream>
#include <random>

#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// Counts the pages that LMDB knows; behind them are zeros.
std::size_t pages_known(const fs::path& folder) {
    lmdb::PageFile file(folder / "data.mdb");
    return lmdb_file::sound_heads(file).at(0).last_page + 1;
}

// Damages a page: all of it, its header, or a few bytes.
void damage(const fs::path& file, std::string bytes, std::size_t page, unsigned seed) {
    std::minstd_rand random(seed);
    const auto any = [&] { return static_cast<char>(random()); };
    const auto begin = page * page_bytes;
    if (seed % 3 == 0) {
        for (std::size_t i = 0; i < page_bytes; ++i) bytes[begin + i] = any();
    } else {
        const std::size_t room = seed % 3 == 1 ? 64 : page_bytes;
        for (int i = 0; i < 8; ++i) bytes[begin + random() % room] = any();
    }
    write_file(file, bytes);
}

// Runs `use` in a child, so that it cannot end the test. Returns true if the child ended by itself.
template <class F>
bool survives(const F& use) {
    const auto child = fork();
    if (child == 0) {
        alarm(60);
        use();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status);
}

HourlyUsage hour(std::size_t number) {
    HourlyUsage row;
    row.of.uuid[0] = static_cast<std::uint8_t>(number % 7);
    row.hour = Instant{std::chrono::hours{500'000 + number}};
    row.bucket.samples = static_cast<std::uint32_t>(number + 1);
    return row;
}

// Writes in several transactions, so that pages become free.
void write_hours(const fs::path& folder, std::size_t count) {
    const auto log = std::move(open_lmdb_hourly_log({folder}).value());
    for (std::size_t at = 0; at < count; at += 200) {
        std::vector<HourlyUsage> rows;
        for (std::size_t i = 0; i < 200; ++i) rows.push_back(hour(at + i));
        ASSERT_TRUE(log->append(rows));
    }
}
std::size_t hours_in(const fs::path& folder) {
    const auto log = open_lmdb_hourly_log({folder});
    if (!log) {
        ADD_FAILURE() << log.error().text;
        return 0;
    }
    std::size_t count = 0;
    const auto take = [&](const HourlyUsage& row) {
        const auto number = static_cast<std::size_t>(row.bucket.samples - 1);
        EXPECT_EQ(row.hour, hour(number).hour);
        ++count;
    };
    EXPECT_TRUE((*log)->for_each(take));
    return count;
}

TEST(LmdbPages, random_bytes_in_a_page_give_an_error_and_no_signal) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "data.mdb";
    {
        const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
        for (int i = 0; i < 40; ++i) append_records(*log, some_records(i * 25, 25));
        append_records(*log, {record(1000, std::string(20'000, 'x'))});
    }
    const auto sound = read_file(file);
    const auto pages = pages_known(directory.path());
    ASSERT_GT(pages, 40U);
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto page = seed % pages;
        damage(file, sound, page, seed);
        EXPECT_TRUE(survives([&] {
            auto log = open_lmdb_log({.directory = directory.path()});
            if (!log) return;
            const auto cursor = cursor_after(**log);
            for (int i = 0; i < 50; ++i) {
                const auto batch = cursor->next(100, 0ms);
                if (!batch || batch->entries.empty()) break;
            }
            (void)(*log)->at(500);
            const auto writer = appender(**log);
            (void)writer->append(some_records(2000, 30));
            (void)writer->flush(1s);
        })) << "page "
            << page << ", seed " << seed;
        EXPECT_TRUE(survives([&] {
            const auto records = StoredRecords::open(directory.path());
            while (records) {
                const auto next = (*records)->next();
                if (!next || !*next) break;
            }
        })) << "page "
            << page << ", seed " << seed;
    }
}

// A damaged key is out of order: a reader that continued from it would read the same rows again
// without end.
TEST(LmdbPages, flipped_bit_in_a_key_causes_no_endless_read) {
    const TemporaryDirectory directory;
    constexpr std::uint64_t count = 200;
    append_records(**open_lmdb_log({.directory = directory.path()}), some_records(1, count));
    const auto file = directory.path() / "data.mdb";
    const auto sound = read_file(file);
    for (std::uint64_t offset = 60; offset < 70; ++offset) {
        for (const unsigned bit : {0U, 1U, 5U, 40U}) {
            std::string key(8, '\0');
            for (std::size_t i = 0; i < 8; ++i) key[i] = static_cast<char>(offset >> 8 * (7 - i));
            auto spoilt = sound;
            for (auto at = spoilt.find(key); at != std::string::npos;
                 at = spoilt.find(key, at + 8)) {
                spoilt[at + 7 - bit / 8] ^= static_cast<char>(1U << bit % 8);
            }
            write_file(file, spoilt);
            const auto records = StoredRecords::open(directory.path());
            std::uint64_t found = 0;
            while (records && found <= 2 * count) {
                const auto next = (*records)->next();
                if (!next || !*next) break;
                ++found;
            }
            EXPECT_LT(found, 2 * count) << "offset " << offset << ", bit " << bit;
        }
    }
}

// The tools that search for damage read in parts: a part without one sound record is not the end.
TEST(LmdbPages, sound_records_behind_ten_thousand_damaged_ones_are_found) {
    const TemporaryDirectory directory;
    constexpr std::uint64_t spoilt = 10'500, sound = 100;
    {
        const auto log = open_lmdb_log({.directory = directory.path()});
        std::vector<std::string> records;
        for (std::uint64_t i = 0; i < spoilt; ++i) records.push_back("spoil=0");
        for (std::uint64_t i = 0; i < sound; ++i) records.push_back("sound=0");
        append_records(**log, std::move(records));
    }
    auto bytes = read_file(directory.path() / "data.mdb");
    for (auto at = bytes.find("spoil=0"); at != std::string::npos; at = bytes.find("spoil=0", at)) {
        bytes[at + 6] = '1';
    }
    write_file(directory.path() / "data.mdb", bytes);
    const auto records = StoredRecords::open(directory.path());
    ASSERT_TRUE(records) << records.error().text;
    std::uint64_t damaged = 0, whole = 0;
    while (const auto next = (*records)->next()) {
        if (!*next) break;
        ++((*next)->damage.empty() ? whole : damaged);
    }
    EXPECT_EQ(damaged, spoilt);
    EXPECT_EQ(whole, sound);
}

TEST(LmdbPages, hours_on_sound_pages_stay) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "data.mdb";
    constexpr std::size_t count = 4000;
    write_hours(directory.path(), count);
    ASSERT_EQ(hours_in(directory.path()), count);
    const auto sound = read_file(file);
    const auto pages = pages_known(directory.path());
    ASSERT_GT(pages, 40U);
    for (unsigned page = 0; page < pages; ++page) {
        damage(file, sound, page, 3 * page);
        const auto left = hours_in(directory.path());
        EXPECT_GE(left, count - 200) << "page " << page;
        EXPECT_EQ(hours_in(directory.path()), left) << "page " << page;
        EXPECT_FALSE(fs::exists(directory.path() / "damaged.mdb"));
        EXPECT_TRUE(
            open_lmdb_hourly_log({directory.path()}).value()->append(std::vector{hour(count)}));
    }
}

TEST(LmdbPages, interrupted_rescue_starts_again) {
    const TemporaryDirectory directory;
    write_hours(directory.path(), 400);
    fs::rename(directory.path() / "data.mdb", directory.path() / "damaged.mdb");
    write_file(directory.path() / "data.mdb", "half of a file");
    EXPECT_EQ(hours_in(directory.path()), 400U);
}

TEST(LmdbPages, sample_log_opens_with_a_damaged_page) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "data.mdb";
    std::vector<Sample> samples(4000);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i].of.uuid[0] = static_cast<std::uint8_t>(i % 40);
        samples[i].at = from_unix_ms(1'795'255'445'000 + 977 * static_cast<std::int64_t>(i));
    }
    {
        const auto log = std::move(open_lmdb_sample_log({directory.path()}).value());
        for (std::size_t at = 0; at < samples.size(); at += 400) {
            ASSERT_TRUE(log->append(std::span(samples).subspan(at, 400)));
            ASSERT_TRUE(log->flush());
        }
    }
    const auto sound = read_file(file);
    const auto pages = pages_known(directory.path());
    for (unsigned page = 0; page < pages; ++page) {
        damage(file, sound, page, 3 * page);
        const auto log = open_lmdb_sample_log({directory.path()});
        ASSERT_TRUE(log) << "page " << page << ": " << log.error().text;
        const auto cursor = std::move((*log)->follow(Instant{}).value());
        std::vector<Sample> kept;
        while (cursor->next(kept, 0ms).value() && kept.size() < samples.size()) {
        }
        EXPECT_GE(kept.size(), samples.size() / 2) << "page " << page;
        EXPECT_TRUE((*log)->expire(samples.back().at + 48h)) << "page " << page;
    }
}

TEST(LmdbPages, answered_commands_survive_or_are_rebuilt_after_page_damage) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "data.mdb";
    Checkpoint checkpoint;
    checkpoint.log_id = "a log";
    checkpoint.position = 2000;
    {
        const auto table = std::move(AnsweredTable::open(directory.path()).value());
        std::vector<Answered> keys(2000);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            keys[i].id[0] = static_cast<std::uint8_t>(i % 256);
            keys[i].id[1] = static_cast<std::uint8_t>(i / 256);
            keys[i].position = static_cast<Position>(i + 1);
        }
        ASSERT_TRUE(table->store(keys, checkpoint, Instant{}, [](const Answered&) {}));
    }
    const auto sound = read_file(file);
    const auto pages = pages_known(directory.path());
    for (unsigned page = 0; page < pages; ++page) {
        damage(file, sound, page, 3 * page);
        const auto table = AnsweredTable::open(directory.path());
        ASSERT_TRUE(table) << "page " << page << ": " << table.error().text;
        const auto its = (*table)->checkpoint();
        EXPECT_TRUE(its == checkpoint || its == Checkpoint{}) << "page " << page;
    }
}

}  // namespace
}  // namespace dibs::test
