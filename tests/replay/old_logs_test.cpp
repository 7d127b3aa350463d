// Logs of earlier releases stay readable permanently. Every record is accepted, its chain is
// unchanged, and the resulting world is the one described here. A release adds its own file
// (DIBS_WRITE_LOG=1 writes the present one if it is missing); no file is ever changed. If the same
// facts are to produce another world, increase `fold_version`, so older snapshots are rejected.
// DIBS_WRITE_LOG=1 describes the worlds again after that, or if only the form of the description
// changed.
#include "domain/codec/json_reader.hpp"
#include "domain/codec/world_rows.hpp"
#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "ingest/decider.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/one_of_each.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/world_text.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace dibs {
namespace test {
namespace {

struct Line {  // a record as one line of JSON: its head, and its stored body
    std::string prev;
    std::uint64_t epoch = 0, seq = 0;
    bool more = false;
    Instant at;
    std::string type, actor, source, request_id, command_key, body_hash, subject, body;
};

}  // namespace
}  // namespace test

template <>
struct Fields<test::Line> {
    using T = test::Line;
    static constexpr auto list = field_list(
        field("prev", &T::prev), field("epoch", &T::epoch), field("seq", &T::seq),
        field("more", &T::more), field("at", &T::at), field("type", &T::type),
        field("actor", &T::actor), field("source", &T::source), field("request_id", &T::request_id),
        field("command_key", &T::command_key), field("body_hash", &T::body_hash),
        field("subject", &T::subject), field("body", &T::body));
};

namespace test {
namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(DIBS_SOURCE_DIR) / "tests/replay/logs";

std::string bytes_of_line(const Line& line) {
    const Origin origin{parse_id<PersonId>(line.actor), line.source, line.request_id,
                        line.command_key, line.body_hash};
    return encode_record({line.epoch, line.seq, line.more, hash_from_hex(line.prev).value()},
                         line.at, line.type, origin, line.subject, line.body);
}
Line line_of(const std::string& bytes) {
    const auto r = *parse_record(bytes);
    const auto text = [](std::string_view view) { return std::string(view); };
    return {to_hex(bytes_of(r.fence.prev)),
            r.fence.epoch,
            r.fence.seq,
            r.fence.more,
            r.at,
            text(r.type),
            text(r.actor),
            text(r.source),
            text(r.request_id),
            text(r.command_key),
            text(r.body_hash),
            text(r.subject),
            text(r.body)};
}

// A short history with every kind of event, and a few commands decided by this release.
std::vector<std::string> todays_log(Keys& keys) {
    RecordMaker maker{.now = ten};
    std::vector<std::string> records{maker.created(), maker.claim("one")};
    const auto add = [&](std::vector<std::string> more) {
        records.insert(records.end(), more.begin(), more.end());
    };
    add(maker.command(
        std::vector<Event>{event(people::SetupOpened{{std::string(64, 'd')}, clock("11:00")}),
                           event(person(root, "root", people::Role::admin)),
                           event(people::SetupCompleted{root}),
                           event(given_everything(nth<GrantId>(1)))},
        {}, keys));
    add(maker.command(
        std::vector<Event>{event(host(atlas, "atlas")), event(host(boreas, "boreas"))}));
    add(maker.command(std::vector<Event>{event(gpu(gpu_a, atlas, "GPU-a", 0)),
                                         event(gpu(gpu_b, atlas, "GPU-b", 1)),
                                         event(gpu(gpu_c, boreas, "GPU-c", 0)),
                                         event(gpu(gpu_d, boreas, "GPU-d", 1)),
                                         event(gpu(slice_1, boreas, "MIG-1", 0, gpu_d))},
                      {}, keys));
    for (const auto& e : one_of_each()) {
        if (e.type() != fleet::HostRemoved::type) add(maker.command(std::vector{e}, {}, keys));
    }
    add(maker.command(std::vector{event(fleet::HostRemoved{atlas, "atlas"})}, {}, keys));
    add({maker.claim("two")});
    World world;
    JsonParser parser;
    for (const auto& record : records) {
        const auto view = *parse_record(record);
        if (!is_fact(view)) continue;
        world = evolve(std::move(world), read_fact(parser, view, world.position + 1, keys).value());
    }
    MemoryLog log;
    append(log, records);
    AnsweredCommands answered(log, keys, nullptr, 100);
    Decider decider([&] { return world; }, answered, maker.fence, keys);
    const auto decide = [&](auto c, std::optional<PersonId> by, std::string key, Instant at) {
        add(decider
                .decide({command(std::move(c)), by, Scopes::all(), "10.0.0.9", "req", key, "h"},
                        true, at)
                .records);
    };
    decide(book(booking(7, ann, {gpu_c}, "13:00", "15:00")), ann, "per/a", clock("12:30"));
    decide(book(booking(8, root, {gpu_c}, "14:00", "15:00")), root, "per/b", clock("12:31"));
    decide(reservation::Release{nth<ReservationId>(7)}, ann, "per/c", clock("14:00"));
    decide(reservation::Release{nth<ReservationId>(7)}, ann, "per/c", clock("14:01"));
    decide(book(booking(9, ann, {gpu_c}, "15:00", "17:00")), ann, "per/d", clock("14:02"));
    return records;
}

void write_once(const fs::path& path) {
    if (!std::getenv("DIBS_WRITE_LOG") || fs::exists(path)) return;
    std::ofstream out(path, std::ios::binary);
    const auto keys = Keys::create(fs::path(path).replace_extension("keys")).value();
    for (const auto& record : todays_log(*keys)) out << to_json(line_of(record)) << '\n';
}

struct Replayed {
    World world;
    Tail::Counts counts;
    int lines = 0;
};
// A private copy: a checkout does not keep the file permissions that the keys need.
std::unique_ptr<Keys> keys_of(const fs::path& path) {
    const auto copy = fs::temp_directory_path() / ("dibs_replay_" + std::to_string(::getpid()));
    fs::copy_file(fs::path(path).replace_extension("keys"), copy,
                  fs::copy_options::overwrite_existing);
    fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write);
    auto keys = Keys::open(copy).value();
    fs::remove(copy);
    return keys;
}

