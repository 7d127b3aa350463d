// Conversions to LMDB's values, for the .cpp files of the store only. The only place where a value
// gets its checksum.
#pragma once

#include "domain/log/checksum.hpp"

#include <string_view>

#include <lmdb.h>

namespace dibs {

inline constexpr std::size_t longest_key = 511;  // LMDB's limit

inline MDB_val val(std::string_view text) {
    return {text.size(), const_cast<char*>(text.data())};  // LMDB does not write through it
}
inline std::string_view view(const MDB_val& value) {
    return {static_cast<const char*>(value.mv_data), value.mv_size};
}

// `put` reserves room in the file for the value and its checksum. Returns LMDB's code.
template <class Put>
int put_checked(std::string_view key, std::string_view value, const Put& put) {
    MDB_val k = val(key);
    MDB_val room{value.size() + checksum_bytes, nullptr};
    const int code = put(k, room);
    if (code == 0) write_checked(static_cast<char*>(room.mv_data), key, value);
    return code;
}

}  // namespace dibs
