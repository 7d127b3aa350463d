// A chunked body (RFC 9112 section 7.1), in its one unambiguous form. A chunk is a size of at most
// eight hexadecimal digits right before CR LF, that many bytes, and CR LF. The body ends with a
// size of 0 and an empty line. Extensions, trailers and everything else are refused. Pure; fuzzed.
#pragma once

#include "api/http/message/head_check.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::http {

class ChunkedBody {
  public:
    // `most`: the maximum of bytes in a body, and so in a chunk.
    explicit ChunkedBody(std::size_t most) : most_(most) {}

    // Consumes bytes of the body from the front and appends their data to `body`. Returns the
    // number of consumed bytes: all of them, until it is done or refused.
    [[nodiscard]] std::size_t take(std::string_view bytes, std::string& body);

    [[nodiscard]] bool done() const { return at_ == At::end; }
    [[nodiscard]] const std::optional<HeadFault>& fault() const { return fault_; }

  private:
    enum class At { first_digit, size, size_lf, data, data_cr, data_lf, last_cr, last_lf, end };

    void take_one(char c, const std::string& body);
    void take_digit(char c);
    void begin_chunk(const std::string& body);
    void refuse(int status, std::string_view rule) { fault_ = HeadFault{status, rule}; }

    std::size_t most_;
    At at_ = At::first_digit;
    std::size_t left_ = 0;  // bytes left of the chunk; while its size is read, the size so far
    int digits_ = 0;
    std::optional<HeadFault> fault_;
};

}  // namespace dibs::http
