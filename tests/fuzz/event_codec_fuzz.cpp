// Arbitrary bytes as a record of the log. Nothing crashes; an event that is read survives writing
// and reading again, plain and sealed. If the input is not a record, its first line selects an
// event type.
#include "domain/codec/event_json.hpp"
#include "domain/log/checkpoint.hpp"
#include "domain/log/fact.hpp"
#include "ingest/keys/keys.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

void read_event(dibs::JsonParser& parser, std::string_view type, std::string_view body) {
    const auto event = dibs::parse_shown_event(parser, type, body);
    if (!event) {
        must(!event.error().detail.empty());
        return;
    }
    const auto written = dibs::event_json(*event);
    const auto again = dibs::parse_shown_event(parser, event->type(), written);
    must(again.has_value());
    must(dibs::event_json(*again) == written);

    const auto keys = dibs::Keys::in_memory();  // each input has its own owners
    const auto opened = dibs::parse_event(parser, type, body, *keys);
    must(opened || !opened.error().detail.empty());
    const auto stored = [&](const dibs::Event& e) {
        return dibs::parse_event(parser, e.type(), dibs::event_json(e, *keys), *keys);
    };
    const auto once = stored(*event);
    must(once.has_value());
    const auto twice = stored(*once);
    must(twice.has_value());
    must(dibs::event_json(*once) == dibs::event_json(*twice));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    static dibs::JsonParser parser;
    if (const auto record = dibs::parse_record(bytes)) {
        dibs::Fence fence;
        (void)fence.suspicious(*record);
        (void)fence.read(*record, bytes);
        static const auto keys = dibs::Keys::in_memory();
        (void)dibs::read_fact(parser, *record, 1, *keys);
        const auto again =
            dibs::encode_record(record->fence, record->at, record->type, dibs::origin_of(*record),
                                record->subject, record->body);
        must(dibs::parse_record(again).has_value());
    }
    const auto line = bytes.find('\n');
    if (line != std::string_view::npos) {
        read_event(parser, bytes.substr(0, line), bytes.substr(line + 1));
    }
    if (const auto checkpoint = dibs::parse_checkpoint(bytes)) {
        must(dibs::parse_checkpoint(dibs::encode_checkpoint(*checkpoint)) == checkpoint);
    }
    return 0;
}
