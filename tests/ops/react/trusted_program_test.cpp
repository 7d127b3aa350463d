// Programs that others could change are not run, and the reason is reported.
#include "ops/react/trusted_program.hpp"

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

class TrustedProgram : public ::testing::Test {
  protected:
    TrustedProgram() {
        std::string name = (fs::canonical(fs::temp_directory_path()) / "dibs-XXXXXX").string();
        folder = fs::path(mkdtemp(name.data())) / "hooks";
        fs::create_directory(folder);
        tell = folder / "tell";
        std::ofstream(tell) << "#!/bin/sh\n";
        fs::permissions(folder, fs::perms{0755});
        fs::permissions(tell, fs::perms{0755});
    }
    ~TrustedProgram() override { fs::remove_all(folder.parent_path()); }

    [[nodiscard]] std::string why_not(const fs::path& program) const {
        const auto trusted = trusted_program(program, geteuid());
        return trusted ? "" : trusted.error();
    }

    fs::path folder, tell;
};

TEST_F(TrustedProgram, program_of_root_or_own_account_is_trusted) {
    EXPECT_EQ(trusted_program(tell, geteuid()), tell.string());
    EXPECT_EQ(trusted_program("/bin/sh", geteuid()), fs::canonical("/bin/sh").string());
}

TEST_F(TrustedProgram, links_are_resolved) {
    fs::create_symlink("tell", folder / "link");
    EXPECT_EQ(trusted_program(folder / "link", geteuid()), tell.string());
}

TEST_F(TrustedProgram, missing_or_non_executable_file_is_rejected) {
    EXPECT_EQ(why_not(folder / "no"), (folder / "no").string() + ": No such file or directory");
    EXPECT_EQ(why_not(folder), "it is not run: " + folder.string() + " is no file");
    fs::permissions(tell, fs::perms{0644});
    EXPECT_EQ(why_not(tell),
              "it is not run: " + tell.string() + " is not executable for the account of dibsd");
}

TEST_F(TrustedProgram, program_writable_by_others_is_rejected) {
    fs::permissions(tell, fs::perms{0757});
    EXPECT_EQ(why_not(tell),
              "it is not run: " + tell.string() + " can be written by everyone: chmod go-w");
    fs::permissions(tell, fs::perms{0775});
    EXPECT_EQ(why_not(tell),
              "it is not run: " + tell.string() + " can be written by its group: chmod go-w");
}

TEST_F(TrustedProgram, program_in_folder_writable_by_others_is_rejected) {
    fs::permissions(folder, fs::perms{0777});
    EXPECT_EQ(why_not(tell),
              "it is not run: " + folder.string() + " can be written by everyone: chmod go-w");
    fs::permissions(folder, fs::perms{01777});  // like /tmp
    EXPECT_EQ(why_not(tell), "");
}

TEST_F(TrustedProgram, program_of_another_account_is_rejected) {
    const uid_t owner = geteuid() == 0 ? 12345 : geteuid();
    ASSERT_EQ(chown(tell.c_str(), owner, getegid()), 0);
    const auto trusted = trusted_program(tell, owner + 1);
    ASSERT_FALSE(trusted);
    EXPECT_EQ(trusted.error(), "it is not run: " + tell.string() +
                                   " belongs to the account with uid " + std::to_string(owner) +
                                   ", neither to root nor to the account of dibsd");
}

}  // namespace
}  // namespace dibs::test
