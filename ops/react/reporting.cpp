// The answer arrives on the handler's thread. That thread may still use the promise after the
// waiter has returned.
#include "ops/react/reporting.hpp"

#include <future>
#include <memory>
#include <utility>

namespace dibs {

bool reported(CommandHandler& commands, Command command) {
    auto answered = std::make_shared<std::promise<bool>>();
    auto answer = answered->get_future();
    Envelope envelope{std::move(command)};
    envelope.source = "reactor";
    commands.submit(std::move(envelope),
                    [answered](const Reply& reply) { answered->set_value(reply.has_value()); });
    return answer.get();
}

}  // namespace dibs
