// A log of the first version: the checks of its first record at the start of dibsd.
#include "ingest/log/facts/lmdb_log.hpp"
#include "ops/log_setup.hpp"
#include "tests/support/record_maker.hpp"

#include <filesystem>

#include <gtest/gtest.h>
#include <stdlib.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

TEST(OldLog, log_without_keys_check_is_opened) {
    std::string name = (fs::temp_directory_path() / "dibs-old-log-XXXXXX").string();
    Config config;
    config.data_directory = mkdtemp(name.data());
    ASSERT_TRUE(Keys::create(config.data_directory / "keys"));
    {
        const auto log = std::move(open_lmdb_log({config.data_directory / "log"}).value());
        RecordMaker maker;
        append(*log, maker.created());
        const auto keys = open_keys(config, *log, 0);
        EXPECT_TRUE(keys) << keys.error().text;
    }
    fs::remove_all(config.data_directory);
}

}  // namespace
}  // namespace dibs::test
