// One step: a batch of facts into the free place, and the swap once it reaches the projector.
#include "projections/rebuilder.hpp"

#include "projections/projection_rows.hpp"
#include "projections/store/checkpoint_row.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace dibs {

Rebuilder::Rebuilder(EventLog& log, const Sealer& sealer, ReadModel& model, Settings settings)
    : log_(log), sealer_(sealer), model_(model), settings_(settings) {}

Rebuilder::~Rebuilder() {
    stop();
}

void Rebuilder::start() {
    if (!model_.behind().all().empty()) thread_ = std::thread([this] { run(); });
}

void Rebuilder::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Rebuilder::make_all_anew() {
    stop();
    making_ = nullptr;
    reader_.reset();
    auto txn = model_.facts().write();
    std::vector<Behind> all;
    for (const auto& one : model_.projections()) {
        projections::ask_to_rebuild(txn, one);
        projections::restart_next(txn, one);
        all.push_back({one.name, projections::projection_row(txn, one).live != Place::none});
    }
    if (auto asked = txn.commit(); !asked) throw std::runtime_error(asked.error().text);
    for (auto& one : all) {
        model_.behind().find(one.name) ? model_.behind().update(one) : model_.behind().add(one);
    }
    stopping_ = false;
    start();
}

void Rebuilder::clear_what_was_before() {
    stop();  // run() clears the last ones itself, but does not report whether it could
    auto txn = model_.facts().write();
    for (const auto& one : model_.projections()) projections::clear_other_place(txn, one);
    if (auto cleared = txn.commit(); !cleared) throw std::runtime_error(cleared.error().text);
}

void Rebuilder::run() {
    while (!stopping_ && !model_.behind().all().empty()) {
        if (step() || progress_.trouble.empty()) continue;
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, pause_, [this] { return stopping_.load(); });
    }
}

bool Rebuilder::step() {
    try {
        if (making_ == nullptr) {
            const auto all = model_.behind().all();
            if (all.empty()) return false;
            progress_ = all.front();
            begin(*model_.find_projection(progress_.name));
        }
        auto facts = reader_->next(settings_.batch, settings_.wait);
        if (!facts) {
            pause_rebuild(std::move(facts.error().text), settings_.pause);
            return false;
        }
        return advance(std::move(facts->all));
    } catch (const std::exception& error) {
        pause_rebuild(error.what(), settings_.pause);
        return false;
    }
}

void Rebuilder::begin(const Projection& projection) {
    auto from = projections::next_checkpoint(model_.facts().read(), projection);
    reader_ = std::make_unique<FactReader>(log_, sealer_, std::move(from));
    goal_.reset();
    if (const auto newest = log_.newest()) goal_ = *newest;
    making_ = &projection;
}

// Stops at the projector's position, where the tables are swapped.
bool Rebuilder::advance(std::vector<Recorded> facts) {
    auto txn = model_.facts().write();
    const Position wanted = projections::stored_position(txn);
    projections::use_next(txn, *making_);
    const auto take = [&](const std::vector<Recorded>& some) {
        for (const auto& fact : some) {
            if (fact.position <= wanted) project(txn, {making_, 1}, fact);
        }
    };
    take(facts);
    // The log holds everything up to the projector's position. So the last batch is read while the
    // projector waits, and a growing log cannot delay the swap.
    const auto left = [&] { return wanted - reader_->checkpoint().position; };
    bool moved = true;
    while (moved && left() > 0 && left() <= static_cast<Position>(settings_.batch)) {
        auto more = reader_->next(settings_.batch, settings_.wait);
        if (!more) {
            pause_rebuild(std::move(more.error().text), settings_.pause);
            return false;
        }
        moved = more->moved;
        take(more->all);
    }
    const bool done = left() <= 0;
    if (done) {
        projections::swap_in(txn, *making_);
    } else {
        projections::store_next_checkpoint(txn, *making_, reader_->checkpoint());
    }
    if (auto committed = txn.commit(); !committed) {
        give_up(std::move(committed.error().text));
        return false;
    }
    done ? finish() : publish_progress();
    return done || moved || !detect_cut_log();
}

// No facts came although the tables hold more. Either the log is slow, or it was cut.
bool Rebuilder::detect_cut_log() {
    // Includes records that wait for the rest of their command: the rest may have been cut.
    const auto read = reader_->read_up_to();
    const auto newest = log_.newest();
    if (!newest || read < *newest) return false;
    pause_rebuild("the log ends at offset " + std::to_string(*newest) +
                      ", before what the tables hold: it was cut",
                  settings_.pause);
    return true;
}

void Rebuilder::publish_progress() {
    const auto& checkpoint = reader_->checkpoint();
    progress_.trouble.clear();
    progress_.position = checkpoint.position;
    if (goal_) progress_.share = share_read(checkpoint.read_after(), *goal_);
    model_.behind().update(progress_);
}

// Clears the previous place in a transaction of its own, which nothing waits for. If it fails, the
// next start does it.
void Rebuilder::finish() {
    model_.behind().remove(making_->name);
    auto txn = model_.facts().write();
    projections::clear_other_place(txn, *making_);
    (void)txn.commit();
    making_ = nullptr;
    reader_.reset();
}

// Clears the free place, so that the tables that answer have room.
void Rebuilder::give_up(std::string trouble) {
    {
        auto txn = model_.facts().write();
        projections::restart_next(txn, *making_);
        (void)txn.commit();
    }
    pause_rebuild(std::move(trouble), settings_.pause_when_full);
}

void Rebuilder::pause_rebuild(std::string trouble, std::chrono::milliseconds pause) {
    pause_ = pause;
    making_ = nullptr;  // the next step continues from the stored checkpoint
    reader_.reset();
    progress_.trouble = std::move(trouble);
    model_.behind().update(progress_);
}

}  // namespace dibs
