// Starting another program of Dibs in place of this one.
#include "api/cli/lib/sibling_program.hpp"

#include "tests/cli/client/fake_server.hpp"

#include <fstream>

namespace dibs::cli {
namespace {

namespace fs = std::filesystem;

TEST(SiblingProgram, sibling_is_in_the_folder_of_this_program) {
    const auto here = fs::read_symlink("/proc/self/exe");
    EXPECT_EQ(sibling_program(here.filename()), here);
}

TEST(SiblingProgram, process_becomes_the_program_with_its_arguments_and_exit_code) {
    const TemporaryFolder folder;
    const auto program = folder.path / "program";
    std::ofstream(program) << "#!/bin/sh\nprintf '<%s>' \"$@\" >&2\nexit 7\n";
    fs::permissions(program, fs::perms::owner_all);
    EXPECT_EXIT(become_program(program, {"a b", "", "--json-fields=id"}),
                testing::ExitedWithCode(7), "<a b><><--json-fields=id>");
}

class SiblingCommand : public CommandTest {};

// The test program has no dibs-import beside it.
TEST_F(SiblingCommand, import_names_the_program_that_is_missing) {
    EXPECT_EQ(run({"import", "tensorhive", "--database", "site.sqlite"}), 1);
    EXPECT_NE(err.str().find("Cannot start " + sibling_program("dibs-import").string() +
                             ": No such file or directory.\n  dibs-import belongs to Dibs"),
              std::string::npos)
        << err.str();
    EXPECT_TRUE(server.asked.empty());
}

}  // namespace
}  // namespace dibs::cli
