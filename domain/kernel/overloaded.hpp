// Builds a visitor for std::visit from lambdas, one per alternative.
#pragma once

namespace dibs {

template <class... Fs>
struct overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;  // clang-tidy requires this guide

}  // namespace dibs
