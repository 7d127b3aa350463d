// /api/v1/session/preferences: a person's display settings, shared by all their browsers, and the
// mails that they want.
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/time/time_zone.hpp"
#include "domain/codec/aggregate_fields.hpp"

namespace dibs::routes {
namespace {

// A member of a merge patch (RFC 7396): null resets it.
template <class T>
struct Choice {
    std::optional<T> value{};
};
struct PreferencesPatch {
    std::optional<Choice<std::string>> zone{};
    std::optional<Choice<people::Theme>> theme{};
    std::optional<Choice<people::Language>> language{};
    std::optional<Choice<std::int64_t>> reminder_start_min{};
    std::optional<Choice<std::int64_t>> reminder_end_min{};
    std::optional<Choice<bool>> calendar_mails{};
    std::optional<Choice<bool>> mails{};
    std::optional<Choice<bool>> weekly_report{};
    std::optional<Choice<bool>> budget_mails{};
};

template <class T>
bool read_json(const JsonValue& json, Choice<T>& out, JsonProblem& problem) {
    if (json.kind() == JsonValue::Kind::null) return true;
    using dibs::read_json;
    return read_json(json, out.value.emplace(), problem);
}

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::PreferencesPatch> {
    using T = routes::PreferencesPatch;
    static constexpr auto list = field_list(
        field("zone", &T::zone), field("theme", &T::theme), field("language", &T::language),
        field("reminder_start_min", &T::reminder_start_min),
        field("reminder_end_min", &T::reminder_end_min),
        field("calendar_mails", &T::calendar_mails), field("mails", &T::mails),
        field("weekly_report", &T::weekly_report), field("budget_mails", &T::budget_mails));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

template <class T>
std::optional<std::optional<T>> chosen(std::optional<Choice<T>> choice) {
    if (!choice) return std::nullopt;
    return std::move(choice->value);
}

void change_preferences(const RequestPtr& context) {
    auto patch = body_of<PreferencesPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (patch->zone && patch->zone->value) {
        if (const auto zone = Zone::find(*patch->zone->value); !zone) {
            return fail(context, zone.error());
        }
    }
    const auto person = context->viewer().person;
    people::ChangePreferences command{person,
                                      chosen(std::move(patch->zone)),
                                      chosen(patch->theme),
                                      chosen(patch->language),
                                      chosen(patch->reminder_start_min),
                                      chosen(patch->reminder_end_min),
                                      chosen(patch->calendar_mails),
                                      chosen(patch->mails),
                                      chosen(patch->weekly_report),
                                      chosen(patch->budget_mails)};
    submit(context,
           {.command = people::Command{std::move(command)},
            .done = [person](const RequestContext&, const Done& done, const Snapshot& tables) {
                const auto* changed = event_in<people::PreferencesChanged>(done);
                return json_of(200, changed ? changed->preferences
                                            : preferences_as_of(tables, person, done.position));
            }});
}

}  // namespace

void add_preferences(http::Router& router, const Service& service) {
    router.add({http::Method::patch, "/api/v1/session/preferences", "changePreferences",
                access::account, command_route(service, change_preferences)});
}

}  // namespace dibs::routes
