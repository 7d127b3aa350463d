// Random letters from the kernel's generator, and parsing of typed codes.
#include "api/auth/sign_in/typed_code.hpp"

#include <cstdint>

#include <sodium.h>

namespace dibs::auth {
namespace {

constexpr std::string_view alphabet = "BCDFGHJKLMNPQRSTVWXZ";

}  // namespace

std::string fresh_typed_code(std::size_t letters) {
    std::string code;
    for (std::size_t i = 0; i < letters; ++i) {
        if (i == letters / 2) code += '-';
        code += alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    }
    return code;
}

std::string as_given_out(std::string_view typed, std::size_t letters) {
    std::string code;
    for (char c : typed) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        if (alphabet.find(c) == std::string_view::npos) continue;
        if (code.size() == letters / 2) code += '-';
        code += c;
    }
    return code;
}

}  // namespace dibs::auth
