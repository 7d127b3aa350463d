// dibs import tensorhive on databases written by the test, against canned answers: the result of
// each row, refused rows with reasons, and the requests sent.
#include "tests/cli/tensorhive/import_fixture.hpp"

#include <fstream>

#include <sys/stat.h>

namespace dibs::cli {
namespace {

std::string text_of(const std::string& file) {
    std::ifstream read(file);
    return {std::istreambuf_iterator<char>(read), {}};
}

TEST_F(Import, import_without_apply_sends_nothing) {
    holds(R"(INSERT INTO users VALUES (1,'ann','ann@example.org',NULL,'x'),
                                      (2,'bartek','<email_missing>',NULL,'x');
             INSERT INTO roles VALUES (1,'user',1),(2,'admin',1),(3,'user',2),(4,'admin',2);
             INSERT INTO groups VALUES (1,'students',NULL,1),(2,NULL,NULL,0),(3,'Students',NULL,0);
             INSERT INTO user2group VALUES (1,1,NULL),(9,1,NULL),(1,9,NULL);)");
    knows(page(bartek()));
    server.answer(200, nothing);
    server.answer(200, nothing);
    EXPECT_EQ(import(), 0) << err.str();
    for (const auto& request : server.asked) EXPECT_EQ(request.method, "GET") << request.url;
    says("person ann", "would be made: as an admin");
    says("link ann", "would be made");
    says("person bartek", "already there: an admin in TensorHive, and none here");
    says("mail ann, ann@example.org", "would be made");
    says("group students", "would be made: newcomers join it");
    says("group TensorHive group 2", "would be made");
    says("group Students (3)", "would be made");
    says("member ann in students", "would be made");
    says("member row 9 in students", "not taken: the person is not taken");
    says("member user2group row 1", "not taken: its group is not there");
    EXPECT_NE(err.str().find("Nothing was changed"), std::string::npos) << err.str();
}

TEST_F(Import, import_requires_an_admin_first) {
    holds("");
    server.answer(200, R"({"scopes":["read","book"]})");
    EXPECT_EQ(import({"--apply"}), 5);
    EXPECT_EQ(server.asked.size(), 1U);
}

TEST_F(Import, invalid_accounts_are_reported) {
    holds(R"(INSERT INTO users VALUES (1,'Ann',NULL,NULL,''),(2,'root',NULL,NULL,''),
        (3,'',NULL,NULL,''),(4,char(27) || '[2J',NULL,NULL,''),(5,CAST(x'ff41' AS TEXT),NULL,NULL,
        ''),(6,x'6162',NULL,NULL,''),(7,CAST(zeroblob(10485760) AS TEXT),NULL,NULL,''),
        (8,'ok',NULL,NULL,'');)");
    knows();
    server.answer(200, nothing);
    server.answer(200, nothing);
    EXPECT_EQ(import(), 0) << err.str();
    EXPECT_NE(lines()["person Ann"].find("not taken: no account of Dibs"), std::string::npos);
    says("person root", "not taken: nobody can have this name on Dibs");
    EXPECT_TRUE(lines().contains("person ?[2J")) << out.str();
    says("person users row 5", "not taken: username is not UTF-8");
    says("person users row 6", "not taken: username is no text");
    says("person users row 7",
         "not taken: username is 10485760 bytes long, 4096 at most are taken");
    says("person ok", "would be made");
}

// A restriction of ann on gpu03:0 with these schedules, and the windows of its grant.
struct Windows {
    std::string schedules, grant;
};

class ImportedWindows : public Import, public testing::WithParamInterface<Windows> {};

TEST_P(ImportedWindows, imported_windows_are_never_wider_than_in_tensorhive) {
    std::string links;
    for (int i = 1; i <= 3; ++i) {
        if (GetParam().schedules.find('(' + std::to_string(i) + ",'") != std::string::npos) {
            links += "INSERT INTO restriction2schedule VALUES (1," + std::to_string(i) + ");";
        }
    }
    holds(
        "INSERT INTO users VALUES (1,'bartek',NULL,NULL,'');"
        "INSERT INTO restrictions VALUES (1,'nights',NULL,'2026-01-01 00:00:00.000000',NULL,0);"
        "INSERT INTO restriction2assignee VALUES (1,1,NULL,1);"
        "INSERT INTO restriction2resource VALUES (1,'GPU-1');" +
        links + GetParam().schedules);
    knows(page(bartek()));
    server.answer(200, nothing);
    server.answer(200, nothing);
    server.answer(201, "{}");
    EXPECT_EQ(import({"--apply"}), 0) << err.str();
    if (GetParam().grant.find("not taken") != std::string::npos) {
        return says("grant nights", GetParam().grant);
    }
    says("grant nights", "made");
    const auto sent = server.body(5);
    EXPECT_EQ(sent["windows"].is_null() ? "any" : sent["windows"].dump(), GetParam().grant);
    EXPECT_EQ(sent["zone"].text(), sent["windows"].is_null() ? "" : "UTC");
    EXPECT_EQ(sent["to"].dump(), R"({"people":[")" + bartek_id + R"("],"groups":[]})");
    EXPECT_EQ(sent["what"].dump(), R"({"gpus":[")" + gpu_a + R"("]})");
    EXPECT_EQ(sent["from"].text(), "2026-01-01T00:00:00.000Z");
}

const std::string schedule = "INSERT INTO restriction_schedules VALUES ";

INSTANTIATE_TEST_SUITE_P(
    Golden, ImportedWindows,
    testing::Values(
        Windows{"", "any"},
        Windows{schedule + "(1,'15','08:00:00.000000','16:30:00.000000');",
                R"([{"days":["mon","fri"],"from":"08:00","until":"16:30"}])"},
        Windows{schedule + "(1,'7','22:00:00.000000','06:00:00.000000');",
                R"([{"days":["sun"],"from":"22:00","until":"06:00"}])"},
        Windows{schedule + "(1,'1','00:00:00.000000','23:59:00.000000');",
                R"([{"days":["mon"],"from":"00:00","until":"24:00"}])"},
        Windows{schedule + "(1,'1','22:00:00','00:00:00');",
                R"([{"days":["mon"],"from":"22:00","until":"00:00"}])"},
        Windows{schedule + "(1,'1','08:00:00','12:00:00'),(2,'2','13:00:00','14:00:00');",
                R"([{"days":["mon"],"from":"08:00","until":"12:00"},)"
                R"({"days":["tue"],"from":"13:00","until":"14:00"}])"},
        Windows{schedule + "(1,'1','08:00:00','08:00:00');",
                "not taken: it would never apply; without schedule 1: its two hours are the same, "
                "so that it never applied"},
        Windows{schedule + "(1,'8','08:00:00','09:00:00');",
                "not taken: it would never apply; without schedule 1: its days '8' are not digits "
                "from 1 to 7"},
        Windows{schedule + "(1,'1','25:00:00','nine');",
                "not taken: it would never apply; without schedule 1: its hours '25:00:00' and "
                "'nine' are not two times of day"},
        Windows{"INSERT INTO restriction2schedule VALUES (1,7);",
                "not taken: it would never apply; without schedule 7: it is not there"},
        Windows{"INSERT INTO restriction2schedule VALUES (1, 'x');",
                "not taken: it would never apply; without schedule 0: it is not there"}));

TEST_F(Import, report_names_parts_missing_from_a_grant) {
    holds(R"(INSERT INTO users VALUES (1,'bartek',NULL,NULL,''),(2,'Zoe',NULL,NULL,'');
        INSERT INTO resources VALUES ('GPU-1','A100','gpu03'),('GPU-9','A100','gpu09');
        INSERT INTO restrictions VALUES
          (1,'both',NULL,'2026-01-01 00:00:00.000000','2027-01-01 00:00:00.500000',0),
          (2,'elsewhere',NULL,'2026-01-01 00:00:00.000000',NULL,0),
          (3,'nobody',NULL,'2026-01-01 00:00:00.000000',NULL,1),
          (4,'over',NULL,'2026-01-01 00:00:00.000000','2026-02-01 00:00:00.000000',1),
          (5,'when',NULL,'2026-02-31 00:00:00.000000',NULL,1),
          (6,'all',NULL,'2026-01-01 00:00:00.000000',NULL,1);
        INSERT INTO restriction2assignee VALUES (1,1,NULL,1),(2,1,NULL,2),(3,2,NULL,1),(4,6,NULL,1);
        INSERT INTO restriction2resource VALUES (1,'GPU-1'),(1,'GPU-9'),(2,'GPU-9');)");
    knows(page(bartek()));
    server.answer(200, nothing);
    server.answer(200, nothing);
    EXPECT_EQ(import(), 0) << err.str();
    const std::string unknown =
        "GPUs not known here (enroll the host, then import again): "
        "GPU-9 of gpu09";
    says("grant both", "would be made: people not taken: Zoe; " + unknown);
    says("grant elsewhere", "not taken: it would be about no GPU; " + unknown);
    says("grant nobody", "not taken: it would be given to nobody");
    says("grant 1 that have ended", "not taken: they let nobody book any more");
    says("grant restrictions row 5", "not taken: '2026-02-31 00:00:00.000000' is no moment");
    says("grant all", "would be made");
}

// A grant in the server's form, after `body` was sent.
std::string stored_grant(const Json& body, const std::string& gpus) {
    return R"({"id":")" + body["id"].text() + R"(","name":"nights","to":{"everyone":false,)" +
           R"("people":[")" + bartek_id + R"("],"groups":[]},"what":{"everything":false,"gpus":[)" +
           gpus + R"(],"hosts":[],"models":[]},"from":"2026-01-01T00:00:00.000Z","windows":[],)" +
           R"("version":3,"names":[]})";
}

TEST_F(Import, repeated_import_only_adds_missing_parts_to_its_grant) {
    holds(R"(INSERT INTO users VALUES (1,'bartek',NULL,NULL,'');
        INSERT INTO restrictions VALUES (1,'nights',NULL,'2026-01-01 00:00:00.000000',NULL,0);
        INSERT INTO restriction2assignee VALUES (1,1,NULL,1);
        INSERT INTO restriction2resource VALUES (1,'GPU-1'),(1,'GPU-2');)");
    const auto again = [&](const std::string& grants) {
        server.asked.clear();
        knows(page(bartek()));
        server.answer(200, nothing);
        server.answer(200, grants);
        server.answer(200, "{}");
        return import({"--apply"});
    };
    ASSERT_EQ(again(nothing), 0) << err.str();
    const auto sent = server.body(5);
    const auto both = '"' + gpu_a + "\",\"" + gpu_b + '"';

    server = FakeServer();
    ASSERT_EQ(again(page(stored_grant(sent, both))), 0);
    says("grant nights", "already there");
    EXPECT_EQ(server.asked.size(), 5U);

    server = FakeServer();
    ASSERT_EQ(again(page(stored_grant(sent, '"' + gpu_a + '"'))), 0);
    says("grant nights", "completed");
    EXPECT_EQ(server.line(5), "PATCH /grants/" + sent["id"].text());
    EXPECT_EQ(server.header(5, "If-Match"), "\"v3\"");
    EXPECT_EQ(server.body(5)["what"].dump(), R"({"gpus":[)" + both + "]}");

    server = FakeServer();
    auto other = sent;
    other.set("id", "grt_01JD3K8QZ4T5V6W7X8Y9Z0A150");
    ASSERT_EQ(again(page(stored_grant(other, '"' + gpu_a + '"'))), 0);
    EXPECT_NE(lines()["grant nights"].find("says something else"), std::string::npos);
    EXPECT_EQ(server.asked.size(), 5U);
}

TEST_F(Import, running_and_upcoming_bookings_are_made_others_counted) {
    holds(R"(INSERT INTO users VALUES (1,'bartek',NULL,NULL,'');
        INSERT INTO reservations (id,user_id,title,description,resource_id,is_cancelled,_start,_end)
        VALUES
          (1,1,'llama','fine-tuning','GPU-1',0,'2126-11-25 10:00:00.000000','2126-11-25 12:00:00'),
          (2,1,'old',NULL,'GPU-1',0,'2020-01-01 10:00:00.000000','2020-01-01 12:00:00.000000'),
          (3,1,'off',NULL,'GPU-1',1,'2126-11-25 10:00:00.000000','2126-11-25 12:00:00.000000'),
          (4,7,'who',NULL,'GPU-1',NULL,'2126-11-25 10:00:00.000000','2126-11-25 12:00:00.000000'),
          (5,1,'where',NULL,'GPU-9',NULL,'2126-11-25 10:00:00.000000','2126-11-25 12:00:00.000000'),
          (6,1,'when',NULL,'GPU-1',NULL,'tomorrow','2126-11-25 12:00:00.000000'),
          (7,1,'runs','','GPU-2',NULL,'2020-11-25 10:00:00.000000','2126-11-25 12:00:00.000000');)");
    knows(page(bartek()));
    for (int i = 0; i < 3; ++i) server.answer(200, nothing);
    server.answer(429, "{}");
    server.answer(201, "{}");
    server.answer(409, R"({"type":"/problems/slot-taken","title":"Taken","status":409,
        "code":"slot-taken","detail":"gpu03:1 is taken by ann."})");
    EXPECT_EQ(import({"--apply"}), 0) << err.str();
    const std::string when = "Mon 25 Nov 2126 11:00-13:00 CET";
    says("reservation 1 that ended before now", "not taken: only what runs or is ahead is taken");
    says("reservation 1 that were cancelled", "not taken: they hold nothing");
    says("reservation reservations row 6", "not taken: 'tomorrow' is no moment");
    says("reservation bartek on gpu03:0 " + when, "made");
    says("reservation row 7 on gpu03:0 " + when, "not taken: its owner is not taken");
    const auto all = lines();
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const auto& line) {
        return line.first.starts_with("reservation bartek on gpu03:1") &&
               line.second == "not taken: gpu03:1 is taken by ann.";
    })) << out.str();
    const auto sent = server.body(7);
    EXPECT_EQ(sent.dump(), server.body(6).dump());
    EXPECT_EQ(server.header(7, "Idempotency-Key"), server.header(6, "Idempotency-Key"));
    EXPECT_EQ(sent["title"].text(), "llama: fine-tuning");
    EXPECT_EQ(sent["from"].text(), "2126-11-25T10:00:00.000Z");
    EXPECT_EQ(sent["owner_id"].text(), bartek_id);
    EXPECT_GT(server.body(8)["from"].text(), "2026-");  // running: it begins now
    EXPECT_TRUE(sent["id"].text().starts_with("res_"));
    EXPECT_EQ(sent["id"].text().size(), 30U);

    server = FakeServer();
    knows(page(bartek()));
    server.answer(200, nothing);
    server.answer(200, nothing);
    server.answer(200, page(R"({"id":")" + sent["id"].text() + R"(","state":"cancelled"})"));
    EXPECT_EQ(import(), 0);
    says("reservation bartek on gpu03:0 " + when, "already there");
}

