// See session.hpp. Every libssh call here is made in non-blocking mode and repeated until it is
// done or the deadline has passed, because libssh's own timeout counts from each packet anew.
#include "ingest/ssh/session.hpp"

#include <fcntl.h>
#include <libssh/libssh.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

// Fixed, so that an upgrade of libssh does not ask a host for another of its keys than the pinned.
constexpr const char* host_key_order =
    "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,"
    "rsa-sha2-512,rsa-sha2-256";

using Key = std::unique_ptr<ssh_key_struct, decltype(&ssh_key_free)>;

RemoteError late(std::string_view what) {
    return {.kind = RemoteErrorKind::timeout, .text = std::string(what) + ": no answer in time"};
}

// Repeats a libssh call until it says something else than "again".
template <class Call>
std::optional<int> until_done(ssh_session session, int fd, const Limits& limits, int again,
                              Call call) {
    for (;;) {
        const int rc = call();
        if (rc != again) {
            return rc;
        }
        const bool writing = (ssh_get_poll_flags(session) & SSH_WRITE_PENDING) != 0;
        const auto events = static_cast<short>(writing ? POLLIN | POLLOUT : POLLIN);
        if (!wait_for(fd, events, limits.deadline, *limits.stop)) {
            return std::nullopt;
        }
    }
}

// Refuses everything that libssh would do on its own: configuration files, other keys, passwords.
bool set_options(ssh_session session, const HostTarget& target, int fd) {
    const int off = 0;
    const unsigned port = target.port;
    const auto text = [session](ssh_options_e option, const char* value) {
        return ssh_options_set(session, option, value) == SSH_OK;
    };
    return ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &off) == SSH_OK &&
           text(SSH_OPTIONS_SSH_DIR, "/dev/null") && text(SSH_OPTIONS_KNOWNHOSTS, "/dev/null") &&
           text(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null") &&
           text(SSH_OPTIONS_HOST, target.address.c_str()) &&
           text(SSH_OPTIONS_USER, target.account.c_str()) &&
           text(SSH_OPTIONS_HOSTKEYS, host_key_order) &&
           ssh_options_set(session, SSH_OPTIONS_PORT, &port) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_PASSWORD_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_KBDINT_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_GSSAPI_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_FD, &fd) == SSH_OK;
}

}  // namespace

void Session::Free::operator()(ssh_session_struct* session) const {
    ssh_disconnect(session);
    ssh_free(session);
}

void Session::Free::operator()(ssh_event_struct* event) const {
    ssh_event_free(event);
}

Session::Lent::Lent(Fd socket) : fd_(socket.release()), watch_(::fcntl(fd_, F_DUPFD_CLOEXEC, 3)) {}

Session::Lent::~Lent() {
    struct stat theirs {};
    struct stat ours {};
    if (watch_ && ::fstat(fd_, &theirs) == 0 && ::fstat(watch_.get(), &ours) == 0 &&
        theirs.st_ino == ours.st_ino && theirs.st_dev == ours.st_dev) {
        ::close(fd_);
    }
}

tl::expected<Session, RemoteError> Session::exchange_keys(Fd socket, const HostTarget& target,
                                                          const Limits& limits) {
    Session session;
    session.session_.reset(ssh_new());
    session.socket_ = Lent(std::move(socket));
    auto* const raw = session.raw();
    if (raw == nullptr || session.watch_fd() < 0 ||
        !set_options(raw, target, session.socket_.fd())) {
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::unreachable,
                        .text = "libssh refuses the target: " + session.last_error()});
    }
    ssh_set_blocking(raw, 0);
    const auto rc =
        until_done(raw, session.watch_fd(), limits, SSH_AGAIN, [raw] { return ssh_connect(raw); });
    if (!rc) {
        return tl::unexpected(late("key exchange"));
    }
    if (*rc != SSH_OK) {
        return tl::unexpected(RemoteError{.kind = RemoteErrorKind::unreachable,
                                          .text = "key exchange: " + session.last_error()});
    }
    return session;
}

