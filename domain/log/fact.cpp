// Decodes accepted records.
#include "domain/log/fact.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/codec/json_reader.hpp"

namespace dibs {

Result<Recorded> read_fact(JsonParser& parser, const RecordView& record, Position position,
                           const Sealer& sealer) {
    auto event = parse_event(parser, record.type, record.body, sealer);
    if (!event) {
        auto refusal = std::move(event.error());
        if (refusal.detail == no_such_field) {
            refusal.detail = "This version of Dibs does not know its field " + refusal.field +
                             "; a newer one wrote it.";
        }
        refusal.detail = "The log's fact " + std::to_string(position) + " (" +
                         std::string(record.type) + ") cannot be read: " + refusal.detail;
        return tl::unexpected(std::move(refusal));
    }
    return Recorded{position, record.at, origin_of(record), std::move(*event), !record.fence.more};
}

std::string main_subject(const Event& event) {
    const auto subjects = subjects_of(event);
    return subjects.refs.empty() ? std::string() : to_text(subjects.refs.front());
}

}  // namespace dibs
