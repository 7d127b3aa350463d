// The second half of an import: bookings, which need people, GPUs and grants; and jobs, which go to
// a file for now.
#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/tensorhive/importer.hpp"
#include "api/cli/tensorhive/values.hpp"

#include <algorithm>

namespace dibs::cli::tensorhive {
namespace {

std::string lasting_id_of(const Reservation& one, const std::string& account) {
    return lasting_id("res", one.from_ms,
                      "reservation " + std::to_string(one.id) + ' ' + account + ' ' + one.gpu +
                          ' ' + utc_text(one.from_ms) + ' ' + utc_text(one.until_ms));
}

}  // namespace

void Importer::learn_gpus() {
    for (const auto& gpu : context_.client.list("/gpus")) {
        const auto uuid = gpu["uuid"].text();
        known_.gpus[uuid] = gpu["id"].text();
        gpu_names_[uuid] = gpu["host_name"].text() + ':' + std::to_string(gpu["index"].integer());
    }
}

void Importer::import_reservations() {
    if (site_.reservations.empty()) return;
    const auto first =
        std::min_element(site_.reservations.begin(), site_.reservations.end(),
                         [](const auto& a, const auto& b) { return a.from_ms < b.from_ms; });
    // Includes cancelled and released ones: a booking given up since the last import is not made
    // again.
    std::set<std::string> there;
    for (const auto& booking :
         context_.client.list("/reservations", {{"from", utc_text(first->from_ms)}})) {
        there.insert(booking["id"].text());
    }
    for (const auto& reservation : site_.reservations) import_reservation(reservation, there);
}

void Importer::import_reservation(const Reservation& reservation,
                                  const std::set<std::string>& there) {
    const auto owner = known_.people.find(reservation.user);
    const auto gpu = known_.gpus.find(reservation.gpu);
    const auto account = name_in(site_.users, reservation.user);
    const auto from = utc_text(reservation.from_ms), until = utc_text(reservation.until_ms);
    const auto name = account + " on " +
                      (gpu == known_.gpus.end() ? reservation.gpu : gpu_names_[reservation.gpu]) +
                      ' ' + context_.clock.interval(from, until);
    if (owner == known_.people.end()) {
        return report_.not_taken("reservation", name, "its owner is not taken");
    }
    if (gpu == known_.gpus.end()) {
        return report_.not_taken("reservation", name,
                                 "Dibs does not know this GPU: enroll the host, then import again");
    }
    if (reservation.until_ms <= reservation.from_ms) {
        return report_.not_taken("reservation", name, "it ends before it begins");
    }
    const auto id = lasting_id_of(reservation, account);
    if (there.contains(id)) return report_.add("reservation", name, State::there);
    const auto now = now_ms();  // read again: an import takes time, and the booking may have begun
    const bool runs = reservation.from_ms < now;
    make("reservation", name, State::made, "POST", "/reservations",
         Json::Object{{"id", id},
                      {"gpus", Json::Array{gpu->second}},
                      {"from", runs ? utc_text(now) : from},
                      {"until", until},
                      {"title", title_of(reservation)},
                      {"owner_id", owner->second}},
         0, runs ? "it runs: from now on" : "");
}

void Importer::import_jobs() {
    if (drafts_) drafts_->write("{\"jobs\": [");
    bool first = true;
    for (const auto& [id, job] : site_.jobs) {
        const auto user = site_.users.find(job.user);
        const auto owner = user == site_.users.end() ? std::string() : user->second.name;
        if (drafts_) {
            drafts_->write((first ? "\n" : ",\n") + draft_of(job, owner).dump());
            first = false;
        }
        report_.not_taken("job", job.name + (owner.empty() ? "" : " of " + owner),
                          drafts_ ? "Dibs has no jobs yet: its draft is in " + drafts_->path()
                                  : "Dibs has no jobs yet: --apply --jobs FILE writes drafts");
    }
    if (drafts_) drafts_->write("\n]}\n");
}

}  // namespace dibs::cli::tensorhive
