// Reads the query parameters of one request. An invalid parameter reads as absent, and the refusal
// names all of them.
#pragma once

#include "api/http/message/cursor.hpp"
#include "api/routes/request/request_context.hpp"
#include "projections/store/page.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

// Maximum length of a list. Ids of 31 bytes must fit into a head of 8 KiB beside a browser's
// headers. The GPUs of the largest booking must fit into a body of 64 KiB.
inline constexpr std::size_t most_in_a_line = 128;
inline constexpr std::size_t most_in_a_body = 1024;

class Parameters {
  public:
    Parameters(const RequestContext& context, const Snapshot& tables)
        : asked_(context), tables_(tables) {}

    [[nodiscard]] const std::optional<Refusal>& refusal() const { return faults_.refusal(); }
    void refuse_with(Refusal refusal) { faults_.add(std::move(refusal)); }

    std::optional<std::string> text(std::string_view name, std::size_t most = 253);
    std::string needed_text(std::string_view name);
    std::optional<Instant> instant(std::string_view name);
    Instant needed_instant(std::string_view name);
    std::optional<std::int64_t> number(std::string_view name);
    std::optional<HostId> host(std::string_view name = "host");        // an id or a name
    std::optional<PersonId> person(std::string_view name = "person");  // an id, a name or `me`
    std::optional<std::string> project();                              // in its normal form
    PageFrom page();
    std::vector<std::string_view> list(std::string_view name);

    // Without duplicates, so that nothing counts twice.
    template <class AnyId>
    std::vector<AnyId> ids(std::string_view name) {
        std::vector<AnyId> ids;
        for (const auto& text : list(name)) {
            if (const auto id = parse_id<AnyId>(text)) {
                if (std::find(ids.begin(), ids.end(), *id) == ids.end()) ids.push_back(*id);
            } else {
                wrong(name, "Expected ids that start with " + std::string(AnyId::prefix()) + "_.");
            }
        }
        return ids;
    }
    template <class AnyId>
    std::optional<AnyId> id(std::string_view name) {
        const auto given = text(name);
        if (!given) return std::nullopt;
        auto id = parse_id<AnyId>(*given);
        if (!id)
            wrong(name, "Expected an id that starts with " + std::string(AnyId::prefix()) + "_.");
        return id;
    }
    template <NamedEnum E>
    std::vector<E> values(std::string_view name) {
        std::vector<E> values;
        for (const auto& text : list(name)) {
            if (const auto value = value_of<E>(name, text)) values.push_back(*value);
        }
        return values;
    }
    template <NamedEnum E>
    std::optional<E> value(std::string_view name) {
        const auto given = text(name);
        return given ? value_of<E>(name, *given) : std::nullopt;
    }

  private:
    void wrong(std::string_view name, std::string rule) {
        refuse_with({Code::malformed, std::string(name), std::move(rule), {}});
    }
    template <NamedEnum E>
    std::optional<E> value_of(std::string_view name, std::string_view text) {
        const auto value = value_named<E>(text);
        if (!value) wrong(name, "Expected one of: " + all_names<E>() + ".");
        return value;
    }

    const RequestContext& asked_;
    const Snapshot& tables_;
    Faults faults_;
};

// An estimate, so that the text of a page is not copied while it grows.
inline constexpr std::size_t bytes_of_a_row = 768;

// {"items": […], "next_cursor": …} and Link.
template <class Row>
[[nodiscard]] http::Response page_response(const RequestContext& context, const Slice<Row>& slice) {
    std::string body = "{\"items\":";
    body.reserve(slice.items.size() * bytes_of_a_row);
    write_json(body, slice.items);
    if (slice.next) {
        body += ",\"next_cursor\":";
        write_json(body, http::encode_cursor(*slice.next));
    }
    body += "}\n";
    auto response = http::json_response(200, std::move(body));
    const bool has_link = slice.next && context.request.method != http::Method::post;
    if (has_link) response.with("Link", http::next_link(context.request, *slice.next));
    return response;
}

}  // namespace dibs::routes
