// Reads each parameter by its form; names of hosts and people are looked up in the tables.
#include "api/routes/request/parameters.hpp"

#include "domain/kernel/text.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {

std::optional<std::string> Parameters::text(std::string_view name, std::size_t most) {
    const auto given = asked_.request.query.get(name);
    if (!given) return std::nullopt;
    if (given->empty() || characters_of(*given) > most) {
        refuse_with({Code::out_of_range,
                     std::string(name),
                     "Expected 1 to " + std::to_string(most) + " characters.",
                     {}});
        return std::nullopt;
    }
    return std::string(*given);
}

std::string Parameters::needed_text(std::string_view name) {
    auto given = text(name);
    if (!given) wrong(name, "This parameter is missing.");  // unless it has just been refused
    return std::move(given).value_or("");
}

std::optional<Instant> Parameters::instant(std::string_view name) {
    auto given = asked_.request.query.instant(name);
    if (given) return *given;
    refuse_with(std::move(given.error()));
    return std::nullopt;
}

Instant Parameters::needed_instant(std::string_view name) {
    const auto given = instant(name);
    if (!given) wrong(name, "This parameter is missing.");  // unless it has just been refused
    return given.value_or(Instant{});
}

std::optional<std::int64_t> Parameters::number(std::string_view name) {
    auto given = asked_.request.query.number(name);
    if (!given) {
        refuse_with(std::move(given.error()));
        return std::nullopt;
    }
    if (!*given) return std::nullopt;
    if (**given > static_cast<std::uint64_t>(INT64_MAX)) {
        refuse_with({Code::out_of_range, std::string(name), "This number is too large.", {}});
        return std::nullopt;
    }
    return static_cast<std::int64_t>(**given);
}

std::optional<HostId> Parameters::host(std::string_view name) {
    const auto given = text(name);
    if (!given) return std::nullopt;
    const auto id = host_called(tables_, *given);
    if (!id) {
        refuse_with(
            {Code::unknown_host, std::string(name), "There is no host " + *given + ".", {}});
    }
    return id;
}

std::optional<PersonId> Parameters::person(std::string_view name) {
    const auto given = text(name);
    if (!given) return std::nullopt;
    if (*given == "me") return asked_.viewer().person;
    const auto id = person_called(tables_, *given);
    if (!id) {
        refuse_with({Code::unknown_person,
                     std::string(name),
                     "There is no person called " + *given + ".",
                     {}});
    }
    return id;
}

std::optional<std::string> Parameters::project() {
    const auto given = text("project");
    if (!given) return std::nullopt;
    auto normal = normal_project(*given, "project");
    if (normal) return *std::move(normal);
    refuse_with(std::move(normal.error()));
    return std::nullopt;
}

PageFrom Parameters::page() {
    auto page = http::page_of(asked_.request.query, 100, 1000);
    if (page) return {page->limit, std::move(page->after)};
    refuse_with(std::move(page.error()));
    return {};
}

std::vector<std::string_view> Parameters::list(std::string_view name) {
    const bool by_body = asked_.request.method == http::Method::post;
    const auto most = by_body ? most_in_a_body : most_in_a_line;
    auto parts = asked_.request.query.list(name);
    if (parts.size() <= most) return parts;
    refuse_with({Code::out_of_range,
                 std::string(name),
                 "At most " + std::to_string(most) + " at once" +
                     (by_body ? "." : "; where the path has a POST .../query, it takes more."),
                 {}});
    return {};
}

}  // namespace dibs::routes
