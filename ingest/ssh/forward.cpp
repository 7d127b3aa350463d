// See forward.hpp. Arriving bytes go to our end from within libssh. Bytes that do not fit wait in
// the channel, whose window is closed meanwhile.
#include "ingest/ssh/forward.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <sys/epoll.h>
#include <sys/socket.h>

namespace dibs::ssh {
namespace {

constexpr std::size_t at_once = 16 * 1024;
constexpr int most_parts = 8;  // parts of that size in one turn

bool would_wait(int error) {
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

}  // namespace

struct Forward::Callbacks {
    ssh_channel_callbacks_struct table{};

    static int on_data(ssh_session /*session*/, ssh_channel /*channel*/, void* data,
                       std::uint32_t length, int from_stderr, void* userdata) noexcept {
        if (from_stderr != 0) return static_cast<int>(length);
        auto& forward = *static_cast<Forward*>(userdata);
        const auto given =
            forward.pending_.empty() ? forward.give(static_cast<const char*>(data), length) : 0;
        forward.held_ = length - given;
        return static_cast<int>(given);
    }

    explicit Callbacks(Forward* forward) {
        ssh_callbacks_init(&table);
        table.userdata = forward;
        table.channel_data_function = &on_data;
    }
};

Forward::Forward(ConnectionId wanted_by, std::string address, std::uint16_t port)
    : wanted_by_(wanted_by),
      address_(std::move(address)),
      port_(port),
      callbacks_(std::make_unique<Callbacks>(this)) {}

Forward::~Forward() {
    if (channel_ == nullptr) return;
    ssh_remove_channel_callbacks(channel_, &callbacks_->table);
    if (is_open()) ssh_channel_close(channel_);
    ssh_channel_free(channel_);
}

Forward::Opening Forward::open(Session& session) {
    if (channel_ == nullptr) {
        asked_at_ = std::chrono::steady_clock::now();
        channel_ = ssh_channel_new(session.raw());
        if (channel_ == nullptr) return fail(session);
        ssh_add_channel_callbacks(channel_, &callbacks_->table);
    }
    const int rc = ssh_channel_open_forward(channel_, address_.c_str(), port_, "127.0.0.1", 0);
    if (rc == SSH_AGAIN) return Opening::waiting;
    if (rc != SSH_OK) return fail(session);
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) != 0) {
        why_ = connect_error(errno);
        return Opening::failed;
    }
    end_ = Fd(pair[0]);
    other_end_ = Fd(pair[1]);
    give_held();
    return Opening::open;
}

// Parses "Channel opening failure: channel 43 error (2) Connection refused", with the numbers of
// RFC 4254.
Forward::Opening Forward::fail(const Session& session) {
    const auto words = session.last_error();
    const auto code = words.find("error (");
    const auto behind = code == words.npos ? words.npos : words.find(") ", code);
    if (behind == words.npos || ssh_is_connected(session.raw()) == 0) {
        why_ = {.kind = RemoteErrorKind::jump_failed, .text = words};
        return Opening::failed;
    }
    const auto said = words.substr(behind + 2);
    if (words.compare(code, 9, "error (2)") == 0) {
        const bool refused = said.find("refused") != said.npos;
        why_ = {.kind = refused ? RemoteErrorKind::refused : RemoteErrorKind::unreachable,
                .text = "connect: " + said};
    } else {
        why_ = {.kind = RemoteErrorKind::jump_failed,
                .text = "it does not let us forward (AllowTcpForwarding, PermitOpen): " + said};
    }
    return Opening::failed;
}

// Returns how many bytes our end took.
std::size_t Forward::give(const char* bytes, std::size_t length) {
    if (!is_open()) return 0;
    const auto sent = ::send(end_.get(), bytes, length, MSG_NOSIGNAL);
    if (sent >= 0) return static_cast<std::size_t>(sent);
    broken_ = broken_ || !would_wait(errno);
    return broken_ ? length : 0;
}

void Forward::give_held() {
    while (!broken_) {
        if (pending_.empty() && held_ > 0) {
            pending_.resize(held_);  // all at once: each read opens the window again
            const auto size = static_cast<std::uint32_t>(pending_.size());
            const int got = ssh_channel_read_nonblocking(channel_, pending_.data(), size, 0);
            pending_.resize(static_cast<std::size_t>(std::max(got, 0)));
            held_ = got > 0 ? held_ - pending_.size() : 0;
        }
        if (pending_.empty()) return;
        const auto given = give(pending_.data(), pending_.size());
        if (given == 0) return;
        pending_.erase(0, given);
    }
}

// Takes from our end only what the jump takes: it peeks, writes, then removes.
void Forward::take_input(Session& session) {
    std::array<char, at_once> bytes;
    for (int part = 0; part < most_parts && !session.wants_to_write(); ++part) {
        const auto window = std::size_t{ssh_channel_window_size(channel_)};
        if (window == 0) return;
        const auto most = std::min(window, bytes.size());
        const auto seen = ::recv(end_.get(), bytes.data(), most, MSG_PEEK);
        if (seen <= 0) {
            broken_ = broken_ || seen == 0 || !would_wait(errno);
            return;
        }
        const int rc = ssh_channel_write(channel_, bytes.data(), static_cast<std::uint32_t>(seen));
        if (rc == 0 || rc == SSH_AGAIN) return;
        broken_ = broken_ || rc < 0;
        if (broken_) return;
        static_cast<void>(::recv(end_.get(), bytes.data(), static_cast<std::size_t>(rc), 0));
    }
}

void Forward::move_bytes(Session& session) {
    give_held();
    if (!over()) take_input(session);
}

bool Forward::is_flooded() const {
    return held_ > most_held;
}

bool Forward::over() const {
    if (!is_open()) return false;
    const bool no_more = ssh_channel_is_closed(channel_) != 0 || ssh_channel_is_eof(channel_) != 0;
    return broken_ || is_flooded() || (no_more && held_ == 0 && pending_.empty());
}

std::uint32_t Forward::events(const Session& session) const {
    const bool takes = !session.wants_to_write() && ssh_channel_window_size(channel_) > 0;
    const bool gives = held_ > 0 || !pending_.empty();
    return (takes ? std::uint32_t{EPOLLIN} : 0U) | (gives ? std::uint32_t{EPOLLOUT} : 0U);
}

}  // namespace dibs::ssh
