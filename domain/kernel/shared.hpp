// A value that its copies share until one of them changes it (copy on write). Only one thread at a
// time may use a copy. Copies that share a value may be on different threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace dibs {

template <class T>
class Shared {
  public:
    Shared() : Shared(T{}) {}
    Shared(T value)  // NOLINT(google-explicit-constructor): it is that value
        : node_(new Node{1, std::move(value)}) {}
    ~Shared() { release(); }
    Shared(const Shared& other) : node_(other.node_) {
        node_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    Shared(Shared&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
    Shared& operator=(const Shared& other) { return *this = Shared(other); }
    Shared& operator=(Shared&& other) noexcept {
        std::swap(node_, other.node_);
        return *this;
    }

    // Not valid after a move from this object.
    const T& operator*() const { return node_->value; }
    const T* operator->() const { return &node_->value; }
    // For changes. From now on this copy owns the value alone.
    T& own() {
        if (!is_alone()) *this = Shared(T(node_->value));
        return node_->value;
    }
    [[nodiscard]] bool is_alone() const {
        return node_->owners.load(std::memory_order_acquire) == 1;
    }

  private:
    struct Node {
        std::atomic<std::uint32_t> owners;
        T value;
    };
    void release() {
        if (node_ && node_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete node_;
    }
    Node* node_;
};

}  // namespace dibs
