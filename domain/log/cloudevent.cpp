// Makes a CloudEvent of a record, once for each appended record. So it reads no more of a record
// than it needs.
#include "domain/log/cloudevent.hpp"

#include "domain/codec/event_schema.hpp"
#include "domain/codec/json_text.hpp"
#include "domain/log/fact.hpp"

namespace dibs {

std::optional<CloudEvent> to_cloud_event(std::string_view record) {
    using enum RecordParts::Line;
    const auto parts = split_record(record);
    if (!parts) return std::nullopt;
    const auto& lines = parts->lines;
    CloudEvent event{parts->head, parts->body, lines[type], {}, lines[time], lines[subject]};
    event.id.append(lines[epoch]).append(1, '-').append(lines[seq]);
    return event;
}

std::vector<SharedAttribute> shared_attributes(std::string_view type, const std::string& source) {
    const std::string name(type);
    std::vector<SharedAttribute> all{{"ce_specversion", "1.0"},
                                     {"ce_source", source},
                                     {"ce_type", "dibs." + name},
                                     {"content-type", "application/json"}};
    if (is_fact(type)) all.push_back({"ce_dataschema", event_schema_id(type)});
    return all;
}

std::optional<std::string> structured_cloud_event(std::string_view record, std::string_view data,
                                                  const std::string& source,
                                                  std::span<const Extension> extensions) {
    const auto event = to_cloud_event(record);
    if (!event) return std::nullopt;
    std::string json = "{";
    const auto add = [&json](std::string_view header, std::string_view value) {
        const bool is_type_of_data = header == "content-type";
        append_json_string(json, is_type_of_data ? "datacontenttype"
                                                 : header.substr(std::string_view("ce_").size()));
        json += ':';
        append_json_string(json, value);
        json += ',';
    };
    for (const auto& [name, value] : shared_attributes(event->type, source)) add(name, value);
    for (const auto& [name, value] : event->own()) add(name, value);
    for (const auto& [name, value] : extensions) {
        append_json_string(json, name);
        json.append(":").append(std::to_string(value)).append(",");
    }
    return json.append(R"("data":)").append(data).append("}");
}

std::string cloud_event_source(std::string_view log_id) {
    return "/dibs/" + std::string(log_id);
}

}  // namespace dibs
