// As in the history of an admin, with the names of today.
#include "ops/event_sentence.hpp"

#include "api/cli/lib/sentence.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/history.hpp"

namespace dibs {
namespace {

constexpr std::chrono::milliseconds sentence_timeout{1000};  // a stop of Dibs waits for it

}  // namespace

std::optional<std::string> event_sentence(Projector& projector, ReadModel& model,
                                          const Clock& clock, Position position) {
    const auto deadline = Projector::SteadyClock::now() + sentence_timeout;
    if (!projector.wait_for(position, deadline)) return std::nullopt;
    const auto event = find_event(model.snapshot(clock()), position);
    if (!event) return std::nullopt;
    const auto json = cli::Json::parse(R"({"sentence":)" + to_json(event->sentence) + '}');
    if (!json) return std::nullopt;
    return cli::sentence_of(*json);
}

}  // namespace dibs
