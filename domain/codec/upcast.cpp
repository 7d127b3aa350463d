// The steps, oldest first. A body is read by its text alone: those that are rewritten have one form
// only, written by an old version of Dibs.
#include "domain/codec/upcast.hpp"

namespace dibs {
namespace {

constexpr std::string_view id_begin = R"("id":")";

std::string_view id_in(std::string_view body) {
    const auto at = body.find(id_begin);
    if (at == body.npos) return {};
    const auto rest = body.substr(at + id_begin.size());
    return rest.substr(0, rest.find('"'));
}

// The first version knew one grant only: everyone may use everything.
StoredEvent grant_given_v1(std::string_view body, std::string& room) {
    room = R"({"grant":{"id":")";
    room += id_in(body);
    room += R"(","name":"Everyone may use everything",)"
            R"("to":{"everyone":true,"people":[],"groups":[]},)"
            R"("what":{"everything":true,"gpus":[],"hosts":[],"models":[]},"windows":[]}})";
    return {"grant.given.v2", room};
}

}  // namespace

StoredEvent upcast(std::string_view type, std::string_view body, std::string& room) {
    if (type == "grant.given.v1") return grant_given_v1(body, room);
    return {type, body};
}

}  // namespace dibs
