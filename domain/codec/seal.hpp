// How text that is not everybody's is stored: Personal and Secret members are replaced by their
// sealed form before an event is written to the log, and opened after it is read. The keys are
// somebody else's (ingest/keys); this is the only place that knows which member takes which key.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/recorded.hpp"
#include "domain/sealed.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dibs {

// Any thread. `about` is bound into the seal: what was sealed for one thing opens for no other.
class Sealer {
  public:
    virtual ~Sealer() = default;

    // Under the installation's key.
    virtual std::string seal(std::string_view plain, std::string_view about) = 0;
    virtual Result<std::string> open(std::string_view sealed, std::string_view about) const = 0;

    // Under the key of a person or an account, which is made, durably, when it is needed first.
    virtual std::string seal_for(const KeyOwner& owner, std::string_view plain,
                                 std::string_view about) = 0;
    // Nothing if that key was deleted: the text is erased.
    virtual Result<std::optional<std::string>> open_for(const KeyOwner& owner,
                                                        std::string_view sealed,
                                                        std::string_view about) const = 0;
};

// The event with its Personal and Secret members sealed.
[[nodiscard]] Event sealed(const Event& event, Sealer& sealer);
// The other way round; erased text reads as empty. A refusal means another installation's key, or
// damage.
[[nodiscard]] Result<Event> opened(Event event, const Sealer& sealer);

// A command on its way to another node: its Secret members under the installation's key; Personal
// ones as they are, since commands are not kept.
[[nodiscard]] Command sealed(const Command& command, Sealer& sealer);
[[nodiscard]] Result<Command> opened(Command command, const Sealer& sealer);

// --- which members are sealed, found by their Fields

template <class T>
inline constexpr bool is_secret = false;
template <class T>
inline constexpr bool is_secret<Secret<T>> = true;
template <class T>
inline constexpr bool is_personal = false;
template <class T>
inline constexpr bool is_personal<Personal<T>> = true;

template <class T>
struct SealedMembers {
    static constexpr bool personal = is_personal<T>;
    static constexpr bool secret = is_secret<T>;
};
template <class T>
struct SealedMembers<std::optional<T>> : SealedMembers<T> {};
template <class T>
struct SealedMembers<std::vector<T>> : SealedMembers<T> {};
template <Described T>
struct SealedMembers<T> {
    template <template <class> class Has>
    static constexpr bool any() {
        return std::apply(
            [](const auto&... f) {
                return (Has<std::remove_cvref_t<decltype(std::declval<T&>().*f.member)>>::value ||
                        ...);
            },
            Fields<T>::list);
    }
    template <class M>
    using HasPersonal = std::bool_constant<SealedMembers<M>::personal>;
    template <class M>
    using HasSecret = std::bool_constant<SealedMembers<M>::secret>;
    static constexpr bool personal = any<HasPersonal>();
    static constexpr bool secret = any<HasSecret>();
};

// Calls visit with each Personal and Secret in a value.
template <class T, class Visit>
void for_each_sealed(T& value, Visit&& visit) {
    if constexpr (is_secret<T> || is_personal<T>) {
        visit(value);
    } else if constexpr (Described<T>) {
        if constexpr (SealedMembers<T>::personal || SealedMembers<T>::secret) {
            std::apply([&](const auto&... f) { (for_each_sealed(value.*f.member, visit), ...); },
                       Fields<T>::list);
        }
    } else if constexpr (SealedMembers<T>::personal || SealedMembers<T>::secret) {
        if constexpr (requires { value.begin(); }) {
            for (auto& element : value) for_each_sealed(element, visit);
        } else {
            if (value) for_each_sealed(*value, visit);
        }
    }
}

// --- one value, in place: an event, a command, a row of a snapshot

template <class T>
concept Owned = requires(const T& t) {
    { t.key_owner() } -> std::same_as<KeyOwner>;
};

template <class T>
void seal_members(T& value, std::string_view about, Sealer& sealer) {
    for_each_sealed(value, [&]<class M>(M& member) {
        if constexpr (is_secret<M>) {
            member = {sealer.seal(member.value, about), true};
        } else if constexpr (Owned<T>) {
            member.value = sealer.seal_for(value.key_owner(), member.value, about);
        }
    });
}

// Stops at the first that cannot be opened.
template <class T>
std::optional<Refusal> open_members(T& value, std::string_view about, const Sealer& sealer) {
    std::optional<Refusal> problem;
    for_each_sealed(value, [&]<class M>(M& member) {
        if (problem) return;
        if constexpr (is_secret<M>) {
            auto plain = sealer.open(member.value, about);
            if (plain) {
                member = {std::move(*plain), false};
            } else {
                problem = std::move(plain.error());
            }
        } else if constexpr (Owned<T>) {
            auto plain = sealer.open_for(value.key_owner(), member.value, about);
            if (plain) {
                member.value = plain->value_or("");
            } else {
                problem = std::move(plain.error());
            }
        }
    });
    return problem;
}

}  // namespace dibs
