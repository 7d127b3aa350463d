// The origin of a process on a GPU, as an account without privileges sees it on the host:
// container, terminal, session and starter. The probe reports it
// (ingest/probe/script/origin_script.hpp), and it is recorded with the process. Nothing is guessed:
// unknown parts are absent.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::fleet {

enum class Runtime {
    docker,
    containerd,
    kubernetes,
    podman,
    apptainer,
    lxc,
    nspawn,
    other,  // a container by its cgroup, of an unknown runtime
};
struct Container {
    Runtime runtime{};
    std::string id{};  // as the runtime calls it; empty: it has no visible name
    friend bool operator==(const Container&, const Container&) = default;
};

enum class SessionKind { screen, tmux, slurm, service };
struct Session {
    SessionKind kind{};
    std::optional<Personal<std::string>> name{};
    friend bool operator==(const Session&, const Session&) = default;
};

struct Origin {
    std::optional<Container> container{};
    std::optional<std::string>
        tty{};  // "pts/3"; none in containers, which have terminals of their own
    std::optional<Session> session{};
    // The account that started it, from the login, the slice of systemd, or its subordinate uids.
    // None if the kernel does not know it, as for a process that a daemon starts.
    std::optional<std::string> started_by{};
    // Instead of it, if that account is a person's and not the process's own.
    std::optional<PersonId> starter{};
    std::optional<std::int64_t> uid{};  // if a range of /etc/subuid maps its account to another one
    friend bool operator==(const Origin&, const Origin&) = default;
};

// True if the process is in a container that its account may not have started. Its uid does not
// show the owner.
[[nodiscard]] inline bool starter_unknown(const std::optional<Origin>& origin,
                                          const std::optional<std::string>& account) {
    return origin && origin->container && (!origin->started_by || origin->started_by != account);
}

}  // namespace dibs::fleet
