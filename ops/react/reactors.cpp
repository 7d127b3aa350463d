// The reactors' threads, and their ports to the other parts.
#include "ops/react/reactors.hpp"

#include "domain/log/cloudevent.hpp"
#include "ops/react/reporting.hpp"

#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds reactor_step_wait{100};
// Facts within this time are read together: a wake-up for each costs more than the reading.
constexpr std::chrono::milliseconds gather_time{20};
constexpr std::chrono::seconds save_every{5};
constexpr std::chrono::seconds after_an_error{1};
constexpr std::chrono::seconds publish_every{1};

}  // namespace

Reactors::Reactors(ReactorParts parts, std::vector<Reaction> reactions)
    : parts_(std::move(parts)),
      reactions_(std::move(reactions)),
      shared_tail_(parts_.log),
      published_(reactions_.size()) {}

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
        file.discard();  // the log has changed: the reactor reads it from the beginning
        std::this_thread::sleep_for(after_an_error);
    }
}

// Until it stops, or the log no longer contains the records that were read.
void Reactors::follow(const Reaction& reaction, const CheckpointFile& file) {
    std::optional<Checkpoint> newest;  // not yet in the file
    auto ports = ports_of(reaction);
    ports.save = [&newest](const Checkpoint& checkpoint) { newest = checkpoint; };
    auto saved = file.load();
    if (saved && cloud_event_source(saved->log_id) != parts_.source) saved.reset();  // another log
    Reactor reactor(shared_tail_, reaction.name, std::move(ports), std::move(saved),
                    reaction.retries);
    auto next_save = steady_clock::now(), next_publish = next_save;
    const auto save = [&] {
        if (newest) file.save(*std::exchange(newest, std::nullopt));
        next_save = steady_clock::now() + save_every;
    };
    while (!stopping_) {
        if (const auto stepped = reactor.step(reactor_step_wait); !stepped) {
            spdlog::warn("{}: {}", reaction.name, stepped.error().text);
            if (is_final(stepped.error())) return;
            std::this_thread::sleep_for(after_an_error);
        }
        if (reactor.is_idle()) std::this_thread::sleep_for(gather_time);
        if (steady_clock::now() >= next_save) save();
        if (steady_clock::now() >= next_publish) {
            publish(reaction, reactor);
            next_publish = steady_clock::now() + publish_every;
        }
    }
    reactor.settle();
    save();
}

void Reactors::publish(const Reaction& reaction, const Reactor& reactor) {
    auto status = reactor.status(parts_.clock());
    if (status) status->by = reaction.by;
    const std::scoped_lock lock(mutex_);
    published_[static_cast<std::size_t>(&reaction - reactions_.data())] = std::move(status);
}

std::vector<effect::Status> Reactors::status() const {
    std::vector<effect::Status> all;
    const std::scoped_lock lock(mutex_);
    for (const auto& one : published_) {
        if (one) all.push_back(*one);
    }
    return all;
}

ReactorPorts Reactors::ports_of(const Reaction& reaction) {
    return {.wants = reaction.wants,
            .perform =
                [this, &reaction](const Effect& effect) {
                    auto end = reaction.perform(effect, stopping_);
                    end.interrupted = end.interrupted || (!end.good && stopping_);
                    return end;
                },
            .report =
                [this](effect::Command command) {
                    return reported(parts_.commands, std::move(command));
                },
            .epoch = parts_.epoch,
            .save = {},
            .clock = parts_.clock,
            .side_by_side = reaction.side_by_side};
}

}  // namespace dibs
