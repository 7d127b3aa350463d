// Assembles the parts as main does, adds people and hosts, and passes requests to the router on the
// loop's thread. Paths such as `conflicts[0].owner_name` read values of answers.
#include "tests/support/api_world.hpp"

#include "api/auth/sign_in/passwords.hpp"
#include "domain/codec/json_value.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/sample_site.hpp"

#include <cstdlib>
#include <future>
#include <stdexcept>

#include <unistd.h>

namespace dibs::test {
namespace {

using Steady = std::chrono::steady_clock;
constexpr std::chrono::seconds patience{60};
constexpr Duration to_prepare = std::chrono::seconds{1};

std::filesystem::path fresh_directory() {
    std::string name = (std::filesystem::temp_directory_path() / "dibs-api-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary directory");
    return name;
}

std::optional<JsonValue> element(const JsonValue& array, std::size_t wanted) {
    std::optional<JsonValue> found;
    if (array.kind() != JsonValue::Kind::array) return found;
    array.for_each_element([&](const JsonValue& value) {
        if (wanted-- == 0) found = value;
        return !found;
    });
    return found;
}

std::optional<JsonValue> value_at(JsonParser& parser, const std::string& text,
                                  std::string_view path) {
    const auto root = parser.parse(text);
    std::optional<JsonValue> value;
    if (root) value = *root;
    while (value && !path.empty()) {
        if (path.front() == '.') path.remove_prefix(1);
        if (path.front() == '[') {
            value = element(*value, std::stoul(std::string(path.substr(1))));
            path.remove_prefix(path.find(']') + 1);
            continue;
        }
        const auto name = path.substr(0, path.find_first_of(".["));
        value = value->kind() == JsonValue::Kind::object ? value->member(name) : std::nullopt;
        path.remove_prefix(name.size());
    }
    return value;
}

}  // namespace

std::string ApiReply::at(std::string_view path) const {
    JsonParser parser;
    const auto value = value_at(parser, body, path);
    if (!value) return "";
    if (const auto text = value->as_string()) return std::string(*text);
    if (const auto number = value->as_integer()) return std::to_string(*number);
    if (const auto flag = value->as_bool()) return *flag ? "true" : "false";
    return std::string(value->kind_name());
}

std::size_t ApiReply::size(std::string_view path) const {
    JsonParser parser;
    const auto value = value_at(parser, body, path);
    std::size_t count = 0;
    if (value && value->kind() == JsonValue::Kind::array) {
        value->for_each_element([&](const JsonValue&) { return ++count, true; });
    }
    return count;
}

std::string ApiReply::problem() const {
    auto code = at("type");
    constexpr std::string_view prefix = "/problems/";
    if (!code.starts_with(prefix)) return "no problem";
    code.erase(0, prefix.size());
    const auto field = at("field");
    return field.empty() ? code : code + '/' + field;
}

void PrintTo(const ApiReply& reply, std::ostream* out) {
    *out << reply.status << ' ' << reply.body;
}

Caller Caller::with(std::string name, std::string value) const {
    auto copy = *this;
    copy.headers_.emplace_back(std::move(name), std::move(value));
    return copy;
}
Caller Caller::from(std::string address) const {
    auto copy = *this;
    copy.address_ = std::move(address);
    return copy;
}
ApiReply Caller::get(std::string_view target) const {
    return send(http::Method::get, target, "");
}
ApiReply Caller::post(std::string_view target, std::string body) const {
    return send(http::Method::post, target, std::move(body));
}
ApiReply Caller::put(std::string_view target, std::string body) const {
    return send(http::Method::put, target, std::move(body));
}
ApiReply Caller::patch(std::string_view target, std::string body) const {
    return send(http::Method::patch, target, std::move(body));
}
ApiReply Caller::del(std::string_view target) const {
    return send(http::Method::del, target, "");
}

ApiReply Caller::send(http::Method method, std::string_view target, std::string body) const {
    http::Request request;
    request.method = method;
    request.path = target.substr(0, target.find('?'));
    if (const auto at = target.find('?'); at != std::string_view::npos) {
        request.query = http::Query::parse(target.substr(at + 1)).value();
    }
    bool typed = body.empty();
    for (const auto& [name, value] : headers_) {
        request.headers.add(name, value);
        typed = typed || http::equal_ignoring_case(name, "content-type");
    }
    const bool by_cookie = request.headers.has("Cookie") && http::changes_state(method);
    if (by_cookie && !request.headers.has("Dibs-Client"))
        request.headers.add("Dibs-Client", "test");
    if (!request.headers.has("Host")) request.headers.add("Host", "dibs.test");
    if (!typed) request.headers.add("Content-Type", "application/json");
    request.body = std::move(body);
    request.peer = address_;
    request.request_id = "r1";
    const auto promise = std::make_shared<std::promise<http::Response>>();
    auto answer = promise->get_future();
    world_.loop.post([this, promise, request = std::move(request)] {
        (void)world_.router.handle(request, [promise](http::Response response) {
            promise->set_value(std::move(response));
        });
    });
    if (answer.wait_for(patience) != std::future_status::ready) return {0, "no answer", {}};
    auto response = answer.get();
    std::string text(response.body.view());
    return {response.status, std::move(text), std::move(response)};
}

ApiWorld::ApiWorld(auth::RateSettings rates, Setup setup, const routes::TopicTable& topics)
    : begin_(ten),
      now_ms_(unix_ms(ten - to_prepare)),
      directory_(fresh_directory()),
      rates_(rates) {
    RecordMaker maker;
    maker.now = now();
    append(log, {maker.created()});
    open_tables();
    writer = std::make_unique<Writer>(
        log, *keys, [this] { return now(); }, WriterSettings{},
        [this](Position) { projector->notify(); }, nullptr, Deciding{.zones = &zones});
    wire(topics);
    projector->start();
    writer->start();
    loop_thread_ = std::thread([this] { loop.run(); });
    eventually([this] { return writer->status().role == WriterRole::writing; });
    open_setup();
    if (setup == Setup::completed) {
        add_people();
        add_hosts();
    }
    now_ms_ = unix_ms(begin_);
}

ApiWorld::~ApiWorld() {
    writer->stop();
    projector->stop();
    workers_.stop();
    loop.stop();
    loop_thread_.join();
    server_.reset();
    hub_.reset();
    stream_.reset();
    model.reset();
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
}

void ApiWorld::open_tables() {
    auto opened = ReadModel::open({directory_, "boot"});
    if (!opened) throw std::runtime_error("the tables do not open");
    model = *std::move(opened);
    projector = std::make_unique<Projector>(log, *keys, *model);
}

void ApiWorld::wire(const routes::TopicTable& topics) {
    proxy_.to = writer.get();
    service = std::unique_ptr<routes::Service>(
        new routes::Service{loop, proxy_, *model, *projector, [this] { return now(); }, zones,
                            workers_, rates_, last_use_, metrics_});
    service->scraping = {true, "dibs.test", {}};
    service->status.writer = [this] { return writer->status(); };
    service->erased_up_to = [] { return Position{0}; };
    service->keyed_digest = [this](std::string_view text) { return keys->digest(text); };
    service->fingerprint_of =
        [](const std::string& address, std::uint16_t,
           const fleet::Jumps& jumps) -> tl::expected<routes::HostKey, std::string> {
        if (!jumps.empty()) {
            return routes::HostKey{
                "behind " + jumps.back().account + '@' + fleet::to_text(jumps.back()), some_key};
        }
        if (address == "dead.example") return tl::unexpected(std::string("connect: no answer"));
        return routes::HostKey{"ssh-ed25519", some_key};
    };
    stream_ = std::make_unique<routes::Stream>(
        *service,
        routes::StreamSettings{std::chrono::milliseconds{1}, std::chrono::milliseconds{20}, 50},
        topics);
    hub_ = std::make_unique<ws::Hub>(loop, ws::HubConfig{}, stream_->callbacks());
    service->hub = hub_.get();
    stream_->start(*hub_);
    routes::add_all_routes(router, *service);
    server_ = std::make_unique<http::Server>(loop, http::ServerConfig{}, router, &metrics_);
    server_->add_stream("/api/v1/stream", *hub_, auth::make_admission(routes::guard_of(*service)));
    if (auto bound = server_->start(); !bound) throw std::runtime_error(bound.error());
}

Reply ApiWorld::command(Command command, std::optional<PersonId> by) {
    Envelope envelope{std::move(command)};
    envelope.actor = by;
    envelope.source = "test";
    const auto promise = std::make_shared<std::promise<Reply>>();
    auto answer = promise->get_future();
    writer->submit(std::move(envelope), [promise](Reply r) { promise->set_value(std::move(r)); });
    auto reply = answer.get();
    if (reply) (void)projector->wait_for(reply->position, Steady::now() + patience);
    return reply;
}

void ApiWorld::put_before_writer(CommandHandler& handler) {
    proxy_.to = &handler;
}

void ApiWorld::settle() {
    (void)projector->wait_for(writer->status().position, Steady::now() + patience);
}

PersonId ApiWorld::add_person(const std::string& name, people::Role role, std::string hash) {
    const auto id = fresh_id<PersonId>(now());
    (void)command(people::Command{people::AddPerson{id, {name}, name, role, {std::move(hash)}}});
    return id;
}

void ApiWorld::open_setup() {
    setup_secret = fresh_secret();
    (void)command(people::Command{people::OpenSetup{digest_of(setup_secret), at(1)}});
}

void ApiWorld::add_people() {
    ann = fresh_id<PersonId>(now());
    const auto made =
        command(people::Command{people::CompleteSetup{digest_of(setup_secret),
                                                      ann,
                                                      fresh_id<GrantId>(now()),
                                                      {"ann"},
                                                      "ann",
                                                      auth::hash_password(password)}});
    if (!made) throw std::runtime_error("no admin: " + made.error().detail);
    ben = add_person("ben", people::Role::user, "$argon2id$none");
    cleo = add_person("cleo", people::Role::user, "$argon2id$none");
}

std::vector<GpuId> ApiWorld::add_host(HostId id, const std::string& name, int gpu_count) {
    (void)command(fleet::Command{fleet::EnrolHost{id, name, name + ".test", 22, "dibs", some_key}});
    (void)command(fleet::Command{fleet::ReportReached{id}});
    fleet::ReportGpus report{id, {}};
    std::vector<GpuId> ids;
    for (int i = 0; i < gpu_count; ++i) {
        advance(Duration{1});  // ids then ascend with their index, as bookings list them
        report.gpus.push_back({"GPU-" + name + std::to_string(i), i, "NVIDIA A100", 40960, {}});
        const auto done = command(fleet::Command{report});
        if (!done) throw std::runtime_error("no GPU: " + done.error().detail);
        ids.push_back(subjects_of(done->events.at(0)).first<GpuId>().value());
    }
    return ids;
}

void ApiWorld::add_hosts() {
    atlas = fresh_id<HostId>(now());
    boreas = fresh_id<HostId>(now());
    gpus = add_host(atlas, "atlas", 4);
    other = add_host(boreas, "boreas", 2);
}

std::string ApiWorld::cookie_of(PersonId person) {
    const auto secret = fresh_secret();
    const auto done = command(people::Command{people::SignIn{
        fresh_id<SessionId>(now()), person, digest_of(secret), now() + std::chrono::hours{12}}});
    if (!done) throw std::runtime_error("no session: " + done.error().detail);
    return "dibs_session=" + secret;
}

std::string ApiWorld::stream_path(const std::string& cookie) {
    const auto ticket = nobody().with("Cookie", cookie).post("/api/v1/stream/ticket", "");
    return "/api/v1/stream?ticket=" + ticket.at("ticket");
}

Caller ApiWorld::as(PersonId person) {
    return {*this, {{"Cookie", cookie_of(person)}, {"Origin", "http://dibs.test"}}};
}

Caller ApiWorld::with_token(PersonId person, Scopes scopes) {
    const auto secret = "dibs_" + fresh_secret();
    const auto done =
        command(people::Command{people::IssueToken{
                    fresh_id<TokenId>(now()), {"test"}, scopes, digest_of(secret), {}}},
                person);
    if (!done) throw std::runtime_error("no token: " + done.error().detail);
    return {*this, {{"Authorization", "Bearer " + secret}}};
}

ReservationId ApiWorld::book(PersonId owner, std::vector<GpuId> which, int from_h, int until_h) {
    const auto id = fresh_id<ReservationId>(now());
    const auto done =
        command(reservation::Command{reservation::Book{
                    id, owner, std::move(which), {at(from_h), at(until_h)}, {"training"}}},
                owner);
    if (!done) throw std::runtime_error("not booked: " + done.error().detail);
    return id;
}

std::string ApiWorld::time(int hours) const {
    return to_text(at(hours));
}

}  // namespace dibs::test
