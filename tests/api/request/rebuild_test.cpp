// Answers of a dibsd while it rebuilds one read model: 503 to its readers, and normal answers
// otherwise.
#include "api/auth/gate.hpp"
#include "domain/codec/json_writer.hpp"
#include "tests/api/request/late_node.hpp"
#include "tests/api/request/requests.hpp"

#include <atomic>
#include <thread>

namespace dibs::test {
namespace {

// A projector on its own thread, as in a dibsd: a refusal waits for it.
class ProjectorThread {
  public:
    explicit ProjectorThread(Projector& projector)
        : thread_([this, &projector] {
              while (!done_) {
                  if (!projector.step()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
              }
          }) {}
    ~ProjectorThread() {
        done_ = true;
        thread_.join();
    }

  private:
    std::atomic<bool> done_ = false;
    std::thread thread_;
};

class RebuildingModel : public ::testing::Test {
  protected:
    RebuildingModel() {
        world.book(world.ben, {world.gpus[0]}, 1, 2);
        LateNode before(world);
        before.read_all();
        folder = before.folder();
    }
    // The same dibsd after an update with a higher version of this read model.
    void update(std::string_view name) {
        list.assign(all_projections().begin(), all_projections().end());
        for (auto& one : list) {
            if (one.name == name) ++one.version;
        }
        node = std::make_unique<LateNode>(world, folder, list);
        node->read_all();
    }
    std::string book(int hour) {
        return R"({"gpus":[")" + to_text(world.gpus[1]) + R"("],"from":")" + world.time(hour) +
               R"(","until":")" + world.time(hour + 1) + R"("})";
    }
    void rebuild() {
        while (!node->service.model.behind().all().empty()) node->rebuilder.step();
    }

    ApiWorld world;
    Caller ben = world.as(world.ben);
    LateNode::FolderPtr folder;
    std::vector<Projection> list;
    std::unique_ptr<LateNode> node;
};

TEST_F(RebuildingModel, rebuilding_model_is_503_with_progress_and_others_answer) {
    update("calendar");
    ASSERT_TRUE(node->rebuilder.step());
    double last = 0;
    for (; !node->service.model.behind().all().empty(); node->rebuilder.step()) {
        for (const auto* target : {"/api/v1/reservations", "/api/v1/gpus"}) {
            const auto reply = ben.get(target);  // a GPU shows its holder
            ASSERT_TRUE(is_503(reply, "rebuilding")) << reply.body;
            EXPECT_NE(reply.at("detail").find("'calendar'"), std::string::npos) << reply.body;
            ASSERT_GE(progress_in(reply), last);
            last = progress_in(reply);
        }
        ASSERT_EQ(ben.get(hosts_path).status, 200);
        ASSERT_EQ(ben.get("/api/v1/people").status, 200);
        ASSERT_EQ(ben.get("/api/v1/events").status, 200);
    }
    EXPECT_GT(last, 0);
    EXPECT_EQ(ben.get(reservations_path).size("items"), 1U);
    EXPECT_EQ(ben.get("/api/v1/gpus").size("items"), 6U);
}

