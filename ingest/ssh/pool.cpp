// See pool.hpp. Every call becomes a task on the loop's thread.
#include "ingest/ssh/pool.hpp"

#include "ingest/ssh/loop.hpp"

#include <future>

#include <libssh/libssh.h>

namespace dibs::ssh {

Pool::Pool(PoolOptions options) {
    ssh_init();
    loop_ = std::make_unique<Loop>(std::move(options));
}

Pool::~Pool() {
    stop();  // before the pointer is gone: running tasks use this pool
    loop_.reset();
    ssh_finalize();
}

void Pool::stop() {
    loop_->stop();
}

StreamId Pool::open(const HostTarget& target, RemoteCommand command,
                    std::shared_ptr<StreamObserver> observer) {
    const auto id = loop_->next_stream_id();
    loop_->post([loop = loop_.get(), id, target, command = std::move(command),
                 observer = std::move(observer)]() mutable {
        loop->open(id, target, std::move(command), std::move(observer));
    });
    return id;
}

void Pool::close(StreamId stream) {
    if (loop_->on_own_thread()) {
        loop_->silence(stream);
    }
    loop_->post([loop = loop_.get(), stream] {
        loop->silence(stream);
        loop->close(stream);
    });
}

void Pool::write(StreamId stream, std::string bytes) {
    loop_->post([loop = loop_.get(), stream, bytes = std::move(bytes)] {
        loop->update(stream, [&bytes](Stream& one) { one.write(bytes); });
    });
}

void Pool::end_input(StreamId stream) {
    loop_->post([loop = loop_.get(), stream] {
        loop->update(stream, [](Stream& one) { one.end_input(); });
    });
}

void Pool::resize(StreamId stream, TerminalSize size) {
    loop_->post([loop = loop_.get(), stream, size] {
        loop->update(stream, [size](Stream& one) { one.resize(size); });
    });
}

void Pool::pause(StreamId stream, bool paused) {
    if (paused && loop_->on_own_thread()) loop_->pause(stream);  // and in its turn, as well
    loop_->post([loop = loop_.get(), stream, paused] {
        loop->update(stream, [paused](Stream& one) { one.pause(paused); });
    });
}

void Pool::schedule(Duration delay, std::function<void()> task) {
    loop_->schedule(std::chrono::steady_clock::now() + delay, std::move(task));
}

tl::expected<HostKey, RemoteError> Pool::fingerprint_of(const HostTarget& target) {
    auto answer = std::make_shared<std::promise<tl::expected<HostKey, RemoteError>>>();
    auto key = answer->get_future();
    auto asked = target;
    asked.account = "none";
    // Only the loop holds the promise, so it breaks when the loop ends.
    loop_->post([loop = loop_.get(), asked = std::move(asked), answer = std::move(answer)] {
        loop->ask_host_key(asked, [answer](auto shown) { answer->set_value(std::move(shown)); });
    });
    try {
        return key.get();                 // the connection's deadline ends this wait
    } catch (const std::future_error&) {  // the pool ended
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::ended, .text = "Dibs is being stopped"});
    }
}

}  // namespace dibs::ssh
