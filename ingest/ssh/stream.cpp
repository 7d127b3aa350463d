// The steps of one stream: open the channel, start the command, write the input, deliver the
// output, report the end. Output arrives in a callback of libssh, which no exception may leave.
#include "ingest/ssh/stream.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <spdlog/spdlog.h>

namespace dibs::ssh {
namespace {
// libssh keeps two buffers for each connection, each as large as the largest single write.
constexpr std::size_t input_at_once = 4096;
constexpr std::size_t output_at_once = 16 * 1024;
constexpr int most_reads = 8;  // of held output, in one turn
constexpr const char* terminal_type = "xterm-256color";
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
        return static_cast<int>(static_cast<Stream*>(stream)->take(
            {static_cast<const char*>(data), length}, from_stderr != 0));
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
        try {
            observer->closed(why);
        } catch (const std::exception& error) {  // the other streams still end
            spdlog::error("ssh pool: {}", error.what());
        }
    }
}

bool Stream::advance(Session& session) {
    if (phase_ != Phase::running) {
        if (const bool over = start(session); phase_ != Phase::running) {
            return over;
        }
    }
    apply_size();
    deliver_pending();
    if (!broken_by_.empty()) return ended(session);
    return give_input(session) ? ended(session) : fail(session, "input");
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
        phase_ = command_.terminal ? Phase::requesting_terminal : Phase::requesting;
        if (abandoned_) {
            return true;
        }
    }
    if (phase_ == Phase::requesting_terminal) {
        if (!sent_size_) sent_size_ = command_.terminal;  // a repeat must be the same request
        const auto [columns, rows] = *sent_size_;
        const int rc = ssh_channel_request_pty_size(channel_, terminal_type, columns, rows);
        if (rc != SSH_OK) {
            return rc != SSH_AGAIN && fail(session, "terminal");
        }
        phase_ = Phase::requesting;
    }
    const int rc = ssh_channel_request_exec(channel_, command_.line.c_str());
    if (rc != SSH_OK) {
        return rc != SSH_AGAIN && fail(session, "command");
    }
    phase_ = Phase::running;
    if (slot_) slot_->report_start();
    call_observer([this] { report_opened(); });
    return false;
}

void Stream::report_opened() {
    const auto observer = observer_;
    if (observer && !std::exchange(reported_opened_, true)) {
        observer->opened();
    }
}

// An observer that throws loses its stream; no other stream is affected.
template <class Call>
void Stream::call_observer(Call call) {
    try {
        call();
    } catch (const std::exception& error) {
        broken_by_ = "its reader failed: " + std::string(error.what());
    }
}

// Returns how much was taken; libssh keeps the rest, and closes the host's window meanwhile.
std::size_t Stream::take(std::string_view output, bool from_stderr) {
    auto& held = held_[from_stderr ? 1 : 0];
    if (paused_ || has_pending()) {
        held = output.size();
        if (output.size() > most_held) broken_by_ = "it sends more than it may";
        return 0;
    }
    held = 0;
    deliver(output, from_stderr);
    return output.size();
}

void Stream::deliver(std::string_view output, bool from_stderr) {
    call_observer([&] {
        report_opened();  // the first output may come together with the host's consent
        if (const auto observer = observer_; observer && from_stderr) {
            observer->error_bytes(output);
        } else if (observer) {
            observer->bytes(output);
        }
    });
}

// All of it at once: each read opens the host's window again, whatever is left.
void Stream::read_held() {
    for (const int from_stderr : {0, 1}) {
        const auto kind = static_cast<std::size_t>(from_stderr);
        const auto held = std::exchange(held_[kind], 0);
        if (held == 0) continue;
        auto& pending = pending_[kind];
        pending.resize(held);
        const int got = ssh_channel_read_nonblocking(channel_, pending.data(),
                                                     static_cast<std::uint32_t>(held), from_stderr);
        pending.resize(static_cast<std::size_t>(std::max(got, 0)));
    }
}

// Reading takes packets from the socket, so more output may be held behind it without an event. A
// host that sends without end has its next turn with its next event.
void Stream::deliver_pending() {
    for (int pass = 0; pass < most_reads && !paused_ && broken_by_.empty(); ++pass) {
        if (!has_pending()) read_held();
        if (!has_pending()) return;
        for (const bool from_stderr : {false, true}) {
            auto& pending = pending_[from_stderr ? 1 : 0];
            std::size_t given = 0;
            while (!paused_ && broken_by_.empty() && given < pending.size()) {
                const auto part = std::string_view(pending).substr(given, output_at_once);
                given += part.size();
                deliver(part, from_stderr);
            }
            pending.erase(0, given);
        }
    }
}

void Stream::write(std::string_view bytes) {
    if (command_.close_input || !broken_by_.empty()) return;
    written_ = true;
    if (input_given_ * 2 >= command_.input.size()) {
        command_.input.erase(0, std::exchange(input_given_, 0));
    }
    if (waiting() + bytes.size() > most_input_waiting) {
        broken_by_ = "its writer does not wait for the host";
        return;
    }
    command_.input += bytes;
}

void Stream::resize(TerminalSize size) {
    if (command_.terminal) command_.terminal = size;
}

// Only once the command runs: libssh has one request of a channel at a time.
void Stream::apply_size() {
    if (command_.terminal == sent_size_) return;
    sent_size_ = command_.terminal;
    static_cast<void>(ssh_channel_change_pty_size(channel_, sent_size_->columns, sent_size_->rows));
}

// Stops where the socket is full or the host's window is closed, so that the rest stays within
// most_input_waiting. False if the channel is broken.
bool Stream::write_some(Session& session) {
    while (waiting() > 0 && !session.wants_to_write()) {
        if (ssh_channel_window_size(channel_) == 0 && ssh_channel_is_open(channel_) != 0) {
            return true;
        }
        const auto part = static_cast<std::uint32_t>(std::min(waiting(), input_at_once));
        const int rc = ssh_channel_write(channel_, command_.input.data() + input_given_, part);
        if (rc == 0 || rc == SSH_AGAIN) {
            return true;
        }
        if (rc < 0) {  // a command may end without reading its input: its end is reported
            input_given_ = command_.input.size();
            return ssh_is_connected(ssh_channel_get_session(channel_)) != 0;
        }
        input_given_ += static_cast<std::size_t>(rc);
    }
    if (command_.close_input && !input_closed_ && waiting() == 0) {
        input_closed_ = true;
        return ssh_channel_send_eof(channel_) != SSH_ERROR;
    }
    return true;
}

bool Stream::give_input(Session& session) {
    const auto before = waiting();
    const bool whole = write_some(session);
    if (written_ && waiting() != before) {
        call_observer([this] {
            if (const auto observer = observer_) observer->input_taken(waiting());
        });
    }
    return whole;
}

bool Stream::ended(const Session& session) {
    if (!broken_by_.empty()) {
        why_.text = broken_by_;
        return true;
    }
    const bool delivered = held_[0] + held_[1] == 0 && !has_pending();
    if (ssh_channel_is_closed(channel_) == 0 || !delivered) {
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
