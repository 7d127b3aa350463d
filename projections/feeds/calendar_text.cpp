// Writes one property a line. A component frees the properties added to it; only the component is
// freed here. Times are UTC, so no zone rules have to be included.
#include "projections/feeds/calendar_text.hpp"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <new>
#include <tuple>
#include <vector>

#include <libical/ical.h>

namespace dibs::feeds {
namespace {

using views::FeedBooking;
using views::ReservationState;

constexpr int minutes_between_reads = 15;

struct Free {
    void operator()(icalcomponent* component) const { icalcomponent_free(component); }
    void operator()(char* text) const { std::free(text); }  // NOLINT: libical's is malloc's
};
using Component = std::unique_ptr<icalcomponent, Free>;
using Text = std::unique_ptr<char, Free>;

icaltimetype utc(Instant t) {
    const auto s = std::chrono::floor<std::chrono::seconds>(t).time_since_epoch().count();
    return icaltime_from_timet_with_zone(static_cast<std::time_t>(s), 0,
                                         icaltimezone_get_utc_timezone());
}

// A property that no standard defines. libical escapes line ends in its text and leaves ";" and ","
// unescaped; readers of these properties expect that.
icalproperty* extension(const char* name, const std::string& text) {
    auto* property = icalproperty_new_x(text.c_str());
    icalproperty_set_x_name(property, name);
    return property;
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const auto& part : parts) (text += text.empty() ? "" : between) += part;
    return text;
}

std::string page_of(const Calendar& calendar, const FeedBooking& one) {
    return calendar.site.empty() ? "" : calendar.site + "/reservations/" + to_text(one.id);
}

icalproperty_status status_of(ReservationState state) {
    switch (state) {
        case ReservationState::pending:
        case ReservationState::suspended:
            return ICAL_STATUS_TENTATIVE;
        case ReservationState::cancelled:
        case ReservationState::declined:
        case ReservationState::lapsed:
            return ICAL_STATUS_CANCELLED;
        case ReservationState::upcoming:
        case ReservationState::running:
        case ReservationState::finished:
        case ReservationState::released:
            break;
    }
    return ICAL_STATUS_CONFIRMED;
}

// "fine-tuning: gpu03:0-3", followed by the owner's name unless the calendar is the owner's.
std::string summary_of(const Calendar& calendar, const FeedBooking& one) {
    auto text = one.title.value.empty() ? one.gpus_short : one.title.value + ": " + one.gpus_short;
    const auto& name = one.owner_name.value;
    return calendar.own || name.empty() ? text : text + " (" + name + ')';
}

// Only names, so no translation is needed.
std::string description_of(const Calendar& calendar, const FeedBooking& one) {
    std::vector<std::string> lines{one.owner_name.value, joined(one.gpus, ", ")};
    if (auto page = page_of(calendar, one); !page.empty()) lines.push_back(std::move(page));
    return joined(lines, "\n");
}

class EventText {
  public:
    // `invited` is null in a calendar of several bookings.
    EventText(const Calendar& calendar, const FeedBooking& one, const Invitation* invited)
        : calendar_(calendar), one_(one), invited_(invited), event_(icalcomponent_new_vevent()) {}

    icalcomponent* make() {
        add(icalproperty_new_uid(uid().c_str()));
        add(icalproperty_new_sequence(static_cast<int>(one_.version)));
        add_times();
        add(icalproperty_new_summary(summary_of(calendar_, one_).c_str()));
        const auto hosts = joined(one_.hosts, ", ");
        if (!hosts.empty()) add(icalproperty_new_location(hosts.c_str()));
        add(icalproperty_new_description(description_of(calendar_, one_).c_str()));
        if (const auto page = page_of(calendar_, one_); !page.empty()) {
            add(icalproperty_new_url(page.c_str()));
        }
        add(icalproperty_new_status(is_cancellation() ? ICAL_STATUS_CANCELLED
                                                      : status_of(one_.state)));
        // The GPU is busy then, not the person.
        add(icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT));
        add(icalproperty_new_class(calendar_.own ? ICAL_CLASS_PRIVATE : ICAL_CLASS_PUBLIC));
        if (invited_ != nullptr) {
            add_parties();
        } else {
            add_organizer();
        }
        return event_;
    }

