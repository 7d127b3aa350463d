// Turns a batch of facts into frames: by topic, in the order of positions. Each row is read from
// the tables after the batch.
#include "api/routes/stream/stream_frames.hpp"

#include "api/http/problem.hpp"
#include "domain/codec/json_writer.hpp"

#include <algorithm>
#include <map>

namespace dibs::routes {
namespace {

constexpr char first_part = 'a';

std::string head(std::string_view type, std::string_view topic, Position position) {
    std::string frame = "{\"type\":\"";
    (frame += type) += "\",\"position\":";
    write_json(frame, position);
    frame += ",\"topic\":";
    write_json(frame, topic);
    return frame;
}

// Writes one part of a topic as an array of its values.
void write_part(std::string& out, std::string_view member, char part,
                std::span<const std::string> lines) {
    bool first = true;
    ((out += ",\"") += member) += "\":[";
    for (std::string_view rest : lines) {
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (line.empty() || line.front() != part) continue;
            if (!std::exchange(first, false)) out += ',';
            out += line.substr(1);
        }
    }
    out += ']';
}

}  // namespace

std::vector<Change> changes_of(const Topic& topic, Audience audience, const Snapshot& tables,
                               std::span<const views::Event> facts) {
    std::vector<const views::Event*> concerning;
    for (const auto& fact : facts) {
        if (topic.kind().concerns(fact.type)) concerning.push_back(&fact);
    }
    if (concerning.empty()) return {};
    std::map<Position, std::string> by_position;
    char letter = first_part;
    for (const auto& part : topic.kind().parts) {
        for (const auto& row : part.changes({tables, audience, topic.parameter()}, concerning)) {
            (((by_position[row.position] += letter) += row.json) += '\n');
        }
        ++letter;
    }
    std::vector<Change> changes;
    for (auto& [position, lines] : by_position) changes.push_back({position, std::move(lines)});
    return changes;
}

std::string event_frame(const Topic& topic, Position position, std::span<const std::string> lines) {
    auto frame = head("event", topic.name(), position);
    char letter = first_part;
    for (const auto& part : topic.kind().parts) {
        write_part(frame, part.member, letter++, lines);
    }
    return frame + '}';
}

std::string snapshot_frame(const Topic& topic, Audience audience, const Snapshot& tables) {
    auto frame = head("snapshot", topic.name(), tables.position());
    for (const auto& part : topic.kind().parts) {
        ((frame += ",\"") += part.member) += "\":[";
        if (part.snapshot != nullptr) part.snapshot(frame, {tables, audience, topic.parameter()});
        frame += ']';
    }
    return frame + '}';
}

std::string bare_frame(std::string_view type, Position position) {
    std::string frame = "{\"type\":\"";
    (frame += type) += "\",\"position\":";
    write_json(frame, position);
    return frame + '}';
}

std::string error_frame(const Refusal& refusal, std::string_view request_id) {
    const auto response = http::refusal_response(refusal, request_id);
    auto problem = response.body.view();
    while (problem.ends_with('\n')) problem.remove_suffix(1);
    return "{\"type\":\"error\",\"problem\":" + std::string(problem) + '}';
}

}  // namespace dibs::routes
