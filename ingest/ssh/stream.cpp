// The steps of one stream: open the channel, start the command, write the input, deliver the
// output, report the end. Output arrives in a callback of libssh, which no exception may leave.
#include "ingest/ssh/stream.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace dibs::ssh {
namespace {
// libssh keeps two buffers for each connection, each as large as the largest single write.
constexpr std::size_t input_at_once = 4096;
}  // namespace

// Called from within libssh, which is C: no exception may leave these.
struct Stream::Callbacks {
    ssh_channel_callbacks_struct table{};

    static void on_status(ssh_session /*session*/, ssh_channel /*channel*/, int status,
                          void* stream) {
        static_cast<Stream*>(stream)->exit_status_ = status;
    }

    static int on_data(ssh_session /*session*/, ssh_channel /*channel*/, void* data,
                       std::uint32_t length, int from_stderr, void* stream) noexcept {
        static_cast<Stream*>(stream)->take({static_cast<const char*>(data), length},
                                           from_stderr != 0);
        return static_cast<int>(length);
    }

    explicit Callbacks(Stream* stream) {
        ssh_callbacks_init(&table);
        table.userdata = stream;
        table.channel_exit_status_function = &on_status;
        table.channel_data_function = &on_data;
    }
};

Stream::Stream(StreamId id, RemoteCommand command, std::shared_ptr<StreamObserver> observer)
    : id_(id),
      command_(std::move(command)),
      observer_(std::move(observer)),
      callbacks_(std::make_unique<Callbacks>(this)) {}

Stream::~Stream() {
    free_channel();
}

void Stream::free_channel() {
    if (channel_ == nullptr) {
        return;
    }
    ssh_remove_channel_callbacks(channel_, &callbacks_->table);
    // A channel that never opened has no number at the host: closing it would close number 0.
    if (has_channel()) {
        ssh_channel_close(channel_);
    }
    ssh_channel_free(std::exchange(channel_, nullptr));
}

void Stream::start_over() {
    free_channel();
    phase_ = Phase::fresh;
    refused_ = false;
}

void Stream::finish(const RemoteError& why) {
    if (const auto observer = std::move(observer_)) {
        observer_.reset();
        observer->closed(why);
    }
}

bool Stream::advance(Session& session) {
    if (phase_ != Phase::running) {
        if (const bool over = start(session); phase_ != Phase::running) {
            return over;
        }
    }
    return give_input() ? ended(session) : fail(session, "input");
}

bool Stream::start(Session& session) {
    if (phase_ == Phase::fresh) {
        channel_ = ssh_channel_new(session.raw());
        if (channel_ == nullptr) {
            return fail(session, "channel");
        }
        ssh_add_channel_callbacks(channel_, &callbacks_->table);
        phase_ = Phase::opening;
    }
    if (phase_ == Phase::opening) {
        const int rc = ssh_channel_open_session(channel_);
        if (rc != SSH_OK) {
            refused_ = rc != SSH_AGAIN && ssh_is_connected(session.raw()) != 0;
            return rc != SSH_AGAIN && fail(session, "channel");
        }
        phase_ = Phase::requesting;
        if (abandoned_) {
            return true;
        }
    }
    const int rc = ssh_channel_request_exec(channel_, command_.line.c_str());
    if (rc != SSH_OK) {
        return rc != SSH_AGAIN && fail(session, "command");
    }
    phase_ = Phase::running;
    report_opened();
    return false;
}

void Stream::report_opened() {
    const auto observer = observer_;
    if (observer && !std::exchange(reported_opened_, true)) {
        observer->opened();
    }
}

// An observer that throws loses its stream; no other stream is affected.
void Stream::take(std::string_view output, bool from_stderr) {
    try {
        report_opened();  // the first output may come together with the host's consent
        if (const auto observer = observer_; observer && from_stderr) {
            observer->error_bytes(output);
        } else if (observer) {
            observer->bytes(output);
        }
    } catch (const std::exception& error) {
        broken_by_ = error.what();
    }
}

bool Stream::give_input() {
    while (input_given_ < command_.input.size()) {
        const auto left = command_.input.size() - input_given_;
        const auto part = static_cast<std::uint32_t>(std::min(left, input_at_once));
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

bool Stream::ended(const Session& session) {
    if (!broken_by_.empty()) {
        why_.text = "its reader failed: " + broken_by_;
        return true;
    }
    if (ssh_channel_is_closed(channel_) == 0) {
        return false;
    }
    if (ssh_is_connected(session.raw()) == 0) {
        return fail(session, "connection");
    }
    why_.exit_status = exit_status_;
    why_.text = exit_status_ ? "the command ended with status " + std::to_string(*exit_status_)
                             : "the command was ended";
    return true;
}

bool Stream::fail(const Session& session, std::string_view what) {
    why_.text = std::string(what) + ": " + session.last_error();
    return true;
}

}  // namespace dibs::ssh
