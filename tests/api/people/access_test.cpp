// Access control: the table of routes against the contract, credentials, scopes, origins, rates.
#include "tests/support/api_world.hpp"

#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

namespace access = auth::access;

// Every route with its expected scope: a route without a row here fails.
const std::map<std::string, std::string> rows{{"listReservations", access::read},
                                              {"queryReservations", access::read},
                                              {"bookReservation", access::book},
                                              {"getReservation", access::read},
                                              {"changeReservation", access::book},
                                              {"cancelReservation", access::book},
                                              {"releaseReservation", access::book},
                                              {"reinstateReservation", access::book},
                                              {"proposeSwap", access::read},
                                              {"findOffers", access::read},
                                              {"parseGpuRequest", access::read},
                                              {"parseTime", access::read},
                                              {"readTime", access::read},
                                              {"getCalendar", access::read},
                                              {"queryCalendar", access::read},
                                              {"listHosts", access::read},
                                              {"addHost", access::admin},
                                              {"askFingerprint", access::admin},
                                              {"getHost", access::read},
                                              {"changeHost", access::admin},
                                              {"removeHost", access::admin},
                                              {"listGpus", access::read},
                                              {"listMetrics", access::read},
                                              {"getGpu", access::read},
                                              {"moveGpu", access::admin},
                                              {"listProcesses", access::read},
                                              {"queryProcesses", access::read},
                                              {"getUsage", access::read},
                                              {"queryUsage", access::read},
                                              {"getUsageOwners", access::read},
                                              {"queryUsageOwners", access::read},
                                              {"getUsageReport", access::read},
                                              {"queryUsageReport", access::read},
                                              {"getUsageSplit", access::read},
                                              {"queryUsageSplit", access::read},
                                              {"getUsageWeek", access::read},
                                              {"listViolations", access::read},
                                              {"queryViolations", access::read},
                                              {"excuseViolation", access::book},
                                              {"listViolationLevels", access::read},
                                              {"setViolationLevel", access::admin},
                                              {"withdrawExcuse", access::book},
                                              {"getRules", access::read},
                                              {"changeRules", access::admin},
                                              {"listFeeds", access::account},
                                              {"makeFeed", access::account},
                                              {"getFeed", access::account},
                                              {"closeFeed", access::account},
                                              {"exportCalendar", access::read},
                                              {"readFeed", access::open},
                                              {"listBoards", access::read},
                                              {"makeBoard", access::book},
                                              {"getBoard", access::read},
                                              {"changeBoard", access::book},
                                              {"editBoard", access::book},
                                              {"removeBoard", access::book},
                                              {"listPeople", access::read},
                                              {"addPerson", access::admin},
                                              {"getPerson", access::read},
                                              {"changePerson", access::account},
                                              {"removePerson", access::admin},
                                              {"disablePerson", access::admin},
                                              {"enablePerson", access::admin},
                                              {"erasePerson", access::admin},
                                              {"getErasure", access::admin},
                                              {"getAudit", access::admin},
                                              {"listGroups", access::read},
                                              {"makeGroup", access::admin},
                                              {"getGroup", access::read},
                                              {"changeGroup", access::admin},
                                              {"removeGroup", access::admin},
                                              {"listMembers", access::read},
                                              {"joinGroup", access::signed_in},
                                              {"leaveGroup", access::signed_in},
                                              {"listInvitations", access::read},
                                              {"inviteToGroup", access::book},
                                              {"endInvitation", access::signed_in},
                                              {"listGrants", access::read},
                                              {"giveGrant", access::admin},
                                              {"listBudgets", access::read},
                                              {"makeBudget", access::admin},
                                              {"getBudget", access::read},
                                              {"changeBudget", access::admin},
                                              {"removeBudget", access::admin},
                                              {"listProjects", access::read},
                                              {"getGrant", access::read},
                                              {"changeGrant", access::admin},
                                              {"withdrawGrant", access::admin},
                                              {"whenClosed", access::read},
                                              {"queryWhenClosed", access::read},
                                              {"setPassword", access::personal},
                                              {"listTokens", access::account},
                                              {"getToken", access::account},
                                              {"makeToken", access::personal},
                                              {"revokeToken", access::signed_in},
                                              {"whoAmI", access::signed_in},
                                              {"signIn", access::open},
                                              {"signOut", access::session},
                                              {"changePreferences", access::account},
                                              {"listSessions", access::personal},
                                              {"signOutEverywhere", access::personal},
                                              {"getSession", access::personal},
                                              {"endSession", access::personal},
                                              {"approveReservation", access::book},
                                              {"declineReservation", access::book},
                                              {"keepReservation", access::book},
                                              {"limitGroup", access::admin},
                                              {"beginDeviceLogin", access::open},
                                              {"takeDeviceToken", access::open},
                                              {"getDeviceLogin", access::personal},
                                              {"approveDeviceLogin", access::personal},
                                              {"declineDeviceLogin", access::personal},
                                              {"listProviders", access::open},
                                              {"startOidcSignIn", access::open},
                                              {"finishOidcSignIn", access::open},
                                              {"unlinkPerson", access::admin},
                                              {"makePasswordLink", access::admin},
                                              {"usePasswordLink", access::open},
                                              {"beginSecondFactor", access::personal},
                                              {"turnOnSecondFactor", access::personal},
                                              {"turnOffSecondFactor", access::personal},
                                              {"makeStreamTicket", access::session},
                                              {"isSetupOpen", access::open},
                                              {"setUp", access::open},
                                              {"beginSignUp", access::open},
                                              {"completeSignUp", access::open},
                                              {"listEvents", access::read},
                                              {"openStream", access::read},
                                              {"getContract", access::open},
                                              {"getAsyncContract", access::open},
                                              {"listEventSchemas", access::open},
                                              {"getEventSchema", access::open},
                                              {"listProblems", access::open},
                                              {"getProblem", access::open},
                                              {"isAlive", access::open},
                                              {"isReady", access::open},
                                              {"getSystem", access::read},
                                              {"getMetrics", access::metrics},
                                              {"getDcgmMetrics", access::metrics}};

