// Where a process on a GPU comes from, as an account without rights sees it on the host: the
// container that it runs in, its terminal, the session that holds it, who started it. Said by the
// probe (ingest/probe/script/origin_script.hpp), recorded with the process, and never guessed: what
// the kernel does not tell is absent.
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
    other,  // a container by its cgroup, of nobody knows which program
};
struct Container {
    Runtime runtime{};
    std::string id{};  // as its program calls it; empty: it has no name that can be seen
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
        tty{};  // "pts/3"; none in containers, which have terminals of theirs
    std::optional<Session> session{};
    // The account it was started from: by the login, the slice of systemd or the subordinate uids
    // that it has. None: the kernel does not know, as of what a daemon starts for others.
    std::optional<std::string> started_by{};
    std::optional<PersonId> starter{};  // in its place, if that is a person's and not its own
    std::optional<std::int64_t> uid{};  // where its account is another's by a range of /etc/subuid
    friend bool operator==(const Origin&, const Origin&) = default;
};

// A container that this account is not known to have started: its uid says nothing of whose it is.
[[nodiscard]] inline bool starter_unknown(const std::optional<Origin>& origin,
                                          const std::optional<std::string>& account) {
    return origin && origin->container && (!origin->started_by || origin->started_by != account);
}

}  // namespace dibs::fleet
