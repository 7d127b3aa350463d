// The inside of Stream. Three threads meet here: the loop (subscriptions, output), the projector's
// (turns facts into items of batches) and one of its own (snapshots, answers).
//
// No gap and no duplicate: an answer is read from the tables at position P and waits on the loop
// until the items of all facts up to P are in the batcher, which then holds those up to L. The
// batcher is flushed, the changes after P up to L are sent to this client alone, and it is
// subscribed: the hub's later frames are of facts after L. Items of a batch of facts reach the
// batcher in one task, so L is the same for all topics.
//
// Whatever reads tables for a client checks at the same tables that it may watch its topics; after
// facts that change the access to a topic, all who watch it are checked before the frames of these
// facts are published.
//
// Clients take turns: each has one request in work, however many it sends (one_question.hpp).
#pragma once

#include "api/routes/stream/one_question.hpp"
#include "api/routes/stream/snapshot_cache.hpp"
#include "api/routes/stream/stream.hpp"
#include "api/routes/stream/stream_frames.hpp"
#include "api/routes/stream/stream_request.hpp"
#include "api/routes/stream/topics.hpp"
#include "api/routes/stream/watched_topics.hpp"
#include "api/ws/frame_batcher.hpp"

#include <atomic>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace dibs::routes {

[[nodiscard]] inline const auth::Viewer* viewer_of(const ws::Client& client) {
    return std::any_cast<auth::Viewer>(&client.viewer());
}
[[nodiscard]] inline ws::Frame framed(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}
[[nodiscard]] inline ws::Sequence hub_position(Position position) {
    return static_cast<ws::Sequence>(position);
}

struct Stream::Impl : std::enable_shared_from_this<Impl> {
    struct Watch {  // of one client
        std::set<Topic> topics;
        OneQuestion questions;
    };
    struct Reply {
        struct OfTopic {
            Topic topic;
            ws::Frame frame{};  // null: nothing has changed since
        };
        ws::ClientPtr client;
        QuestionPtr question;
        Audience audience = Audience::everyone;
        std::vector<OfTopic> topics{};
        Position position = 0;
    };
    struct Item {           // a change of a topic, on its way to the batcher
        std::string topic;  // of the hub
        Change change;
    };

    Impl(const Service& its_service, const StreamSettings& its_settings,
         const TopicTable& its_topics)
        : service(its_service), settings(its_settings), topics(its_topics) {}

    // on the loop: stream_watch.cpp
    void on_text(const ws::ClientPtr& client, std::string_view text);
    void watch(const ws::ClientPtr& client, const StreamRequest& request);
    void resync(const ws::ClientPtr& client);
    void work_on(const ws::ClientPtr& client, const QuestionPtr& question);
    void finish(Reply reply);
    void send(const Reply& reply);
    void send_published_since(const Reply& reply);
    void forget(const ws::ClientPtr& client);
    void recheck(const std::vector<const TopicKind*>& kinds);
    // on its own thread
    void answer(Reply reply);
    Result<void> fill(Reply& reply);
    ws::Frame snapshot_of(const Topic& topic, Audience audience, const Snapshot& tables);

    // on the loop: stream.cpp
    void on_items(Position position, std::vector<Item> items);
    void tick();
    void publish_periodic(const std::vector<Topic>& periodic);  // on its own thread
    // on the projector's thread
    void on_facts(const std::vector<Recorded>& facts);
    void close_ended(const std::vector<Recorded>& facts);
    void recheck_access(const std::vector<Recorded>& facts);
    [[nodiscard]] std::vector<Item> items_of(const std::vector<Recorded>& facts);

    const Service& service;
    const StreamSettings settings;
    const TopicTable& topics;
    ws::Hub* hub = nullptr;
    std::unique_ptr<ws::FrameBatcher> batcher;
    // Loop only:
    std::unordered_map<const ws::Client*, Watch> watches;
    std::vector<Reply> waiting;  // until their facts are heard
    Position heard = 0;          // the items of all facts up to it are in the batcher or published
    // Any thread:
    WatchedTopics watched;
    // Counts the facts that change how periodic frames are made.
    std::atomic<std::uint64_t> periodic_changes{1};
    // Own thread only:
    SnapshotCache snapshots;
    std::map<Topic, PeriodicFrames::Next> periodic_frames;  // of the topics of the last round
    // One thread: answers leave in the order of requests. Each client has at most one in the queue.
    WorkPool work{1, 100'000};
};

}  // namespace dibs::routes
