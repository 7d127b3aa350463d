// The stored format of the links between GPUs; see fleet_fields.hpp.
#pragma once

#include "domain/gpu/topology.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<fleet::LinkKind> {
    using E = fleet::LinkKind;
    static constexpr std::array list = {named(E::nvlink, "nvlink"), named(E::pix, "pix"),
                                        named(E::pxb, "pxb"),       named(E::phb, "phb"),
                                        named(E::node, "node"),     named(E::sys, "sys")};
};
template <>
struct Fields<fleet::GpuLink> {
    using T = fleet::GpuLink;
    static constexpr auto list = field_list(field("from", &T::from), field("to", &T::to),
                                            field("kind", &T::kind), field("nvlinks", &T::nvlinks));
};
template <>
struct Fields<fleet::GpuNuma> {
    using T = fleet::GpuNuma;
    static constexpr auto list = field_list(field("index", &T::index), field("node", &T::node));
};
template <>
struct Fields<fleet::Topology> {
    using T = fleet::Topology;
    static constexpr auto list = field_list(field("links", &T::links), field("numa", &T::numa));
};
}  // namespace dibs
