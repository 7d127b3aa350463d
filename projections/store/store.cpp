// See store.hpp: LMDB's environment, its tables and transactions.
#include "projections/store/store.hpp"

#include "domain/log/checksum.hpp"
#include "ingest/log/disk/clean_mark.hpp"
#include "projections/store/lmdb_values.hpp"
#include "projections/store/page_walk.hpp"
#include "projections/store/store_file.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr unsigned most_readers = 1024;
constexpr std::uintmax_t scarce_bytes = 1 << 20;
constexpr std::string_view format_key = "format";
constexpr std::string_view places_key = "places";  // a letter for each table

// LMDB reports a partial write as EIO.
std::string reason_of(int code, const fs::path& directory) {
    std::error_code unknown;
    const auto space = fs::space(directory, unknown);
    if (code != EIO) return mdb_strerror(code);
    if (!unknown && space.available < scarce_bytes) return "no space left on the disk";
    return "Input/output error: a write was taken in part; the disk is full or fails, or files "
           "have a size limit here";
}

}  // namespace

TableNotThere::TableNotThere(Table its_table)
    : std::runtime_error("The table '" + std::string(name_of(its_table)) + "' is being rebuilt."),
      table(its_table) {}

Store::Store(Settings settings) : settings_(std::move(settings)) {
    settings_.format += " page=" + std::to_string(sysconf(_SC_PAGESIZE));
}

StoreResult<std::unique_ptr<Store>> Store::open(Settings settings) {
    auto store = std::unique_ptr<Store>(new Store(std::move(settings)));
    if (auto opened = store->open_files(); !opened) return tl::unexpected(opened.error());
    return store;
}

StoreResult<void> Store::open_files() {
    const auto untrusted = directory_.open(settings_.directory, settings_.boot_id);
    if (!untrusted) return tl::unexpected(untrusted.error());
    discarded_ = *untrusted;
    mark_ = std::make_unique<CleanMark>(directory_.path());
    const bool untouched = mark_->take();
    // A file that LMDB refuses, or of another format, is deleted and created again, once.
    for (const bool again : {false, true}) {
        auto usable = open_environment(untouched && !again);
        if (usable && *usable) {
            if (!directory_.mark_trusted()) {
                return store_error(directory_.path(),
                                   std::string("cannot be written: ") + strerror(errno));
            }
            if (untouched && !again) check_in_background();
            return {};
        }
        close_environment();
        if (no_room_to_map_) {
            (void)directory_.mark_trusted();  // leaves the files unchanged
            return tl::unexpected(usable.error());
        }
        if (again) {
            return usable ? store_error(directory_.path(), "cannot be used")
                          : tl::unexpected(usable.error());
        }
        directory_.remove_data();
        damage_.clear();
        discarded_ = usable ? "it is of another version" : usable.error().text;
    }
    return {};
}

// False: it holds another format.
StoreResult<bool> Store::open_environment(bool untouched) {
    const auto& directory = directory_.path();
    if (!untouched) {
        const auto how = PageCheck(directory / "data.mdb").damage();
        if (!how.empty()) return store_error(directory, how);
    }
    const auto error = [&](int code) { return store_error(directory, mdb_strerror(code)); };
    if (const int code = map_environment()) {
        no_room_to_map_ = code == ENOMEM;
        return no_room_to_map_
                   ? store_error(directory, store_file::no_room_text(settings_.map_bytes))
                   : error(code);
    }
    int dead = 0;
    mdb_reader_check(env_, &dead);  // reader slots of killed processes
    MDB_txn* txn = nullptr;
    if (const int code = mdb_txn_begin(env_, nullptr, 0, &txn)) return error(code);
    if (const int code = open_tables(txn)) {
        mdb_txn_abort(txn);
        return error(code);
    }
    if (const int code = mdb_txn_commit(txn)) return error(code);
    written();
    try {
        return fits_format();
    } catch (const TablesDamaged& damaged) {
        return store_error(directory, damaged.what());
    }
}

int Store::map_environment() {
    if (const int code = mdb_env_create(&env_)) return code;
    store_file::exit_on_damage(env_);
    mdb_env_set_mapsize(env_, settings_.map_bytes);
    mdb_env_set_maxreaders(env_, most_readers);
    mdb_env_set_maxdbs(env_, static_cast<MDB_dbi>(2 * table_count));
    // NORDAHEAD: queries jump. NOMEMINIT is not set, so that no old memory is written to the file.
    constexpr unsigned flags = MDB_NOTLS | MDB_NOSYNC | MDB_NORDAHEAD;
    return mdb_env_open(env_, directory_.path().c_str(), flags, 0600);
}