// The server's answer after it made a link.
std::string link_of(const std::string& name) {
    return R"({"url":"/welcome#name=)" + name + R"(&secret=s-of-)" + name +
           R"(","expires_at":"2026-11-28T01:45:03.000Z"})";
}

TEST_F(Import, links_of_new_people_go_to_a_new_private_file) {
    holds("INSERT INTO users VALUES (1,'ann',NULL,NULL,''),(2,'zoe',NULL,NULL,'');");
    knows();
    EXPECT_EQ(import({"--apply"}), 2);  // no file is named
    EXPECT_EQ(server.asked.size(), 3U);
    const auto file = folder.path / "links";
    std::ofstream(file) << "mine\n";
    knows();
    EXPECT_EQ(import({"--apply", "--links", file}), 2);  // files are not overwritten
    std::filesystem::remove(file);
    server = FakeServer();
    knows();
    server.answer(201, R"({"id":")" + bartek_id + R"("})");
    server.answer(201, link_of("ann"));
    server.answer(422, R"({"type":"/problems/malformed","status":422,"code":"malformed",
                       "detail":"No."})");
    server.answer(200, nothing);
    server.answer(200, nothing);
    EXPECT_EQ(import({"--apply", "--links", file}), 0) << err.str();
    EXPECT_TRUE(server.body(3)["password"].is_null());
    EXPECT_EQ(server.line(4), "POST /people/" + bartek_id + "/password-link");
    EXPECT_EQ(text_of(file), "ann\thttp://dibs.test/welcome#name=ann&secret=s-of-ann\n");
    struct stat status {};
    ASSERT_EQ(::stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    says("person ann", "made");
    says("link ann", "made");
    says("person zoe", "not taken: No.");
    EXPECT_EQ(out.str().find("s-of-ann"), std::string::npos);
    EXPECT_EQ(err.str().find("s-of-ann"), std::string::npos);
}

