// The newest samples of one subject, which are not yet a block: for the embedded log, and for the
// seconds kept in memory. Thousands of subjects wait at once, and a sample takes 200 bytes, so they
// are packed in groups of sixteen. One thread at a time.
#pragma once

#include "domain/usage/sample.hpp"

#include <string>
#include <vector>

namespace dibs {

class OpenBlock {
  public:
    void add(const Sample& sample);  // must be of the same subject as the earlier samples

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Instant begins() const {
        return begins_;
    }  // the first sample's time; not for an
       // empty block

    void append_to(std::vector<Sample>& out) const;
    [[nodiscard]] std::vector<Sample> take();  // returns all samples and empties the block

  private:
    std::size_t size_ = 0;
    Instant begins_{};
    SubjectId of_{};
    std::vector<std::string> packed_;
    std::vector<Sample> loose_;
};

}  // namespace dibs
