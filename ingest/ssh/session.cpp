// See session.hpp. libssh gets no deadline here: its own would start again with each packet. The
// connection has one deadline over all steps.
#include "ingest/ssh/session.hpp"

#include <algorithm>

#include <fcntl.h>
#include <libssh/libssh.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

// Only methods that cost the loop a few milliseconds at most. The host chooses among these. The
// larger Diffie-Hellman groups would cost the loop 20 to 140 ms at each attempt.
constexpr const char* key_exchanges =
    "curve25519-sha256,curve25519-sha256@libssh.org,"
    "ecdh-sha2-nistp256,ecdh-sha2-nistp384,ecdh-sha2-nistp521,diffie-hellman-group14-sha256";

using Key = std::unique_ptr<ssh_key_struct, decltype(&ssh_key_free)>;

// Turns off everything that libssh would do on its own: configuration files, other keys, passwords.
bool set_options(ssh_session session, const HostTarget& target, int fd,
                 const std::string& host_keys) {
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
           text(SSH_OPTIONS_HOSTKEYS, host_keys.c_str()) &&
           text(SSH_OPTIONS_KEY_EXCHANGE, key_exchanges) &&
           ssh_options_set(session, SSH_OPTIONS_PORT, &port) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_PASSWORD_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_KBDINT_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_GSSAPI_AUTH, &off) == SSH_OK &&
           ssh_options_set(session, SSH_OPTIONS_FD, &fd) == SSH_OK;
}

}  // namespace

std::string all_host_keys() {
    return "ssh-ed25519,ecdsa-sha2-nistp256,ecdsa-sha2-nistp384,ecdsa-sha2-nistp521,"
           "rsa-sha2-512,rsa-sha2-256";
}

// RSA keys have one kind and several algorithms.
std::string other_host_keys(const std::string& host_keys, const HostKey& key) {
    const std::string_view kind = key.type == "ssh-rsa" ? "rsa-" : std::string_view(key.type);
    std::string others;
    for (std::size_t from = 0; from < host_keys.size();) {
        const auto end = std::min(host_keys.find(',', from), host_keys.size());
        const auto one = std::string_view(host_keys).substr(from, end - from);
        if (!one.starts_with(kind)) others.append(others.empty() ? "" : ",").append(one);
        from = end + 1;
    }
    return others;
}

void Session::Free::operator()(ssh_session_struct* session) const {
    ssh_disconnect(session);
    ssh_free(session);
}

void Session::Free::operator()(ssh_event_struct* event) const {
    ssh_event_free(event);
}

Session::LibsshSocket::LibsshSocket(Fd socket)
    : fd_(socket.release()), watch_(::fcntl(fd_, F_DUPFD_CLOEXEC, 3)) {}

Session::LibsshSocket::~LibsshSocket() {
    struct stat theirs {};
    struct stat ours {};
    if (watch_ && ::fstat(fd_, &theirs) == 0 && ::fstat(watch_.get(), &ours) == 0 &&
        theirs.st_ino == ours.st_ino && theirs.st_dev == ours.st_dev) {
        ::close(fd_);
    }
}

tl::expected<Session, RemoteError> Session::over(Fd socket, const HostTarget& target,
                                                 const std::string& host_keys) {
    Session session;
    session.session_.reset(ssh_new());
    session.socket_ = LibsshSocket(std::move(socket));
    if (session.raw() == nullptr || session.watch_fd() < 0 ||
        !set_options(session.raw(), target, session.socket_.fd(), host_keys)) {
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::unreachable,
                        .text = "libssh refuses the target: " + session.last_error()});
    }
    ssh_set_blocking(session.raw(), 0);
    return session;
}

Progress Session::exchange_keys() {
    const int rc = ssh_connect(raw());
    set_non_blocking(watch_fd());  // the same socket: libssh's first call makes it blocking
    if (rc == SSH_AGAIN) {
        return Step::waiting;
    }
    if (rc != SSH_OK) {
        return tl::unexpected(RemoteError{.kind = RemoteErrorKind::unreachable,
                                          .text = "key exchange: " + last_error()});
    }
    return Step::done;
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

std::optional<RemoteError> Session::check_host_key(const std::string& pinned) const {
    auto shown = shown_host_key();
    if (!shown) {
        return std::move(shown).error();
    }
    if (!pinned.empty() && shown->fingerprint == pinned) {
        return std::nullopt;
    }
    return RemoteError{.kind = RemoteErrorKind::host_key_changed,
                       .text = "host key " + shown->fingerprint + " is not the pinned " +
                               (pinned.empty() ? "(none)" : pinned),
                       .offered_host_key = shown->fingerprint};
}

Progress Session::log_in(PrivateKey& key) {
    const auto loaded = key.get();
    if (!loaded) {
        return tl::unexpected(loaded.error());
    }
    const int rc = ssh_userauth_publickey(raw(), nullptr, *loaded);
    if (rc == SSH_AUTH_AGAIN) {
        return Step::waiting;
    }
    if (rc == SSH_AUTH_PARTIAL) {
        return tl::unexpected(RemoteError{
            .kind = RemoteErrorKind::auth_failed,
            .text = "login: the key is accepted, but a second factor is asked for, too"});
    }
    if (rc != SSH_AUTH_SUCCESS) {
        const bool broken = ssh_is_connected(raw()) == 0;
        return tl::unexpected(RemoteError{
            .kind = broken ? RemoteErrorKind::unreachable : RemoteErrorKind::auth_failed,
            .text = "login: " + last_error()});
    }
    event_.reset(ssh_event_new());
    ssh_event_add_session(event_.get(), raw());
    return Step::done;
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
