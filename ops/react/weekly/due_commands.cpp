// See due_commands.hpp; due.cpp computes the due week.
#include "ops/react/weekly/due_commands.hpp"

#include "ops/react/weekly/due.hpp"
#include "projections/people/people.hpp"

namespace dibs::weekly {

std::vector<Due> all_due(const Snapshot& tables, const Zones& zones) {
    std::vector<Due> all;
    auto cursor = tables.txn().cursor(Table::people);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto id = KeyReader(cursor.key()).id<PersonId>();
        const auto row = unpack<projections::PersonRow>(cursor.value());
        if (!row.weekly_since || row.state != views::PersonState::active) continue;
        const auto* clock = zones.find(row.preferences.zone.value_or("UTC"));
        if (clock == nullptr) clock = zones.find("UTC");
        if (clock == nullptr) continue;
        const auto week = due_week(*clock, tables.now(), *row.weekly_since, row.week_told);
        if (week) all.push_back({id, to_text(*week)});
    }
    return all;
}

std::vector<Command> due_commands(const Snapshot& tables, const Zones& zones) {
    std::vector<Command> all;
    for (auto& one : all_due(tables, zones)) {
        all.emplace_back(people::Command{people::ReportWeekOver{one.person, std::move(one.week)}});
    }
    return all;
}

}  // namespace dibs::weekly
