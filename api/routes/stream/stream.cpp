// Turns facts into frames, closes sockets whose credential has ended, and publishes metrics each
// second.
#include "api/routes/stream/stream.hpp"

#include "api/routes/stream/stream_frames.hpp"
#include "api/routes/stream/stream_impl.hpp"
#include "projections/questions/fleet.hpp"
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

// True for facts that change the list of hosts and GPUs, not for processes, which change
// constantly.
bool changes_fleet(const Recorded& fact) {
    static const auto& fleet = *find_topic("fleet");
    return fleet.concerns(fact.event.type());
}

}  // namespace

void Stream::Impl::on_facts(const std::vector<Recorded>& facts) {
    if (facts.empty()) return;
    if (std::any_of(facts.begin(), facts.end(), changes_fleet)) ++fleet_changes;
    close_ended(facts);
    std::vector<Item> items;
    std::optional<Snapshot> tables;
    std::vector<views::Event> events;
    for (std::size_t row = 0; row < interest.size(); ++row) {
        if (interest[row] == 0) continue;
        if (!tables) {
            tables.emplace(service.model.snapshot(service.clock()));
            for (const auto& fact : facts) events.push_back(view_of_event(*tables, fact));
        }
        const auto& topic = stream_topics()[row];
        for (const auto audience : topic.audiences()) {
            for (auto& change : changes_of(topic, audience, *tables, events)) {
                items.push_back({hub_name(topic.name, audience), std::move(change)});
            }
        }
    }
    service.loop.post([weak = weak_from_this(), position = facts.back().position,
                       items = std::move(items)]() mutable {
        if (const auto self = weak.lock()) self->on_items(position, std::move(items));
    });
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
    if (!metrics_watched.empty()) publish_metrics();
    service.loop.after(settings.metrics_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

// Reads in a worker thread, publishes on the loop.
void Stream::Impl::publish_metrics() {
    std::vector<std::string> names;
    for (const auto& [name, watched] : metrics_watched) names.push_back(name);
    (void)work.run([self = shared_from_this(), names] {
        for (const auto& name : names) {
            auto frame = self->metrics_of_topic(name);
            if (!frame) continue;
            self->service.loop.post([self, name, frame] { self->hub->publish(name, frame); });
        }
        std::erase_if(self->whose_values, [&](const auto& kept) {
            return !std::binary_search(names.begin(), names.end(), kept.first);
        });
    });
}

ws::Frame Stream::Impl::metrics_of_topic(const std::string& name) {
    const auto* whose = watched_by(name);
    if (whose == nullptr) return nullptr;
    views::FrameOf of{whose->gpus, whose->hosts};
    if (!whose->whole_fleet) {
        of.processes = processes_on(service.model.snapshot(service.clock()), whose->gpus);
        of.processes.resize(std::min(of.processes.size(), settings.most_processes));
    }
    const auto values = service.model.usage().frame(of);
    if (values.at == Instant{}) return nullptr;  // no sample yet
    return framed(metrics_frame(name, values));
}

// Read from the tables once, and again after a host or GPU has changed.
const Stream::Impl::MetricsTargets* Stream::Impl::watched_by(const std::string& name) {
    auto& kept = whose_values[name];
    const std::uint64_t changes = fleet_changes;  // read before the tables
    if (kept.fleet_changes == changes) return &kept;
    const auto tables = service.model.snapshot(service.clock());
    const auto host = name.substr(find_topic(name)->name.size());
    views::GpuFilter filter;
    if (host != "*") filter.host = host_called(tables, host);
    if (host != "*" && !filter.host) return nullptr;
    kept = {changes, {}, {}, host == "*"};
    for (const auto& gpu : plain_gpus(tables, filter)) kept.gpus.push_back(gpu.id);
    if (filter.host) {
        kept.hosts.push_back(*filter.host);
    } else {
        every_row([&](const PageFrom& page) { return list_hosts(tables, page); },
                  [&](const auto& one) { kept.hosts.push_back(one.id); });
    }
    return &kept;
}

Stream::Stream(const Service& service, StreamSettings settings)
    : impl_(std::make_shared<Impl>(service, settings)) {
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
        [](std::string_view name, ws::Sequence position, std::span<const std::string> lines) {
            return event_frame(client_name(name), static_cast<Position>(position), lines);
        });
    impl_->service.loop.post([weak = impl_->weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

}  // namespace dibs::routes
