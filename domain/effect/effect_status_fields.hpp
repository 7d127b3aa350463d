// The JSON form of the progress of effects, as GET /api/v1/system shows it. Not stored.
#pragma once

#include "domain/effect/effect_status.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<effect::By> {
    using E = effect::By;
    static constexpr std::array list = {named(E::mail, "mail"), named(E::webhook, "webhook"),
                                        named(E::chat, "chat"), named(E::program, "program"),
                                        named(E::host, "host")};
};

}  // namespace dibs
