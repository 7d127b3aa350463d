// Who watches what; facts on their way to frames; answers to subscriptions.
#include "api/routes/stream.hpp"

#include "api/auth/may_see.hpp"
#include "api/routes/stream_frames.hpp"
#include "api/routes/stream_request.hpp"
#include "api/ws/frame_batcher.hpp"

#include <array>
#include <atomic>
#include <map>
#include <set>
#include <unordered_map>

namespace dibs::routes {
namespace {

constexpr std::array fact_topics{topic::events, topic::reservations, topic::violations,
                                 topic::fleet};

// Frames are shared by all who get them, so what only admins may see has a topic of its own.
std::string hub_topic(std::string_view name, auth::Audience audience) {
    const bool split = name == topic::events && audience == auth::Audience::admins;
    return std::string(name) + (split ? "/admins" : "");
}
std::string_view wire_topic(std::string_view hub_name) {
    return hub_name.substr(0, hub_name.find('/'));
}

auth::Audience audience_of(const ws::Client& client) {
    const auto* viewer = std::any_cast<auth::Viewer>(&client.viewer());
    return viewer ? auth::audience_of(*viewer) : auth::Audience::everyone;
}

ws::Frame framed(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

ws::Position hub_position(Position position) { return static_cast<ws::Position>(position); }

struct Ended {
    std::set<SessionId> sessions;
    std::set<TokenId> tokens;
};

Ended ended_by(const std::vector<Recorded>& facts) {
    Ended ended;
    for (const auto& fact : facts) {
        const auto* event = std::get_if<people::Event>(&fact.event);
        if (!event) continue;
        if (const auto* e = std::get_if<people::SessionEnded>(event)) ended.sessions.insert(e->id);
        if (const auto* e = std::get_if<people::TokenRevoked>(event)) ended.tokens.insert(e->id);
    }
    return ended;
}

}  // namespace

struct Stream::Impl : std::enable_shared_from_this<Impl> {
    struct Watch {  // of one client; on the loop
        std::set<std::string> topics;
        std::uint64_t turn = 0;  // of its last request: older answers are thrown away
    };
    struct Reply {
        struct OfTopic {
            std::string hub_topic;
            ws::Position position = 0;
            ws::Frame frame{};  // none: nothing happened since
        };
        std::vector<OfTopic> topics;
        Position position = 0;
    };
    struct Kept {  // a snapshot that the next client may want too
        Position position = 0;
        Instant at;
        ws::Frame frame;
    };

    Impl(const Service& its_service, const StreamSettings& its_settings)
        : service(its_service), settings(its_settings) {}

    // on the loop
    void on_text(const ws::ClientPtr& client, std::string_view text);
    void watch(const ws::ClientPtr& client, const StreamRequest& request);
    void resync(const ws::ClientPtr& client);
    void answer(const ws::ClientPtr& client, const StreamRequest& request, bool lost);
    void send(const ws::ClientPtr& client, const Reply& reply, bool lost, std::uint64_t turn);
    void forget(const ws::ClientPtr& client);
    void add_interest(const std::string& name, int count);
    void tick();
    void publish_metrics();

    // on the thread of `work`
    Reply reply_to(const StreamRequest& request, auth::Audience audience);
    ws::Frame snapshot_of(const std::string& name, const Snapshot& tables);

    // on the projector's
    void on_facts(const std::vector<Recorded>& facts);
    void close_ended(const std::vector<Recorded>& facts);

