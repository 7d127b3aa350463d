// dibs calendar against canned answers: a link is shown once and whole, and a file unchanged.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

const std::string feed_id = "feed_01JD3K8QZ4T5V6W7X8Y9Z0A1B0";

std::string feed(const std::string& kind, const std::string& name, bool readable = true) {
    return R"({"id":")" + feed_id + R"(","owner_id":"per_1","kind":")" + kind + R"(","name":")" +
           name + R"(","readable":)" + (readable ? "true" : "false") +
           R"(,"created_at":"2026-11-20T06:50:00.000Z"})";
}
std::string made(const std::string& url) {
    return R"({"feed":)" + feed("person", "Ann") + R"(,"url":")" + url + "\"}";
}

class CalendarLinks : public CommandTest {};

TEST_F(CalendarLinks, calendar_link_is_the_only_stdout) {
    server.answer(201, made("https://dibs.example.org/calendar/5T5Z.ics"));
    EXPECT_EQ(run({"calendar", "link"}), 0);
    EXPECT_EQ(server.line(0), "POST /feeds");
    EXPECT_EQ(server.body(0).dump(), "{}");
    EXPECT_EQ(out.str(), "https://dibs.example.org/calendar/5T5Z.ics\n");
    EXPECT_NE(err.str().find("dibs calendar close " + feed_id), std::string::npos) << err.str();
}

TEST_F(CalendarLinks, relative_calendar_link_gets_the_servers_address) {
    server.answer(201, made("/gpus/calendar/5T5Z.ics"));
    EXPECT_EQ(run({"calendar", "link"}), 0);
    const auto& url = server.asked.at(0).url;
    const auto host = url.substr(0, url.find('/', url.find("://") + 3));
    EXPECT_EQ(out.str(), host + "/gpus/calendar/5T5Z.ics\n");
}

TEST_F(CalendarLinks, calendar_link_covers_a_group_gpu_or_host) {
    server.answer(200, R"({"items":[{"id":"grp_1","name":"students"}]})");
    server.answer(201, made("/calendar/x.ics"));
    EXPECT_EQ(run({"calendar", "link", "--group", "students"}), 0) << err.str();
    EXPECT_EQ(server.body(1).dump(), R"({"group_id":"grp_1"})");
    server.answer(200, R"({"kind":"gpus","gpus":["gpu_1"]})");
    server.answer(201, made("/calendar/x.ics"));
    EXPECT_EQ(run({"calendar", "link", "--gpu", "gpu03:0"}), 0) << err.str();
    EXPECT_EQ(server.body(3).dump(), R"({"gpu_id":"gpu_1"})");
    server.answer(200, R"({"items":[{"id":"host_1","name":"gpu03"}]})");
    server.answer(201, made("/calendar/x.ics"));
    EXPECT_EQ(run({"calendar", "link", "--host", "gpu03"}), 0) << err.str();
    EXPECT_EQ(server.body(5).dump(), R"({"host_id":"host_1"})");
    server.answer(200, R"({"kind":"gpus","gpus":["gpu_1","gpu_2"]})");
    EXPECT_EQ(run({"calendar", "link", "--gpu", "gpu03:0-1"}), 2);
    EXPECT_EQ(run({"calendar", "link", "--gpu", "gpu03:0", "--host", "gpu03"}), 2);
}

TEST_F(CalendarLinks, list_shows_subject_and_state_of_each_link) {
    server.answer(200, R"({"items":[)" + feed("gpu", "gpu03:0") + ',' +
                           feed("group", "students", false) + "]}");
    EXPECT_EQ(run({"calendar", "links"}), 0);
    EXPECT_NE(out.str().find("gpu gpu03:0"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("no: you may not see it any more"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("20 Nov 07:50"), std::string::npos) << out.str();
}

TEST_F(CalendarLinks, close_accepts_an_id_prefix) {
    server.answer(200, R"({"items":[)" + feed("person", "Ann") + "]}");
    server.answer(204, "");
    EXPECT_EQ(run({"calendar", "close", "01jd3k8q"}), 0) << err.str();
    EXPECT_EQ(server.line(1), "DELETE /feeds/" + feed_id);
}

TEST_F(CalendarLinks, export_prints_the_calendar_file_unchanged) {
    const std::string text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
    output.settings.form = Form::tsv;
    server.answer(200, text);
    EXPECT_EQ(run({"calendar", "export"}), 0);
    EXPECT_EQ(server.line(0), "GET /calendar/export");
    EXPECT_EQ(out.str(), text);
    server.answer(403, R"({"code":"not-allowed","detail":"No."})");
    EXPECT_EQ(run({"calendar", "export"}), 5);
}

}  // namespace
}  // namespace dibs::cli
