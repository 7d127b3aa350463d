// The hooks' threads, and what they ask of the rest of the house.
#include "ops/react/site_hooks.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/log/cloudevent.hpp"
#include "domain/log/record.hpp"
#include "ops/react/program.hpp"
#include "ops/react/trusted_program.hpp"

#include <future>

#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{100};
constexpr std::chrono::seconds save_every{5};
constexpr std::chrono::seconds after_an_error{1};

// What a program wrote is a stranger's text: one line of it, without control characters.
std::string one_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    }
    return text;
}

// Personal text open, secrets empty: what every reader of the history sees.
Result<std::string> shown_body(const std::string& record, const Sealer& sealer) {
    const auto view = parse_record(record);
    if (!view) return refuse(Code::malformed, "", "the fact is no record");
    JsonParser parser;
    const auto event = parse_event(parser, view->type, view->body, sealer);
    if (!event) return tl::unexpected(event.error());
    return event_json(*event);
}

}  // namespace

bool hears(const std::string& pattern, std::string_view type) {
    if (type.starts_with("effect.")) return false;
    if (pattern == "*" || type == pattern) return true;
    if (pattern.ends_with(".*")) {
        return type.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
    }
    return type.starts_with(pattern + ".v");
}

SiteHooks::SiteHooks(HookParts parts, std::vector<ConfiguredHook> hooks)
    : parts_(std::move(parts)), hooks_(std::move(hooks)) {}

SiteHooks::~SiteHooks() {
    stop();
}

void SiteHooks::start() {
    for (const auto& hook : hooks_) {
        const auto trusted = trusted_program(hook.run.front(), geteuid());
        if (!trusted) spdlog::error("{}: {}", name_of(hook), trusted.error());
        threads_.emplace_back([this, &hook] { run(hook); });
    }
}

void SiteHooks::request_stop() {
    stopping_ = true;
}

void SiteHooks::stop() {
    request_stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

void SiteHooks::run(const ConfiguredHook& hook) {
    const CheckpointFile file(parts_.directory, name_of(hook));
    while (!stopping_) {
        follow(hook, file);
        if (stopping_) return;
        file.discard();  // of a log that is not this one any more: all is read anew
        std::this_thread::sleep_for(after_an_error);
    }
}

// Until it stops, or the log no longer holds what was read.
void SiteHooks::follow(const ConfiguredHook& hook, const CheckpointFile& file) {
    std::optional<Checkpoint> newest;  // not in the file yet
    auto ports = ports_of(hook);
    ports.save = [&newest](const Checkpoint& checkpoint) { newest = checkpoint; };
    auto saved = file.load();
    if (saved && cloud_event_source(saved->log_id) != parts_.source) saved.reset();  // another log
    Reactor reactor(parts_.log, name_of(hook), std::move(ports), std::move(saved));
    auto next_save = steady_clock::now();
    const auto save = [&] {
        if (newest) file.save(*std::exchange(newest, std::nullopt));
        next_save = steady_clock::now() + save_every;
    };
    while (!stopping_) {
        if (const auto stepped = reactor.step(look_every); !stepped) {
            spdlog::warn("{}: {}", name_of(hook), stepped.error().text);
            if (is_final(stepped.error())) return;
            std::this_thread::sleep_for(after_an_error);
        }
        if (steady_clock::now() >= next_save) save();
    }
    save();
}

ReactorPorts SiteHooks::ports_of(const ConfiguredHook& hook) {
    return {.wants = [&hook](std::string_view type) { return hears(hook.event, type); },
            .perform = [this, &hook](const Effect& effect) { return tell(hook, effect); },
            .report = [this](effect::Command command) { return report(std::move(command)); },
            .epoch = parts_.epoch,
            .save = {},
            .clock = parts_.clock};
}

EffectEnd SiteHooks::tell(const ConfiguredHook& hook, const Effect& effect) {
    const std::array<Extension, 3> extensions{
        {{"dibsposition", effect.position},
         {"dibsattempt", effect.attempt},
         {"dibsepoch", static_cast<std::int64_t>(effect.epoch)}}};
    const auto data = shown_body(effect.record, parts_.sealer);
    if (!data) return {false, data.error().detail};
    const auto event = structured_cloud_event(effect.record, *data, parts_.source, extensions);
    if (!event) return {false, "the fact is no record"};
    const auto program = trusted_program(hook.run.front(), geteuid());
    if (!program) return {false, program.error()};
    const auto end =
        run_program(*program, hook.run, *event, std::chrono::seconds{hook.deadline_s}, stopping_);
    const auto said = one_line(end.said);
    if (!said.empty()) spdlog::info("{}: it says: {}", name_of(hook), said);
    return {end.good, end.how, !end.good && stopping_};
}

// Waits for the log's answer.
bool SiteHooks::report(effect::Command command) {
    auto answered = std::make_shared<std::promise<bool>>();
    auto answer = answered->get_future();
    Envelope envelope{Command{std::move(command)}};
    envelope.source = "reactor";
    parts_.commands.submit(std::move(envelope), [answered](const Reply& reply) {
        answered->set_value(reply.has_value());
    });
    return answer.get();
}

}  // namespace dibs
