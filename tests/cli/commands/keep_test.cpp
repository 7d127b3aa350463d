// dibs reservation keep against canned answers, and the display of an idle booking.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

std::string booking_json(const std::string& more) {
    return R"({"id":"res_01JD3K8QZ4T5V6W7X8Y9Z0A130","gpus":["gpu_1"],"gpu_names":["gpu03:0"],"owner_id":"per_1","owner_name":"ann","title":"t",
        "from":"2026-11-21T00:00:00.000Z","until":"2026-11-21T08:00:00.000Z","state":"running","version":3,
        "created_at":"2026-11-20T00:00:00.000Z","warnings":[])" +
           more + "}";
}

class Keep : public CommandTest {};

TEST_F(Keep, keep_sends_duration_and_reason_and_shows_the_end) {
    server.answer(200, booking_json(""));
    server.answer(200, R"({"kind":"duration","duration_s":7200,"zone":"UTC","echo":"x"})");
    server.answer(200, booking_json(R"(,"kept_until":"2026-11-21T03:00:00.000Z")"));
    EXPECT_EQ(run({"reservation", "keep", "res_01JD3K8QZ4T5V6W7X8Y9Z0A130", "--for", "2h", "--why",
                   "Debugging"}),
              0)
        << err.str();
    EXPECT_EQ(server.line(2), "POST /reservations/res_01JD3K8QZ4T5V6W7X8Y9Z0A130/keep");
    EXPECT_EQ(server.body(2)["for_min"].integer(), 120);
    EXPECT_EQ(server.body(2)["reason"].text(), "Debugging");
    EXPECT_NE(out.str().find("Kept until"), std::string::npos) << out.str();
}

TEST_F(Keep, keep_refuses_seconds) {
    server.answer(200, booking_json(""));
    server.answer(200, R"({"kind":"duration","duration_s":90,"zone":"UTC","echo":"x"})");
    EXPECT_EQ(run({"reservation", "keep", "res_01JD3K8QZ4T5V6W7X8Y9Z0A130", "--for", "90s"}), 2);
    EXPECT_NE(err.str().find("--for: '90s' is not in whole minutes."), std::string::npos)
        << err.str();
    EXPECT_EQ(server.asked.size(), 2U) << "nothing is kept";
}

TEST_F(Keep, idle_booking_is_noted_below_the_list) {
    server.answer(
        200,
        page(booking_json(
            R"(,"idle":{"kind":"idle","since":"2026-11-21T00:10:00.000Z","noticed_at":"2026-11-21T00:40:00.000Z"})")));
    EXPECT_EQ(run({"reservation", "list"}), 0);
    EXPECT_NE(err.str().find("Idle: gpu03:0: nothing has used it since"), std::string::npos)
        << err.str();
    EXPECT_NE(err.str().find("its owner is not told yet"), std::string::npos);
}

}  // namespace
}  // namespace dibs::cli
