// Zones under their old names, which browsers send and not every system has.
#include "api/time/zone_links.hpp"

#include "api/time/time_zone.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(ZoneLinks, each_link_leads_to_an_existing_zone_and_keeps_its_name) {
    const auto noon = *parse_instant("2026-11-21T12:00:00Z");
    for (const auto& [old_name, name] : zone_links) {
        const auto zone = Zone::find(name);
        const auto old_zone = Zone::find(old_name);
        ASSERT_TRUE(zone && old_zone) << old_name;
        EXPECT_EQ(old_zone->name(), old_name);
        EXPECT_EQ(old_zone->to_local(noon), zone->to_local(noon)) << old_name;
    }
}

TEST(ZoneLinks, links_contain_each_name_of_browsers_once) {
    const auto named = [](std::string_view name) {
        return std::count_if(zone_links.begin(), zone_links.end(),
                             [&](const auto& link) { return link.old_name == name; });
    };
    for (const auto* name :
         {"Asia/Calcutta", "Asia/Saigon", "Asia/Katmandu", "America/Buenos_Aires", "Asia/Rangoon",
          "Europe/Kiev", "US/Pacific", "Atlantic/Faeroe", "Pacific/Ponape", "Asia/Dacca"}) {
        EXPECT_EQ(named(name), 1) << name;
    }
}

TEST(ZoneLinks, unknown_name_has_no_link) {
    for (const auto* name : {"Asia/Nowhere", "", "../etc/passwd", "asia/calcutta"}) {
        EXPECT_FALSE(Zone::find(name)) << name;
    }
}

}  // namespace
}  // namespace dibs::test
