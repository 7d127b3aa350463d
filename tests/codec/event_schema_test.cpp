// The files of api/events are the schemas that the program makes, and api/asyncapi.yaml lists them.
// DIBS_WRITE_SCHEMAS=1 writes both again. tests/schemas checks the events against their schemas
// with another implementation.
#include "domain/codec/event_schema.hpp"

#include "tests/support/one_of_each.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

const fs::path schema_folder = fs::path(DIBS_SOURCE_DIR) / "api/events";
const fs::path contract = fs::path(DIBS_SOURCE_DIR) / "api/asyncapi.yaml";

std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The text with one line for each event type instead of those in the first list after `at`. Moves
// `at` after that list. Returns an empty text if there is no such list.
template <class LineOf>
std::string with_events(std::string text, std::size_t& at, const LineOf& line_of) {
    constexpr std::string_view begin = "# events\n", end = "# end of events\n";
    std::string lines;
    for (const auto& [type, schema] : make_event_schemas()) lines += line_of(std::string(type));
    at = text.find(begin, at);
    const auto until = text.find(end, at);
    if (at == text.npos || until == text.npos) return "";
    at += begin.size();
    text.replace(at, text.rfind('\n', until) + 1 - at, lines);
    at += lines.size();
    return text;
}

bool has(const EventSchema& schema, std::string_view line) {
    return schema.text.find(line) != std::string::npos;
}

TEST(EventSchemas, schemas_equal_the_files) {
    for (const auto& [type, schema] : make_event_schemas()) {
        const auto path = schema_folder / (std::string(type) + ".json");
        if (std::getenv("DIBS_WRITE_SCHEMAS") != nullptr) {
            std::ofstream(path, std::ios::binary) << schema.text;
        }
        EXPECT_EQ(content_of(path), schema.text) << path << ": DIBS_WRITE_SCHEMAS=1 writes it anew";
    }
}

TEST(EventSchemas, every_schema_file_has_an_event_type) {
    const auto schemas = make_event_schemas();
    for (const auto& entry : fs::directory_iterator(schema_folder)) {
        if (entry.path().extension() != ".json") continue;
        EXPECT_TRUE(schemas.contains(entry.path().stem().string())) << entry.path();
    }
}

TEST(EventSchemas, asyncapi_lists_every_schema) {
    const auto is = content_of(contract);
    std::size_t at = 0;
    auto shall_be = with_events(is, at, [](const std::string& type) {
        return "      " + type + ": { $ref: '#/components/messages/" + type + "' }\n";
    });
    shall_be = with_events(shall_be, at, [](const std::string& type) {
        return "    " + type + ": { name: dibs." + type +
               ", traits: [{ $ref: '#/components/messageTraits/fact' }], payload: { $ref: "
               "events/schemas/" +
               type + " } }\n";
    });
    ASSERT_FALSE(shall_be.empty()) << "two lists, each from # events to # end of events";
    if (std::getenv("DIBS_WRITE_SCHEMAS") != nullptr) {
        std::ofstream(contract, std::ios::binary) << shall_be;
    }
    EXPECT_EQ(content_of(contract), shall_be) << "DIBS_WRITE_SCHEMAS=1 writes it anew";
}

TEST(EventSchemas, every_event_type_has_a_schema_with_id_and_description) {
    const auto schemas = make_event_schemas();
    for (const auto& e : one_of_each()) {
        const auto found = schemas.find(e.type());
        ASSERT_NE(found, schemas.end()) << e.type();
        EXPECT_EQ(found->second.id, "urn:dibs:event:" + std::string(e.type()));
        EXPECT_FALSE(found->second.description.empty()) << e.type();
    }
}

TEST(EventSchemas, schema_has_audience_and_subjects) {
    const auto schemas = make_event_schemas();
    const auto& changed = schemas.at("reservation.changed.v1");
    EXPECT_TRUE(has(changed, R"("x-audience": "everyone")"));
    EXPECT_TRUE(has(changed, R"("x-subjects": ["booking.id","booking.owner_id","booking.gpus",)"
                             R"("gpus_before","hosts"])"))
        << changed.text;
    const auto& made = schemas.at("board.made.v1");
    EXPECT_TRUE(has(made, R"("x-audience": "depends on the event")"));
    EXPECT_TRUE(has(schemas.at("setup.opened.v1"), R"("x-subjects": [])"));
}

TEST(EventSchemas, schema_requires_only_mandatory_members) {
    const auto schemas = make_event_schemas();
    EXPECT_TRUE(has(schemas.at("gpu.discovered.v1"),
                    R"("required": ["id","host_id","uuid","index","hides_processes"])"));
    EXPECT_TRUE(has(schemas.at("host.lost.v1"), R"("additionalProperties": false)"));
}

}  // namespace
}  // namespace dibs::test
