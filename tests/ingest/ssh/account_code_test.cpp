// A code in a file of an account, on a real OpenSSH server whose sessions have a home of their own.
#include "ingest/ssh/account_code.hpp"

#include "ingest/ssh/pool.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"
#include "tests/ingest/ssh/tarpit.hpp"

#include <future>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

namespace fs = std::filesystem;
using test::LocalSshd;

std::string read_file(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

mode_t mode_of(const fs::path& file) {
    struct stat found {};
    return ::lstat(file.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
}

// An option of the key gives sessions a home of the test in place of the account's home.
class AccountCodes : public ::testing::Test {
  protected:
    AccountCodes() {
        fs::create_directory(home);
        std::ofstream(server.folder() / "authorized_keys")
            << "environment=\"HOME=" << home.string() << "\" " << server.client_key().public_line
            << '\n';
    }

    std::string leave(const std::string& code, std::int64_t lowest_uid = 0,
                      const std::string& account = {}) {
        Pool pool({.private_key_file = server.client_key().private_file});
        auto target = server.target("gpu03");
        if (!account.empty()) target.account = account;
        return leave(pool, {target, code, lowest_uid});
    }
    static std::string leave(Pool& pool, const AccountCode& wanted) {
        const auto answer = std::make_shared<std::promise<std::string>>();
        auto text = answer->get_future();
        leave_code(pool, wanted, [answer](const std::string& why) { answer->set_value(why); });
        return text.get();
    }

    LocalSshd server{"PermitUserEnvironment yes\n"};
    const fs::path home = server.folder() / "home";
    const fs::path file = home / ".dibs" / "sign-up-code";
};

TEST_F(AccountCodes, code_file_is_readable_only_by_its_owner) {
    ASSERT_EQ(leave("BCDFG-HJKLM"), "") << server.log();
    EXPECT_EQ(read_file(file), "BCDFG-HJKLM\n");
    EXPECT_EQ(mode_of(file), 0600U);
    EXPECT_EQ(mode_of(home / ".dibs"), 0700U);
    ASSERT_EQ(leave("WWWWW-WWWWW"), "");
    EXPECT_EQ(read_file(file), "WWWWW-WWWWW\n") << "in place of the one before";
    EXPECT_EQ(std::distance(fs::directory_iterator(file.parent_path()), {}), 1);
    EXPECT_EQ(server.log().find("BCDFG"), std::string::npos);
}

TEST_F(AccountCodes, symbolic_link_is_not_followed) {
    const auto elsewhere = home / "elsewhere";
    fs::create_directory(elsewhere);
    fs::create_symlink(elsewhere, home / ".dibs");
    EXPECT_EQ(leave("BCDFG-HJKLM"), "~/.dibs is a link");
    EXPECT_TRUE(fs::is_empty(elsewhere));
    fs::remove(home / ".dibs");
    fs::create_directory(home / ".dibs");
    fs::create_symlink(elsewhere / "a", file);
    fs::create_symlink(elsewhere / "b", home / ".dibs" / "sign-up-code.new");
    EXPECT_EQ(leave("BCDFG-HJKLM"), "");
    EXPECT_TRUE(fs::is_empty(elsewhere));
    EXPECT_FALSE(fs::is_symlink(file));
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_EQ(leave("BCDFG-HJKLM"), "~/.dibs/sign-up-code cannot be written");
    EXPECT_TRUE(fs::is_empty(file));
}

TEST_F(AccountCodes, system_account_or_other_name_gets_no_code) {
    EXPECT_EQ(leave("BCDFG-HJKLM", std::int64_t{::getuid()} + 1),
              "its uid is below [sign_up] lowest_uid");
    server.install("id",
                   "#!/bin/sh\n[ \"$1\" = -un ] && echo somebody || exec /usr/bin/id \"$@\"\n");
    EXPECT_EQ(leave("BCDFG-HJKLM"), "the login ends in an account of another name");
    EXPECT_FALSE(fs::exists(home / ".dibs"));
}

TEST_F(AccountCodes, failed_login_is_reported) {
    EXPECT_NE(leave("BCDFG-HJKLM", 0, "no_such_account").find("no code was left: "),
              std::string::npos);
}

TEST_F(AccountCodes, a_host_that_hangs_is_given_up_after_ten_seconds) {
    const test::Tarpit tarpit("");
    Pool pool({.private_key_file = server.client_key().private_file});
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_EQ(leave(pool, {tarpit.target("gpu03"), "BCDFG-HJKLM", 0}),
              "no code was left: the host did not answer in time");
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{12});
}

}  // namespace
}  // namespace dibs::ssh
