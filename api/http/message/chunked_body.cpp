// Reads sizes and line ends by the character, and data in blocks.
#include "api/http/message/chunked_body.hpp"

#include <algorithm>

namespace dibs::http {
namespace {

constexpr int most_digits = 8;
constexpr std::string_view plain_rule =
    "A chunk must be its size in hexadecimal, CR LF, so many bytes, CR LF; nothing else.";
constexpr std::string_view end_rule = "Behind the last chunk must come an empty line: no trailers.";

int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::size_t ChunkedBody::take(std::string_view bytes, std::string& body) {
    std::size_t taken = 0;
    while (taken < bytes.size() && !done() && !fault_) {
        if (at_ != At::data) {
            take_one(bytes[taken++], body);
            continue;
        }
        const auto part = bytes.substr(taken, left_);
        body.append(part);
        taken += part.size();
        left_ -= part.size();
        if (left_ == 0) at_ = At::data_cr;
    }
    return taken;
}

void ChunkedBody::take_one(char c, const std::string& body) {
    const auto demand = [&](char wanted, At next, std::string_view rule) {
        if (c == wanted) {
            at_ = next;
        } else {
            refuse(400, rule);
        }
    };
    switch (at_) {
        case At::first_digit:
            left_ = 0;
            digits_ = 0;
            at_ = At::size;
            return take_digit(c);
        case At::size:
            if (c != '\r') return take_digit(c);
            at_ = At::size_lf;
            return;
        case At::size_lf:
            demand('\n', At::data, plain_rule);
            if (!fault_) begin_chunk(body);
            return;
        case At::data_cr:
            return demand('\r', At::data_lf, plain_rule);
        case At::data_lf:
            return demand('\n', At::first_digit, plain_rule);
        case At::last_cr:
            return demand('\r', At::last_lf, end_rule);
        case At::last_lf:
            return demand('\n', At::end, end_rule);
        case At::data:
        case At::end:
            return;
    }
}

void ChunkedBody::take_digit(char c) {
    const int digit = digit_of(c);
    if (digit < 0 || ++digits_ > most_digits) return refuse(400, plain_rule);
    left_ = left_ * 16 + static_cast<std::size_t>(digit);
}

void ChunkedBody::begin_chunk(const std::string& body) {
    if (left_ == 0) at_ = At::last_cr;
    if (left_ > most_) return refuse(400, "A chunk is larger than a whole body may be.");
    if (left_ > most_ - std::min(most_, body.size())) refuse(413, "The body is too large.");
}

}  // namespace dibs::http
