// A host that takes fewer commands on a connection than the pool sends (`MaxSessions`), with a real
// OpenSSH server.
#include "ingest/ssh/pool.hpp"
#include "tests/ingest/ssh/collector.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"

#include <set>

#include <gtest/gtest.h>

namespace dibs::ssh {
namespace {

using test::Collector;
using test::LocalSshd;

std::shared_ptr<Collector> start(Pool& pool, const LocalSshd& server, RemoteCommand command) {
    auto collector = std::make_shared<Collector>();
    pool.open(server.target("a"), std::move(command), collector);
    return collector;
}

std::string connection_and_cat() {
    return "echo \"$SSH_CONNECTION\"; cat";
}

TEST(FullConnection, a_host_with_one_session_a_connection_gets_a_connection_for_each_command) {
    const LocalSshd server("MaxSessions 1\n");
    Pool pool({.private_key_file = server.client_key().private_file});
    std::vector<std::shared_ptr<Collector>> all;
    std::set<std::string> connections;
    for (int i = 0; i < 4; ++i) {  // the first ones before the login, the last one beside them
        if (i == 3) ASSERT_TRUE(all.front()->wait_for_output("\n"));
        all.push_back(start(pool, server, {.line = connection_and_cat()}));
    }
    for (const auto& one : all) {
        ASSERT_TRUE(one->wait_for_output("\n"));
        connections.insert(one->output());
    }
    EXPECT_EQ(connections.size(), all.size());
    for (const auto& one : all) EXPECT_FALSE(one->has_ended());
}

TEST(FullConnection, closed_refused_command_moves_to_no_other_connection) {
    const LocalSshd server("MaxSessions 1\n");
    Pool pool({.private_key_file = server.client_key().private_file});
    const auto first = start(pool, server, {.line = connection_and_cat()});
    ASSERT_TRUE(first->wait_for_output("\n"));
    const auto mark = server.folder() / "ran";
    pool.close(pool.open(server.target("a"), {.line = "touch " + mark.string()},
                         std::make_shared<Collector>()));
    const auto last = start(pool, server, {.line = connection_and_cat()});
    ASSERT_TRUE(last->wait_for_output("\n"));
    EXPECT_FALSE(std::filesystem::exists(mark));
    EXPECT_FALSE(first->has_ended());
}

TEST(FullConnection, commands_beyond_the_most_connections_end_with_the_reason) {
    const LocalSshd server("MaxSessions 1\n");
    Pool pool({.private_key_file = server.client_key().private_file});
    std::vector<std::shared_ptr<Collector>> all;
    for (std::size_t i = 0; i < most_connections; ++i) {
        all.push_back(start(pool, server, {.line = connection_and_cat()}));
        ASSERT_TRUE(all.back()->wait_for_output("\n"));
    }
    const auto end = start(pool, server, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->text, "the host takes no more commands at once");
    for (const auto& one : all) EXPECT_FALSE(one->has_ended());
}

TEST(FullConnection, host_that_refuses_the_first_command_fails_at_once) {
    const LocalSshd server("MaxSessions 0\n");
    Pool pool({.private_key_file = server.client_key().private_file});
    const auto end = start(pool, server, {.line = "true"})->wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, RemoteErrorKind::ended);
    EXPECT_EQ(end->text.find("channel: "), 0U) << end->text;
}

}  // namespace
}  // namespace dibs::ssh
