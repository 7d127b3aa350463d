// An effect that has not happened yet has no sample, so there is no age of nothing.
#include "api/routes/metrics/effect_series.hpp"

#include "domain/effect/effect_status_fields.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::routes {
namespace {

views::Decimal age(Instant at, Instant now) {
    return views::Decimal{std::max(now - at, Duration::zero()).count()};
}

// The public name: a program without its arguments, an address without its path. Both may hold a
// secret, and /metrics has readers without access to the configuration.
std::string shown_name(const effect::Status& one) {
    std::string_view name = one.reactor;
    const auto address = name.find("://");
    if (address != name.npos) return std::string(name.substr(0, name.find('/', address + 3)));
    constexpr std::string_view runs = " run ";
    const auto run = one.by == effect::By::program ? name.find(runs) : name.npos;
    if (run != name.npos) name = name.substr(0, name.find(' ', run + runs.size()));
    return std::string(name);
}

// One family with a sample per reactor; reactors of the same name are numbered.
struct Table {
    Exposition& out;
    const std::vector<effect::Status>& all;
    std::vector<std::string> labels{};

    Table(Exposition& its_out, const std::vector<effect::Status>& its_all)
        : out(its_out), all(its_all) {
        std::map<std::string, int> seen;
        for (const auto& one : all) {
            auto name = shown_name(one);
            const auto times = ++seen[name];
            if (times > 1) name += " (" + std::to_string(times) + ')';
            auto& text = labels.emplace_back("{");
            append_label(text, "by", name_of_value(one.by));
            append_label(text += ',', "reactor", name);
            text += '}';
        }
    }
    template <class Value>
    void write(const char* name, const char* kind, const char* help, Value value) {
        out.family(name, kind, help);
        for (std::size_t i = 0; i < all.size(); ++i) out.sample(labels[i], value(all[i]));
    }
    void write_ages(const char* name, const char* help,
                    std::optional<Instant> effect::Status::*member, Instant now) {
        out.family(name, "gauge", help);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (const auto at = all[i].*member) out.sample(labels[i], age(*at, now));
        }
    }
};

void single_age(Exposition& out, const char* name, const char* help, std::optional<Instant> at,
                Instant now) {
    out.family(name, "gauge", help);
    if (at) out.sample("", age(*at, now));
}

}  // namespace

void write_effects(Exposition& out, const std::vector<effect::Status>& all, Instant now) {
    using effect::Status;
    Table table(out, all);
    table.write(
        "dibs_effects_waiting", "gauge",
        "What is to be done outside the log and has no end yet: a letter, a request, a run.",
        [](const Status& one) { return one.waiting; });
    table.write("dibs_effects_failing", "gauge",
                "1 if it was tried, and failed, and nothing better came since.",
                [](const Status& one) { return one.failing_since ? 1 : 0; });
    table.write("dibs_effects_done_total", "counter", "What is done.",
                [](const Status& one) { return one.done; });
    table.write("dibs_effects_failed_total", "counter", "Tries that failed and come again.",
                [](const Status& one) { return one.failed; });
    table.write("dibs_effects_given_up_total", "counter",
                "What failed for good: its last try, or it came too late.",
                [](const Status& one) { return one.given_up; });
    table.write_ages("dibs_effects_oldest_waiting_age_seconds",
                     "How long ago the fact was written that the oldest waits for.",
                     &Status::oldest_waiting, now);
    table.write_ages("dibs_effects_last_done_age_seconds", "How long ago one was done last.",
                     &Status::last_done, now);
}

void write_mail(Exposition& out, const effect::MailStatus& mail, Instant now) {
    out.single("dibs_mail_letters_sent_total", "counter",
               "Letters that the mail server took; a digest is one.", mail.sent);
    out.single("dibs_mail_failed_tries_total", "counter",
               "Tries at which the mail server was not there, or wanted the letter later.",
               mail.failed_tries);
    single_age(out, "dibs_mail_last_sent_age_seconds",
               "How long ago the mail server took a letter last.", mail.last_sent, now);
    single_age(out, "dibs_mail_failing_seconds",
               "For how long it has taken none; absent while it does.", mail.failing_since, now);
}

}  // namespace dibs::routes
