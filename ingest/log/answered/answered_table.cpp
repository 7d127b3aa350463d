// The rows and their transactions.
#include "ingest/log/answered/answered_table.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/log_error.hpp"
#include "ingest/log/disk/table_look.hpp"

#include <cstring>
#include <utility>

#include <lmdb.h>
#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::string_view checkpoint_key = "checkpoint";
constexpr std::size_t row_bytes = 56;
using Row = std::array<unsigned char, row_bytes>;

MDB_val val_of(const KeyHash& id) {
    return {id.size(), const_cast<unsigned char*>(id.data())};
}
MDB_val val_of(std::string_view text) {
    return {text.size(), const_cast<char*>(text.data())};
}

void put_number(unsigned char* out, std::int64_t number) {
    const auto bytes = lmdb::to_key(static_cast<std::uint64_t>(number));
    std::memcpy(out, bytes.data(), bytes.size());
}
std::int64_t number_at(const unsigned char* data) {
    return static_cast<std::int64_t>(lmdb::from_key(data));
}

Row row_of(const Answered& key) {
    Row row{};
    std::memcpy(row.data(), key.asked.data(), 16);
    std::memcpy(row.data() + 16, key.account.uuid.data(), 16);
    put_number(row.data() + 32, key.position);
    put_number(row.data() + 40, key.first);
    put_number(row.data() + 48, unix_ms(key.at));
    return row;
}
using lmdb::view;
std::optional<Answered> key_of(std::string_view id, std::string_view value) {
    const auto row = checked(id, value);
    if (id.size() != 16 || !row || row->size() != row_bytes) return std::nullopt;
    const auto* data = reinterpret_cast<const unsigned char*>(row->data());
    Answered key;
    std::memcpy(key.id.data(), id.data(), 16);
    std::memcpy(key.asked.data(), data, 16);
    std::memcpy(key.account.uuid.data(), data + 16, 16);
    key.position = number_at(data + 32);
    key.first = number_at(data + 40);
    key.at = from_unix_ms(number_at(data + 48));
    return key;
}

std::optional<Answered> look_up(MDB_txn* txn, MDB_dbi keys, const KeyHash& id) {
    MDB_val key = val_of(id);
    MDB_val value{};
    if (mdb_get(txn, keys, &key, &value) != 0) return std::nullopt;
    return key_of(view(key), view(value));
}

}  // namespace

LogResult<std::unique_ptr<AnsweredTable>> AnsweredTable::open(
    const std::filesystem::path& directory) {
    auto taken = DataDirectory::take(directory);
    if (!taken) return tl::unexpected(taken.error());
    std::unique_ptr<AnsweredTable> table(new AnsweredTable(std::move(*taken)));
    auto opened = table->open_tables();
    if (!opened && opened.error().kind == LogError::Kind::damaged) {
        spdlog::warn("{}: it is made anew from the log.", opened.error().text);
        table->reader_.reset();
        table->env_.reset();
        std::filesystem::remove(directory / "data.mdb");
        opened = table->open_tables();
    }
    if (!opened) return tl::unexpected(opened.error());
    return table;
}

LogResult<void> AnsweredTable::open_tables() {
    auto env = lmdb::open_env(directory_, {}, "dibs answered 2");
    if (!env) return tl::unexpected(env.error());
    env_ = std::move(*env);
    for (const auto& [name, table] :
         {std::pair{"keys", &keys_}, std::pair{"ages", &ages_}, std::pair{"state", &state_}}) {
        const auto opened = lmdb::open_table(env_.get(), name);
        if (!opened) return tl::unexpected(opened.error());
        *table = *opened;
    }
    reader_ = std::make_unique<lmdb::Reader>(env_.get());
    MDB_txn* txn = reader_->begin();
    if (txn == nullptr) return log_error(LogError::Kind::unavailable, "no key can be read");
    MDB_val key = val_of(checkpoint_key);
    MDB_val value{};
    std::optional<Checkpoint> found = Checkpoint{};
    if (mdb_get(txn, state_, &key, &value) == 0) {
        const auto text = checked(checkpoint_key, view(value));
        found = text ? parse_checkpoint(*text) : std::nullopt;
    }
    reader_->end();
    checkpoint_ = found.value_or(Checkpoint{});
    if (found) return {};
    return log_error(LogError::Kind::damaged,
                     "data directory " + directory_.path().string() + ": no checkpoint is there");
}

LogResult<std::optional<Answered>> AnsweredTable::find(const KeyHash& id) {
    MDB_txn* txn = reader_->begin();
    if (txn == nullptr) return log_error(LogError::Kind::unavailable, "no key can be read");
    auto found = look_up(txn, keys_, id);
    reader_->end();
    return found;
}

