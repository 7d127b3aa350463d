// The rules between the fields of a head: fields that may appear once, the framing of the body, and
// keep-alive. The second half of head_check.
#pragma once

#include "api/http/message/head_check.hpp"

#include <optional>

namespace dibs::http {

// Reads head.fields and head.authority; sets content_length, chunked, keep_alive, expects_continue
// and websocket.
[[nodiscard]] std::optional<HeadFault> check_fields(Head& head);

}  // namespace dibs::http