  private:
    void add(icalproperty* property) { icalcomponent_add_property(event_, property); }
    // Unique within a calendar.
    [[nodiscard]] std::string uid() const {
        return to_text(one_.id) + one_.part + '@' +
               (calendar_.origin.empty() ? "dibs" : calendar_.origin);
    }
    void add_times() {
        add(icalproperty_new_dtstamp(utc(one_.changed_at)));
        add(icalproperty_new_created(utc(one_.created_at)));
        add(icalproperty_new_lastmodified(utc(one_.changed_at)));
        add(icalproperty_new_dtstart(utc(one_.from)));
        add(icalproperty_new_dtend(utc(one_.until)));
    }
    void add_organizer() {
        if (!one_.owner_mail) return;
        add(named(icalproperty_new_organizer(("mailto:" + one_.owner_mail->value).c_str()),
                  one_.owner_name.value));
    }
    // The owner has accepted already: a calendar shows the event without asking and sends no reply.
    void add_parties() {
        const auto& [from, to] = std::tie(invited_->from, invited_->to);
        add(named(icalproperty_new_organizer(("mailto:" + from.mail).c_str()), from.name));
        auto* attendee = named(icalproperty_new_attendee(("mailto:" + to.mail).c_str()), to.name);
        icalproperty_add_parameter(attendee, icalparameter_new_role(ICAL_ROLE_REQPARTICIPANT));
        icalproperty_add_parameter(attendee, icalparameter_new_partstat(ICAL_PARTSTAT_ACCEPTED));
        icalproperty_add_parameter(attendee, icalparameter_new_rsvp(ICAL_RSVP_FALSE));
        add(attendee);
    }
    static icalproperty* named(icalproperty* who, const std::string& name) {
        if (!name.empty()) icalproperty_add_parameter(who, icalparameter_new_cn(name.c_str()));
        return who;
    }
    [[nodiscard]] bool is_cancellation() const {
        return invited_ != nullptr && invited_->method == Method::cancel;
    }

    const Calendar& calendar_;
    const FeedBooking& one_;
    const Invitation* invited_;
    icalcomponent* event_;
};

Component empty_calendar() {
    Component all(icalcomponent_new_vcalendar());
    if (!all) throw std::bad_alloc();
    const auto add = [&all](icalproperty* property) {
        icalcomponent_add_property(all.get(), property);
    };
    add(icalproperty_new_version("2.0"));
    add(icalproperty_new_prodid("-//Dibs//dibsd " DIBS_VERSION "//EN"));
    add(icalproperty_new_calscale("GREGORIAN"));
    return all;
}

std::string written(const Component& all) {
    const Text text(icalcomponent_as_ical_string_r(all.get()));
    if (!text) throw std::bad_alloc();
    return text.get();
}

// The calendar's name and how often subscribers should read it.
void add_heading(icalcomponent* all, const Calendar& calendar) {
    const auto add = [all](icalproperty* property) { icalcomponent_add_property(all, property); };
    add(icalproperty_new_name(calendar.name.c_str()));
    add(extension("X-WR-CALNAME", calendar.name));
    if (calendar.bookings.cut) {
        const auto count = std::to_string(calendar.bookings.items.size());
        const auto said = "Only the newest " + count + " bookings: older ones are left out.";
        add(icalproperty_new_description(said.c_str()));
        add(extension("X-WR-CALDESC", said));
    }
    auto* often =
        icalproperty_new_refreshinterval(icaldurationtype_from_int(minutes_between_reads * 60));
    icalproperty_add_parameter(often, icalparameter_new_value(ICAL_VALUE_DURATION));
    add(often);
    add(extension("X-PUBLISHED-TTL", "PT" + std::to_string(minutes_between_reads) + "M"));
}

// Times are written in whole seconds: start and end must differ in them.
bool has_length(const FeedBooking& one) {
    return std::chrono::floor<std::chrono::seconds>(one.from) <
           std::chrono::floor<std::chrono::seconds>(one.until);
}

}  // namespace

std::string calendar_text(const Calendar& calendar) {
    const auto all = empty_calendar();
    add_heading(all.get(), calendar);
    for (const auto& one : calendar.bookings.items) {
        if (!has_length(one)) continue;
        icalcomponent_add_component(all.get(), EventText(calendar, one, nullptr).make());
    }
    return written(all);
}

std::string invitation_text(const Invitation& invitation) {
    const auto all = empty_calendar();
    const bool cancel = invitation.method == Method::cancel;
    icalcomponent_add_property(
        all.get(), icalproperty_new_method(cancel ? ICAL_METHOD_CANCEL : ICAL_METHOD_REQUEST));
    const Calendar own{.origin = invitation.origin, .site = invitation.site, .own = true};
    icalcomponent_add_component(all.get(), EventText(own, invitation.booking, &invitation).make());
    return written(all);
}

std::string_view name_of(Method method) {
    return method == Method::cancel ? "CANCEL" : "REQUEST";
}

}  // namespace dibs::feeds
