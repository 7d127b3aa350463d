// Format of a credential in its table. Written by hand because credentials have no Fields on
// purpose: nothing may write them as JSON.
#pragma once

#include "projections/people/people_views.hpp"
#include "projections/store/packed.hpp"

namespace dibs::packed {

template <>
struct Form<views::Credential> {
    template <class Each>
    static void members(Each&& each) {
        using C = views::Credential;
        each(&C::person);
        each(&C::session);
        each(&C::token);
        each(&C::scopes);
        each(&C::created_at);
        each(&C::expires);
    }
    static void write(std::string& out, const views::Credential& value) {
        members([&](auto member) { packed::write(out, value.*member); });
    }
    static void read(Reader& in, views::Credential& value) {
        members([&](auto member) { packed::read(in, value.*member); });
    }
};

}  // namespace dibs::packed
