// Files and environment of the command line.
#include "tests/cli/client/fake_server.hpp"

#include <fstream>
#include <map>

#include <sys/stat.h>

namespace dibs::cli {
namespace {

struct SettingsTest : testing::Test {
    TemporaryFolder folder;
    std::map<std::string, std::string> environment;

    Settings settings() {
        return {{folder.path / "config", folder.path / "state", folder.path / "system.toml"},
                [this](const std::string& name) -> std::optional<std::string> {
                    const auto at = environment.find(name);
                    return at == environment.end() ? std::nullopt : std::optional(at->second);
                }};
    }
    void write(const std::string& name, const std::string& text) {
        const auto file = folder.path / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
};

TEST_F(SettingsTest, flag_precedes_environment_user_and_system) {
    EXPECT_EQ(settings().server(""), default_server);
    write("system.toml", "server = 'http://system:1/'");
    EXPECT_EQ(settings().server(""), "http://system:1");
    write("config/config.toml", "server = 'http://user:2'");
    EXPECT_EQ(settings().server(""), "http://user:2");
    environment["DIBS_SERVER"] = "env:3";
    EXPECT_EQ(settings().server(""), "http://env:3");
    EXPECT_EQ(settings().server("https://flag:4"), "https://flag:4");
    EXPECT_THROW((void)settings().server("ftp://x"), Failure);
}

TEST_F(SettingsTest, token_is_kept_per_server_for_its_owner_only) {
    settings().keep_credential("http://a:1", {"dibs_a", "tok_1", "ann"});
    settings().keep_credential("http://b:2", {"dibs_b", "tok_2", "ann"});
    EXPECT_EQ(settings().token("http://a:1"), "dibs_a");
    EXPECT_EQ(settings().token("http://b:2"), "dibs_b");
    EXPECT_EQ(settings().token("http://c:3"), "");
    struct stat info {};
    ASSERT_EQ(::stat((folder.path / "config/credentials.toml").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777U, 0600U);
    settings().forget_credential("http://a:1");
    EXPECT_EQ(settings().token("http://a:1"), "");
    EXPECT_EQ(settings().token("http://b:2"), "dibs_b");
}

TEST_F(SettingsTest, folder_becomes_private_even_if_it_was_open) {
    const auto mode = [](const std::filesystem::path& path) {
        struct stat info {};
        return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0;
    };
    settings().keep_server("http://a:1");
    EXPECT_EQ(mode(folder.path / "config"), 0700U);
    std::filesystem::permissions(folder.path / "config", std::filesystem::perms(0755));
    settings().keep_credential("http://a:1", {"dibs_a", "tok_1", "ann"});
    EXPECT_EQ(mode(folder.path / "config"), 0700U);
}

TEST_F(SettingsTest, token_of_environment_comes_first) {
    settings().keep_credential("http://a:1", {"dibs_a", "tok_1", "ann"});
    environment["DIBS_TOKEN"] = "dibs_env";
    EXPECT_EQ(settings().token("http://a:1"), "dibs_env");
}

TEST_F(SettingsTest, credentials_readable_by_others_are_refused) {
    settings().keep_credential("http://a:1", {"dibs_a", "tok_1", "ann"});
    ASSERT_EQ(::chmod((folder.path / "config/credentials.toml").c_str(), 0644), 0);
    try {
        (void)settings().token("http://a:1");
        FAIL() << "a failure was expected";
    } catch (const Failure& failure) {
        EXPECT_NE(failure.next_step.find("chmod 600"), std::string::npos);
    }
}

TEST_F(SettingsTest, broken_file_is_named_with_its_line) {
    write("config/config.toml", "zone = 'UTC'\nserver = ");
    try {
        (void)settings().server("");
        FAIL() << "a failure was expected";
    } catch (const Failure& failure) {
        EXPECT_EQ(failure.exit, Exit::usage);
        EXPECT_NE(std::string(failure.what()).find("config.toml, line 2"), std::string::npos);
    }
}

TEST_F(SettingsTest, first_signed_in_server_stays_the_default) {
    settings().keep_server("http://a:1");
    settings().keep_server("http://b:2");
    EXPECT_EQ(settings().server(""), "http://a:1");
}

TEST_F(SettingsTest, folders_follow_xdg) {
    environment = {
        {"HOME", "/home/ann"}, {"XDG_STATE_HOME", "/var/ann"}, {"XDG_CONFIG_HOME", "rel"}};
    const auto where = places([this](const std::string& name) -> std::optional<std::string> {
        const auto at = environment.find(name);
        return at == environment.end() ? std::nullopt : std::optional(at->second);
    });
    EXPECT_EQ(where.config, "/home/ann/.config/dibs");  // a relative path is ignored
    EXPECT_EQ(where.state, "/var/ann/dibs");
}

}  // namespace
}  // namespace dibs::cli
