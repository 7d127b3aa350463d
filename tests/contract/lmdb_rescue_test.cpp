// Recovery from damaged files of the embedded logs. Sound rows stay, an unreadable file is kept,
// and a start after damage checks the file again.
#include "domain/log/lmdb_walk.hpp"
#include "ingest/log/disk/clean_mark.hpp"
#include "ingest/log/disk/page_file.hpp"
#include "ingest/log/disk/table_look.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/contract/file_bytes.hpp"
#include "tests/contract/log_contract.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <set>
#include <thread>

#include <lmdb.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

class LmdbRescue : public testing::Test {
  protected:
    static constexpr std::size_t count = 4000;

    static HourlyUsage hour(std::size_t number) {
        HourlyUsage row;
        row.of.uuid[0] = 9;
        row.hour = Instant{std::chrono::hours{500'000 + number}};
        row.bucket.samples = static_cast<std::uint32_t>(number + 1);
        return row;
    }
    void SetUp() override {
        const auto log = std::move(open_lmdb_hourly_log({folder}).value());
        for (std::size_t at = 0; at < count; at += 500) {
            std::vector<HourlyUsage> rows;
            for (std::size_t i = 0; i < 500; ++i) rows.push_back(hour(at + i));
            ASSERT_TRUE(log->append(rows));
        }
    }
    std::size_t hours() {
        const auto log = open_lmdb_hourly_log({folder});
        if (!log) {
            ADD_FAILURE() << log.error().text;
            return 0;
        }
        std::size_t found = 0;
        EXPECT_TRUE((*log)->for_each([&](const HourlyUsage&) { ++found; }));
        return found;
    }
    // Replaces all copies of that text: LMDB keeps older pages.
    void replace_all(std::string_view text, std::string_view by) {
        auto all = read_file(data);
        std::size_t copies = 0;
        for (auto at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) {
            all.replace(at, by.size(), by);
            ++copies;
        }
        ASSERT_GT(copies, 0U);
        write_file(data, all);
    }

    // Returns byte and bit of numbers in the list of free pages whose flip would free a page in
    // use, out of order.
    std::vector<std::pair<std::size_t, unsigned>> flips_that_free_pages_in_use() {
        lmdb::PageFile file(data);
        const auto head = lmdb_file::sound_heads(file).at(0);
        lmdb_file::FileWalk walk(file, {});
        EXPECT_EQ(walk.check(head), "");
        EXPECT_EQ(head.free.depth, 1);
        const auto all = read_file(data);
        std::vector<std::pair<std::size_t, unsigned>> flips;
        lmdb_file::TreeReader(file).scan(
            head.free, {}, [&](std::string_view, std::string_view row) {
                std::vector<std::uint64_t> pages(row.size() / 8);
                std::memcpy(pages.data(), row.data(), row.size());
                const auto begin =
                    all.find(row, head.free.root * page_bytes);  // the count comes first
                const std::set<std::uint64_t> listed(pages.begin() + 1, pages.end());
                for (std::size_t i = 2; i < pages.size(); ++i) {
                    for (unsigned bit = 0; bit < 8; ++bit) {
                        const auto wrong = pages[i] ^ 1U << bit;
                        if (wrong < lmdb_file::head_pages || !walk.is_used(wrong)) continue;
                        if (listed.contains(wrong) || wrong < pages[i - 1]) continue;
                        flips.emplace_back(begin + 8 * i, bit);
                    }
                }
                return true;
            });
        return flips;
    }

    TemporaryDirectory directory;
    fs::path folder = directory.path();
    fs::path data = folder / "data.mdb";
};

TEST_F(LmdbRescue, flipped_bit_in_a_key_loses_only_that_row) {
    std::string key(17, '\0');
    key[0] = static_cast<char>(hour(0).of.kind);
    key[1] = 9;
    const auto first = 500'000U;
    for (const auto shift : {24U, 16U, 8U, 0U}) key += static_cast<char>(first >> shift & 0xFFU);
    auto changed = key;
    changed[2] = '\x7F';  // after all others
    replace_all(key, changed);
    EXPECT_EQ(hours(), count - 1);
}

// A page number in the free list also belongs to a page of the table. The order of the list shows
// which of them is wrong.
TEST_F(LmdbRescue, flipped_bit_that_frees_a_page_in_use_loses_no_row) {
    const auto sound = read_file(data);
    const auto flips = flips_that_free_pages_in_use();
    ASSERT_FALSE(flips.empty());
    for (const auto& [at, bit] : flips) {
        auto spoilt = sound;
        spoilt[at] = static_cast<char>(static_cast<unsigned char>(spoilt[at]) ^ 1U << bit);
        write_file(data, spoilt);
        EXPECT_EQ(hours(), count) << "bit " << bit << " of byte " << at;
    }
}

TEST_F(LmdbRescue, rows_before_the_cut_stay) {
    fs::resize_file(data, fs::file_size(data) / 2 / page_bytes * page_bytes);
    const auto left = hours();
    EXPECT_GT(left, count / 4);
    EXPECT_EQ(hours(), left);
}

TEST_F(LmdbRescue, table_with_a_damaged_name_keeps_its_rows) {
    replace_all("hours", "iours");
    EXPECT_EQ(hours(), count);
}

TEST_F(LmdbRescue, file_without_a_head_is_kept) {
    auto all = read_file(data);
    std::fill_n(all.begin(), 2 * page_bytes, 'x');
    write_file(data, all);
    EXPECT_EQ(hours(), 0U);
    EXPECT_EQ(read_file(folder / "unreadable-1.mdb"), all);
    EXPECT_FALSE(fs::exists(folder / "damaged.mdb"));
}

TEST_F(LmdbRescue, damage_leaves_no_mark_of_a_clean_end) {
    ASSERT_TRUE(fs::exists(folder / "clean"));
    const auto taken = std::move(DataDirectory::take(folder).value());
    {
        const auto env = lmdb::open_env(taken, {}, lmdb_hourly_format);
        ASSERT_TRUE(env) << env.error().text;
        lmdb::TableLook look(env->get(), taken, "no such table");
        EXPECT_FALSE(look.begin());
    }
    EXPECT_FALSE(fs::exists(folder / "clean"));
}

TEST_F(LmdbRescue, file_of_a_killed_process_is_not_checked_again) {
    const auto child = fork();
    if (child == 0) {
        const auto log = std::move(open_lmdb_hourly_log({folder}).value());
        (void)log->append(std::vector{hour(count)});
        raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(CleanMark(folder).take());
    EXPECT_EQ(hours(), count + 1);
}

// Records the largest number of pages requested at once.
class CountingFile : public lmdb::PageFile {
  public:
    using PageFile::PageFile;
    std::optional<std::string_view> read(lmdb_file::PageNumber first,
                                         std::uint64_t number) override {
        most = std::max(most, number);
        return PageFile::read(first, number);
    }
    std::uint64_t most = 0;
};

TEST(LmdbValues, value_with_a_damaged_length_reads_only_its_pages) {
    const TemporaryDirectory directory;
    const auto data = directory.path() / "data.mdb";
    {
        const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
        append_records(*log, {record(0, std::string(20'000, 'x'))});
        for (int i = 0; i < 40; ++i) append_records(*log, some_records(1 + i * 25, 25));
    }
    auto all = read_file(data);
    const auto page = all.find(std::string(5'000, 'x')) / page_bytes * page_bytes;
    ASSERT_EQ(all[page + 10], 4);  // a large value; the number of its pages follows
    ASSERT_EQ(all[page + 12], 5);
    all[page + 12] = 40;
    write_file(data, all);
    CountingFile file(data);
    lmdb_file::TreeReader reader(file);
    const auto table = reader.table(lmdb_file::sound_heads(file).at(0), "records");
    ASSERT_TRUE(table);
    std::size_t rows = 0;
    reader.scan(*table, {}, [&](std::string_view, std::string_view) { return ++rows > 0; });
    EXPECT_EQ(rows, 1001U);
    EXPECT_EQ(file.most, 5U);
}

TEST(LmdbReading, record_appended_during_a_read_is_not_missing) {
    const TemporaryDirectory directory;
    const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
    append_records(*log, some_records(0, 1));
    std::atomic<bool> ends = false;
    std::thread reader([&] {
        while (!ends) {
            const auto found = log->at(log->newest().value() + 1);
            EXPECT_TRUE(found) << found.error().text;
            if (!found) return;
        }
    });
    for (int i = 1; i < 1000; ++i) append_records(*log, some_records(i, 1));
    ends = true;
    reader.join();
}

TEST(LmdbReading, process_without_free_descriptors_still_reads_its_log) {
    const TemporaryDirectory directory;
    const auto log = std::move(open_lmdb_log({.directory = directory.path()}).value());
    append_records(*log, some_records(0, 1));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none{0, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto found = log->at(0);
    setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_TRUE(*found);
}

}  // namespace
}  // namespace dibs::test
