// The streams of a connection: added, updated and ended, and moved elsewhere where the host is
// full.
#include "ingest/ssh/connection.hpp"

#include <algorithm>

namespace dibs::ssh {

using std::chrono::steady_clock;

void Connection::add(std::unique_ptr<Stream> stream) {
    streams_.push_back(std::move(stream));
    if (phase_ != Phase::live) {
        return;
    }
    deadline_ = steady_clock::now() + limit_;
    pool_.wake_at(id_, deadline_);
    advance_streams();
}

void Connection::remove(StreamId stream) {
    auto* const one = find(stream);
    if (one != nullptr && one->opening()) {
        one->abandon();
    } else if (one != nullptr) {
        const auto ended = take_out(stream);
    }
    if (phase_ == Phase::live && !streams_.empty() && !broken_) {
        watch_session();
    }
}

Stream* Connection::find(StreamId stream) {
    const auto at = std::find_if(streams_.begin(), streams_.end(),
                                 [stream](const auto& one) { return one->id() == stream; });
    return at == streams_.end() ? nullptr : at->get();
}

std::unique_ptr<Stream> Connection::take_out(StreamId stream) {
    const auto at = std::find_if(streams_.begin(), streams_.end(),
                                 [stream](const auto& one) { return one->id() == stream; });
    auto taken = std::move(*at);
    streams_.erase(at);
    return taken;
}

void Connection::silence(StreamId stream) {
    if (auto* const one = find(stream)) one->silence();
}

void Connection::pause(StreamId stream) {
    if (auto* const one = find(stream)) one->pause(true);
}

void Connection::update(StreamId stream, const std::function<void(Stream&)>& change) {
    auto* const one = find(stream);
    if (one == nullptr || broken_) {
        return;
    }
    change(*one);
    if (phase_ == Phase::live && !resting_) {
        charge([this] { advance_streams(); });
    }
}

// Runs twice while a stream is being opened. Opening reads from the socket too, so a stream visited
// earlier may have ended by then, without an event.
void Connection::advance_streams() {
    const bool opening = std::any_of(streams_.begin(), streams_.end(),
                                     [](const auto& stream) { return !stream->running(); });
    for (int pass = 0; pass < (opening ? 2 : 1); ++pass) {
        std::vector<StreamId> over;  // callbacks never change streams_: the pool defers changes
        for (const auto& stream : streams_) {
            if (stream->was_refused()) {
                continue;
            }
            const bool ended = stream->advance(*session_);
            carried_one_ = carried_one_ || stream->has_channel();
            if (ended && !stream->was_refused()) {
                over.push_back(stream->id());
                stream->finish(stream->why());
            }
        }
        for (const auto id : over) {
            const auto ended = take_out(id);
            pool_.stream_ended(id);
        }
    }
    settle_refused();
    watch_session();
}

// A host that took a command on this connection and refuses another one is full, not faulty. A host
// that refuses the first command of a connection takes none.
void Connection::settle_refused() {
    const auto refused = [](const auto& one) { return one->was_refused(); };
    while (true) {
        const auto at = std::find_if(streams_.begin(), streams_.end(), refused);
        if (at == streams_.end()) {
            return;
        }
        auto stream = std::move(*at);
        streams_.erase(at);
        if (carried_one_) {
            most_streams_ = std::min(most_streams_, streams_.size());
            stream->start_over();
            pool_.place_refused(target_, std::move(stream));
        } else {
            pool_.stream_ended(stream->id());
            stream->finish(stream->why());
        }
    }
}

}  // namespace dibs::ssh
