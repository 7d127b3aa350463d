// Request bodies for groups and grants, and the effect of a command on bookings.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/access/group.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "projections/calendar/reservation_views.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct GroupNew {
    std::optional<GroupId> id{};
    std::string name;
    std::optional<bool> newcomers{};
};
struct GroupPatch {
    std::optional<std::string> name{};
    std::optional<bool> newcomers{};
};
struct MemberBody {
    std::optional<bool> manager{};
};

struct GranteesBody {
    std::optional<bool> everyone{};
    std::optional<std::vector<PersonId>> people{};
    std::optional<std::vector<GroupId>> groups{};

    [[nodiscard]] grant::Grantees value() const {
        return {everyone.value_or(false), people.value_or(std::vector<PersonId>{}),
                groups.value_or(std::vector<GroupId>{})};
    }
};
struct TargetsBody {
    std::optional<bool> everything{};
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<std::vector<HostId>> hosts{};
    std::optional<std::vector<std::string>> models{};

    [[nodiscard]] grant::Targets value() const {
        return {everything.value_or(false), gpus.value_or(std::vector<GpuId>{}),
                hosts.value_or(std::vector<HostId>{}), models.value_or(std::vector<std::string>{})};
    }
};
struct GrantNew {
    std::optional<GrantId> id{};
    std::string name;
    GranteesBody to;
    TargetsBody what;
    std::optional<Instant> from{};
    std::optional<Instant> until{};
    std::optional<std::string> zone{};
    std::optional<std::vector<WeeklyWindow>> windows{};
    std::optional<grant::Approval> approval{};
};
struct GrantPatch {  // null removes a start, an end, a zone or the approval
    std::optional<std::string> name{};
    std::optional<GranteesBody> to{};
    std::optional<TargetsBody> what{};
    std::optional<std::optional<Instant>> from{};
    std::optional<std::optional<Instant>> until{};
    std::optional<std::optional<std::string>> zone{};
    std::optional<std::vector<WeeklyWindow>> windows{};
    std::optional<std::optional<grant::Approval>> approval{};
};

// Bookings affected by a change of people, groups or grants.
struct Touched {
    std::vector<views::Reservation> suspended{};
    std::vector<views::Reservation> revived{};
    std::vector<views::Reservation> cancelled{};
    std::vector<views::Reservation> released{};
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::GroupNew> {
    using T = routes::GroupNew;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("newcomers", &T::newcomers));
};
template <>
struct Fields<routes::GroupPatch> {
    using T = routes::GroupPatch;
    static constexpr auto list =
        field_list(field("name", &T::name), field("newcomers", &T::newcomers));
};
template <>
struct Fields<routes::MemberBody> {
    static constexpr auto list = field_list(field("manager", &routes::MemberBody::manager));
};
template <>
struct Fields<routes::GranteesBody> {
    using T = routes::GranteesBody;
    static constexpr auto list = field_list(
        field("everyone", &T::everyone), field("people", &T::people), field("groups", &T::groups));
};
template <>
struct Fields<routes::TargetsBody> {
    using T = routes::TargetsBody;
    static constexpr auto list =
        field_list(field("everything", &T::everything), field("gpus", &T::gpus),
                   field("hosts", &T::hosts), field("models", &T::models));
};
template <>
struct Fields<routes::GrantNew> {
    using T = routes::GrantNew;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("to", &T::to), field("what", &T::what),
        field("from", &T::from), field("until", &T::until), field("zone", &T::zone),
        field("windows", &T::windows), field("approval", &T::approval));
};
template <>
struct Fields<routes::GrantPatch> {
    using T = routes::GrantPatch;
    static constexpr auto list =
        field_list(field("name", &T::name), field("to", &T::to), field("what", &T::what),
                   field("from", &T::from), field("until", &T::until), field("zone", &T::zone),
                   field("windows", &T::windows), field("approval", &T::approval));
};
template <>
struct Fields<routes::Touched> {
    using T = routes::Touched;
    static constexpr auto list =
        field_list(field("suspended", &T::suspended), field("revived", &T::revived),
                   field("cancelled", &T::cancelled), field("released", &T::released));
};

}  // namespace dibs
