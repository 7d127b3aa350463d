// The store: keys in order, atomic transactions, and its files after a power loss.
#include "projections/store/store.hpp"

#include "domain/reservation/reservation_fields.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/sample_site.hpp"

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

class StoreFiles : public testing::Test {
  protected:
    StoreResult<std::unique_ptr<Store>> open(std::string boot, std::string format = "f=1") {
        return Store::open({.directory = scratch.path() / "s",
                            .format = std::move(format),
                            .tables = {Table::meta, Table::gpus, Table::history_index},
                            .boot_id = std::move(boot)});
    }
    static void put(Store& store, std::string_view key, std::string_view value) {
        auto txn = store.write();
        txn.put(Table::gpus, key, value);
        ASSERT_TRUE(txn.commit().has_value());
    }
    static bool has(const Store& store, std::string_view key) {
        return store.read().get(Table::gpus, key).has_value();
    }
    [[nodiscard]] std::string bytes() const {
        std::ifstream in(data, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    static std::vector<std::size_t> places_of(const std::string& text, const std::string& in) {
        std::vector<std::size_t> places;
        for (auto at = in.find(text); at != std::string::npos; at = in.find(text, at + 1)) {
            places.push_back(at);
        }
        return places;
    }
    // Writes one byte in place: the file may be open.
    void write(std::size_t place, char byte) const {
        std::fstream file(data, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(place));
        file.put(byte);
    }
    // Flips a bit in the last byte of every occurrence of the text in the file.
    void flip(const std::string& text) const {
        const auto all = bytes();
        const auto places = places_of(text, all);
        ASSERT_FALSE(places.empty());
        for (const auto at : places) {
            const auto last = at + text.size() - 1;
            write(last, static_cast<char>(all[last] ^ 4));
        }
    }
    Scratch scratch;
    std::filesystem::path data = scratch.path() / "s" / "data.mdb";
};

TEST_F(StoreFiles, committed_rows_survive_a_restart) {
    {
        auto store = open("boot").value();
        put(*store, "k", "v");
    }
    auto store = open("other boot").value();
    EXPECT_TRUE(has(*store, "k"));
    EXPECT_EQ(store->discarded(), "");
}

TEST_F(StoreFiles, killed_process_loses_nothing) {
    {
        auto store = open("boot").value();
        put(*store, "k", "v");
        store->close_dirty();
    }
    EXPECT_TRUE(has(*open("boot").value(), "k"));
}

TEST_F(StoreFiles, power_loss_discards_the_files) {
    {
        auto store = open("boot").value();
        put(*store, "k", "v");
        store->close_dirty();
    }
    auto store = open("next boot").value();
    EXPECT_FALSE(has(*store, "k"));
    EXPECT_NE(store->discarded(), "");
}

TEST_F(StoreFiles, deleted_rows_stay_in_the_file_until_scrubbed) {
    const std::string canary = "what nobody may read";
    auto store = open("boot").value();
    const auto key = [](int i) { return std::to_string(100'000 + i); };
    {
        auto txn = store->write();
        for (int i = 0; i < 3000; ++i) txn.put(Table::gpus, key(i), canary + key(i));
        for (int i = 0; i < 9; ++i) {  // on pages of their own
            txn.put(Table::history_index, key(i), std::string(9000, 'x') + canary);
        }
        ASSERT_TRUE(txn.commit().has_value());
    }
    {
        auto txn = store->write();
        for (int i = 0; i < 3000; i += 2) txn.del(Table::gpus, key(i));
        for (int i = 1; i < 3000; i += 2) txn.put(Table::gpus, key(i), "harmless");
        for (int i = 0; i < 9; ++i) txn.put(Table::history_index, key(i), std::string(8900, 'y'));
        ASSERT_TRUE(txn.commit().has_value());
    }
    EXPECT_FALSE(places_of(canary, bytes()).empty());
    ASSERT_TRUE(store->scrub());
    EXPECT_TRUE(places_of(canary, bytes()).empty());
    for (int i = 0; i < 50; ++i) put(*store, key(i), "later");
    EXPECT_TRUE(places_of(canary, bytes()).empty()) << "out of LMDB's memory";
    EXPECT_EQ(store->read().count(Table::gpus), 1525U);
    store.reset();
    EXPECT_EQ(open("boot").value()->discarded(), "");
}

TEST_F(StoreFiles, scrub_fails_during_a_read_and_succeeds_after_it) {
    auto store = open("boot").value();
    put(*store, "k", "what nobody may read");
    {
        const auto reading = store->read();
        EXPECT_FALSE(store->scrub());
        EXPECT_EQ(reading.get(Table::gpus, "k"), "what nobody may read");
    }
    put(*store, "k", "v");
    EXPECT_TRUE(store->scrub());
    EXPECT_TRUE(places_of("what nobody may read", bytes()).empty());
    EXPECT_TRUE(has(*store, "k"));
}

TEST_F(StoreFiles, scrub_succeeds_during_reads_and_writes) {
    auto store = open("boot").value();
    std::atomic<bool> stop{false};
    std::thread reader([&] {
        while (!stop) (void)has(*store, "k");
    });
    std::thread writer([&] {
        for (int i = 0; !stop; ++i) put(*store, "k", "what nobody may read" + std::to_string(i));
    });
    for (int i = 0; i < 5; ++i) (void)store->scrub();
    stop = true;
    reader.join();
    writer.join();
    put(*store, "k", "v");
    EXPECT_TRUE(store->scrub());
    EXPECT_TRUE(places_of("what nobody may read", bytes()).empty());
    store.reset();
    EXPECT_EQ(open("boot").value()->discarded(), "");
}

TEST_F(StoreFiles, other_format_is_discarded) {
    put(*open("boot").value(), "k", "v");
    auto store = open("boot", "f=2").value();
    EXPECT_FALSE(has(*store, "k"));
    EXPECT_NE(store->discarded(), "");
}

TEST_F(StoreFiles, invalid_file_is_discarded) {
    std::filesystem::create_directories(scratch.path() / "s");
    std::ofstream(data) << std::string(20'000, 'x');
    auto store = open("boot").value();
    EXPECT_NE(store->discarded(), "");
    put(*store, "k", "v");
    EXPECT_TRUE(has(*store, "k"));
}

TEST_F(StoreFiles, changed_row_discards_the_file) {
    put(*open("boot").value(), "k", "the value");
    flip("the value");
    auto store = open("boot").value();
    EXPECT_FALSE(has(*store, "k"));
    EXPECT_NE(store->discarded().find("gpus: a row is not the one"), std::string::npos);
}

TEST_F(StoreFiles, changed_key_does_not_hide_its_row) {
    put(*open("boot").value(), "the key", "v");
    flip("the key");
    EXPECT_NE(open("boot").value()->discarded(), "");
}

// LMDB stores a table's name followed by its record, which begins with four zeros.
TEST_F(StoreFiles, table_with_changed_name_is_not_created_again) {
    put(*open("boot").value(), "k", "v");
    const auto places = places_of("gpus" + std::string(4, '\0'), bytes());
    ASSERT_FALSE(places.empty());
    for (const auto at : places) write(at, 'f');
    auto store = open("boot").value();
    EXPECT_NE(store->discarded(), "");
    EXPECT_FALSE(has(*store, "k"));
}

// A changed page number may lead to old rows that are intact in themselves.
TEST_F(StoreFiles, old_rows_are_not_taken_for_current_ones) {
    constexpr std::size_t page_bytes = 4096, root = 4 + 40;  // after the name
    {
        auto store = open("boot").value();
        for (const auto* value : {"the value 1", "the value 2", "the value 3", "the value 4"}) {
            put(*store, "k", value);
        }
    }
    const auto sound = bytes();
    const auto tables = places_of("gpus" + std::string(4, '\0'), sound);
    int tried = 0;
    for (const auto at : places_of("the value ", sound)) {
        if (sound[at + 10] == '4') continue;
        std::ofstream(data, std::ios::binary | std::ios::trunc) << sound;
        for (const auto table : tables) write(table + root, static_cast<char>(at / page_bytes));
        EXPECT_NE(open("boot").value()->discarded(), "") << "page " << at / page_bytes;
        ++tried;
    }
    EXPECT_GT(tried, 0);
}

TEST_F(StoreFiles, truncated_file_is_discarded) {
    put(*open("boot").value(), "k", "v");
    std::filesystem::resize_file(data, 12'288);
    auto store = open("boot").value();
    EXPECT_NE(store->discarded().find("it was cut"), std::string::npos) << store->discarded();
    put(*store, "k", "v");
}

TEST_F(StoreFiles, damage_in_an_open_store_is_reported_and_discarded_at_next_open) {
    {
        auto store = open("boot").value();
        put(*store, "k", "the value");
        EXPECT_EQ(store->damage(), "");
        flip("the value");
        EXPECT_THROW((void)has(*store, "k"), TablesDamaged);
        EXPECT_NE(store->damage().find(scratch.path().string()), std::string::npos);
    }
    EXPECT_EQ(open("boot").value()->discarded(), "it was found damaged");
}

TEST_F(StoreFiles, file_that_ended_its_process_is_not_opened_again) {
    put(*open("boot").value(), "k", "v");
    std::ofstream(scratch.path() / "s" / "dirty") << "damaged";
    EXPECT_EQ(open("boot").value()->discarded(), "it was found damaged");
}

TEST_F(StoreFiles, missing_address_space_is_reported_and_discards_nothing) {
    put(*open("boot").value(), "k", "v");
    const auto huge = Store::open({.directory = scratch.path() / "s",
                                   .format = "f=1",
                                   .tables = {Table::meta},
                                   .boot_id = "boot",
                                   .map_bytes = std::size_t{1} << 50});
    ASSERT_FALSE(huge.has_value());
    EXPECT_NE(huge.error().text.find("1048576 GiB of address space"), std::string::npos);
    EXPECT_TRUE(has(*open("boot").value(), "k"));
}

TEST_F(StoreFiles, second_store_on_a_directory_is_refused) {
    auto store = open("boot").value();
    const auto second = open("boot");
    ASSERT_FALSE(second.has_value());
    EXPECT_NE(second.error().text.find(scratch.path().string()), std::string::npos);
}

TEST_F(StoreFiles, error_names_a_directory_that_cannot_be_created) {
    std::ofstream(scratch.path() / "s") << "a file";
    EXPECT_NE(open("boot").error().text.find((scratch.path() / "s").string()), std::string::npos);
}

TEST_F(StoreFiles, uncommitted_changes_are_lost) {
    auto store = open("boot").value();
    {
        auto txn = store->write();
        txn.put(Table::gpus, "k", "v");
        EXPECT_TRUE(txn.get(Table::gpus, "k").has_value()) << "but it sees its own";
    }
    EXPECT_FALSE(has(*store, "k"));
}

TEST_F(StoreFiles, last_of_several_later_changes_counts) {
    auto store = open("boot").value();
    auto txn = store->write();
    txn.put_later(Table::gpus, "a", "1");
    txn.del_later(Table::gpus, "a");
    txn.del_later(Table::gpus, "b");
    txn.put_later(Table::gpus, "b", "2");
    txn.put_later(Table::history_index, "a", "other table");
    ASSERT_TRUE(txn.commit().has_value());
    EXPECT_FALSE(has(*store, "a"));
    EXPECT_EQ(store->read().get(Table::gpus, "b"), "2");
}

TEST_F(StoreFiles, cursor_walks_both_ways) {
    auto store = open("boot").value();
    for (const auto* key : {"b", "d", "f"}) put(*store, key, "v");
    const auto txn = store->read();
    auto cursor = txn.cursor(Table::gpus);
    EXPECT_TRUE(cursor.seek("c") && cursor.key() == "d");
    EXPECT_TRUE(cursor.next() && cursor.key() == "f");
    EXPECT_FALSE(cursor.next());
    EXPECT_TRUE(cursor.seek_before("d") && cursor.key() == "b");
    EXPECT_FALSE(cursor.prev());
    EXPECT_TRUE(cursor.seek_before("z") && cursor.key() == "f");
    EXPECT_FALSE(cursor.seek("g"));
}

TEST_F(StoreFiles, full_map_fails_at_commit_and_changes_nothing) {
    auto store = Store::open({.directory = scratch.path() / "small",
                              .format = "f",
                              .tables = {Table::meta, Table::gpus},
                              .boot_id = "b",
                              .map_bytes = 256 * 1024})
                     .value();
    put(*store, "before", "v");
    auto txn = store->write();
    for (int i = 0; i < 2000; ++i) txn.put(Table::gpus, std::to_string(i), std::string(500, 'x'));
    const auto done = txn.commit();
    ASSERT_FALSE(done.has_value());
    EXPECT_NE(done.error().text.find("MDB_MAP_FULL"), std::string::npos) << done.error().text;
    EXPECT_TRUE(has(*store, "before"));
    EXPECT_FALSE(has(*store, "0"));
}

TEST_F(StoreFiles, reader_never_sees_half_a_transaction) {
    auto store = open("boot").value();
    std::atomic<bool> done{false};
    std::atomic<int> torn{0}, looked{0};
    std::vector<std::thread> readers;
    for (int r = 0; r < 4; ++r) {
        readers.emplace_back([&] {
            while (!done) {
                const auto txn = store->read();
                const auto a = txn.get(Table::gpus, "a");
                const auto b = txn.get(Table::gpus, "b");
                if (a != b) ++torn;
                ++looked;
            }
        });
    }
    for (int i = 0; i < 3000; ++i) {
        auto txn = store->write();
        txn.put(Table::gpus, "a", std::to_string(i));
        txn.put_later(Table::gpus, "b", std::to_string(i));
        ASSERT_TRUE(txn.commit().has_value());
    }
    done = true;
    for (auto& reader : readers) reader.join();
    EXPECT_EQ(torn, 0);
    EXPECT_GT(looked, 0);
}

TEST(Keys, keys_sort_like_their_parts) {
    const auto key = [](std::int64_t ms) {
        return std::string(Key().time(from_unix_ms(ms)).view());
    };
    EXPECT_LT(key(-5), key(-4));
    EXPECT_LT(key(-1), key(0));
    EXPECT_LT(key(255), key(256));
    EXPECT_EQ(KeyReader(key(-77)).time(), from_unix_ms(-77));
    EXPECT_LT(Key().text("a").number(9).view(), Key().text("ab").number(1).view());
    EXPECT_EQ(Key().text(std::string(600, 'k')).view().size(), 256U);
}

TEST(Packed, packed_rows_are_read_back_unchanged) {
    const reservation::Booking b = booking(7, ann, {gpu_a, gpu_b}, "10:00", "11:00");
    EXPECT_EQ(unpack<reservation::Booking>(pack(b)), b);
    for (const std::int64_t n :
         {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 40,
          std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(unpack<std::int64_t>(pack(n)), n);
    }
    EXPECT_EQ(unpack<std::optional<std::string>>(pack(std::optional<std::string>{})), std::nullopt);
}

TEST(Packed, truncated_row_is_detected) {
    const auto whole = pack(booking(7, ann, {gpu_a}, "10:00", "11:00"));
    for (std::size_t n = 0; n < whole.size(); ++n) {
        EXPECT_THROW((void)unpack<reservation::Booking>(whole.substr(0, n)), std::runtime_error);
    }
}

}  // namespace
}  // namespace dibs::test
