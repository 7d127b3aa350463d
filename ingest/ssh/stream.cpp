// See stream.hpp.
#include "ingest/ssh/stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace dibs::ssh {
namespace {

constexpr std::size_t most_bytes_a_turn = 256 * 1024;

}  // namespace

struct Stream::Exit {
    std::optional<int> status{};
    ssh_channel_callbacks_struct callbacks{};

    static void on_status(ssh_session /*session*/, ssh_channel /*channel*/, int status,
                          void* self) {
        static_cast<Exit*>(self)->status = status;
    }

    Exit() {
        ssh_callbacks_init(&callbacks);
        callbacks.userdata = this;
        callbacks.channel_exit_status_function = &on_status;
    }
};

Stream::Stream(StreamId id, RemoteCommand command, std::shared_ptr<StreamObserver> observer)
    : id_(id),
      command_(std::move(command)),
      observer_(std::move(observer)),
      exit_(std::make_unique<Exit>()) {}

Stream::~Stream() {
    if (channel_ != nullptr) {
        ssh_remove_channel_callbacks(channel_, &exit_->callbacks);
        ssh_channel_close(channel_);
        ssh_channel_free(channel_);
    }
}

void Stream::finish(const RemoteError& why) {
    if (const auto observer = std::move(observer_)) {
        observer_.reset();
        observer->closed(why);
    }
}

Stream::Progress Stream::advance(Session& session) {
    if (phase_ != Phase::running) {
        if (const auto progress = start(session); phase_ != Phase::running) {
            return progress;
        }
    }
    if (!give_input()) {
        return fail(session, "input");
    }
    return take_output(session);
}

Stream::Progress Stream::start(Session& session) {
    if (phase_ == Phase::fresh) {
        channel_ = ssh_channel_new(session.raw());
        if (channel_ == nullptr) {
            return fail(session, "channel");
        }
        ssh_add_channel_callbacks(channel_, &exit_->callbacks);
        phase_ = Phase::opening;
    }
    if (phase_ == Phase::opening) {
        const int rc = ssh_channel_open_session(channel_);
        if (rc != SSH_OK) {
            return rc == SSH_AGAIN ? Progress::idle : fail(session, "channel");
        }
        phase_ = Phase::requesting;
    }
    const int rc = ssh_channel_request_exec(channel_, command_.line.c_str());
    if (rc != SSH_OK) {
        return rc == SSH_AGAIN ? Progress::idle : fail(session, "command");
    }
    phase_ = Phase::running;
    if (const auto observer = observer_) {
        observer->opened();
    }
    return Progress::more;
}

bool Stream::give_input() {
    while (input_given_ < command_.input.size()) {
        const auto left = command_.input.size() - input_given_;
        const auto part = static_cast<std::uint32_t>(std::min<std::size_t>(left, 16 * 1024));
        const int rc = ssh_channel_write(channel_, command_.input.data() + input_given_, part);
        if (rc == 0 || rc == SSH_AGAIN) {
            return true;
        }
        if (rc < 0) {
            return false;
        }
        input_given_ += static_cast<std::size_t>(rc);
    }
    if (command_.close_input && !input_closed_) {
        input_closed_ = true;
        return ssh_channel_send_eof(channel_) != SSH_ERROR;
    }
    return true;
}

// False when stopped for fairness.
template <class Sink>
bool Stream::drain(int from_stderr, Sink sink) {
    std::array<char, 16 * 1024> buffer;
    for (std::size_t taken = 0; taken < most_bytes_a_turn;) {
        const int rc = ssh_channel_read_nonblocking(
            channel_, buffer.data(), static_cast<std::uint32_t>(buffer.size()), from_stderr);
        if (rc <= 0) {
            return true;
        }
        taken += static_cast<std::size_t>(rc);
        if (const auto observer = observer_) {  // it may close this stream, and itself with it
            sink(*observer, std::string_view(buffer.data(), static_cast<std::size_t>(rc)));
        }
    }
    return false;
}

Stream::Progress Stream::take_output(Session& session) {
    using Text = std::string_view;
    const bool all = drain(0, [](StreamObserver& to, Text bytes) { to.bytes(bytes); });
    const bool all_errors = drain(1, [](StreamObserver& to, Text bytes) { to.error_bytes(bytes); });
    if (!all || !all_errors) {
        return Progress::more;
    }
    if (ssh_channel_is_closed(channel_) == 0) {
        return Progress::idle;
    }
    if (ssh_is_connected(session.raw()) == 0) {
        return fail(session, "connection");
    }
    why_.exit_status = exit_->status;
    why_.text = exit_->status ? "the command ended with status " + std::to_string(*exit_->status)
                              : "the command was ended";
    return Progress::over;
}

Stream::Progress Stream::fail(const Session& session, std::string_view what) {
    why_.text = std::string(what) + ": " + session.last_error();
    return Progress::over;
}

}  // namespace dibs::ssh
