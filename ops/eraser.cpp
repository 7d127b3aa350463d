// See eraser.hpp. Each step is idempotent.
#include "ops/eraser.hpp"

#include "ingest/world_snapshots.hpp"
#include "ops/react/whole_file.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::milliseconds erasure_poll_interval{200};
constexpr std::chrono::seconds pause_after_trouble{30};
constexpr std::chrono::milliseconds one_turn_of_the_projector{500};

std::filesystem::path file_in(const std::filesystem::path& data) {
    return data / "erased";
}

}  // namespace

Eraser::Eraser(Parts parts) : parts_(std::move(parts)) {
    Position position = 0;
    if (std::ifstream in(file_in(parts_.data)); in >> position) done_ = position;
}

Eraser::~Eraser() {
    stop();
}

void Eraser::start() {
    thread_ = std::thread([this] { run(); });
}

void Eraser::request_stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
}

void Eraser::stop() {
    request_stop();
    if (thread_.joinable()) thread_.join();
}

void Eraser::on_facts(const std::vector<Recorded>& facts) {
    const bool any = std::any_of(facts.begin(), facts.end(), [](const Recorded& fact) {
        return fact.event.is<people::PersonErased>();
    });
    if (!any) return;
    {
        const std::lock_guard lock(mutex_);
        wanted_ = true;
    }
    woken_.notify_all();
}

bool Eraser::pause(std::chrono::milliseconds how_long) {
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, how_long, [this] { return stopping_; });
    return !stopping_;
}

void Eraser::run() {
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            woken_.wait(lock, [this] { return stopping_ || wanted_; });
            if (stopping_) return;
            wanted_ = false;
        }
        while (!parts_.ready()) {
            if (!pause(erasure_poll_interval)) return;
        }
        try {
            carry_out();
            continue;
        } catch (const std::exception& error) {
            spdlog::error("Erasing personal data: {}. It is tried again.", error.what());
        }
        if (!pause(pause_after_trouble)) return;
        const std::lock_guard lock(mutex_);
        wanted_ = true;
    }
}

void Eraser::carry_out() {
    const auto all = erased_people(parts_.model.snapshot(parts_.clock()));
    Position newest = 0;
    std::vector<views::Erased> with_keys;
    for (const auto& one : all) {
        newest = std::max(newest, one.position);
        if (!parts_.keys.is_erased(one.person)) with_keys.push_back(one);
    }
    if (newest == 0 || (newest <= done_ && with_keys.empty())) return;
    if (newest <= done_) note(0);  // the keys were restored: the erasure is no longer done
    for (const auto& one : with_keys) parts_.keys.erase(one.person, one.accounts);
    WorldSnapshots(parts_.snapshots, parts_.keys).remove_others();
    // Text that the projector decrypted with these keys is in the tables by now; the rebuild
    // removes it.
    if (!pause(one_turn_of_the_projector) || !rebuild_tables() || !scrub()) return;
    note(newest);
    spdlog::info("Personal data: erased, of {} altogether; no table holds it any more.",
                 all.size());
}

bool Eraser::rebuild_tables() {
    parts_.rebuilder.make_all_anew();
    while (!parts_.model.behind().all().empty()) {
        if (!pause(erasure_poll_interval)) return false;
    }
    parts_.rebuilder.clear_what_was_before();
    return true;
}

bool Eraser::scrub() {
    while (!parts_.model.facts().scrub()) {
        if (!pause(erasure_poll_interval)) return false;
    }
    return true;
}

void Eraser::note(Position position) {
    const auto file = file_in(parts_.data);
    if (!replace_file(file, std::to_string(position) + '\n')) {
        throw std::runtime_error(file.string() + ": " + std::strerror(errno));
    }
    done_ = position;
}

}  // namespace dibs