TEST_F(Import, people_without_password_get_new_links_on_request) {
    holds("INSERT INTO users VALUES (1,'bartek',NULL,NULL,'');");
    const auto file = folder.path / "links";
    const auto repeat = [&](const std::string& more, const std::vector<std::string>& words) {
        server = FakeServer();
        knows(page(bartek(more)));
        if (words.size() > 1 && more.find("false") != std::string::npos) {
            server.answer(201, link_of("bartek"));
        }
        server.answer(200, nothing);
        server.answer(200, nothing);
        EXPECT_EQ(import(words), 0) << err.str();
    };
    repeat(R"(,"has_password":true)", {"--apply", "--links", file});
    EXPECT_FALSE(lines().contains("link bartek"));
    EXPECT_FALSE(std::filesystem::exists(file));  // it would be empty
    repeat(R"(,"has_password":false)", {"--apply"});
    says("link bartek", "already there: no password is set yet; --links FILE makes a new link");
    repeat(R"(,"has_password":false)", {"--apply", "--links", file});
    says("link bartek", "made");
    EXPECT_EQ(text_of(file), "bartek\thttp://dibs.test/welcome#name=bartek&secret=s-of-bartek\n");
}

TEST_F(Import, link_is_made_again_if_its_answer_was_lost) {
    holds("INSERT INTO users VALUES (1,'ann',NULL,NULL,'');");
    knows();
    server.answer(201, R"({"id":")" + bartek_id + R"("})");
    server.answer(409, R"({"type":"/problems/already-exists","status":409,
        "code":"already-exists","detail":"This link was made already."})");
    server.answer(201, link_of("ann"));
    server.answer(200, nothing);
    server.answer(200, nothing);
    const auto file = folder.path / "links";
    EXPECT_EQ(import({"--apply", "--links", file}), 0) << err.str();
    EXPECT_NE(server.header(4, "Idempotency-Key"), server.header(5, "Idempotency-Key"));
    EXPECT_EQ(text_of(file), "ann\thttp://dibs.test/welcome#name=ann&secret=s-of-ann\n");
}

