// Binary rows from their Fields: numbers as varints, ids as 16 bytes, text with its length first.
// They contain no names and no versions: a table whose rows change format gets a new version and is
// rebuilt (projection.hpp).
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/ref.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::packed {

inline void write_varint(std::string& out, std::uint64_t value) {
    while (value >= 0x80U) {
        out += static_cast<char>((value & 0x7FU) | 0x80U);
        value >>= 7U;
    }
    out += static_cast<char>(value);
}

class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes(1).front());
            value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
            if (byte < 0x80U) return value;
        }
        throw std::runtime_error("A row of the read model is damaged: a number without end.");
    }
    std::string_view bytes(std::uint64_t count) {
        if (count > rest_.size()) {
            throw std::runtime_error("A row of the read model is damaged: it ends too early.");
        }
        const auto part = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return part;
    }

  private:
    std::string_view rest_;
};

template <class T>
void write(std::string& out, const T& value);
template <class T>
void read(Reader& in, T& value);

template <class T>
struct Form;  // how a type is encoded

template <std::integral I>
struct Form<I> {
    static void write(std::string& out, I value) {
        if constexpr (std::is_signed_v<I>) {
            const auto wide = static_cast<std::int64_t>(value);
            write_varint(out, (static_cast<std::uint64_t>(wide) << 1U) ^
                                  static_cast<std::uint64_t>(wide >> 63U));
        } else {
            write_varint(out, value);
        }
    }
    static void read(Reader& in, I& value) {
        const std::uint64_t raw = in.varint();
        if constexpr (std::is_signed_v<I>) {
            value = static_cast<I>((raw >> 1U) ^ (~(raw & 1U) + 1U));
        } else {
            value = static_cast<I>(raw);
        }
    }
};
template <class E>
    requires std::is_enum_v<E>
struct Form<E> {
    static void write(std::string& out, E value) {
        write_varint(out, static_cast<std::uint64_t>(value));
    }
    static void read(Reader& in, E& value) { value = static_cast<E>(in.varint()); }
};
// Same bytes as std::string; decodes to a view of the row.
template <>
struct Form<std::string_view> {
    static void write(std::string& out, std::string_view value) {
        write_varint(out, value.size());
        out += value;
    }
    static void read(Reader& in, std::string_view& value) { value = in.bytes(in.varint()); }
};
template <>
struct Form<std::string> {
    static void write(std::string& out, const std::string& value) {
        packed::write(out, std::string_view(value));
    }
    static void read(Reader& in, std::string& value) { value.assign(in.bytes(in.varint())); }
};
template <>
struct Form<Instant> {
    static void write(std::string& out, Instant value) { packed::write(out, unix_ms(value)); }
    static void read(Reader& in, Instant& value) {
        std::int64_t ms = 0;
        packed::read(in, ms);
        value = from_unix_ms(ms);
    }
};
template <>
struct Form<TimeOfDay> {
    static void write(std::string& out, TimeOfDay value) { packed::write(out, value.minutes); }
    static void read(Reader& in, TimeOfDay& value) { packed::read(in, value.minutes); }
};
template <>
struct Form<Scopes> {
    static void write(std::string& out, Scopes value) { write_varint(out, value.bits); }
    static void read(Reader& in, Scopes& value) { packed::read(in, value.bits); }
};
template <IdPrefix Prefix>
struct Form<Id<Prefix>> {
    static void write(std::string& out, const Id<Prefix>& value) {
        out.append(reinterpret_cast<const char*>(value.uuid.data()), value.uuid.size());
    }
    static void read(Reader& in, Id<Prefix>& value) {
        const auto bytes = in.bytes(value.uuid.size());
        std::copy(bytes.begin(), bytes.end(), value.uuid.begin());
    }
};
template <class T>
struct Form<Personal<T>> {
    static void write(std::string& out, const Personal<T>& value) {
        packed::write(out, value.value);
    }
    static void read(Reader& in, Personal<T>& value) { packed::read(in, value.value); }
};
// Only the tables of credentials hold secrets; no view with Fields contains them.
template <class T>
struct Form<Secret<T>> {
    static void write(std::string& out, const Secret<T>& value) { packed::write(out, value.value); }
    static void read(Reader& in, Secret<T>& value) { packed::read(in, value.value); }
};
template <>
struct Form<Ref> {  // the prefix names the kind; the rest is encoded like any id
    static void write(std::string& out, const Ref& value) {
        packed::write(out, value.prefix());
        packed::write(out, PersonId{value.uuid()});
    }
    static void read(Reader& in, Ref& value) {
        const auto prefix = in.bytes(in.varint());
        PersonId id;
        packed::read(in, id);
        const auto known = Ref::of(prefix, id.uuid);
        if (!known) throw std::runtime_error("A row of the read model is damaged: no such id.");
        value = *known;
    }
};
template <class T>
struct Form<std::optional<T>> {
    static void write(std::string& out, const std::optional<T>& value) {
        out += value ? '\1' : '\0';
        if (value) packed::write(out, *value);
    }
    static void read(Reader& in, std::optional<T>& value) {
        if (in.bytes(1).front() == '\1') packed::read(in, value.emplace());
    }
};
template <class T>
struct Form<std::vector<T>> {
    static void write(std::string& out, const std::vector<T>& values) {
        write_varint(out, values.size());
        for (const auto& value : values) packed::write(out, value);
    }
    static void read(Reader& in, std::vector<T>& values) {
        for (auto count = in.varint(); count > 0; --count) packed::read(in, values.emplace_back());
    }
};
template <Described T>
struct Form<T> {
    static void write(std::string& out, const T& value) {
        Fields<T>::list([&](const auto&... f) { (packed::write(out, value.*f.member), ...); });
    }
    static void read(Reader& in, T& value) {
        Fields<T>::list([&](const auto&... f) { (packed::read(in, value.*f.member), ...); });
    }
};

template <class T>
void write(std::string& out, const T& value) {
    Form<T>::write(out, value);
}
template <class T>
void read(Reader& in, T& value) {
    Form<T>::read(in, value);
}

}  // namespace dibs::packed

namespace dibs {

template <class T>
[[nodiscard]] std::string pack(const T& value) {
    std::string out;
    out.reserve(256);
    packed::write(out, value);
    return out;
}
template <class T>
[[nodiscard]] T unpack(std::string_view bytes) {
    T value{};
    packed::Reader in(bytes);
    packed::read(in, value);
    return value;
}

}  // namespace dibs
