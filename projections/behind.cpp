// The list is copied under the lock. It is short, and read only when a table is missing.
#include "projections/behind.hpp"

#include <algorithm>

namespace dibs {

std::vector<Behind> BehindList::all() const {
    const std::lock_guard lock(mutex_);
    return list_;
}

std::optional<Behind> BehindList::find(std::string_view name) const {
    for (auto& one : all()) {
        if (one.name == name) return std::move(one);
    }
    return std::nullopt;
}

bool BehindList::all_answer() const {
    const std::lock_guard lock(mutex_);
    return std::all_of(list_.begin(), list_.end(), [](const auto& one) { return one.answers; });
}

void BehindList::add(Behind one) {
    const std::lock_guard lock(mutex_);
    list_.push_back(std::move(one));
}

void BehindList::update(const Behind& one) {
    const std::lock_guard lock(mutex_);
    for (auto& its : list_) {
        if (its.name == one.name) its = one;
    }
}

void BehindList::remove(std::string_view name) {
    const std::lock_guard lock(mutex_);
    std::erase_if(list_, [&](const auto& one) { return one.name == name; });
    ++swapped_;
}

}  // namespace dibs
