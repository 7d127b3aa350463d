// Describes the JSON form of a struct once, as a list of names and members. Reading and writing
// follow from the list (json_reader.hpp, json_writer.hpp).
//
//   template <> struct Fields<Point> {
//       static constexpr auto list = field_list(field("x", &Point::x), field("y", &Point::y));
//   };
//   template <> struct Names<Colour> {
//       static constexpr std::array list = {named(Colour::red, "red")};
//   };
//
// A std::optional member may be absent; every other member must be present. Names are the stored
// format.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dibs {

template <class T>
struct Fields;  // of a struct

template <class E>
struct Names;  // of an enumeration

template <class T, class M>
struct Field {
    std::string_view name;
    M T::*member;
};
template <class T, class M>
constexpr Field<T, M> field(std::string_view name, M T::*member) {
    return {name, member};
}

// Personal text that old versions of Dibs stored unencrypted. It is sealed if its owner is known
// (codec/seal.hpp). Both forms are a string. `erased_as` is the value that readers get without the
// key.
enum class ErasedAs { pseudonym, nothing };
template <class T, class M>
struct SealedField : Field<T, M> {
    ErasedAs erased_as;
};
template <class T, class M>
constexpr SealedField<T, M> sealed_field(std::string_view name, M T::*member,
                                         ErasedAs erased_as = ErasedAs::pseudonym) {
    return {{name, member}, erased_as};
}
template <class F>
inline constexpr bool is_sealed_field = false;
template <class T, class M>
inline constexpr bool is_sealed_field<SealedField<T, M>> = true;

// The fields of one struct. `Fields<T>::list(visit)` passes all of them to `visit` in one call. It
// is a closure, because a std::tuple of twenty fields takes g++ a hundred times as long, and there
// are hundreds of lists.
template <class... Fs>
constexpr auto field_list(Fs... fields) {
    return [fields...](auto&& visit) -> decltype(auto) { return visit(fields...); };
}
// The fields of the first list, then those of the second.
template <class First, class Second>
constexpr auto joined_fields(First first, Second second) {
    return first([&](auto... of_first) {
        return second([&](auto... of_second) { return field_list(of_first..., of_second...); });
    });
}
template <class List>
inline constexpr std::size_t field_count = decltype(std::declval<List>()(
    [](auto... f) { return std::integral_constant<std::size_t, sizeof...(f)>{}; }))::value;

template <class E>
constexpr std::pair<E, std::string_view> named(E value, std::string_view name) {
    return {value, name};
}

template <class T>
concept Described = requires { Fields<T>::list; };
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires { Names<E>::list; };

template <NamedEnum E>
[[nodiscard]] constexpr std::string_view name_of_value(E value) {
    for (const auto& [v, name] : Names<E>::list) {
        if (v == value) return name;
    }
    return "";
}
template <NamedEnum E>
[[nodiscard]] constexpr std::optional<E> value_named(std::string_view name) {
    for (const auto& [value, known] : Names<E>::list) {
        if (known == name) return value;
    }
    return std::nullopt;
}
// All names, for an error message: "red, green".
template <NamedEnum E>
[[nodiscard]] std::string all_names() {
    std::string all;
    for (const auto& [value, name] : Names<E>::list) {
        all.append(all.empty() ? "" : ", ").append(name);
    }
    return all;
}

}  // namespace dibs