TEST_F(RebuildingModel, readyz_and_system_name_the_rebuilding_model) {
    update("history");
    ASSERT_TRUE(node->rebuilder.step());
    const auto ready = world.nobody().get("/readyz");
    EXPECT_EQ(ready.status, 503);
    EXPECT_EQ(ready.body.find("not ready: history is being rebuilt, "), 0U) << ready.body;
    const auto system = ben.get("/api/v1/system");
    ASSERT_EQ(system.status, 200) << system.body;
    EXPECT_EQ(system.at("ready"), "false");
    const auto last = std::to_string(list.size() - 1);
    EXPECT_EQ(system.at("projections[" + last + "].name"), "history");
    EXPECT_EQ(system.at("projections[" + last + "].state"), "behind");
    EXPECT_EQ(system.at("projections[" + last + "].position"),
              std::to_string(node->service.model.behind().all()[0].position));
    const auto share = node->service.model.behind().all()[0].share;
    ASSERT_TRUE(share);
    std::string progress = "\"progress\":";
    write_json(progress, *share);
    EXPECT_NE(system.body.find(progress + "}"), std::string::npos) << system.body;
    EXPECT_EQ(system.at("projections[0].state"), "live");
    EXPECT_EQ(system.at("projections[0].lag"), "0");
    EXPECT_EQ(system.at("hosts.total"), "") << "unknown is not 0";
    EXPECT_EQ(world.nobody().get("/metrics").body.find("dibs_people"), std::string::npos);
    rebuild();
    EXPECT_EQ(world.nobody().get("/readyz").body, "ready\n");
    EXPECT_EQ(ben.get("/api/v1/system").at("hosts.total"), "2");
    world.advance(std::chrono::seconds{2});  // /metrics is made at most once a second
    EXPECT_NE(world.nobody().get("/metrics").body.find("dibs_people 3"), std::string::npos);
}

TEST_F(RebuildingModel, rebuilding_people_is_503_before_any_credential_check) {
    update("people");
    for (const auto& reply :
         {ben.get(hosts_path),
          world.nobody().with("Cookie", "dibs_session=" + fresh_secret()).get(hosts_path),
          ben.post(reservations_path, book(3))}) {
        EXPECT_TRUE(is_503(reply)) << reply.body;
    }
    EXPECT_EQ(world.nobody().get("/livez").status, 200);
    rebuild();
    EXPECT_EQ(ben.get(hosts_path).status, 200);
}

TEST_F(RebuildingModel, rebuilding_does_not_delay_commands) {
    update("calendar");
    const auto booked = ben.post(reservations_path, book(3));
    EXPECT_EQ(booked.status, 201) << booked.body;
    {
        const ProjectorThread reading(node->projector);
        const auto taken = ben.post(reservations_path, book(3));
        EXPECT_EQ(taken.status, 409) << taken.body;
        EXPECT_EQ(taken.problem().find("slot-taken"), 0U) << taken.body;
    }
    rebuild();
    const ProjectorThread reading(node->projector);
    EXPECT_EQ(ben.post(reservations_path, book(3)).size("conflicts"), 1U);
    EXPECT_EQ(ben.get(reservations_path).size("items"), 2U);
}

TEST_F(RebuildingModel, rebuilding_refuses_new_streams) {
    update("boards");
    const auto ask = [&] {
        std::optional<http::Admission> given;
        auth::make_admission(routes::guard_of(node->service))(
            {}, [&](http::Admission admission) { given = std::move(admission); });
        return given->refusal->status;
    };
    EXPECT_EQ(ask(), 503);
    rebuild();
    EXPECT_EQ(ask(), 401) << "now the credential counts";
}

TEST_F(RebuildingModel, requested_rebuild_answers_and_stays_ready) {
    ASSERT_TRUE(ReadModel::ask_to_rebuild({folder->path, "boot"}, "calendar"));
    node = std::make_unique<LateNode>(world, folder);
    node->read_all();
    ASSERT_TRUE(node->rebuilder.step());
    EXPECT_EQ(ben.get(reservations_path).size("items"), 1U);
    const auto ready = world.nobody().get("/readyz?verbose");
    EXPECT_EQ(ready.status, 200) << ready.body;
    EXPECT_NE(ready.body.find("read model calendar: ok; calendar is being rebuilt, "),
              std::string::npos)
        << ready.body;
    EXPECT_EQ(ben.get("/api/v1/system").at("projections[3].state"), "rebuilding");
    rebuild();
    EXPECT_EQ(ben.get(reservations_path).size("items"), 1U);
    EXPECT_EQ(ben.get("/api/v1/system").at("projections[3].state"), "live");
}

}  // namespace
}  // namespace dibs::test
