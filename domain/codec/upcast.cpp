// Has one step for each retired event. Other events are unchanged.
#include "domain/codec/upcast.hpp"

#include "domain/access/grant_fields.hpp"
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/codec/retired_events.hpp"

namespace dibs {
namespace {

grant::Given upcasted(const retired::GrantGivenV1& e) {
    return {grant::everyone_may_use_everything(e.id)};
}

// False if the event has another type. Leaves unreadable events unchanged, so the reader refuses
// them.
template <class Old>
bool upcast_one(StoredEvent& event, std::string& room) {
    if (event.type != Old::type) return false;
    JsonParser parser;
    const auto old = parse_json<Old>(parser, event.body);
    if (!old) return true;
    const auto today = upcasted(*old);
    room = to_json(today);
    event = {std::remove_cvref_t<decltype(today)>::type, room};
    return true;
}

template <class... Old>
void upcast_any(StoredEvent& event, std::string& room, const EventOf<Old...>*) {
    (void)(upcast_one<Old>(event, room) || ...);
}

}  // namespace

StoredEvent upcast(std::string_view type, std::string_view body, std::string& room) {
    StoredEvent event{type, body};
    upcast_any(event, room, static_cast<const retired::Event*>(nullptr));
    return event;
}

}  // namespace dibs
