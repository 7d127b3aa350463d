// Rows of event_table_test.cpp about changes of the way to a host.
#pragma once

#include "tests/projections/history/event_rows.hpp"
#include "tests/support/one_of_each.hpp"

namespace dibs::test {

// Root changes the way to atlas.
inline Row way(fleet::HostWay after, std::string sentence) {
    const fleet::HostWay before{"10.0.0.1", 22, "probe", "SHA256:one"};
    return {event(fleet::HostChanged{atlas, after.address, after.port, after.account,
                                     after.host_key, before, after.jumps}),
            root,
            everyone,
            {atlas},
            std::move(sentence)};
}

inline Rows of_ways_to_hosts() {
    using namespace fleet;
    return {
        way({"10.0.0.1", 2222, "probe", "SHA256:one"},
            "root changed the port of atlas from 22 to 2222"),
        way({"10.0.0.1", 22, "dibs", "SHA256:one"},
            "root changed the account that Dibs uses on atlas from probe to dibs"),
        way({"10.0.0.1", 22, "probe", "SHA256:two"}, "root pinned a new host key of atlas"),
        way({"10.0.0.2", 2222, "probe", "SHA256:one"}, "root changed how atlas is reached"),
        way({"10.0.0.1", 22, "probe", "SHA256:one", Jumps{{"login1", 2222, "dibs", "SHA256:a"}}},
            "root made Dibs reach atlas through login1:2222"),
        {event(HostChanged{atlas, "10.0.0.1", 22, "probe", "SHA256:one",
                           HostWay{"10.0.0.1", 22, "probe", "SHA256:one",
                                   Jumps{{"login1", 22, "dibs", "SHA256:a"}}},
                           Jumps{{"login1", 22, "dibs", "SHA256:b"}}}),
         root,
         everyone,
         {atlas},
         "root pinned a new host key on the way to atlas through login1"},
        {event(HostChanged{atlas, "10.0.0.1", 22, "probe", "SHA256:one",
                           HostWay{"10.0.0.1", 22, "probe", "SHA256:one",
                                   Jumps{{"login1", 22, "dibs", "SHA256:a"}}}}),
         root,
         everyone,
         {atlas},
         "root made Dibs reach atlas without a jump"},
        {event(HostKeyRefused{atlas, "SHA256:other", "login1"}),
         {},
         everyone,
         {atlas},
         "login1, the jump to atlas, offered another host key and is not spoken to"},
    };
}

}  // namespace dibs::test
