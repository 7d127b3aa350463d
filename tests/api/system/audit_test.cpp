// GET /api/v1/audit reports the findings of the check of seals.
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string digest(64, 'a');

class Audit : public testing::Test {
  protected:
    Audit() {
        world.service->status.audit = [this] { return found; };
        world.service->status.holds_head = [](const AuditHead& head) {
            return head.position == 5 && head.digest == digest;
        };
    }
    auto audit(const std::string& query = "") {
        return world.as(world.ann).get("/api/v1/audit" + query);
    }

    ApiWorld world;
    AuditFindings found{
        .read = 9, .seals = 2, .unsealed = 4, .newest = audit::Seal{5, digest, "key", "s"}};
};

TEST_F(Audit, audit_shows_how_far_the_log_is_compared_with_its_seals) {
    const auto reply = audit();
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.at("position"), "9");
    EXPECT_GT(std::stoll(reply.at("lag")), 0);
    EXPECT_EQ(reply.at("seals"), "2");
    EXPECT_EQ(reply.at("unsealed_facts"), "4");
    EXPECT_EQ(reply.at("newest.position"), "5");
    EXPECT_EQ(reply.at("newest.digest"), digest);
    EXPECT_EQ(reply.at("problem"), "");
    EXPECT_EQ(reply.at("head"), "");
}

TEST_F(Audit, audit_without_a_check_claims_nothing) {
    world.service->status.audit = {};
    EXPECT_EQ(audit().at("position"), "0");
    EXPECT_EQ(audit().at("newest"), "");
    EXPECT_EQ(audit("?head=5:" + digest).at("head"), "not_read");
}

TEST_F(Audit, audit_names_the_broken_seal) {
    found.broken = "The seal of position 10 does not fit.";
    EXPECT_EQ(audit().at("problem"), "The seal of position 10 does not fit.");
}

TEST_F(Audit, head_is_held_not_held_or_not_read_yet) {
    EXPECT_EQ(audit("?head=5:" + digest).at("head"), "held");
    EXPECT_EQ(audit("?head=4:" + digest).at("head"), "not_held");
    EXPECT_EQ(audit("?head=5:" + std::string(64, 'b')).at("head"), "not_held");
    EXPECT_EQ(audit("?head=10:" + digest).at("head"), "not_read");
    EXPECT_EQ(audit("?head=8:" + digest).at("head"), "not_read") << "its seal may come behind";
}

TEST_F(Audit, malformed_head_is_refused_with_its_parameter) {
    for (const auto& head :
         {std::string("yesterday"), "0:" + digest, "-1:" + digest, "5:" + digest + "a",
          "5:" + std::string(64, 'A'), "99999999999999999999:" + digest}) {
        const auto reply = audit("?head=" + head);
        EXPECT_EQ(reply.status, 400) << head;
        EXPECT_EQ(reply.at("field"), "head") << head;
    }
    EXPECT_EQ(audit("?head=").status, 422);
}

TEST_F(Audit, audit_is_for_admins) {
    EXPECT_EQ(world.as(world.ben).get("/api/v1/audit").status, 403);
}

}  // namespace
}  // namespace dibs::test
