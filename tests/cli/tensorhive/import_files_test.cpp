// dibs import tensorhive: jobs as drafts, and files that are old, damaged or malicious.
#include "api/cli/tensorhive/values.hpp"
#include "tests/cli/tensorhive/import_fixture.hpp"

#include <fstream>

namespace dibs::cli {
namespace {

TEST_F(Import, jobs_are_written_as_drafts) {
    holds(R"(INSERT INTO users VALUES (1,'bartek',NULL,NULL,'');
        INSERT INTO jobs VALUES (1,'train','big',1,'pending','2026-12-01 08:00:00.000000',NULL,1);
        INSERT INTO tasks VALUES (1,1,'gpu03',NULL,'not_running','python train.py',0),
                                 (2,9,'gpu03',NULL,'not_running','lost',NULL);
        INSERT INTO command_segments VALUES (1,'--lr','parameter'),(2,'OMP','env_variable'),
                                            (3,'--n','parameter');
        INSERT INTO cmd_segment2task VALUES (1,3,'2',2),(1,1,'0.1',1),(1,2,'4',-1);)");
    knows(page(bartek()));
    server.answer(200, nothing);
    server.answer(200, nothing);
    const auto file = folder.path / "jobs.json";
    EXPECT_EQ(import({"--apply", "--jobs", file}), 0) << err.str();
    says("task tasks row 2", "not taken: it belongs to no job");
    says("job train of bartek",
         "not taken: Dibs has no jobs yet: its draft is in " + file.string());
    std::ifstream read(file);
    const std::string text{std::istreambuf_iterator<char>(read), {}};
    EXPECT_EQ(Json::parse(text).value_or(Json()).dump(),
              R"({"jobs":[{"name":"train","description":"big","owner":"bartek","queued":true,)"
              R"("tasks":[{"host":"gpu03","command":"python train.py","environment":)"
              R"([{"name":"OMP","value":"4"}],"parameters":[{"name":"--lr","value":"0.1"},)"
              R"({"name":"--n","value":"2"}],"gpu_index":0}],)"
              R"("start_at":"2026-12-01T08:00:00.000Z"}]})")
        << text;
}

TEST_F(Import, older_database_is_read_as_far_as_possible) {
    write_sqlite(database(), R"(
        CREATE TABLE users (id INTEGER PRIMARY KEY, username VARCHAR(40));
        CREATE TABLE reservations (id INTEGER PRIMARY KEY, user_id INTEGER,
          protected_resource_id VARCHAR(60), _starts_at DATETIME, _ends_at DATETIME);
        INSERT INTO users VALUES (1,'bartek');
        INSERT INTO reservations VALUES (1,1,'GPU-1','2126-11-25 10:00:00.000000',
          '2126-11-25 12:00:00.000000');)");
    knows(page(bartek()));
    for (int i = 0; i < 3; ++i) server.answer(200, nothing);
    EXPECT_EQ(import(), 0) << err.str();
    says("group all", "not taken: it has no table groups: an older TensorHive?");
    says("reservation bartek on gpu03:0 Mon 25 Nov 2126 11:00-13:00 CET", "would be made");
}

TEST_F(Import, refuses_files_that_are_not_tensorhive) {
    EXPECT_EQ(import(), 3) << err.str();  // missing
    std::ofstream(database()) << "username,email\nann,ann@example.org\n";
    EXPECT_EQ(import(), 2) << err.str();
    EXPECT_NE(err.str().find("is no SQLite database"), std::string::npos) << err.str();
    std::filesystem::remove(database());
    write_sqlite(database(), "CREATE TABLE people (id INTEGER)");
    EXPECT_EQ(import(), 2);
    EXPECT_NE(err.str().find("it has no table users"), std::string::npos) << err.str();
    std::filesystem::remove(database());
    // A view could read or count endlessly; only tables are read.
    write_sqlite(database(), R"(CREATE VIEW users AS WITH RECURSIVE n(id) AS
        (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 'u' || id AS username FROM n)");
    EXPECT_EQ(import(), 2);
    EXPECT_TRUE(server.asked.empty());
}

TEST_F(Import, refuses_a_damaged_file) {
    holds("INSERT INTO users VALUES (1,'ann',NULL,NULL,'');");
    std::fstream file(database(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(4096);  // the root page of the first table
    file << std::string(4096, '\xff');
    file.close();
    EXPECT_EQ(import(), 1) << out.str();
    EXPECT_NE(err.str().find("is damaged"), std::string::npos) << err.str();
}

TEST(ImportedMoments, moments_are_read_in_sqlalchemys_format) {
    using tensorhive::read_moment_utc;
    EXPECT_EQ(read_moment_utc("1970-01-01 00:00:01.500000"), 1500);
    EXPECT_EQ(read_moment_utc("1970-01-01 00:00:01"), 1000);
    for (const auto* text :
         {"", "2026-11-25", "2026-13-01 00:00:00.000000", "2026-02-29 00:00:00.000000",
          "2026-11-25 24:00:00.000000", "2026-11-25 10:00:60.000000", "2026-11-25 10:00:00.",
          "2026-11-25 10:00:00.0000000", "2026-11-25 10:00:00.000000Z", "1969-12-31 23:59:59",
          "+026-11-25 10:00:00", "2026-11-25 10:00:00.0x"}) {
        EXPECT_FALSE(read_moment_utc(text)) << text;
    }
}

}  // namespace
}  // namespace dibs::cli
