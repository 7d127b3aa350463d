// Skeletons of names, computed with ICU.
#include "projections/people/lookalikes.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include <unicode/unistr.h>
#include <unicode/uspoof.h>

namespace dibs::projections {
namespace {

// Its data are read-only, so threads may share it.
const USpoofChecker* checker() {
    struct Close {
        void operator()(USpoofChecker* one) const { uspoof_close(one); }
    };
    static const auto one = [] {
        UErrorCode error = U_ZERO_ERROR;
        std::unique_ptr<USpoofChecker, Close> opened(uspoof_open(&error));
        if (U_FAILURE(error)) throw std::runtime_error(u_errorName(error));
        return opened;
    }();
    return one.get();
}

}  // namespace

std::string skeleton_of(std::string_view name) {
    const auto size = static_cast<std::int32_t>(name.size());
    const auto folded = icu::UnicodeString::fromUTF8({name.data(), size}).foldCase();
    icu::UnicodeString skeleton;
    UErrorCode error = U_ZERO_ERROR;
    uspoof_getSkeletonUnicodeString(checker(), 0, folded, skeleton, &error);
    if (U_FAILURE(error)) skeleton = folded;
    icu::UnicodeString kept;
    for (std::int32_t i = 0; i < skeleton.length(); i = skeleton.moveIndex32(i, 1)) {
        const auto character = skeleton.char32At(i);
        if (u_isalnum(character)) kept.append(character);
    }
    std::string utf8;
    kept.toUTF8String(utf8);
    return utf8;
}

bool looks_official(std::string_view skeleton) {
    static const std::array official{skeleton_of("Dibs"), skeleton_of("Admin"),
                                     skeleton_of("Administrator"), skeleton_of("System")};
    return std::find(official.begin(), official.end(), skeleton) != official.end();
}

}  // namespace dibs::projections
