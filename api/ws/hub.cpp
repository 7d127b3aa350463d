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
    for (const auto& name : std::exchange(session.topics, {})) {
        const auto topic = topics.find(name);
        if (topic == topics.end()) continue;
        topic->second.subscriptions.erase(&session);
        if (topic->second.blank()) topics.erase(topic);
    }
    if (callbacks.on_close) callbacks.on_close(session.client);
}

void Hub::Impl::text(Subscriber& session, std::string_view text) {
    if (callbacks.on_text) callbacks.on_text(session.client, text);
}

void Hub::Impl::resync(Subscriber& session) {
    ++counters.resyncs;
    for (const auto& name : session.topics) {
        topics[name].subscriptions[&session].resting = true;
    }
    if (callbacks.resync) callbacks.resync(session.client);
}

void Hub::Impl::publish(const std::string& name, Sequence position, const Frame& frame) {
    auto& topic = topics[name];
    topic.remember(position, frame, now(), config);
    for (const auto& [session, subscription] : topic.subscriptions) {
        if (!subscription.resting && position > subscription.after) session->enqueue(frame);
    }
}

void Hub::Impl::subscribe(Subscriber& session, const std::string& name, Sequence after) {
    if (!sessions.contains(&session)) return;
    auto& topic = topics[name];
    const bool back_far_enough = topic.reaches_back_to(after);
    const bool added =
        topic.subscriptions.insert_or_assign(&session, Topic::Subscription{after, false}).second;
    if (added) session.topics.push_back(name);
    if (!back_far_enough) {
        topic.subscriptions[&session].resting = true;
        // Posted, because the caller may be answering a resync right now.
        loop.post([self = shared_from_this(), weak = std::weak_ptr(sessions[&session])] {
            if (const auto kept = weak.lock()) self->resync(*kept);
        });
        return;
    }
    for (const auto& old : topic.recent()) {
        if (old.position > after) session.enqueue(old.frame);
    }
}

void Hub::Impl::unsubscribe(Subscriber& session, const std::string& name) {
    std::erase(session.topics, name);
    const auto topic = topics.find(name);
    if (topic == topics.end()) return;
    topic->second.subscriptions.erase(&session);
    if (topic->second.blank()) topics.erase(topic);
}

void Hub::Impl::tick() {
    // Scheduled first, so that an exception below (no memory) does not end the ticks.
    event_loop.after(tick_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
    const auto time = now();
    for (auto& [name, topic] : topics) topic.forget_old(time, config);
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

void Hub::publish(std::string topic, Sequence position, Frame frame) {
    impl_->loop.run([weak = impl_->weak_from_this(), topic = std::move(topic), position,
                     frame = std::move(frame)] {
        if (const auto self = weak.lock()) self->publish(topic, position, frame);
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
