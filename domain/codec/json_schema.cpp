// Writes the part of a schema that is the same for every struct.
#include "domain/codec/json_schema.hpp"

namespace dibs {

void write_members_schema(std::string& out, std::span<const MemberSchema> members,
                          std::size_t indent) {
    std::vector<std::string_view> required;
    const std::string start(indent, ' ');
    for (const auto& member : members) {
        if (member.required) required.push_back(member.name);
    }
    out += start + R"("type": "object",)" + '\n';
    out += start + R"("required": )" + to_json(required) + ",\n";
    out += start + R"("additionalProperties": false,)" + '\n';
    out += start + R"("properties": {)";
    bool first = true;
    for (const auto& member : members) {
        out.append(std::exchange(first, false) ? "\n" : ",\n").append(indent + 2, ' ');
        write_json(out, member.name);
        out += ": ";
        member.write(out, indent + 2);
    }
    out += '\n' + start + '}';
}

}  // namespace dibs
