// A route's answer as plain values. The session adds Content-Length, Date, X-Request-Id and the
// security headers. It writes the body in place: a text of its own, or an immutable one shared by
// many answers.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

class Body {
  public:
    Body() = default;
    Body(std::string text) : text_(std::move(text)) {}                               // NOLINT
    Body(const char* text) : text_(text) {}                                          // NOLINT
    Body(std::shared_ptr<const std::string> shared) : shared_(std::move(shared)) {}  // NOLINT
    [[nodiscard]] std::string_view view() const { return shared_ ? *shared_ : text_; }

  private:
    std::string text_;
    std::shared_ptr<const std::string> shared_;
};

struct Response {
    int status = 200;
    std::string content_type{};  // empty: no Content-Type header and no body
    Body body{};
    // Names in the case that is written.
    std::vector<std::pair<std::string, std::string>> headers{};

    Response& with(std::string name, std::string value) & {
        headers.emplace_back(std::move(name), std::move(value));
        return *this;
    }
    Response&& with(std::string name, std::string value) && {
        headers.emplace_back(std::move(name), std::move(value));
        return std::move(*this);
    }
    // The first header of that name, without case; empty if none.
    [[nodiscard]] std::string_view header(std::string_view name) const;
};

[[nodiscard]] Response json_response(int status, Body body);
[[nodiscard]] Response text_response(int status, Body body);
[[nodiscard]] Response empty_response(int status = 204);
// 499, for the counters and the log: the client has left.
[[nodiscard]] Response client_left();

// Answers one request, from any thread. Only the first call counts. If all copies are destroyed
// without an answer, the client gets a 500.
using Respond = std::function<void(Response)>;

[[nodiscard]] std::string_view reason_phrase(int status);

}  // namespace dibs::http