Replayed replay(const fs::path& path) {
    Replayed replayed;
    const auto keys = keys_of(path);
    MemoryLog log;
    JsonParser parser;
    std::ifstream in(path, std::ios::binary);
    for (std::string text; std::getline(in, text); ++replayed.lines) {
        const auto line = parse_json<Line>(parser, text);
        EXPECT_TRUE(line) << line.error().field << ' ' << line.error().detail;
        append(log, bytes_of_line(*line));
    }
    Tail tail(log, {});
    const auto read = tail.read_to_end([&](const std::vector<Accepted>& accepted) {
        for (const auto& record : accepted) {
            if (!is_fact(record.view())) continue;
            auto fact = read_fact(parser, record.view(), record.position, *keys);
            ASSERT_TRUE(fact) << fact.error().detail;
            replayed.world = evolve(std::move(replayed.world), *fact);
        }
    });
    EXPECT_TRUE(read);
    replayed.counts = tail.counts();
    return replayed;
}

std::string fold_line() {
    return "fold " + std::to_string(fold_version) + '\n';
}

std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class OldLog : public ::testing::TestWithParam<std::string> {};

TEST_P(OldLog, old_log_is_accepted_and_folds_to_its_recorded_world) {
    const auto path = folder / (GetParam() + ".ndjson");
    const auto world = folder / (GetParam() + ".world");
    write_once(path);
    ASSERT_TRUE(fs::exists(path));
    const auto replayed = replay(path);
    EXPECT_GT(replayed.lines, 40);
    EXPECT_EQ(replayed.counts.accepted, static_cast<std::uint64_t>(replayed.lines));
    EXPECT_EQ(replayed.counts.ignored + replayed.counts.garbage, 0U);
    const auto text = fold_line() + WorldText::of(replayed.world);
    if (std::getenv("DIBS_WRITE_LOG")) std::ofstream(world, std::ios::binary) << text;
    EXPECT_EQ(text, content_of(world)) << "The same facts fold to another world: raise "
                                          "fold_version (domain/codec/world_rows.hpp).";
}

INSTANTIATE_TEST_SUITE_P(Release, OldLog, ::testing::Values("0.1.0"), [](const auto& release) {
    auto name = release.param;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
});

}  // namespace
}  // namespace test
}  // namespace dibs