    const Service& service;
    const StreamSettings settings;
    ws::Hub* hub = nullptr;
    std::unique_ptr<ws::FrameBatcher> batcher;
    std::unordered_map<const ws::Client*, Watch> watches;
    std::map<std::string, int, std::less<>> metrics_watched;
    // Set before a snapshot is read, looked at after a commit: nothing falls in between.
    std::array<std::atomic<int>, fact_topics.size()> interest{};
    std::map<std::string, Kept> snapshots;  // of `work`
    WorkPool work{1, 100'000};              // one thread: answers leave in the order of questions
};

void Stream::Impl::on_text(const ws::ClientPtr& client, std::string_view text) {
    const auto request = parse_stream_request(text);
    if (request) return watch(client, *request);
    client->send(framed(error_frame(request.error(), client->request_id())));
    client->close(ws::CloseCode::policy, "a message that breaks the rules");
}

void Stream::Impl::watch(const ws::ClientPtr& client, const StreamRequest& request) {
    auto& watch = watches[client.get()];
    for (const auto& name : watch.topics) {
        add_interest(name, -1);
        if (!request.topics.contains(name)) {
            client->unsubscribe(hub_topic(name, audience_of(*client)));
        }
    }
    watch.topics = request.topics;
    for (const auto& name : watch.topics) add_interest(name, +1);
    answer(client, request, false);
}

void Stream::Impl::resync(const ws::ClientPtr& client) {
    const auto found = watches.find(client.get());
    if (found == watches.end()) return;
    answer(client, {found->second.topics, {}}, true);
}

void Stream::Impl::answer(const ws::ClientPtr& client, const StreamRequest& request, bool lost) {
    const auto turn = ++watches[client.get()].turn;
    const bool taken = work.run([self = shared_from_this(), client, request, lost, turn] {
        const auto reply = self->reply_to(request, audience_of(*client));
        self->service.loop.post(
            [self, client, reply, lost, turn] { self->send(client, reply, lost, turn); });
    });
    if (!taken) client->close(ws::CloseCode::try_later, "too many at once");
}

void Stream::Impl::send(const ws::ClientPtr& client, const Reply& reply, bool lost,
                        std::uint64_t turn) {
    const auto found = watches.find(client.get());
    if (found == watches.end() || found->second.turn != turn) return;
    if (lost) client->send(framed(bare_frame("resync", reply.position)));
    for (const auto& part : reply.topics) {
        if (part.frame) client->send(part.frame);
    }
    client->send(framed(bare_frame("caught_up", reply.position)));
    for (const auto& part : reply.topics) client->subscribe(part.hub_topic, part.position);
}

void Stream::Impl::forget(const ws::ClientPtr& client) {
    const auto found = watches.find(client.get());
    if (found == watches.end()) return;
    for (const auto& name : found->second.topics) add_interest(name, -1);
    watches.erase(found);
}

void Stream::Impl::add_interest(const std::string& name, int count) {
    for (std::size_t i = 0; i < fact_topics.size(); ++i) {
        if (name == fact_topics[i]) interest[i] += count;
    }
    if (!is_metrics(name)) return;
    auto& watched = metrics_watched[name];
    watched += count;
    if (watched == 0) metrics_watched.erase(name);
}

Stream::Impl::Reply Stream::Impl::reply_to(const StreamRequest& request,
                                           auth::Audience audience) {
    const auto now = service.clock();
    const auto tables = service.model.snapshot(now);
    Reply reply{{}, tables.position()};
    std::optional<std::vector<views::Event>> missed;
    if (request.since && *request.since <= reply.position) {
        missed = tables.events_after(*request.since, settings.most_resumed + 1);
        if (missed->size() > settings.most_resumed) missed.reset();
    }
    for (const auto& name : request.topics) {
        Reply::OfTopic part{hub_topic(name, audience), hub_position(reply.position)};
        if (is_metrics(name)) {
            part.position = hub_position(unix_ms(now));
        } else if (!missed) {
            part.frame = snapshot_of(name, tables);
        } else {
            std::vector<std::string> lines;
            for (auto& change : changes_of(name, audience, tables, *missed)) {
                lines.push_back(std::move(change.lines));
            }
            if (!lines.empty()) part.frame = framed(event_frame(name, reply.position, lines));
        }
        reply.topics.push_back(std::move(part));
    }
    return reply;
}

ws::Frame Stream::Impl::snapshot_of(const std::string& name, const Snapshot& tables) {
    auto& kept = snapshots[name];
    const bool current = kept.frame && kept.position == tables.position() &&
                         tables.now() - kept.at < std::chrono::seconds{1};
    if (!current) {
        kept = {tables.position(), tables.now(), framed(snapshot_frame(name, tables))};
    }
    return kept.frame;
}

void Stream::Impl::on_facts(const std::vector<Recorded>& facts) {
    close_ended(facts);
    std::optional<Snapshot> tables;
    std::vector<views::Event> events;
    for (std::size_t i = 0; i < fact_topics.size(); ++i) {
        if (interest[i] == 0) continue;
        if (!tables) {
            tables.emplace(service.model.snapshot(service.clock()));
            for (const auto& fact : facts) events.push_back(tables->event_view(fact));
        }
        const auto name = fact_topics[i];
        for (const auto audience : {auth::Audience::everyone, auth::Audience::admins}) {
            if (audience == auth::Audience::admins && name != topic::events) break;
            for (auto& change : changes_of(name, audience, *tables, events)) {
                batcher->add(hub_topic(name, audience), hub_position(change.position),
                             std::move(change.lines));
            }
        }
    }
}

void Stream::Impl::close_ended(const std::vector<Recorded>& facts) {
    const auto ended = std::make_shared<const Ended>(ended_by(facts));
    if (ended->sessions.empty() && ended->tokens.empty()) return;
    hub->close_if(
        [ended](const ws::Client& client) {
            const auto* viewer = std::any_cast<auth::Viewer>(&client.viewer());
            if (!viewer) return false;
            return (viewer->session && ended->sessions.contains(*viewer->session)) ||
                   (viewer->token && ended->tokens.contains(*viewer->token));
        },
        ws::CloseCode::policy, "signed out");
}

void Stream::Impl::tick() {
    const auto now = service.clock();
    hub->close_if(
        [now](const ws::Client& client) {
            const auto* viewer = std::any_cast<auth::Viewer>(&client.viewer());
            return viewer && viewer->expires && *viewer->expires <= now;
        },
        ws::CloseCode::policy, "the credential has expired");
    if (!metrics_watched.empty()) publish_metrics();
    service.loop.after(settings.metrics_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

// Read beside the loop, published on it.
void Stream::Impl::publish_metrics() {
    std::vector<std::string> names;
    for (const auto& [name, watched] : metrics_watched) names.push_back(name);
    (void)work.run([self = shared_from_this(), names] {
        const auto now = self->service.clock();
        const auto tables = self->service.model.snapshot(now);
        for (const auto& name : names) {
            const auto host = name.substr(topic::metrics.size());
            views::GpuFilter filter;
            if (host != "*") {
                filter.host = tables.find_host(host);
                if (!filter.host) continue;
            }
            std::vector<GpuId> gpus;
            for (const auto& gpu : tables.gpu_list(filter)) gpus.push_back(gpu.id);
            auto frame = framed(metrics_frame(name, self->service.model.usage().frame(gpus)));
            self->service.loop.post([self, name, now, frame] {
                self->hub->publish(name, hub_position(unix_ms(now)), frame);
            });
        }
    });
}

Stream::Stream(const Service& service, StreamSettings settings)
    : impl_(std::make_shared<Impl>(service, settings)) {
    service.projector.subscribe([weak = impl_->weak_from_this()](const Projector::Batch& facts) {
        const auto self = weak.lock();
        if (self && self->hub) self->on_facts(*facts);
    });
}

Stream::~Stream() { impl_->work.stop(); }

ws::HubCallbacks Stream::callbacks() {
    const std::weak_ptr<Impl> weak = impl_;
    ws::HubCallbacks callbacks;
    callbacks.on_text = [weak](const ws::ClientPtr& client, std::string_view text) {
        if (const auto self = weak.lock()) self->on_text(client, text);
    };
    callbacks.resync = [weak](const ws::ClientPtr& client) {
        if (const auto self = weak.lock()) self->resync(client);
    };
    callbacks.on_close = [weak](const ws::ClientPtr& client) {
        if (const auto self = weak.lock()) self->forget(client);
    };
    return callbacks;
}

void Stream::start(ws::Hub& hub) {
    impl_->hub = &hub;
    impl_->batcher = std::make_unique<ws::FrameBatcher>(
        impl_->service.loop, hub, impl_->settings.window,
        [](std::string_view name, ws::Position position, std::span<const std::string> lines) {
            return event_frame(wire_topic(name), static_cast<Position>(position), lines);
        });
    impl_->service.loop.post([weak = impl_->weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

}  // namespace dibs::routes