struct Operation {
    std::string method, path;
    friend auto operator<=>(const Operation&, const Operation&) = default;
};

// Operations of openapi.yaml by operationId: paths at two blanks, methods at four, the rest deeper.
std::map<std::string, Operation> contract() {
    std::ifstream file(DIBS_SOURCE_DIR "/api/openapi.yaml");
    std::map<std::string, Operation> operations;
    std::string line;
    std::string path;
    std::string method;
    while (std::getline(file, line)) {
        if (line.starts_with("components:")) break;
        if (line.starts_with("  /")) path = line.substr(2, line.rfind(':') - 2);
        if (line.starts_with("    ") && line.size() > 5 && line[4] != ' ' && line.ends_with(":")) {
            method = line.substr(4, line.size() - 5);
        }
        constexpr std::string_view id = "      operationId: ";
        if (line.starts_with(id)) operations[line.substr(id.size())] = {method, path};
    }
    return operations;
}

std::string lower(std::string_view text) {
    std::string out(text);
    for (auto& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return out;
}

TEST(RouteTable, route_table_equals_the_operations_of_the_contract) {
    ApiWorld world;
    const auto wanted = contract();
    EXPECT_GE(wanted.size(), 35U);
    std::map<std::string, Operation> found;
    for (const auto& route : world.router.routes()) {
        found[route->name] = {lower(http::method_name(route->method)), route->path};
    }
    for (const auto& [name, operation] : wanted) {
        ASSERT_TRUE(found.contains(name)) << name << " has no route";
        EXPECT_EQ(found[name].method, operation.method) << name;
        EXPECT_EQ(found[name].path, operation.path) << name;
    }
    for (const auto& [name, operation] : found) {
        EXPECT_TRUE(wanted.contains(name)) << name << " is not in the contract";
    }
}

TEST(RouteTable, every_route_has_its_expected_scope) {
    ApiWorld world;
    EXPECT_EQ(world.router.routes().size(), rows.size());
    for (const auto& route : world.router.routes()) {
        ASSERT_TRUE(rows.contains(route->name)) << route->name << " has no row";
        EXPECT_EQ(rows.at(route->name), route->scope) << route->name;
    }
}

// Six callers on every route: only those that the row admits pass the gate.
TEST(RouteTable, each_route_admits_exactly_the_callers_of_its_row) {
    ApiWorld world;
    const std::vector<std::pair<std::string, Caller>> callers{
        {"nobody", world.nobody()},
        {"reader", world.with_token(world.ben, {Scope::read})},
        {"booker", world.with_token(world.ben, {Scope::book})},
        {"scraper", world.with_token(world.ben, {Scope::scrape})},
        {"user", world.as(world.ben)},
        {"admin", world.as(world.ann)}};
    const std::map<std::string, std::set<std::string>> admitted{
        {access::open, {"nobody", "scraper", "reader", "booker", "user", "admin"}},
        {access::metrics, {"scraper", "user", "admin"}},
        {access::signed_in, {"scraper", "reader", "booker", "user", "admin"}},
        {access::read, {"reader", "user", "admin"}},
        {access::book, {"booker", "user", "admin"}},
        {access::account, {"booker", "user", "admin"}},
        {access::admin, {"admin"}},
        {access::session, {"user", "admin"}},
        {access::personal, {"user", "admin"}}};
    for (const auto& route : world.router.routes()) {
        // These would end the caller's session.
        if (route->name == "signOut" || route->name == "signOutEverywhere") continue;
        for (const auto& [who, caller] : callers) {
            std::string path = route->path;
            if (const auto at = path.find("{id}"); at != std::string::npos)
                path.replace(at, 4, "x");
            const auto afar = caller.with("X-Forwarded-For", "10.0.0.1");
            const auto reply = afar.send(route->method, path, "");
            const bool expected = admitted.at(route->scope).contains(who);
            const auto problem = reply.problem();
            const bool kept_out = problem == "not-signed-in" || problem == "not-allowed";
            EXPECT_EQ(!kept_out, expected) << route->name << " for " << who << ": " << reply.body;
            const bool stranger = who == "nobody" && !expected;
            EXPECT_TRUE(!stranger || reply.status == 401) << route->name;
        }
    }
}

TEST(Gate, invalid_credentials_get_the_same_401) {
    ApiWorld world;
    const std::string path = "/api/v1/gpus";
    for (const auto& [name, value] : HeaderList{{"Authorization", "Bearer dibs_wrong"},
                                                {"Authorization", "Bearer other"},
                                                {"Authorization", "Basic YTpi"},
                                                {"Cookie", "dibs_session=wrong"}}) {
        const auto reply = world.nobody().with(name, value).get(path);
        EXPECT_EQ(reply.status, 401) << name << ": " << value;
        EXPECT_EQ(reply.problem(), "not-signed-in");
    }
    // The secret of a cookie is no token, and a token is no cookie.
    const auto cookie = world.cookie_of(world.ben);
    const auto secret = cookie.substr(cookie.find('=') + 1);
    EXPECT_EQ(world.nobody().with("Authorization", "Bearer " + secret).get(path).status, 401);
    EXPECT_EQ(world.nobody().with("Cookie", cookie).get(path).status, 200);
}

TEST(Gate, session_and_token_expire) {
    ApiWorld world;
    const auto secret = "dibs_" + fresh_secret();
    (void)world.command(people::Command{people::IssueToken{fresh_id<TokenId>(world.now()),
                                                           {"short"},
                                                           {Scope::read},
                                                           digest_of(secret),
                                                           world.now() + std::chrono::minutes{2}}},
                        world.ben);
    const auto caller = world.nobody().with("Authorization", "Bearer " + secret);
    EXPECT_EQ(caller.get("/api/v1/gpus").status, 200);
    world.advance(std::chrono::minutes{3});
    EXPECT_EQ(caller.get("/api/v1/gpus").status, 401);
}

TEST(Gate, write_by_cookie_from_foreign_page_is_refused) {
    ApiWorld world;
    const auto id = world.book(world.ben, {world.gpus[0]}, 2, 4);
    const auto path = "/api/v1/reservations/" + to_text(id);
    const auto cookie =
        world.nobody().with("Cookie", world.cookie_of(world.ben)).with("If-Match", "*");
    const auto title = R"({"title":"x"})";
    for (const auto& [name, value] : HeaderList{{"Origin", "http://evil.test"},
                                                {"Origin", "null"},
                                                {"Origin", "https://dibs.test.evil.test"},
                                                {"Origin", "http://dibs.test:8080"},
                                                {"Sec-Fetch-Site", "cross-site"},
                                                {"Sec-Fetch-Site", "same-site"}}) {
        EXPECT_EQ(cookie.with(name, value).patch(path, title).status, 403) << value;
        EXPECT_EQ(cookie.with(name, value).del(path).status, 403) << value;
        EXPECT_EQ(cookie.with(name, value).get(path).status, 200) << "reading is no command";
    }
    for (const auto* type :
         {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
          "application/json; charset=utf-16"}) {
        const auto reply = cookie.with("Content-Type", type).patch(path, title);
        EXPECT_EQ(reply.status, 415) << type;
    }
    EXPECT_EQ(cookie.with("Origin", "http://dibs.test").patch(path, title).status, 200);
    EXPECT_EQ(world.nobody()
                  .with("Origin", "http://evil.test")
                  .post("/api/v1/session", R"({"name":"ann","password":"x"})")
                  .status,
              403);
}

// As behind a proxy without `proxy_set_header Host`.
TEST(Gate, foreign_origin_refusal_names_page_host_and_setting) {
    ApiWorld world;
    const auto sign_in = [&](const std::string& origin) {
        return world.nobody()
            .with("Origin", origin)
            .post("/api/v1/session", R"({"name":"ann","password":"x"})")
            .body;
    };
    const auto told = sign_in("https://gpus.example.org");
    for (const auto* part : {"a page at https://gpus.example.org,", "asked as dibs.test.",
                             "public_url under [server]"}) {
        EXPECT_NE(told.find(part), std::string::npos) << told;
    }
    const auto odd = sign_in("https://<b>gpus</b>");
    EXPECT_NE(odd.find("(unreadable)"), std::string::npos) << odd;
    EXPECT_EQ(odd.find("gpus"), std::string::npos) << odd;
}

TEST(Gate, commands_of_one_person_are_rate_limited) {
    ApiWorld world({.commands_per_min = 2, .sign_ins_per_min = 60, .sign_in_burst = 60});
    const auto ben = world.as(world.ben);
    const auto post = [&](const Caller& who) { return who.post("/api/v1/reservations", "{}"); };
    EXPECT_EQ(post(ben).status, 400);
    EXPECT_EQ(post(ben).status, 400);
    const auto third = post(ben);
    EXPECT_EQ(third.status, 429);
    EXPECT_NE(third.header("Retry-After"), "");
    EXPECT_EQ(post(world.as(world.cleo)).status, 400);
    EXPECT_EQ(ben.get("/api/v1/gpus").status, 200);
    EXPECT_EQ(ben.post("/api/v1/time/parse", R"({"text":"now","zone":"UTC"})").status, 200);
}

}  // namespace
}  // namespace dibs::test
