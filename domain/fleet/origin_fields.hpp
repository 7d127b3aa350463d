// The stored format of the origin of processes, in reports and events. The names are on disks
// permanently.
#pragma once

#include "domain/fleet/origin.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<fleet::Runtime> {
    using E = fleet::Runtime;
    static constexpr std::array list = {
        named(E::docker, "docker"),         named(E::containerd, "containerd"),
        named(E::kubernetes, "kubernetes"), named(E::podman, "podman"),
        named(E::apptainer, "apptainer"),   named(E::lxc, "lxc"),
        named(E::nspawn, "nspawn"),         named(E::other, "other")};
};
template <>
struct Fields<fleet::Container> {
    using T = fleet::Container;
    static constexpr auto list = field_list(field("runtime", &T::runtime), field("id", &T::id));
};
template <>
struct Names<fleet::SessionKind> {
    using E = fleet::SessionKind;
    static constexpr std::array list = {named(E::screen, "screen"), named(E::tmux, "tmux"),
                                        named(E::slurm, "slurm"), named(E::service, "service")};
};
template <>
struct Fields<fleet::Session> {
    using T = fleet::Session;
    static constexpr auto list = field_list(field("kind", &T::kind), field("name", &T::name));
};
template <>
struct Fields<fleet::Origin> {
    using T = fleet::Origin;
    static constexpr auto list =
        field_list(field("container", &T::container), field("tty", &T::tty),
                   field("session", &T::session), sealed_field("started_by", &T::started_by),
                   field("starter_id", &T::starter), field("uid", &T::uid));
};

}  // namespace dibs
