// A sorted map and a sorted set for the tens of thousands of things in a world. Rows are in blocks,
// and copies share every block that none of them has changed. So a copy costs one pointer per
// block, and an older world next to a newer one costs little memory. Every change invalidates
// iterators. Ordered by operator<.
#pragma once

#include "domain/kernel/shared.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace dibs {

// The common part of both. Rows declares the row, its key, and the form that readers see.
template <class Rows>
class SharedBlocks {
  public:
    using Key = typename Rows::Key;
    using Row = typename Rows::Row;
    using Seen = typename Rows::Seen;
    static constexpr std::size_t largest_block = 64;  // rows

    class const_iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::remove_cvref_t<Seen>;
        using difference_type = std::ptrdiff_t;
        using reference = Seen;
        struct pointer {
            Seen seen;
            const std::remove_reference_t<Seen>* operator->() const { return &seen; }
        };
        const_iterator() = default;
        Seen operator*() const { return Rows::seen(owner_->row(block_, at_)); }
        pointer operator->() const { return {**this}; }
        const_iterator& operator++() {
            if (++at_ == owner_->blocks_[block_].rows->size()) {
                ++block_;
                at_ = 0;
            }
            return *this;
        }
        const_iterator operator++(int) {
            auto before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const const_iterator&, const const_iterator&) = default;

      private:
        friend class SharedBlocks;
        const_iterator(const SharedBlocks* owner, std::size_t block, std::size_t at)
            : owner_(owner), block_(block), at_(at) {}
        const SharedBlocks* owner_ = nullptr;
        std::size_t block_ = 0, at_ = 0;
    };

    [[nodiscard]] const_iterator begin() const { return {this, 0, 0}; }
    [[nodiscard]] const_iterator end() const { return {this, blocks_.size(), 0}; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    // The first row that is not less than the key.
    [[nodiscard]] const_iterator lower_bound(const Key& key) const {
        return bound(key, [&](const Row& row) { return Rows::key(row) < key; });
    }
    // The first row that is greater than the key.
    [[nodiscard]] const_iterator upper_bound(const Key& key) const {
        return bound(key, [&](const Row& row) { return !(key < Rows::key(row)); });
    }
    [[nodiscard]] const_iterator find(const Key& key) const {
        const auto at = lower_bound(key);
        return at != end() && !(key < Rows::key(row(at.block_, at.at_))) ? at : end();
    }
    [[nodiscard]] bool contains(const Key& key) const { return find(key) != end(); }
    bool erase(const Key& key) {
        const auto found = find(key);
        if (found == end()) return false;
        auto& rows = blocks_[found.block_].rows.own();
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(found.at_));
        --size_;
        if (rows.empty()) {
            blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(found.block_));
        } else {
            blocks_[found.block_].first = Rows::key(rows.front());
            join_next(found.block_);
            if (found.block_ > 0) join_next(found.block_ - 1);
        }
        return true;
    }
    friend bool operator==(const SharedBlocks& a, const SharedBlocks& b) {
        return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
    }
    // The number of blocks that no copy shares.
    [[nodiscard]] std::size_t blocks_alone() const {
        return static_cast<std::size_t>(std::count_if(
            blocks_.begin(), blocks_.end(), [](const Block& b) { return b.rows.is_alone(); }));
    }

  protected:
    // The row of that key, for changes. Calls `make` if there is none.
    template <class MakeRow>
    Row& row_for(const Key& key, const MakeRow& make) {
        const auto at = lower_bound(key);
        if (at != end() && !(key < Rows::key(row(at.block_, at.at_)))) {
            return blocks_[at.block_].rows.own()[at.at_];
        }
        return insert(block_of(key), make());
    }
    Row* find_row(const Key& key) {
        const auto at = find(key);
        return at == end() ? nullptr : &blocks_[at.block_].rows.own()[at.at_];
    }

  private:
    struct Block {
        Key first;                      // of its rows; so a search reads few blocks
        Shared<std::vector<Row>> rows;  // never empty
    };

    [[nodiscard]] const Row& row(std::size_t block, std::size_t at) const {
        return (*blocks_[block].rows)[at];
    }
    // The last block that begins at or before the key, or else the first block.
    [[nodiscard]] std::size_t block_of(const Key& key) const {
        const auto behind =
            std::upper_bound(blocks_.begin(), blocks_.end(), key,
                             [](const Key& k, const Block& block) { return k < block.first; });
        const auto at = static_cast<std::size_t>(behind - blocks_.begin());
        return at == 0 ? 0 : at - 1;
    }
    template <class Before>
    [[nodiscard]] const_iterator bound(const Key& key, const Before& before) const {
        if (blocks_.empty()) return end();
        const auto block = block_of(key);
        const auto& rows = *blocks_[block].rows;
        const auto found = std::partition_point(rows.begin(), rows.end(), before);
        if (found == rows.end()) return {this, block + 1, 0};
        return {this, block, static_cast<std::size_t>(found - rows.begin())};
    }
    Row& insert(std::size_t block, Row row) {
        ++size_;
        if (blocks_.empty()) return insert_block(0, {std::move(row)});
        const auto place = [&](const std::vector<Row>& rows) {
            return std::partition_point(
                       rows.begin(), rows.end(),
                       [&](const Row& other) { return Rows::key(other) < Rows::key(row); }) -
                   rows.begin();
        };
        auto at = place(*blocks_[block].rows);
        if (blocks_[block].rows->size() == largest_block) {
            // Rows in ascending order fill the last block completely before a new one begins.
            if (at == static_cast<std::ptrdiff_t>(largest_block)) {
                return insert_block(block + 1, {std::move(row)});
            }
            split(block);
            if (!(Rows::key(row) < blocks_[block + 1].first)) ++block;
            at = place(*blocks_[block].rows);
        }
        auto& rows = blocks_[block].rows.own();
        auto& added = *rows.insert(rows.begin() + at, std::move(row));
        blocks_[block].first = Rows::key(rows.front());
        return added;
    }
    Row& insert_block(std::size_t before, std::vector<Row> rows) {
        auto first = Rows::key(rows.front());
        const auto at = blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(before),
                                       Block{std::move(first), std::move(rows)});
        return at->rows.own().front();
    }
    void split(std::size_t block) {
        auto& rows = blocks_[block].rows.own();
        const auto middle = rows.begin() + largest_block / 2;
        std::vector<Row> upper(std::make_move_iterator(middle),
                               std::make_move_iterator(rows.end()));
        rows.erase(middle, rows.end());
        insert_block(block + 1, std::move(upper));
    }
    void join_next(std::size_t block) {
        if (block + 1 == blocks_.size()) return;
        const auto& next = *blocks_[block + 1].rows;
        if (blocks_[block].rows->size() + next.size() > largest_block / 2) return;
        auto& rows = blocks_[block].rows.own();
        rows.insert(rows.end(), next.begin(), next.end());
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(block + 1));
    }

    std::vector<Block> blocks_;
    std::size_t size_ = 0;
};

