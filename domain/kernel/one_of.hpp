// A value that is one of several structs: an aggregate's Event or Command, or those of any
// aggregate. get_if, get and visit work as for std::variant. The value is on the heap, immutable,
// and shared by its copies. For a std::variant, the compiler generates the copy and destroy code in
// every unit that uses it. For OneOf, it generates each struct's part where a value is made
// (decision 0126).
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace dibs {

// Its address identifies the type.
template <class T>
inline constexpr char mark_of_type = 0;

// A struct that has a type name.
template <class T>
concept Named = std::convertible_to<decltype(T::type), std::string_view>;

// A value and its struct's type.
class StructValue {
  public:
    // The name of its struct in the log: "reservation.booked.v1", "tick".
    [[nodiscard]] std::string_view type() const { return kind_->type; }
    template <Named T>
    [[nodiscard]] bool is() const {
        return kind_->struct_mark == &mark_of_type<T>;
    }
    // True if the value is one of the structs of this OneOf.
    template <class Part>
    [[nodiscard]] bool is_in() const {
        return kind_->part_mark == &mark_of_type<Part>;
    }

  protected:
    struct Kind {
        const char* struct_mark;
        const char* part_mark;
        std::size_t index;  // among the structs of the OneOf
        std::string_view type;
    };
    StructValue(const Kind& kind, std::shared_ptr<const void> value)
        : kind_(&kind), value_(std::move(value)) {}
    ~StructValue() = default;
    StructValue(const StructValue&) = default;
    StructValue(StructValue&&) = default;
    StructValue& operator=(const StructValue&) = default;
    StructValue& operator=(StructValue&&) = default;

  private:
    template <Named T>
    friend const T* get_if(const StructValue* any);
    template <class, class...>
    friend class OneOf;

    const Kind* kind_;
    std::shared_ptr<const void> value_;
};

// One of Ts. Any is a StructValue too, which may hold the same value: an event of one aggregate is
// an Event.
template <class Any, class... Ts>
class OneOf : public StructValue {
  public:
    template <class T>
    static constexpr bool has = (std::same_as<T, Ts> || ...);

    template <class T>
        requires has<T>
    OneOf(T value)  // NOLINT(google-explicit-constructor): as that of a variant
        : StructValue(kind_of<T>,
                      {static_cast<const void*>(new T(std::move(value))), &destroy<T>}) {}

  private:
    template <class Part>
    friend std::optional<Part> as(const StructValue& any);
    template <class Visit, class OfAny, class... Us>
    friend decltype(auto) visit(Visit&& visit, const OneOf<OfAny, Us...>& one);

    explicit OneOf(const StructValue& any) : StructValue(any) {}

    // Gives all values one kind of shared_ptr. std::make_shared would be compiled for each struct.
    template <class T>
    static void destroy(const void* value) {
        delete static_cast<const T*>(value);
    }

    template <class T>
    static constexpr std::size_t index_of = [] {
        std::size_t at = 0;
        (void)((std::same_as<T, Ts> || (++at, false)) || ...);
        return at;
    }();
    template <class T>
    static constexpr Kind kind_of{&mark_of_type<T>, &mark_of_type<OneOf>, index_of<T>, T::type};

    template <class Visit>
    [[nodiscard]] decltype(auto) visited(Visit& visit) const {
        using First = std::tuple_element_t<0, std::tuple<Ts...>>;
        using Answer = std::invoke_result_t<Visit&, const First&>;
        static constexpr Answer (*calls[])(
            Visit&, const void*) = {[](Visit& call, const void* value) -> Answer {
            return call(*static_cast<const Ts*>(value));
        }...};
        return calls[kind_->index](visit, value_.get());
    }
};

// The value if it is a T, else null. Null for null.
template <Named T>
[[nodiscard]] const T* get_if(const StructValue* any) {
    return any != nullptr && any->is<T>() ? static_cast<const T*>(any->value_.get()) : nullptr;
}
template <Named T, class Any, class... Ts>
[[nodiscard]] const T* get_if(const OneOf<Any, Ts...>* one) {
    static_assert(OneOf<Any, Ts...>::template has<T>, "it is never a value of this type");
    return get_if<T>(static_cast<const StructValue*>(one));
}

// Throws std::logic_error if the value is another struct.
template <Named T>
[[nodiscard]] const T& get(const StructValue& any) {
    const auto* value = get_if<T>(&any);
    if (value == nullptr) throw std::logic_error("it is a " + std::string(any.type()));
    return *value;
}

// An event or command of any aggregate as one of this aggregate. Nothing if it belongs to another
// one.
template <class Part>
[[nodiscard]] std::optional<Part> as(const StructValue& any) {
    if (!any.is_in<Part>()) return std::nullopt;
    return Part(any);
}

// Calls visit with the value as its own struct. All calls return the same type.
template <class Visit, class Any, class... Ts>
decltype(auto) visit(Visit&& visit, const OneOf<Any, Ts...>& one) {
    return one.visited(visit);
}

}  // namespace dibs
