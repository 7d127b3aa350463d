// Finds rows by their name in the list of aggregates, so the table is always complete.
#include "domain/codec/world_rows.hpp"

#include "domain/codec/aggregate_fields.hpp"
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_schema.hpp"
#include "domain/codec/json_writer.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr std::string_view world_row = "world";

struct Whole {
    Instant now;
    Position position = 0;
    std::vector<Position> newest;  // for each aggregate, in the order of the list
};

}  // namespace

template <>
struct Fields<Whole> {
    using T = Whole;
    static constexpr auto list = field_list(field("now", &T::now), field("position", &T::position),
                                            field("newest", &T::newest));
};

namespace {

template <class Row>
void write_row(std::string& out, const Row& row, Sealer& sealer) {
    out.assign(Row::row) += ' ';
    if constexpr (SealedMembers<Row>::personal || SealedMembers<Row>::secret) {
        static_assert(!SealedMembers<Row>::personal || Owned<Row>, "whose key seals it?");
        Row copy = row;
        seal_members(copy, Row::row, sealer);
        write_json(out, copy);
    } else {
        write_json(out, row);
    }
}

template <class Row>
Result<void> read_row(const JsonValue& json, auto& state, const Sealer& sealer) {
    auto row = from_json<Row>(json);
    if (!row) return tl::unexpected(std::move(row.error()));
    if (auto problem = open_members(*row, Row::row, sealer)) return tl::unexpected(*problem);
    restore(state, std::move(*row));
    return {};
}

Result<void> read_whole(const JsonValue& json, World& world) {
    const auto whole = from_json<Whole>(json);
    if (!whole) return tl::unexpected(whole.error());
    if (whole->newest.size() != world.newest.size()) {
        return refuse(Code::malformed, "newest", "It has other aggregates than this version.");
    }
    world.now = whole->now;
    world.position = whole->position;
    std::copy(whole->newest.begin(), whole->newest.end(), world.newest.begin());
    return {};
}

Result<void> read_named(std::string_view name, const JsonValue& json, World& world,
                        const Sealer& sealer) {
    if (name == world_row) return read_whole(json, world);
    Result<void> read =
        refuse(Code::malformed, std::string(name), "This version knows no row of this name.");
    for_each_type(Aggregates{}, [&]<class A>() {
        for_each_type(typename A::Rows{}, [&]<class Row>() {
            if (Row::row == name) read = read_row<Row>(json, A::of(world), sealer);
        });
    });
    return read;
}

}  // namespace

std::string world_schema() {
    std::string out;
    const auto add = [&]<class Row>(std::string_view name) {
        ((out += '\n') += name) += ' ';
        write_schema<Row>(out, 0);
    };
    add.template operator()<Whole>(world_row);
    for_each_type(Aggregates{}, [&]<class A>() {
        for_each_type(typename A::Rows{},
                      [&]<class Row>() { add.template operator()<Row>(Row::row); });
    });
    return out;
}

void write_world(const World& world, Sealer& sealer,
                 const std::function<void(std::string_view)>& line) {
    std::string out = std::string(world_row) + ' ';
    write_json(out, Whole{world.now, world.position, {world.newest.begin(), world.newest.end()}});
    line(out);
    for_each_type(Aggregates{}, [&]<class A>() {
        A::each_row(A::of(world), [&](const auto& row) {
            write_row(out, row, sealer);
            line(out);
        });
    });
}

Result<void> WorldReader::add(std::string_view line) {
    const auto space = line.find(' ');
    if (space == line.npos) return refuse(Code::malformed, "", "A line without a row.");
    const auto json = parser_.parse(line.substr(space + 1));
    if (!json) return tl::unexpected(json.error());
    return read_named(line.substr(0, space), *json, world_, sealer_);
}

}  // namespace dibs