template <class K>
struct RowsOfSet {
    using Key = K;
    using Row = K;
    using Seen = const K&;
    static const K& key(const Row& row) { return row; }
    static Seen seen(const Row& row) { return row; }
};

template <class K>
class SharedSet : public SharedBlocks<RowsOfSet<K>> {
  public:
    void insert(const K& key) {
        this->row_for(key, [&] { return key; });
    }
};

// Values that are not trivially copyable are also shared one by one.
template <class K, class V>
struct RowsOfMap {
    static constexpr bool plain = std::is_trivially_copyable_v<V>;
    using Key = K;
    using Row = std::pair<K, std::conditional_t<plain, V, Shared<V>>>;
    using Seen = std::pair<const K&, const V&>;
    static const K& key(const Row& row) { return row.first; }
    static Seen seen(const Row& row) {
        if constexpr (plain) {
            return {row.first, row.second};
        } else {
            return {row.first, *row.second};
        }
    }
    static V& own(Row& row) {
        if constexpr (plain) {
            return row.second;
        } else {
            return row.second.own();
        }
    }
};

template <class K, class V>
class SharedMap : public SharedBlocks<RowsOfMap<K, V>> {
    using Rows = RowsOfMap<K, V>;

  public:
    // Throws std::out_of_range if there is none.
    [[nodiscard]] const V& at(const K& key) const {
        const auto found = this->find(key);
        if (found == this->end()) throw std::out_of_range("SharedMap::at");
        return found->second;
    }
    // For changes. Throws as `at` does.
    V& own(const K& key) {
        auto* row = this->find_row(key);
        if (row == nullptr) throw std::out_of_range("SharedMap::own");
        return Rows::own(*row);
    }
    // For changes. Inserts a default value if there is none.
    V& operator[](const K& key) {
        return Rows::own(this->row_for(key, [&] { return typename Rows::Row{key, V{}}; }));
    }
};

}  // namespace dibs