LogResult<void> AnsweredTable::for_each(const std::function<void(const Answered&)>& take) {
    lmdb::TableLook look(env_.get(), directory_, "keys");
    if (auto begun = look.begin(); !begun) return begun;
    std::size_t sound = 0;
    KeyHash last{};
    look.scan({}, [&](std::string_view key, std::string_view value) {
        const auto kept = key_of(key, value);
        if (!kept || (sound > 0 && kept->id <= last)) return false;
        last = kept->id;
        ++sound;
        take(*kept);
        return true;
    });
    const bool whole = look.entries() == sound;
    if (whole) return {};
    return log_error(LogError::Kind::damaged,
                     "the table of answered commands is damaged, and made anew from the log");
}

LogResult<void> AnsweredTable::in_transaction(std::string_view doing,
                                              const std::function<int(MDB_txn*)>& write) {
    MDB_txn* raw = nullptr;
    int code = mdb_txn_begin(env_.get(), nullptr, 0, &raw);
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, doing));
    lmdb::Txn txn(raw);
    code = write(raw);
    if (code == 0) code = lmdb::commit(std::move(txn));
    if (code != 0) return tl::unexpected(lmdb::to_error(code, directory_, doing));
    return {};
}

int AnsweredTable::put(MDB_txn* txn, const Answered& key) {
    const auto row = row_of(key);
    MDB_val id = val_of(key.id);
    const auto stored =
        with_checksum(view(id), {reinterpret_cast<const char*>(row.data()), row.size()});
    MDB_val value = val_of(stored);
    if (const int code = mdb_put(txn, keys_, &id, &value, 0); code != 0) return code;
    auto position = lmdb::to_key(static_cast<std::uint64_t>(key.position));
    MDB_val age{position.size(), position.data()};
    return mdb_put(txn, ages_, &age, &id, 0);
}

// Positions grow with time, so the oldest come first. A key that was used again later has a newer
// row, which stays.
int AnsweredTable::forget_older(MDB_txn* txn, Instant oldest,
                                const std::function<void(const Answered&)>& forget) {
    MDB_cursor* raw = nullptr;
    if (const int code = mdb_cursor_open(txn, ages_, &raw); code != 0) return code;
    const lmdb::Cursor cursor(raw);
    MDB_val age{};
    MDB_val value{};
    while (mdb_cursor_get(raw, &age, &value, MDB_FIRST) == 0) {
        KeyHash id{};
        if (value.mv_size == id.size()) std::memcpy(id.data(), value.mv_data, id.size());
        const auto position = static_cast<Position>(lmdb::from_key(age.mv_data));
        const auto kept = look_up(txn, keys_, id);
        if (kept && kept->position == position) {
            if (kept->at >= oldest) return 0;
            MDB_val key = val_of(id);
            if (const int code = mdb_del(txn, keys_, &key, nullptr); code != 0) return code;
            forget(*kept);
        }
        if (const int code = mdb_cursor_del(raw, 0); code != 0) return code;
    }
    return 0;
}

int AnsweredTable::put_checkpoint(MDB_txn* txn, const Checkpoint& checkpoint) {
    const auto text = with_checksum(checkpoint_key, encode_checkpoint(checkpoint));
    MDB_val key = val_of(checkpoint_key);
    MDB_val value = val_of(text);
    return mdb_put(txn, state_, &key, &value, 0);
}

LogResult<void> AnsweredTable::store(const std::vector<Answered>& keys,
                                     const Checkpoint& checkpoint, Instant oldest,
                                     const std::function<void(const Answered&)>& forget) {
    std::vector<Answered> forgotten;
    auto stored = in_transaction("storing keys", [&](MDB_txn* txn) {
        // First: a key that is used again after its time still has its old row here.
        const auto note = [&](const Answered& key) { forgotten.push_back(key); };
        if (const int code = forget_older(txn, oldest, note); code != 0) return code;
        for (const auto& key : keys) {
            if (const int code = put(txn, key); code != 0) return code;
        }
        return put_checkpoint(txn, checkpoint);
    });
    if (!stored) return stored;
    checkpoint_ = checkpoint;
    for (const auto& key : forgotten) forget(key);
    return {};
}

LogResult<void> AnsweredTable::clear() {
    auto cleared = in_transaction("clearing the keys", [&](MDB_txn* txn) {
        for (const auto table : {keys_, ages_, state_}) {
            if (const int code = mdb_drop(txn, table, 0); code != 0) return code;
        }
        return 0;
    });
    if (cleared) checkpoint_ = {};
    return cleared;
}

}  // namespace dibs
