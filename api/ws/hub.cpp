// Topics and sessions of the hub; all on the loop, to which other threads post.
#include "api/ws/hub.hpp"

#include "api/ws/hub_impl.hpp"

#include <utility>

namespace dibs::ws {

void Hub::Impl::join(const std::shared_ptr<Subscriber>& session) {
    sessions.emplace(session.get(), session);
    ++counters.opened;
    if (stopping) return session->end_for_stop();  // its handshake was in progress
    if (callbacks.on_open) callbacks.on_open(session->client);
}

void Hub::Impl::leave(Subscriber& session) {
    const auto found = sessions.find(&session);
    if (found == sessions.end()) return;
    const auto kept = std::move(found->second);
    sessions.erase(found);
    ++counters.closed;
    for (const auto& name : std::exchange(session.topics, {})) remove_from_topic(session, name);
    if (callbacks.on_close) callbacks.on_close(session.client);
}

void Hub::Impl::text(Subscriber& session, std::string_view text) {
    if (callbacks.on_text) callbacks.on_text(session.client, text);
}

void Hub::Impl::resync(Subscriber& session) {
    ++counters.resyncs;
    for (const auto& name : session.topics) topics[name][&session] = Delivery::paused;
    if (callbacks.resync) callbacks.resync(session.client);
}

void Hub::Impl::publish(const std::string& name, const Frame& frame) {
    const auto topic = topics.find(name);
    if (topic == topics.end()) return;
    for (const auto& [session, delivery] : topic->second) {
        if (delivery == Delivery::live) session->enqueue(frame);
    }
}

void Hub::Impl::subscribe(Subscriber& session, const std::string& name) {
    if (!sessions.contains(&session)) return;
    const bool added = topics[name].insert_or_assign(&session, Delivery::live).second;
    if (added) session.topics.push_back(name);
}

void Hub::Impl::unsubscribe(Subscriber& session, const std::string& name) {
    std::erase(session.topics, name);
    remove_from_topic(session, name);
}

void Hub::Impl::remove_from_topic(Subscriber& session, const std::string& name) {
    const auto topic = topics.find(name);
    if (topic == topics.end()) return;
    topic->second.erase(&session);
    if (topic->second.empty()) topics.erase(topic);
}

void Hub::Impl::tick() {
    // Scheduled first, so that an exception below (no memory) does not end the ticks.
    event_loop.after(tick_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
    const auto time = now();
    for (const auto& [key, session] : sessions) session->tick(time);
}

Hub::Hub(http::EventLoop& loop, HubConfig config, HubCallbacks callbacks)
    : impl_(std::make_shared<Impl>(loop, config, std::move(callbacks))) {
    impl_->loop.post([weak = impl_->weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

// Sessions hold the hub's Impl; the hub drops them, so that neither keeps the other alive.
Hub::~Hub() {
    impl_->sessions.clear();
    impl_->topics.clear();
}

void Hub::publish(std::string topic, Frame frame) {
    impl_->loop.run(
        [weak = impl_->weak_from_this(), topic = std::move(topic), frame = std::move(frame)] {
            if (const auto self = weak.lock()) self->publish(topic, frame);
        });
}

void Hub::close_if(std::function<bool(const Client&)> which, CloseCode code, std::string reason) {
    impl_->loop.run([weak = impl_->weak_from_this(), which = std::move(which), code,
                     reason = std::move(reason)] {
        const auto self = weak.lock();
        if (!self) return;
        for (const auto& [key, session] : self->sessions) {
            if (which(*session->client)) session->end(code, reason);
        }
    });
}

void Hub::stop() {
    impl_->loop.run([weak = impl_->weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->stopping = true;
        for (const auto& [key, session] : self->sessions) session->end_for_stop();
    });
}

std::size_t Hub::clients() const {
    return impl_->sessions.size();
}
std::size_t Hub::topics() const {
    return impl_->topics.size();
}
bool Hub::full() const {
    return impl_->sessions.size() >= impl_->config.max_clients;
}
const HubCounters& Hub::counters() const {
    return impl_->counters;
}

void Hub::for_each(const std::function<void(const ClientPtr&)>& visit) const {
    for (const auto& [key, session] : impl_->sessions) visit(session->client);
}

}  // namespace dibs::ws
