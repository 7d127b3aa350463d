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
constexpr std::size_t output_at_once = 16 * 1024;
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
        observer->closed(why);
    }
}

bool Stream::advance(Session& session) {
    if (phase_ != Phase::running) {
        if (const bool over = start(session); phase_ != Phase::running) {
            return over;
        }
    }
    deliver_held();
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
        phase_ = command_.terminal ? Phase::requesting_terminal : Phase::requesting;
        if (abandoned_) {
            return true;
        }
    }
    if (phase_ == Phase::requesting_terminal) {
        const auto [columns, rows] = *command_.terminal;
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
    if (paused_) {
        held_[from_stderr ? 1 : 0] = output.size();
        if (output.size() > most_held) broken_by_ = "it sends more than it may";
        return 0;
    }
    held_[from_stderr ? 1 : 0] = 0;
    call_observer([&] {
        report_opened();  // the first output may come together with the host's consent
        if (const auto observer = observer_; observer && from_stderr) {
            observer->error_bytes(output);
        } else if (observer) {
            observer->bytes(output);
        }
    });
    return output.size();
}

void Stream::deliver_held() {
    std::array<char, output_at_once> bytes;
    for (const int from_stderr : {0, 1}) {
        auto& held = held_[static_cast<std::size_t>(from_stderr)];
        while (!paused_ && held > 0) {
            const auto part = static_cast<std::uint32_t>(std::min(held, bytes.size()));
            const int got = ssh_channel_read_nonblocking(channel_, bytes.data(), part, from_stderr);
            if (got <= 0) {
                held = 0;
                break;
            }
            const auto left = held - static_cast<std::size_t>(got);
            static_cast<void>(
                take({bytes.data(), static_cast<std::size_t>(got)}, from_stderr != 0));
            held = left;
        }
    }
}

void Stream::write(std::string_view bytes) {
    if (command_.close_input) return;
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
    if (!command_.terminal || command_.terminal == size) return;
    command_.terminal = size;
    if (phase_ >= Phase::requesting) {
        static_cast<void>(ssh_channel_change_pty_size(channel_, size.columns, size.rows));
    }
}

// False if the channel is broken.
bool Stream::write_some() {
    while (waiting() > 0) {
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
    if (command_.close_input && !input_closed_) {
        input_closed_ = true;
        return ssh_channel_send_eof(channel_) != SSH_ERROR;
    }
    return true;
}

bool Stream::give_input() {
    const auto before = waiting();
    const bool whole = write_some();
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
    if (ssh_channel_is_closed(channel_) == 0 || held_[0] > 0 || held_[1] > 0) {
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
