// libFuzzer: the request head, fed in two pieces. Whatever is accepted must consist of the bytes
// given and keep the promises that the session builds on.
#include "api/http/head_check.hpp"
#include "api/http/query.hpp"
#include "api/http/request.hpp"

#include <cstdint>
#include <cstdlib>
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
    require(head->path.starts_with('/') && inside(head->path, bytes));
    require(percent_decode(head->path).has_value());
    require(!(head->websocket && head->content_length > 0));
    for (std::size_t i = 0; i < head->field_count; ++i) {
        const auto& field = head->fields[i];
        require(!field.name.empty() && inside(field.name, bytes) && inside(field.value, bytes));
        require(field.value.find_first_of("\r\n") == std::string_view::npos);
        require(!equal_ignoring_case(field.name, "transfer-encoding"));
    }
    static_cast<void>(Query::parse(head->query));
    // A head that is accepted is one head: nothing in it could be read as the start of a second.
    require(find_head_end(bytes, 0).value_or(0) == bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto end = dibs::http::find_head_end(bytes, 0);
    if (end && *end > 0) {
        // However the bytes arrive, the end is where it is.
        const auto half = dibs::http::find_head_end(bytes.substr(0, *end / 2), 0);
        require(half && *half == 0);
        require(dibs::http::find_head_end(bytes, *end / 2).value_or(0) == *end);
        check(bytes.substr(0, *end));
    }
    check(bytes);
    return 0;
}