// Tables that were created before must be found by name. With a flipped bit in a name, LMDB would
// not find the table and would create an empty one.
int Store::open_tables(MDB_txn* txn) {
    auto& meta = dbis_[static_cast<std::size_t>(Table::meta)][0];
    std::string made;
    int code = store_file::open_first_table(txn, name_of(Table::meta).data(), meta, made);
    const auto known = made.size();
    settings_.tables.for_each([&](Table table) {
        const bool two = settings_.in_two_places.has(table);
        auto& places = dbis_[static_cast<std::size_t>(table)];
        for (std::size_t i = 0; i < (two ? 2U : 1U) && code == 0; ++i) {
            const auto name = std::string(name_of(table)) + (!two ? "" : i == 0 ? ".a" : ".b");
            code = store_file::open_table(txn, name, places[i], made);
        }
    });
    if (code == 0 && made.size() != known) code = store_file::keep_names(txn, meta, made);
    return code;
}

bool Store::fits_format() {
    if (const auto found = read().get(Table::meta, format_key)) {
        return *found == settings_.format;
    }
    auto txn = write();
    txn.put(Table::meta, format_key, settings_.format);
    return txn.commit().has_value();
}

// Call after each write to the file, before another writer may begin.
void Store::written() const {
    store_file::cover_last_page(env_);
    mark_->follow();
}

void Store::close_environment() {
    for (MDB_txn* txn : pool_) mdb_txn_abort(txn);
    pool_.clear();
    if (env_) mdb_env_close(env_);
    env_ = nullptr;
}

void Store::close(bool clean) {
    ending_ = true;
    if (walk_.joinable()) walk_.join();
    const bool safe = clean && env_ && damage().empty() && mdb_env_sync(env_, 1) == 0;
    close_environment();
    if (safe) {
        mark_->leave();
        directory_.mark_clean();
    } else if (mark_) {
        CleanMark::forget(directory_.path());
    }
    directory_.close();
}

Store::~Store() {
    close(true);
}
void Store::close_dirty() {
    close(false);
}

ReadTxn Store::read() const {
    MDB_txn* txn = nullptr;
    {
        const std::lock_guard lock(pool_mutex_);
        if (!pool_.empty()) {
            txn = pool_.back();
            pool_.pop_back();
        }
        ++reading_;
    }
    try {
        if (!env_) broken(MDB_PANIC, "beginning");
        const int code = txn ? mdb_txn_renew(txn) : mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
        if (code != 0) broken(code, "beginning");
        return {*this, txn};
    } catch (...) {  // the row `places` is damaged
        if (txn) mdb_txn_abort(txn);
        give_back(nullptr);
        throw;
    }
}

void Store::give_back(MDB_txn* txn) const {
    const std::lock_guard lock(pool_mutex_);
    if (txn) pool_.push_back(txn);
    if (--reading_ == 0) nobody_reads_.notify_all();
}

WriteTxn Store::write() {
    std::unique_lock lock(write_mutex_);
    if (!env_) broken(MDB_PANIC, "beginning");
    MDB_txn* txn = nullptr;
    const int code = mdb_txn_begin(env_, nullptr, 0, &txn);
    WriteTxn made(*this, txn, std::move(lock));
    made.check(code, "beginning");
    return made;
}

std::string Store::dump() const {
    std::string out;
    const auto add_hex = [&](std::string_view bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            (out += digits[byte >> 4U]) += digits[byte & 15U];
        }
    };
    const auto txn = read();
    settings_.tables.for_each([&](Table table) {
        if (table == Table::meta || !txn.has(table)) return;
        (out += name_of(table)) += '\n';
        auto cursor = txn.cursor(table);
        for (bool more = cursor.first(); more; more = cursor.next()) {
            add_hex(cursor.key());
            out += ' ';
            add_hex(cursor.value());
            out += '\n';
        }
    });
    return out;
}

// 0: the table has no place.
unsigned Store::dbi_at(Table table, Place place) const {
    if (place == Place::none) return 0;
    return dbis_[static_cast<std::size_t>(table)][place == Place::a ? 0 : 1];
}

Txn::Txn(const Store& store, MDB_txn* txn) : store_(&store), txn_(txn) {
    for (std::size_t i = 0; i < table_count; ++i) dbi_[i] = store.dbis_[i][0];
    if (!txn || store.settings_.in_two_places == TableSet{}) return;
    const auto places = get(Table::meta, places_key);
    store.settings_.in_two_places.for_each([&](Table table) {
        const bool known = places && index(table) < places->size();
        const auto place = known ? static_cast<Place>((*places)[index(table)]) : Place::none;
        dbi_[index(table)] = store.dbi_at(table, place);
    });
}