TEST_F(Import, late_command_of_an_interrupted_import_is_found) {
    holds(R"(INSERT INTO users VALUES (1,'bartek','b@example.org',NULL,'');
             INSERT INTO groups VALUES (1,'students',NULL,0);
             INSERT INTO user2group VALUES (1,1,NULL);)");
    const std::string exists = R"({"type":"/problems/already-exists","status":409,
        "code":"already-exists","detail":"Somebody with this UNIX name exists."})";
    const std::string group_id = "grp_01JD3K8QZ4T5V6W7X8Y9Z0A160";
    knows();
    server.answer(409, exists);
    server.answer(200, page(bartek()));
    server.answer(200, "{}");  // the mail address
    server.answer(200, nothing);
    server.answer(409, exists);
    server.answer(200, page(R"({"id":")" + group_id + R"(","name":"Students"})"));
    server.answer(200, nothing);  // the members
    server.answer(200, "{}");
    server.answer(200, nothing);
    EXPECT_EQ(import({"--apply", "--links", folder.path / "links"}), 0) << err.str();
    says("person bartek", "already there");
    says("mail bartek, b@example.org", "made");
    says("group students", "already there");
    says("member bartek in students", "made");
    EXPECT_EQ(server.line(10), "PUT /groups/" + group_id + "/members/" + bartek_id);
    EXPECT_FALSE(std::filesystem::exists(folder.path / "links"));  // it would be empty
}

TEST_F(Import, interrupted_import_shows_its_results) {
    holds("INSERT INTO users VALUES (1,'ann',NULL,NULL,''),(2,'zoe',NULL,NULL,'');");
    knows();
    server.answer(201, R"({"id":")" + bartek_id + R"("})");
    server.answer(201, link_of("ann"));
    server.answer({0, {}, "gone"});
    server.answer({0, {}, "gone"});
    EXPECT_EQ(import({"--apply", "--links", folder.path / "links"}), 8);
    says("person ann", "made");
}

}  // namespace
}  // namespace dibs::cli
