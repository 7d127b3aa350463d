// libFuzzer: the request head, fed in two pieces, and a chunked body after it, fed in any pieces.
// Accepted data must consist of the given bytes and satisfy the assumptions of the session.
#include "api/http/message/chunked_body.hpp"
#include "api/http/message/head_check.hpp"
#include "api/http/message/query.hpp"
#include "api/http/message/request.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

bool inside(std::string_view part, std::string_view whole) {
    return part.empty() || (part.data() >= whole.data() &&
                            part.data() + part.size() <= whole.data() + whole.size());
}

void check(std::string_view bytes) {
    using namespace dibs::http;
    const auto head = check_head(bytes);
    if (!head) {
        require(head.error().status >= 400 && head.error().status < 600);
        return;
    }
    require(parse_method(head->method).has_value());
    const bool of_all = head->path == "*" && head->method == "OPTIONS";
    require(head->path.starts_with('/') || of_all);
    require(head->path == "/" || inside(head->path, bytes));
    require(percent_decode(head->path).has_value());
    require(!(head->websocket && (head->content_length > 0 || head->chunked)));
    bool coded = false;
    for (std::size_t i = 0; i < head->field_count; ++i) {
        const auto& field = head->fields[i];
        require(!field.name.empty() && inside(field.name, bytes) && inside(field.value, bytes));
        require(field.value.find_first_of("\r\n") == std::string_view::npos);
        coded = coded || equal_ignoring_case(field.name, "transfer-encoding");
        require(!(head->chunked && equal_ignoring_case(field.name, "content-length")));
    }
    require(coded == head->chunked);
    static_cast<void>(Query::parse(head->query));
    // An accepted head is one head: no part of it can be read as the start of a second.
    require(find_head_end(bytes, 0).value_or(0) == bytes.size());
}

// The body and its end do not depend on the pieces.
void check_body(std::string_view bytes) {
    using dibs::http::ChunkedBody;
    constexpr std::size_t most = 4096;
    ChunkedBody at_once(most);
    std::string whole;
    const auto taken = at_once.take(bytes, whole);
    require(whole.size() <= most && taken <= bytes.size());
    require(at_once.done() || at_once.fault() || taken == bytes.size());
    ChunkedBody in_parts(most);
    std::string body;
    std::size_t used = 0;
    for (std::size_t size = 1; used < bytes.size() && !in_parts.done() && !in_parts.fault();
         size = size % 7 + 1) {
        used += in_parts.take(bytes.substr(used, size), body);
    }
    require(body == whole && used == taken && in_parts.done() == at_once.done());
    require(in_parts.fault().has_value() == at_once.fault().has_value());
    if (at_once.done()) require(bytes.substr(0, taken).ends_with("\r\n\r\n"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto end = dibs::http::find_head_end(bytes, 0);
    if (end && *end > 0) {
        // The end does not depend on the pieces.
        const auto half = dibs::http::find_head_end(bytes.substr(0, *end / 2), 0);
        require(half && *half == 0);
        require(dibs::http::find_head_end(bytes, *end / 2).value_or(0) == *end);
        check(bytes.substr(0, *end));
        check_body(bytes.substr(*end));
    }
    check(bytes);
    return 0;
}
