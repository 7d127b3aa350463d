// A value of one of several structs: what an aggregate's Event and Command are, and Event and
// Command of any aggregate. It is used as std::variant is, with get_if, holds_alternative, get and
// visit, but holds its value on the heap and shares it between copies, which never change it. A
// std::variant makes its copies, moves and comparisons of all its types anew in every unit that has
// one: with 170 structs that was a third of the time of a build (decision 0126).
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

// Their addresses tell types apart.
template <class T>
inline constexpr char mark_of_type = 0;

// A struct that a Held may hold: it has a name.
template <class T>
concept Named = std::convertible_to<decltype(T::type), std::string_view>;

// A value, and which struct it is.
class Held {
  public:
    // Its struct's name in the log: "reservation.booked.v1", "tick".
    [[nodiscard]] std::string_view type() const { return kind_->type; }
    template <Named T>
    [[nodiscard]] bool is() const {
        return kind_->struct_mark == &mark_of_type<T>;
    }
    // Whether it is one of the structs of this OneOf.
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
    Held(const Kind& kind, std::shared_ptr<const void> value)
        : kind_(&kind), value_(std::move(value)) {}
    ~Held() = default;
    Held(const Held&) = default;
    Held(Held&&) = default;
    Held& operator=(const Held&) = default;
    Held& operator=(Held&&) = default;

  private:
    template <Named T>
    friend const T* get_if(const Held* held);
    template <class, class...>
    friend class OneOf;

    const Kind* kind_;
    std::shared_ptr<const void> value_;
};

// One of Ts, of which Any, a Held too, may be one as well: an event of one aggregate is an Event.
template <class Any, class... Ts>
class OneOf : public Held {
  public:
    template <class T>
    static constexpr bool has = (std::same_as<T, Ts> || ...);

    template <class T>
        requires has<T>
    OneOf(T value)  // NOLINT(google-explicit-constructor): as that of a variant
        : Held(kind_of<T>, {static_cast<const void*>(new T(std::move(value))), &destroy<T>}) {}

    [[nodiscard]] std::size_t index() const { return kind_->index; }

    friend bool operator==(const OneOf& a, const OneOf& b) {
        return a.index() == b.index() &&
               visit([&]<class T>(const T& of_a) { return of_a == get<T>(b); }, a);
    }

  private:
    template <class Part>
    friend std::optional<Part> as(const Held& held);
    template <class Visit, class OfAny, class... Us>
    friend decltype(auto) visit(Visit&& visit, const OneOf<OfAny, Us...>& one);

    explicit OneOf(const Held& held) : Held(held) {}

    // So there is one kind of shared_ptr; std::make_shared would be compiled for each struct.
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
        return calls[index()](visit, value_.get());
    }
};

// The value, if it is a T; null else, and for null.
template <Named T>
[[nodiscard]] const T* get_if(const Held* held) {
    return held != nullptr && held->is<T>() ? static_cast<const T*>(held->value_.get()) : nullptr;
}
template <Named T, class Any, class... Ts>
[[nodiscard]] const T* get_if(const OneOf<Any, Ts...>* one) {
    static_assert(OneOf<Any, Ts...>::template has<T>, "it is never a value of this type");
    return get_if<T>(static_cast<const Held*>(one));
}

template <Named T>
[[nodiscard]] bool holds_alternative(const Held& held) {
    return held.is<T>();
}

// Throws std::logic_error where it is another.
template <Named T>
[[nodiscard]] const T& get(const Held& held) {
    const auto* value = get_if<T>(&held);
    if (value == nullptr) throw std::logic_error("it is a " + std::string(held.type()));
    return *value;
}

// An event or a command of any aggregate as one of this aggregate's; none, if it is another's.
template <class Part>
[[nodiscard]] std::optional<Part> as(const Held& held) {
    if (!held.is_in<Part>()) return std::nullopt;
    return Part(held);
}

// Calls visit with the value as the struct that it is; all calls return the same type.
template <class Visit, class Any, class... Ts>
decltype(auto) visit(Visit&& visit, const OneOf<Any, Ts...>& one) {
    return one.visited(visit);
}

}  // namespace dibs
