// dibs process against canned answers: the origin of each process, whole for programs and short for
// people. Unknown values stay empty.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class Processes : public CommandTest {};

std::string process(const std::string& more) {
    return R"({"id":"prc_1","gpu_id":"gpu_1","gpu_name":"gpu03:0","host_id":"host_1",
        "host_name":"gpu03","pid":4711)" +
           more + '}';
}
const std::string id(64, 'a');
const std::string in_docker =
    R"(,"unix_name":"root","origin":{"container":{"runtime":"docker","id":")" + id + R"("}})";

TEST_F(Processes, container_process_shows_short_id_and_unknown_starter) {
    output.settings.form = Form::human;
    server.answer(200, page(process(in_docker)));
    EXPECT_EQ(run({"process", "list", "--host", "gpu03"}), 0) << err.str();
    EXPECT_EQ(server.line(0).find("GET /processes?host=gpu03"), 0U) << server.line(0);
    const auto said = out.str();
    EXPECT_NE(said.find("docker aaaaaaaaaaaa "), std::string::npos) << said;
    EXPECT_NE(said.find("unknown"), std::string::npos) << said;
}

TEST_F(Processes, pipe_gets_the_whole_container_id) {
    output.settings.form = Form::tsv;
    server.answer(200, page(process(in_docker)));
    EXPECT_EQ(run({"process", "list"}), 0) << err.str();
    EXPECT_NE(out.str().find("docker " + id), std::string::npos) << out.str();
    EXPECT_EQ(out.str().find("unknown"), std::string::npos) << out.str();
}

TEST_F(Processes, process_shows_its_starter_if_it_is_another_account) {
    output.settings.form = Form::human;
    server.answer(200, page(process(R"(,"unix_name":"root","origin":{"started_by":"kim"})") + ',' +
                            process(R"(,"unix_name":"lee","origin":{"started_by":"lee"})")));
    EXPECT_EQ(run({"process", "list"}), 0) << err.str();
    const auto said = out.str();
    EXPECT_NE(said.find("kim"), std::string::npos) << said;
    EXPECT_EQ(said.find("lee"), said.rfind("lee")) << "its own account, once: " << said;
}

TEST_F(Processes, process_shows_terminal_and_session) {
    output.settings.form = Form::human;
    server.answer(200, page(process(R"(,"unix_name":"ann","origin":{"tty":"pts/3",
        "session":{"kind":"screen","name":"4700.train"}})")));
    EXPECT_EQ(run({"process", "list"}), 0) << err.str();
    EXPECT_NE(out.str().find("pts/3, screen 4700.train"), std::string::npos) << out.str();
}

TEST_F(Processes, process_on_unseen_host_shows_since_when) {
    output.settings.form = Form::human;
    server.answer(
        200, page(process(R"(,"unknown_since":"2026-11-21T01:15:00.000Z")") + ',' + process("")));
    EXPECT_EQ(run({"process", "list"}), 0) << err.str();
    EXPECT_NE(out.str().find("not since"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("  now"), std::string::npos) << out.str();
}

TEST_F(Processes, process_without_origin_shows_nothing) {
    output.settings.form = Form::human;
    server.answer(200, page(process("")));
    EXPECT_EQ(run({"process", "list"}), 0) << err.str();
    EXPECT_EQ(out.str().find("unknown"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace dibs::cli
