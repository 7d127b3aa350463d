// The newest samples of one subject, which are not yet a block: of the embedded log, and of the
// seconds kept in memory. Thousands of subjects wait at once and a sample as such takes 200 bytes,
// so they are packed sixteen by sixteen. One thread at a time.
#pragma once

#include "domain/usage/sample.hpp"

#include <string>
#include <vector>

namespace dibs {

class OpenBlock {
  public:
    void add(const Sample& sample);  // of the subject of those before

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Instant begins() const { return begins_; }  // of one that is not empty

    void append_to(std::vector<Sample>& out) const;
    [[nodiscard]] std::vector<Sample> take();  // all of them; none is left

  private:
    std::size_t size_ = 0;
    Instant begins_{};
    SubjectId of_{};
    std::vector<std::string> packed_;
    std::vector<Sample> loose_;
};

}  // namespace dibs
