// Turns facts into frames, closes sockets whose credential or access has ended, and publishes
// frames of samples each second.
#include "api/routes/stream/stream.hpp"

#include "api/routes/stream/stream_frames.hpp"
#include "api/routes/stream/stream_impl.hpp"
#include "projections/questions/history.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

struct Ended {
    std::set<SessionId> sessions;
    std::set<TokenId> tokens;
    // Their role changed, so that the rights of the stream must be checked again.
    std::set<PersonId> people;

    [[nodiscard]] bool has(const auth::Viewer& viewer) const {
        return people.contains(viewer.person) ||
               (viewer.session && sessions.contains(*viewer.session)) ||
               (viewer.token && tokens.contains(*viewer.token));
    }
};

Ended ended_by(const std::vector<Recorded>& facts) {
    Ended ended;
    for (const auto& fact : facts) {
        const auto* event = &fact.event;
        if (const auto* e = get_if<people::SessionEnded>(event)) ended.sessions.insert(e->id);
        if (const auto* e = get_if<people::TokenRevoked>(event)) ended.tokens.insert(e->id);
        const auto* changed = get_if<people::PersonChanged>(event);
        if (changed && changed->role) ended.people.insert(changed->person);
    }
    return ended;
}

bool has_fact_of(const std::vector<Recorded>& facts, const EventTypes& types) {
    return std::any_of(facts.begin(), facts.end(),
                       [&](const Recorded& fact) { return matches(types, fact.event.type()); });
}

}  // namespace

void Stream::Impl::on_facts(const std::vector<Recorded>& facts) {
    if (facts.empty()) return;
    for (const auto& kind : topics.kinds()) {
        if (kind.periodic && has_fact_of(facts, kind.periodic->changed_by)) ++periodic_changes;
    }
    close_ended(facts);
    recheck_access(facts);  // posted before the frames
    service.loop.post([weak = weak_from_this(), position = facts.back().position,
                       items = items_of(facts)]() mutable {
        if (const auto self = weak.lock()) self->on_items(position, std::move(items));
    });
}

// The changes of all watched topics, made once for all clients of a topic and audience.
std::vector<Stream::Impl::Item> Stream::Impl::items_of(const std::vector<Recorded>& facts) {
    std::vector<Item> items;
    const auto concerned =
        watched.of_kinds([&](const TopicKind& kind) { return has_fact_of(facts, kind.events); });
    if (concerned.empty()) return items;
    const auto tables = service.model.snapshot(service.clock());
    std::vector<views::Event> events;
    for (const auto& fact : facts) events.push_back(view_of_event(tables, fact));
    for (const auto& topic : concerned) {
        for (const auto audience : topic.kind().audiences()) {
            for (auto& change : changes_of(topic, audience, tables, events)) {
                items.push_back({hub_name(topic, audience), std::move(change)});
            }
        }
    }
    return items;
}

// The items of all facts up to this position are now in the batcher.
void Stream::Impl::on_items(Position position, std::vector<Item> items) {
    for (auto& item : items) {
        batcher->add(std::move(item.topic), hub_position(item.change.position),
                     std::move(item.change.lines));
    }
    heard = position;
    if (waiting.empty()) return;
    for (auto& reply : std::exchange(waiting, {})) finish(std::move(reply));
}

void Stream::Impl::close_ended(const std::vector<Recorded>& facts) {
    const auto ended = std::make_shared<const Ended>(ended_by(facts));
    if (ended->sessions.empty() && ended->tokens.empty() && ended->people.empty()) return;
    hub->close_if(
        [ended](const ws::Client& client) {
            const auto* viewer = viewer_of(client);
            return viewer && ended->has(*viewer);
        },
        ws::CloseCode::policy, "signed out");
}

void Stream::Impl::recheck_access(const std::vector<Recorded>& facts) {
    std::vector<const TopicKind*> kinds;
    for (const auto& kind : topics.kinds()) {
        if (kind.access && has_fact_of(facts, kind.access->changed_by)) kinds.push_back(&kind);
    }
    if (kinds.empty()) return;
    service.loop.post([weak = weak_from_this(), kinds] {
        if (const auto self = weak.lock()) self->recheck(kinds);
    });
}

void Stream::Impl::tick() {
    const auto now = service.clock();
    hub->close_if(
        [now](const ws::Client& client) {
            const auto* viewer = viewer_of(client);
            return viewer && viewer->expires && *viewer->expires <= now;
        },
        ws::CloseCode::policy, "the credential has expired");
    hub->for_each([&](const ws::ClientPtr& client) {  // an open page counts as use
        const auto* viewer = viewer_of(*client);
        if (viewer && viewer->session) service.last_use.record(*viewer->session, now);
    });
    auto periodic =
        watched.of_kinds([](const TopicKind& kind) { return kind.periodic.has_value(); });
    if (!periodic.empty()) {
        (void)work.run([self = shared_from_this(), periodic = std::move(periodic)] {
            self->publish_periodic(periodic);
        });
    }
    service.loop.after(settings.metrics_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

// Of all watched topics that have frames from samples, and of no others.
void Stream::Impl::publish_periodic(const std::vector<Topic>& periodic) {
    std::erase_if(periodic_frames, [&](const auto& kept) {
        return !std::binary_search(periodic.begin(), periodic.end(), kept.first);
    });
    for (const auto& topic : periodic) {
        auto& next = periodic_frames[topic];
        if (!next) next = topic.kind().periodic->start(service, topic);
        auto text = next(periodic_changes);
        if (text.empty()) continue;
        service.loop.post([self = shared_from_this(), name = topic.name(),
                           frame = framed(std::move(text))] { self->hub->publish(name, frame); });
    }
}

Stream::Stream(const Service& service) : Stream(service, StreamSettings{}, stream_topics()) {}

Stream::Stream(const Service& service, StreamSettings settings, const TopicTable& topics)
    : impl_(std::make_shared<Impl>(service, settings, topics)) {
    service.projector.subscribe([weak = impl_->weak_from_this()](const Projector::Batch& facts) {
        const auto self = weak.lock();
        if (self && self->hub) self->on_facts(*facts);
    });
}

Stream::~Stream() {
    impl_->work.stop();
}

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
    impl_->heard = impl_->service.model.snapshot(impl_->service.clock()).position();
    impl_->batcher = std::make_unique<ws::FrameBatcher>(
        impl_->service.loop, hub, impl_->settings.window,
        [&topics = impl_->topics](std::string_view name, ws::Sequence position,
                                  std::span<const std::string> lines) {
            return event_frame(*topics.find(client_name(name)), static_cast<Position>(position),
                               lines);
        });
    impl_->service.loop.post([weak = impl_->weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

}  // namespace dibs::routes
