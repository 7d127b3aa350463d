// Stores Personal and Secret text: replaces these members by their sealed form before an event goes
// to the log, and opens them after reading. ingest/keys has the keys. Only this file knows which
// member uses which key.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/world/recorded.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dibs {

// Any thread. The seal includes `about`: a text that was sealed for one thing opens for no other.
class Sealer {
  public:
    virtual ~Sealer() = default;

    // Uses the installation's key.
    virtual std::string seal(std::string_view plain, std::string_view about) = 0;
    virtual Result<std::string> open(std::string_view sealed, std::string_view about) const = 0;

    // Uses the key of a person or an account. Creates it durably at the first use.
    virtual std::string seal_for(const KeyOwner& owner, std::string_view plain,
                                 std::string_view about) = 0;
    // Nothing if that key was deleted: the text is erased.
    virtual Result<std::optional<std::string>> open_for(const KeyOwner& owner,
                                                        std::string_view sealed,
                                                        std::string_view about) const = 0;
    // True if the key was deleted on purpose. Unencrypted text of that owner is then hidden too.
    [[nodiscard]] virtual bool is_erased(const KeyOwner& owner) const = 0;
};

// The event with its Personal and Secret members sealed.
[[nodiscard]] Event sealed(const Event& event, Sealer& sealer);
// The reverse; erased text becomes empty. A refusal means another installation's key, or damage.
[[nodiscard]] Result<Event> opened(Event event, const Sealer& sealer);

// A command for another node. Its Secret members use the installation's key. Its Personal members
// stay plain text, because commands are not stored.
[[nodiscard]] Command sealed(const Command& command, Sealer& sealer);
[[nodiscard]] Result<Command> opened(Command command, const Sealer& sealer);

// --- finds the sealed members by their Fields

template <class T>
inline constexpr bool is_secret = false;
template <class T>
inline constexpr bool is_secret<Secret<T>> = true;
template <class T>
inline constexpr bool is_personal = false;
template <class T>
inline constexpr bool is_personal<Personal<T>> = true;

// The text of a sealed_field: this mark and the sealed form, or unencrypted text.
inline constexpr char sealed_mark = '~';
struct SealedText {
    std::string& text;
    ErasedAs erased_as;
};

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
        return Fields<T>::list([](const auto&... f) {
            return (Has<std::remove_cvref_t<decltype(std::declval<T&>().*f.member)>>::value || ...);
        });
    }
    template <class M>
    using HasPersonal = std::bool_constant<SealedMembers<M>::personal>;
    template <class M>
    using HasSecret = std::bool_constant<SealedMembers<M>::secret>;
    static constexpr bool any_sealed_field() {
        return Fields<T>::list([](const auto&... f) {
            return (is_sealed_field<std::remove_cvref_t<decltype(f)>> || ...);
        });
    }
    static constexpr bool personal = any<HasPersonal>() || any_sealed_field();
    static constexpr bool secret = any<HasSecret>();
};

template <class T, class Visit>
void for_each_sealed(T& value, Visit&& visit);

template <class F, class M, class Visit>
void visit_member(const F& field, M& member, Visit& visit) {
    if constexpr (!is_sealed_field<F>) {
        for_each_sealed(member, visit);
    } else if constexpr (std::is_same_v<M, std::string>) {
        SealedText text{member, field.erased_as};
        visit(text);
    } else if (member) {
        SealedText text{*member, field.erased_as};
        visit(text);
    }
}

// Calls visit with each Personal, Secret and SealedText in a value.
template <class T, class Visit>
void for_each_sealed(T& value, Visit&& visit) {
    if constexpr (is_secret<T> || is_personal<T>) {
        visit(value);
    } else if constexpr (Described<T>) {
        if constexpr (SealedMembers<T>::personal || SealedMembers<T>::secret) {
            Fields<T>::list(
                [&](const auto&... f) { (visit_member(f, value.*f.member, visit), ...); });
        }
    } else if constexpr (SealedMembers<T>::personal || SealedMembers<T>::secret) {
        if constexpr (requires { value.begin(); }) {
            for (auto& element : value) for_each_sealed(element, visit);
        } else {
            if (value) for_each_sealed(*value, visit);
        }
    }
}

// --- seals one value in place: an event, a command, a row of a snapshot

template <class T>
concept Owned = requires(const T& t) {
    { t.key_owner() } -> std::same_as<KeyOwner>;
};

// Text of an account without a person on Dibs stays unencrypted. The account's name alone would be
// the owner of the key.
inline void seal_text(SealedText& member, const KeyOwner& owner, std::string_view about,
                      Sealer& sealer) {
    if (!std::holds_alternative<PersonId>(owner)) return;
    member.text = sealed_mark + sealer.seal_for(owner, member.text, about);
}

// Text with the mark that does not open is plain text: a browser may have any name.
inline void open_text(SealedText& member, const KeyOwner& owner, std::string_view about,
                      const Sealer& sealer) {
    const auto* person = std::get_if<PersonId>(&owner);
    if (person == nullptr) return;
    bool erased = sealer.is_erased(owner);
    if (!erased && member.text.starts_with(sealed_mark)) {
        auto plain = sealer.open_for(owner, std::string_view(member.text).substr(1), about);
        if (!plain) return;
        erased = !*plain;
        if (*plain) member.text = std::move(**plain);
    }
    if (!erased) return;
    member.text = member.erased_as == ErasedAs::pseudonym ? pseudonym_of(*person) : "";
}

template <class T>
void seal_members(T& value, std::string_view about, Sealer& sealer) {
    for_each_sealed(value, [&]<class M>(M& member) {
        if constexpr (std::is_same_v<M, SealedText>) {
            if constexpr (Owned<T>) seal_text(member, value.key_owner(), about, sealer);
        } else if constexpr (is_secret<M>) {
            member = {sealer.seal(member.value, about), true};
        } else if constexpr (Owned<T>) {
            member.value = sealer.seal_for(value.key_owner(), member.value, about);
        }
    });
}

// Stops at the first member that cannot be opened.
template <class T>
std::optional<Refusal> open_members(T& value, std::string_view about, const Sealer& sealer) {
    std::optional<Refusal> problem;
    for_each_sealed(value, [&]<class M>(M& member) {
        if (problem) return;
        if constexpr (std::is_same_v<M, SealedText>) {
            if constexpr (Owned<T>) open_text(member, value.key_owner(), about, sealer);
        } else if constexpr (is_secret<M>) {
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
