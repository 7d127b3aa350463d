// All tables, in one list: the enumerator and the name are the same word. Each table but `meta`
// belongs to one projection or to Usage, which declares it. The README of its folder has keys and
// rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

// clang-format off
#define DIBS_TABLES(table) \
    table(meta), \
    table(history), \
    table(history_index), \
    table(hosts), \
    table(host_names), \
    table(gpus), \
    table(gpu_uuids), \
    table(host_gpus), \
    table(processes), \
    table(running), \
    table(running_processes), \
    table(people), \
    table(people_by_name), \
    table(people_by_skeleton), \
    table(unix_names), \
    table(credentials), \
    table(sessions), \
    table(sessions_by_person), \
    table(tokens), \
    table(tokens_by_person), \
    table(setup), \
    table(password_links), \
    table(groups), \
    table(groups_by_person), \
    table(invitations), \
    table(grants), \
    table(reservations), \
    table(reservations_by_start), \
    table(reservations_by_owner), \
    table(reservations_by_gpu), \
    table(reservations_by_project), \
    table(longest_reservation), \
    table(violations), \
    table(open_violations), \
    table(open_violations_by_process), \
    table(violation_levels), \
    table(boards), \
    table(budgets), \
    table(feeds), \
    table(feeds_by_owner), \
    table(feed_secrets), \
    table(rules), \
    table(usage_minutes), \
    table(usage_hours), \
    table(usage_days), \
    table(usage_uses)
// clang-format on

namespace dibs {

#define DIBS_ENUMERATOR(name) name
enum class Table : std::size_t { DIBS_TABLES(DIBS_ENUMERATOR) };
#undef DIBS_ENUMERATOR

#define DIBS_NAME(name) std::string_view(#name)
inline constexpr std::array table_names{DIBS_TABLES(DIBS_NAME)};
#undef DIBS_NAME

inline constexpr std::size_t table_count = table_names.size();

[[nodiscard]] constexpr std::string_view name_of(Table table) {
    return table_names[static_cast<std::size_t>(table)];
}

class TableSet {
  public:
    constexpr TableSet(std::initializer_list<Table> tables) {
        for (const Table table : tables) bits_ |= bit(table);
    }
    static constexpr TableSet all() {
        TableSet set{};
        for (std::size_t i = 0; i < table_count; ++i) set.bits_ |= bit(static_cast<Table>(i));
        return set;
    }
    [[nodiscard]] constexpr bool has(Table table) const { return (bits_ & bit(table)) != 0; }
    [[nodiscard]] constexpr bool overlaps(TableSet other) const {
        return (bits_ & other.bits_) != 0;
    }
    [[nodiscard]] constexpr TableSet operator+(TableSet other) const {
        other.bits_ |= bits_;
        return other;
    }
    template <class F>
    constexpr void for_each(const F& f) const {
        for (std::size_t i = 0; i < table_count; ++i) {
            if (const auto table = static_cast<Table>(i); has(table)) f(table);
        }
    }
    friend constexpr bool operator==(TableSet, TableSet) = default;

  private:
    static constexpr std::uint64_t bit(Table table) {
        return std::uint64_t{1} << static_cast<std::size_t>(table);
    }
    static_assert(table_count <= 64);
    std::uint64_t bits_ = 0;
};

}  // namespace dibs
