// The key file: restarts, refusals, and erasing.
#include "ingest/keys/keys.hpp"

#include "tests/support/sample_site.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

class KeyFile : public ::testing::Test {
  protected:
    KeyFile() {
        std::string pattern = fs::temp_directory_path() / "dibs_keys_XXXXXX";
        folder_ = ::mkdtemp(pattern.data());
    }
    ~KeyFile() override { fs::remove_all(folder_); }

    [[nodiscard]] fs::path file() const { return folder_ / "keys"; }
    [[nodiscard]] std::string text() const {
        std::ifstream in(file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& content) const {
        std::ofstream(file(), std::ios::binary | std::ios::trunc) << content;
    }
    std::string refusal() const {
        const auto keys = Keys::open(file());
        return keys ? "none" : keys.error();
    }

  private:
    fs::path folder_;
};

TEST_F(KeyFile, sealed_text_opens_after_a_restart) {
    std::string sealed;
    std::string secret;
    std::string check;
    {
        const auto keys = Keys::create(file()).value();
        sealed = keys->seal_for(ann, "Ann", "t");
        secret = keys->seal("hash", "t");
        check = keys->check();
    }
    const auto keys = Keys::open(file()).value();
    EXPECT_EQ(keys->open_for(ann, sealed, "t")->value(), "Ann");
    EXPECT_EQ(keys->open(secret, "t"), std::string("hash"));
    EXPECT_EQ(keys->check(), check);
    EXPECT_NE(Keys::in_memory()->check(), check);
}

TEST_F(KeyFile, key_file_readable_by_others_is_refused) {
    (void)Keys::create(file()).value();
    struct stat status {};
    ASSERT_EQ(::stat(file().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    ::chmod(file().c_str(), 0640);
    EXPECT_NE(refusal().find("0600"), std::string::npos) << refusal();
}

TEST_F(KeyFile, existing_key_file_is_not_overwritten) {
    (void)Keys::create(file()).value();
    const auto before = text();
    EXPECT_FALSE(Keys::create(file()));
    EXPECT_EQ(text(), before);
}

TEST_F(KeyFile, every_damaged_byte_is_reported_with_its_line) {
    const auto keys = Keys::create(file()).value();
    (void)keys->seal_for(ann, "Ann", "t");
    const auto whole = text();
    for (std::size_t at = whole.find('\n') + 1; at < whole.size(); ++at) {
        auto damaged = whole;
        damaged[at] = damaged[at] == 'x' ? 'y' : 'x';
        write(damaged);
        EXPECT_NE(refusal().find("damaged"), std::string::npos) << at << ' ' << refusal();
    }
    write("dibs keys 2\n" + whole.substr(whole.find('\n') + 1));
    EXPECT_NE(refusal().find("not a key file that this version"), std::string::npos);
    write("");
    EXPECT_NE(refusal(), "none");
}

TEST_F(KeyFile, incomplete_last_line_is_skipped_and_overwritten) {
    {
        const auto keys = Keys::create(file()).value();
        (void)keys->seal_for(ann, "Ann", "t");
    }
    write(text() + "per_01234567 89ab");
    std::string sealed;
    {
        const auto keys = Keys::open(file()).value();
        sealed = keys->seal_for(ben, "Ben", "t");
    }
    EXPECT_EQ(Keys::open(file()).value()->open_for(ben, sealed, "t")->value(), "Ben");
}

TEST_F(KeyFile, erased_text_stays_unreadable_and_other_text_readable) {
    std::string anns;
    std::string bens;
    {
        const auto keys = Keys::create(file()).value();
        anns = keys->seal_for(ann, "Ann", "t");
        bens = keys->seal_for(ben, "Ben", "t");
        EXPECT_TRUE(keys->erase(ann));
        EXPECT_FALSE(keys->erase(ann));
        EXPECT_FALSE(keys->open_for(ann, anns, "t")->has_value());
    }
    const auto keys = Keys::open(file()).value();
    EXPECT_FALSE(keys->open_for(ann, anns, "t")->has_value());
    EXPECT_EQ(keys->open_for(ben, bens, "t")->value(), "Ben");
}

TEST_F(KeyFile, text_sealed_after_erasure_is_unreadable) {
    const auto keys = Keys::create(file()).value();
    EXPECT_FALSE(keys->is_erased(ann));
    EXPECT_TRUE(keys->erase(ann));
    const auto late = keys->seal_for(ann, "Ann", "t");
    const auto again = Keys::open(file()).value();
    for (const auto* one : {keys.get(), again.get()}) {
        EXPECT_TRUE(one->is_erased(ann));
        EXPECT_FALSE(one->is_erased(ben));
        EXPECT_FALSE(one->open_for(ann, late, "t")->has_value());
    }
}

TEST_F(KeyFile, account_erased_by_digest_may_get_a_new_key) {
    const auto keys = Keys::create(file()).value();
    const auto anns = keys->seal_for("ann", "python a.py", "t");
    const auto others = keys->seal_for("anna", "python b.py", "t");
    EXPECT_TRUE(keys->erase(ann, {keys->digest("ann")}));
    EXPECT_FALSE(keys->open_for("ann", anns, "t")->has_value());
    EXPECT_EQ(keys->open_for("anna", others, "t")->value(), "python b.py");
    EXPECT_EQ(text().find("account:ann "), std::string::npos);
    const auto later = keys->seal_for("ann", "somebody else's", "t");
    EXPECT_EQ(keys->open_for("ann", later, "t")->value(), "somebody else's");
}

TEST_F(KeyFile, second_node_finds_newer_keys) {
    const auto first = Keys::create(file()).value();
    const auto second = Keys::open(file()).value();
    const auto sealed = first->seal_for(ann, "Ann", "t");
    EXPECT_EQ(second->open_for(ann, sealed, "t")->value(), "Ann");
}

TEST_F(KeyFile, account_name_cannot_break_its_line) {
    const auto keys = Keys::create(file()).value();
    const std::string wild = "a b\nper_x 00 %\xFF";
    const auto sealed = keys->seal_for(wild, "text", "t");
    EXPECT_EQ(Keys::open(file()).value()->open_for(wild, sealed, "t")->value(), "text");
}

TEST_F(KeyFile, damaged_seals_do_not_open) {
    const auto keys = Keys::in_memory();
    const auto sealed = keys->seal_for(ann, "Ann", "t");
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto damaged = sealed;
        damaged[at] = damaged[at] == 'A' ? 'B' : 'A';
        if (damaged == sealed) continue;
        EXPECT_FALSE(keys->open_for(ann, damaged, "t")) << at;
    }
    EXPECT_FALSE(keys->open_for(ann, "", "t"));
    EXPECT_FALSE(keys->open_for(ann, sealed + "A", "t"));
}

}  // namespace
}  // namespace dibs::test
