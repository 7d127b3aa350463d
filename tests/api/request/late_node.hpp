// A second dibsd on the world's log, whose projector and rebuilder the test steps by hand: shows
// its answers while the tables are incomplete.
#pragma once

#include "api/auth/gate.hpp"
#include "projections/rebuilder.hpp"
#include "tests/support/api_world.hpp"

#include <gtest/gtest.h>

namespace dibs::test {

class LateNode {
    struct Folder {
        std::filesystem::path path =
            std::filesystem::temp_directory_path() / ("dibs-late-" + fresh_secret());
        ~Folder() { std::filesystem::remove_all(path); }
    };

  public:
    using FolderPtr = std::shared_ptr<const Folder>;

    // On a new folder, or on the folder of an earlier node.
    explicit LateNode(ApiWorld& world) : LateNode(world, std::make_shared<Folder>()) {}
    LateNode(ApiWorld& world, FolderPtr folder, Projections projections = all_projections())
        : world_(world), folder_(std::move(folder)), projections_(projections) {
        service.status.writer = [this] { return writer; };
        service.scraping = world.service->scraping;
        service.keyed_digest = world.service->keyed_digest;
        service.erased_up_to = world.service->erased_up_to;
        // The callers of the world use this node from now on.
        world.router = http::Router();
        routes::add_all_routes(world.router, service);
    }
    ~LateNode() { workers_.stop(); }

    void read_some() { (void)projector.step(); }
    void read_all() {
        while (!projector.caught_up()) read_some();
    }

    WriterStatus writer{.role = WriterRole::standby, .epoch = 1};

    [[nodiscard]] FolderPtr folder() const { return folder_; }

  private:
    ApiWorld& world_;
    FolderPtr folder_;
    Projections projections_;
    std::unique_ptr<ReadModel> model_ =
        ReadModel::open({folder_->path, "boot", projections_}).value();
    auth::Rates rates_{{6000, 6000, 6000, 6000}};
    auth::LastUse last_use_;
    http::HttpMetrics metrics_;
    routes::Workers workers_;

  public:
    Projector projector{world_.log, *world_.keys, *model_, {2, std::chrono::milliseconds{0}, {}}};
    Rebuilder rebuilder{
        world_.log, *world_.keys, *model_, {.batch = 2, .wait = std::chrono::milliseconds{0}}};
    routes::Service service{
        world_.loop,  *world_.writer, *model_, projector, [this] { return world_.now(); },
        world_.zones, workers_,       rates_,  last_use_, metrics_};
};

inline bool is_503(const ApiReply& reply, std::string_view code = "reading-log") {
    return reply.status == 503 && reply.problem() == code && reply.header("Retry-After") == "1";
}

inline double progress_in(const ApiReply& reply) {
    const auto at = reply.body.find(R"("progress":)");
    return at == std::string::npos ? -1 : std::stod(reply.body.substr(at + 11));
}

}  // namespace dibs::test
