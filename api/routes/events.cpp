// GET /api/v1/events: the history.
#include "api/auth/may_see.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "projections/questions/history.hpp"

namespace dibs::routes {

enum class Order { newest, oldest };

}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::Order> {
    static constexpr std::array list = {named(routes::Order::newest, "newest"),
                                        named(routes::Order::oldest, "oldest")};
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// True for an event type or a prefix of one.
bool could_be_type(std::string_view text) {
    constexpr std::size_t longest_type = 40;
    constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz0123456789_.";
    return !text.empty() && text.size() <= longest_type &&
           text.find_first_not_of(digits) == std::string_view::npos;
}

// Finds the subject by id; a person or a host also by name.
template <class AnyId>
void ask_about(Parameters& ask, const views::SubjectName<AnyId>& name, std::vector<Ref>& about) {
    std::optional<AnyId> id;
    if constexpr (std::same_as<AnyId, PersonId>) {
        id = ask.person(name.text);
    } else if constexpr (std::same_as<AnyId, HostId>) {
        id = ask.host(name.text);
    } else {
        id = ask.id<AnyId>(name.text);
    }
    if (id) about.emplace_back(*id);
}

Known parameters() {
    Known all{list_of("type"), "from", "until", number_of("after"), "order"};
    std::apply([&](const auto&... name) { (all.push_back(name.text), ...); }, views::subject_names);
    return all;
}

Answer list_event_history(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::EventFilter filter;
    for (const auto type : ask.list("type")) {
        if (!could_be_type(type)) {
            return refuse(Code::out_of_range, "type", "A type has 1 to 40 of a-z 0-9 _ and .");
        }
        filter.types.emplace_back(type);
    }
    std::apply([&](const auto&... name) { (ask_about(ask, name, filter.about), ...); },
               views::subject_names);
    filter.from = ask.instant("from");
    filter.until = ask.instant("until");
    filter.after = ask.number("after").value_or(0);
    filter.oldest_first = ask.value<Order>("order") == Order::oldest;
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_events(tables, filter, page);
    const auto reader = auth::reader_of(context.viewer());
    Slice<views::Event> shown{{}, std::move(slice.next)};
    for (auto& event : slice.items) {
        if (!auth::may_see(context.viewer(), event)) continue;
        shown.items.push_back(auth::visible(reader, std::move(event)));
    }
    return page_response(context, shown);
}

}  // namespace

void add_events(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/events", "listEvents", access::read,
                list_route(service, parameters(), list_event_history)});
}

}  // namespace dibs::routes
