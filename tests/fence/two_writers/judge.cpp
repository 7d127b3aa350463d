// See judge.hpp. Violations: an overlap, a booking made twice, a lost acknowledged booking, a
// refusal for a booking that never existed, a group that counts only in part.
#include "tests/fence/two_writers/judge.hpp"

#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "domain/world/world.hpp"
#include "tests/fence/two_writers/scene.hpp"

#include <istream>
#include <map>
#include <ostream>
#include <set>

namespace dibs::two_writers {
namespace {

struct Found {
    World world;
    std::multiset<std::string> booked;            // ids
    std::multimap<std::string, Interval> of_gpu;  // from the facts
    std::map<std::string, unsigned> groups;       // name -> number of its GPUs that appeared
    std::uint64_t ignored = 0;
};

class Judge {
  public:
    Judge(std::ostream& out, const Keys& keys) : out_(out), keys_(keys) {}

    bool fold(EventLog& log) {
        Tail tail(log, {});
        const auto read = tail.read_to_end([&](const std::vector<Accepted>& accepted) {
            for (const auto& record : accepted) take(record);
        });
        found_.ignored = tail.counts().ignored;
        if (!read) wrong("the log cannot be read: " + read.error().text);
        return read.has_value();
    }

    void bookings() {
        for (auto at = found_.booked.begin(); at != found_.booked.end();
             at = found_.booked.upper_bound(*at)) {
            if (found_.booked.count(*at) > 1) wrong("booked twice: " + *at);
        }
        std::map<std::string, std::map<Instant, Instant>> taken;
        for (const auto& [gpu, when] : found_.of_gpu) {
            if (!taken[gpu].emplace(when.from, when.until).second) {
                wrong("overlap on " + gpu + " at " + to_text(when.from));
            }
        }
    }

    void groups() {
        for (const auto& [name, count] : found_.groups) {
            if (count != group_size) wrong("half a group: " + name);
        }
    }

    // "booked ID" and "group NAME" were acknowledged; "taken ID" was the reason of a refusal.
    void answer(const std::string& what, const std::string& name) {
        ++answers_[what];
        if (what == "group") {
            if (!found_.groups.contains(name)) wrong("lost: group " + name);
        } else if (!on_record(name)) {
            wrong((what == "taken" ? "refused for a phantom: " : "lost: ") + name);
        }
    }

    int sum_up() {
        out_ << answers_["booked"] << " bookings and " << answers_["group"]
             << " groups acknowledged, " << answers_["taken"] << " refused; on the log "
             << found_.booked.size() << " bookings, " << found_.groups.size() << " groups, "
             << found_.ignored << " records ignored; " << violations_ << " violations\n";
        return violations_;
    }

  private:
    void take(const Accepted& record) {
        if (!is_fact(record.view())) return;
        const auto fact = read_fact(parser_, record.view(), record.position, keys_);
        if (!fact) return wrong(fact.error().detail);
        if (const auto* e = get_if<reservation::Booked>(&fact->event)) {
            found_.booked.insert(to_text(e->booking.id));
            for (const auto& gpu : e->booking.gpus) {
                found_.of_gpu.emplace(to_text(gpu), e->booking.when);
            }
        }
        const auto* gpu = get_if<fleet::GpuDiscovered>(&fact->event);
        if (gpu && gpu->host == boreas) ++found_.groups[gpu->uuid.substr(0, gpu->uuid.find('/'))];
        found_.world = evolve(std::move(found_.world), *fact);
    }

    bool on_record(const std::string& id) const {
        const auto parsed = parse_id<ReservationId>(id);
        return parsed && found_.world.reservations.all.contains(*parsed);
    }

    void wrong(const std::string& what) {
        if (++violations_ <= 20) out_ << what << '\n';
    }

    std::ostream& out_;
    const Keys& keys_;
    Found found_;
    std::map<std::string, unsigned> answers_;
    int violations_ = 0;
    JsonParser parser_;
};

}  // namespace

int judge(EventLog& log, const Keys& keys, std::istream& answers, std::ostream& out) {
    Judge judge(out, keys);
    if (judge.fold(log)) {
        judge.bookings();
        judge.groups();
        std::string what, name;
        while (answers >> what >> name) judge.answer(what, name);
    }
    return judge.sum_up();
}

}  // namespace dibs::two_writers