unsigned Txn::dbi(Table table) const {
    if (!allowed_.has(table)) {
        throw std::logic_error("a projection touches the table '" + std::string(name_of(table)) +
                               "', which is not its own");
    }
    const unsigned dbi = dbi_[index(table)];
    if (dbi == 0) throw TableNotThere(table);
    return dbi;
}

std::optional<std::string_view> Txn::get(Table table, std::string_view key) const {
    if (!txn_ || key.empty() || key.size() > longest_key) return std::nullopt;
    MDB_val k = val(key);
    MDB_val found{};
    const int code = mdb_get(txn_, dbi(table), &k, &found);
    // A failed write ends the transaction; commit() reports it.
    if (code == MDB_NOTFOUND || code == MDB_BAD_TXN) return std::nullopt;
    if (code != 0) store_->broken(code, "reading");
    return store_->value_of(key, view(found));
}

TableCursor Txn::cursor(Table table) const {
    return {*store_, txn_, dbi(table)};
}

std::size_t Txn::count(Table table) const {
    MDB_stat stat{};
    if (const int code = mdb_stat(txn_, dbi(table), &stat)) store_->broken(code, "counting");
    return stat.ms_entries;
}

ReadTxn::~ReadTxn() {
    if (!txn_) return;
    mdb_txn_reset(txn_);
    store_->give_back(txn_);
}
ReadTxn::ReadTxn(ReadTxn&& other) noexcept : Txn(other) {
    other.txn_ = nullptr;
}

WriteTxn::WriteTxn(Store& store, MDB_txn* txn, std::unique_lock<std::mutex> lock)
    : Txn(store, txn), lock_(std::move(lock)), later_(&store.later_) {
    later_->list.clear();
    later_->bytes.clear();
}
WriteTxn::~WriteTxn() {
    end();
}
WriteTxn::WriteTxn(WriteTxn&& other) noexcept
    : Txn(other),
      lock_(std::move(other.lock_)),
      later_(other.later_),
      failure_(std::move(other.failure_)) {
    other.txn_ = nullptr;
}

void WriteTxn::check(int code, std::string_view doing) {
    if (code == 0 || !failure_.empty()) return;
    failure_ = std::string(doing) + " failed: " + reason_of(code, store_->directory_.path());
}

void WriteTxn::put(Table table, std::string_view key, std::string_view value) {
    if (!failure_.empty()) return;
    const auto put = [&](MDB_val& k, MDB_val& room) {
        return mdb_put(txn_, dbi(table), &k, &room, MDB_RESERVE);
    };
    check(put_checked(key, value, put), "writing");
}

void WriteTxn::del(Table table, std::string_view key) {
    if (!failure_.empty()) return;
    MDB_val k = val(key);
    const int code = mdb_del(txn_, dbi(table), &k, nullptr);
    check(code == MDB_NOTFOUND ? 0 : code, "deleting");
}

void WriteTxn::use(Table table, Place place) {
    dbi_[index(table)] = store_->dbi_at(table, place);
}

void WriteTxn::set_live(Table table, Place place) {
    std::string places(get(Table::meta, places_key).value_or(std::string_view{}));
    places.resize(table_count, static_cast<char>(Place::none));
    places[index(table)] = static_cast<char>(place);
    put(Table::meta, places_key, places);
    use(table, place);
}

void WriteTxn::clear(Table table, Place place) {
    if (!failure_.empty()) return;
    MDB_stat stat{};
    const unsigned dbi = store_->dbi_at(table, place);
    check(mdb_stat(txn_, dbi, &stat), "counting");
    if (stat.ms_entries > 0) check(mdb_drop(txn_, dbi, 0), "clearing");
}

StoreResult<void> WriteTxn::commit() {
    allowed_ = TableSet::all();
    write_later();
    if (failure_.empty()) {
        check(mdb_txn_commit(txn_), "committing");
        txn_ = nullptr;  // the transaction is gone, whatever the code
        if (failure_.empty()) store_->written();
    }
    end();
    if (failure_.empty()) return {};
    return store_error(store_->directory_.path(), failure_);
}

void WriteTxn::end() {
    if (txn_) mdb_txn_abort(txn_);
    txn_ = nullptr;
    if (lock_.owns_lock()) lock_.unlock();
}

}  // namespace dibs
