// /api/v1/feeds: secret addresses from which calendar programs read bookings: create, list, close.
// /calendar/SECRET.ics: the calendar behind such an address. The address is the only credential of
// its reader, so it is shown once, stored as a digest, and never logged. It shows what its owner
// may see at that moment. /api/v1/calendar/export: the same calendar once, for signed-in people.
#include "projections/questions/feeds.hpp"

#include "api/auth/may_see.hpp"
#include "api/http/conditional.hpp"
#include "api/http/rate_limit.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/feeds/calendar_text.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {
namespace {

struct FeedNew {  // at most one of group, GPU and host; none: the owner's bookings
    std::optional<FeedId> id{};
    std::optional<GroupId> group{};
    std::optional<GpuId> gpu{};
    std::optional<HostId> host{};
};
struct FeedMade {
    views::Feed feed;
    std::string url;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::FeedNew> {
    using T = routes::FeedNew;
    static constexpr auto list = field_list(field("id", &T::id), field("group_id", &T::group),
                                            field("gpu_id", &T::gpu), field("host_id", &T::host));
};
template <>
struct Fields<routes::FeedMade> {
    using T = routes::FeedMade;
    static constexpr auto list = field_list(field("feed", &T::feed), field("url", &T::url));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using http::Request;
using http::Respond;

constexpr std::string_view calendar_type = "text/calendar; charset=utf-8";
constexpr std::string_view ending = ".ics";

const Refusal no_such_link{Code::not_found, "id", "You have no such calendar link."};

Answer list_feeds(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    const auto owner = ask.person().value_or(context.viewer().person);
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (!auth::may_see_feeds_of(context.viewer(), owner)) {
        return refuse(Code::not_allowed, "person",
                      "Only an admin sees the calendar links of others.");
    }
    return page_response(context, list_feeds(tables, owner, page));
}

// A foreign feed is answered as not found.
Answer get_feed(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<FeedId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto feed = find_feed(tables, *id);
    if (!feed || !auth::may_see_feeds_of(context.viewer(), feed->owner)) {
        return tl::unexpected(no_such_link);
    }
    return json_of(200, *feed);
}

http::Response new_feed_response(const RequestContext& context, const Done& done,
                                 const Snapshot& tables, const std::string& secret) {
    const auto* opened = event_in<feed::FeedCreated>(done);
    if (done.repeated || !opened) {
        return http::refusal_response(
            {Code::already_exists, "Idempotency-Key",
             "This link was made already, and its secret is not kept: make another."},
            context.request.request_id);
    }
    // Without a configured public URL the link is relative to the address that the client uses.
    const auto& site = context.service.settings.public_url;
    const auto url = (site.empty() ? context.request.base_path : site) + std::string(feeds_path) +
                     secret + std::string(ending);
    const auto view = view_of(tables, {opened->id, opened->owner, opened->what}, done.at);
    return json_of(201, FeedMade{view, url})
        .with("Location", location(context, "feeds", to_text(view.id)));
}

void create_feed(const RequestPtr& context) {
    const auto body = body_of<FeedNew>(*context);
    if (!body) return fail(context, body.error());
    const auto id = body->id.value_or(fresh_id<FeedId>(context->service.clock()));
    const auto secret = fresh_secret();
    feed::Open command{id, {body->group, body->gpu, body->host}, digest_of(secret)};
    submit(context,
           {.command = feed::Command{std::move(command)},
            .done = [secret](const RequestContext& a, const Done& done, const Snapshot& tables) {
                return new_feed_response(a, done, tables, secret);
            }});
}

void close_feed(const RequestPtr& context) {
    const auto id = id_of<FeedId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit(context, {.command = feed::Command{feed::Close{*id}}, .done = no_content});
}

// --- the calendar itself

// The viewer of a calendar read by address: its owner, with scope read only.
auth::Viewer feed_viewer(const Snapshot& tables, PersonId person) {
    const auto role = role_of(tables, person).value_or(people::Role::observer);
    return {person, role, {Scope::read}, {}, {}, {}};
}

std::string feed_text(const Service& service, const Snapshot& tables, const auth::Viewer& viewer,
                      const feed::What& what) {
    auto bookings = feed_bookings(tables, what, viewer.person);
    std::erase_if(bookings.items, [&](const auto& one) { return !auth::may_see(viewer, one); });
    for (auto& one : bookings.items) one = auth::visible(viewer, std::move(one));
    const auto& site = service.settings.public_url;
    return feeds::calendar_text({.name = "Dibs: " + name_of(tables, what, viewer.person),
                                 .origin = log_id_of(tables),
                                 .site = site,
                                 .own = what == feed::What{},
                                 .bookings = std::move(bookings)});
}

http::Response calendar_response(const Request& request, std::string text) {
    const auto etag = '"' + sha256_hex(text).substr(0, 32) + '"';
    const bool known = http::is_unchanged(request, etag);
    auto response = known ? http::empty_response(304)
                          : http::Response{200, std::string(calendar_type), std::move(text), {}};
    return std::move(response).with("ETag", etag).with("Cache-Control", "private, no-cache");
}

// The same answer for every fault, so that it reveals nothing about former links.
tl::unexpected<Refusal> nothing_here() {
    return refuse(Code::not_found, "", "There is no calendar at this address (any more).");
}

std::optional<people::Digest> secret_in(const Request& request) {
    std::string_view file = request.param("file");
    if (!file.ends_with(ending)) return std::nullopt;
    file.remove_suffix(ending.size());
    return digest_of(file);
}

Answer read_feed(const RequestContext& context, const Snapshot& tables) {
    const auto secret = secret_in(context.request);
    const auto feed = secret ? feed_of_secret(tables, *secret) : std::nullopt;
    if (!feed || !feed->readable) return nothing_here();
    const auto viewer = feed_viewer(tables, feed->owner);
    return calendar_response(context.request,
                             feed_text(context.service, tables, viewer, what_of(*feed)));
}

// An unknown secret is a guess and counts by address, like a wrong password. The holder of a valid
// one is not limited by guesses from the same address.
auth::Counted count_feed_request(const Service& service, const Request& request) {
    const auto tables = service.model.snapshot(service.clock());
    const auto secret = secret_in(request);
    const auto feed = secret ? feed_of_secret(tables, *secret) : std::nullopt;
    return feed ? service.rates.feed(to_text(feed->id), request.peer)
                : service.rates.sign_in_elsewhere(request.peer);
}

http::Handler counted_route(const Service& service, http::Handler then) {
    return [&service, then = std::move(then)](Request request, const Respond& respond) {
        const auto count_of_it = count_feed_request(service, request);
        if (count_of_it.wait_s == 0) return then(std::move(request), respond);
        auto response = http::too_many_requests(count_of_it.wait_s, request.request_id);
        http::add_quota(response, count_of_it.quota);
        respond(std::move(response));
    };
}

Answer export_once(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const feed::What what{ask.id<GroupId>("group"), ask.id<GpuId>("gpu"), ask.host()};
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (int{what.group.has_value()} + int{what.gpu.has_value()} + int{what.host.has_value()} > 1) {
        return refuse(Code::malformed, what.host ? "host" : "gpu",
                      "Name a group, a GPU or a host, not several.");
    }
    const auto& viewer = context.viewer();
    if (!may_read(tables, what, viewer.person)) {
        if (what.group && find_group(tables, *what.group)) {
            return refuse(Code::not_allowed, "group",
                          "The calendar of a group is for its members and admins.");
        }
        return refuse(Code::not_found,
                      what.group ? "group"
                      : what.gpu ? "gpu"
                                 : "host",
                      "Not found.");
    }
    return calendar_response(context.request, feed_text(context.service, tables, viewer, what))
        .with("Content-Disposition", "attachment; filename=\"dibs.ics\"");
}

}  // namespace

void add_feeds(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/feeds";
    const std::string one = all + "/{id}";
    router.add({Method::get, all, "listFeeds", access::account,
                list_route(service, {"person"}, list_feeds)});
    router.add(
        {Method::post, all, "makeFeed", access::account, command_route(service, create_feed)});
    router.add({Method::get, one, "getFeed", access::account, query_route(service, {}, get_feed)});
    router.add(
        {Method::del, one, "closeFeed", access::account, command_route(service, close_feed)});
    router.add({Method::get, "/api/v1/calendar/export", "exportCalendar", access::read,
                query_route(service, {"group", "gpu", "host"}, export_once, Where::report)});
    router.add({Method::get, std::string(feeds_path) + "{file}", "readFeed", access::open,
                counted_route(service, query_route(service, {}, read_feed, Where::report))});
}

}  // namespace dibs::routes
