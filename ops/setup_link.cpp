// The secret goes into the link; the log keeps only its digest.
#include "ops/setup_link.hpp"

#include "ingest/fresh_id.hpp"

#include <future>

namespace dibs {
namespace {

constexpr Duration valid_for = std::chrono::hours{24};

}  // namespace

Result<std::string> open_setup(CommandHandler& handler, const Clock& clock) {
    std::string secret = fresh_secret();
    const auto promise = std::make_shared<std::promise<Reply>>();
    auto reply = promise->get_future();
    Envelope envelope{people::Command{people::OpenSetup{digest_of(secret), clock() + valid_for}}};
    envelope.source = "start";
    handler.submit(std::move(envelope), [promise](Reply r) { promise->set_value(std::move(r)); });
    if (auto answered = reply.get(); !answered) return tl::unexpected(answered.error());
    return secret;
}

}  // namespace dibs
