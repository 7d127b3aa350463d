// How personal text is stored: today as it is. Sealing it per person with erasable keys means
// changing these two functions and giving them the keys; nothing else knows.
#pragma once

#include "domain/personal.hpp"

#include <utility>

namespace dibs {

template <class T>
[[nodiscard]] const T& stored_form(const Personal<T>& text) {
    return text.value;
}

template <class T>
[[nodiscard]] Personal<T> from_stored_form(T text) {
    return Personal<T>{std::move(text)};
}

}  // namespace dibs
