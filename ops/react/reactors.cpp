// The reactors' threads, and what they ask of the rest of the house.
#include "ops/react/reactors.hpp"

#include "domain/log/cloudevent.hpp"

#include <future>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{100};
constexpr std::chrono::seconds save_every{5};
constexpr std::chrono::seconds after_an_error{1};

}  // namespace

Reactors::Reactors(ReactorParts parts, std::vector<Reaction> reactions)
    : parts_(std::move(parts)), reactions_(std::move(reactions)) {}

Reactors::~Reactors() {
    stop();
}

void Reactors::start() {
    for (const auto& reaction : reactions_) {
        threads_.emplace_back([this, &reaction] { run(reaction); });
    }
}

void Reactors::request_stop() {
    stopping_ = true;
}

void Reactors::stop() {
    request_stop();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
}

void Reactors::run(const Reaction& reaction) {
    const CheckpointFile file(parts_.directory, reaction.name);
    while (!stopping_) {
        follow(reaction, file);
        if (stopping_) return;
        file.discard();  // of a log that is not this one any more: all is read anew
        std::this_thread::sleep_for(after_an_error);
    }
}

// Until it stops, or the log no longer holds what was read.
void Reactors::follow(const Reaction& reaction, const CheckpointFile& file) {
    std::optional<Checkpoint> newest;  // not in the file yet
    auto ports = ports_of(reaction);
    ports.save = [&newest](const Checkpoint& checkpoint) { newest = checkpoint; };
    auto saved = file.load();
    if (saved && cloud_event_source(saved->log_id) != parts_.source) saved.reset();  // another log
    Reactor reactor(parts_.log, reaction.name, std::move(ports), std::move(saved),
                    reaction.retries);
    auto next_save = steady_clock::now();
    const auto save = [&] {
        if (newest) file.save(*std::exchange(newest, std::nullopt));
        next_save = steady_clock::now() + save_every;
    };
    while (!stopping_) {
        if (const auto stepped = reactor.step(look_every); !stepped) {
            spdlog::warn("{}: {}", reaction.name, stepped.error().text);
            if (is_final(stepped.error())) return;
            std::this_thread::sleep_for(after_an_error);
        }
        if (steady_clock::now() >= next_save) save();
    }
    save();
}

ReactorPorts Reactors::ports_of(const Reaction& reaction) {
    return {.wants = reaction.wants,
            .perform =
                [this, &reaction](const Effect& effect) {
                    auto end = reaction.perform(effect, stopping_);
                    end.interrupted = end.interrupted || (!end.good && stopping_);
                    return end;
                },
            .report = [this](effect::Command command) { return report(std::move(command)); },
            .epoch = parts_.epoch,
            .save = {},
            .clock = parts_.clock};
}

// Waits for the log's answer.
bool Reactors::report(effect::Command command) {
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
