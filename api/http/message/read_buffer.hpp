// Bytes read from a connection and not yet consumed: filled at the end, consumed from the front.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

class ReadBuffer {
  public:
    [[nodiscard]] std::string_view view() const { return {bytes_.data() + begin_, end_ - begin_}; }
    [[nodiscard]] bool empty() const { return begin_ == end_; }

    // Free space behind the unread bytes, at least one byte; the buffer starts small and doubles.
    [[nodiscard]] std::pair<char*, std::size_t> room() {
        if (begin_ == end_) begin_ = end_ = 0;
        if (end_ == bytes_.size() && begin_ > 0) {
            std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
            end_ -= begin_;
            begin_ = 0;
        }
        if (end_ == bytes_.size()) bytes_.resize(std::max<std::size_t>(2048, bytes_.size() * 2));
        return {bytes_.data() + end_, bytes_.size() - end_};
    }
    void filled(std::size_t count) { end_ += count; }
    void consume(std::size_t count) { begin_ += std::min(count, end_ - begin_); }

  private:
    std::vector<char> bytes_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace dibs::http