tl::expected<HostKey, RemoteError> Session::shown_host_key() const {
    const auto failure = tl::unexpected(
        RemoteError{.kind = RemoteErrorKind::unreachable, .text = "the host shows no usable key"});
    ssh_key shown = nullptr;
    if (ssh_get_server_publickey(raw(), &shown) != SSH_OK) {
        return failure;
    }
    const Key key(shown, &ssh_key_free);
    unsigned char* hash = nullptr;
    std::size_t length = 0;
    if (ssh_get_publickey_hash(shown, SSH_PUBLICKEY_HASH_SHA256, &hash, &length) != 0) {
        return failure;
    }
    char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, length);
    ssh_clean_pubkey_hash(&hash);
    if (text == nullptr) {
        return failure;
    }
    HostKey result{ssh_key_type_to_char(ssh_key_type(shown)), text};
    ssh_string_free_char(text);
    return result;
}

std::optional<RemoteError> Session::authenticate(const std::string& key_file,
                                                 const Limits& limits) {
    ssh_key loaded = nullptr;
    const int read =
        ssh_pki_import_privkey_file(key_file.c_str(), nullptr, nullptr, nullptr, &loaded);
    if (read != SSH_OK) {
        return RemoteError{.kind = RemoteErrorKind::auth_failed,
                           .text = "key file '" + key_file +
                                   "': cannot be read, or is no private key without passphrase"};
    }
    const Key key(loaded, &ssh_key_free);
    const auto rc = until_done(raw(), watch_fd(), limits, SSH_AUTH_AGAIN, [this, loaded] {
        return ssh_userauth_publickey(raw(), nullptr, loaded);
    });
    if (!rc) {
        return late("login");
    }
    if (*rc != SSH_AUTH_SUCCESS) {
        const bool broken = ssh_is_connected(raw()) == 0;
        return RemoteError{
            .kind = broken ? RemoteErrorKind::unreachable : RemoteErrorKind::auth_failed,
            .text = "login: " + last_error()};
    }
    return std::nullopt;
}

void Session::go_live() {
    set_non_blocking(watch_fd());  // the same socket: libssh made it blocking
    event_.reset(ssh_event_new());
    ssh_event_add_session(event_.get(), raw());
}

tl::expected<Session, RemoteError> Session::log_in(Fd socket, const HostTarget& target,
                                                   const std::string& key_file,
                                                   const Limits& limits) {
    auto session = exchange_keys(std::move(socket), target, limits);
    if (!session) {
        return session;
    }
    auto shown = session->shown_host_key();
    if (!shown) {
        return tl::unexpected(std::move(shown).error());
    }
    if (target.pinned_host_key.empty() || shown->fingerprint != target.pinned_host_key) {
        return tl::unexpected(RemoteError{
            .kind = RemoteErrorKind::host_key_changed,
            .text = "host key " + shown->fingerprint + " is not the pinned " +
                    (target.pinned_host_key.empty() ? "(none)" : target.pinned_host_key),
            .offered_host_key = shown->fingerprint});
    }
    if (auto error = session->authenticate(key_file, limits)) {
        return tl::unexpected(*std::move(error));
    }
    session->go_live();
    return session;
}

tl::expected<HostKey, RemoteError> Session::host_key_of(Fd socket, const std::string& address,
                                                        const Limits& limits) {
    const HostTarget target{.name = address, .address = address, .account = "none"};
    return exchange_keys(std::move(socket), target, limits).and_then([](const Session& session) {
        return session.shown_host_key();
    });
}

bool Session::pump() {
    return ssh_event_dopoll(event_.get(), 0) != SSH_ERROR && ssh_is_connected(raw()) != 0;
}

bool Session::wants_to_write() const {
    return (ssh_get_poll_flags(raw()) & SSH_WRITE_PENDING) != 0;
}

std::string Session::last_error() const {
    const char* const text = session_ ? ssh_get_error(session_.get()) : "out of memory";
    return text != nullptr && *text != '\0' ? text : "no reason given";
}

}  // namespace dibs::ssh
