// Writing and reading the files.
#include "ingest/world_snapshots.hpp"

#include "domain/codec/world_rows.hpp"
#include "domain/log/tail.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view end_mark = "end ";
constexpr std::string_view suffix = ".world";
constexpr std::size_t kept = 2;
constexpr std::size_t write_buffer_bytes = std::size_t{256} << 10U;

// The format: the rows and the fold of this version.
const std::string& snapshot_heading() {
    static const std::string text = "dibs world " + std::to_string(fold_version) + ' ' +
                                    to_hex(bytes_of(hash_of(world_schema())));
    return text;
}

// A file being written; the destructor removes it unless it was finished.
class NewFile {
  public:
    explicit NewFile(fs::path path) : path_(std::move(path)) {
        fd_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (fd_ < 0) fail("opening");
    }
    ~NewFile() {
        if (fd_ < 0) return;
        ::close(fd_);
        ::unlink(path_.c_str());
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;

    void line(std::string_view text) {
        digest_ = hash_of(bytes_of(digest_), text);
        (buffer_ += text) += '\n';
        if (buffer_.size() >= write_buffer_bytes) write_out();
    }
    void finish(const fs::path& as) {
        line(std::string(end_mark) + to_hex(bytes_of(digest_)));
        write_out();
        if (::fsync(fd_) != 0) fail("flushing");
        if (::rename(path_.c_str(), as.c_str()) != 0) fail("renaming");
        ::close(std::exchange(fd_, -1));
        const int folder = ::open(as.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0 || ::fsync(folder) != 0) fail("flushing the folder of");
        ::close(folder);
    }

  private:
    [[noreturn]] void fail(const char* doing) const {
        throw std::runtime_error(std::string(doing) + ' ' + path_.string() + ": " +
                                 std::strerror(errno));
    }
    void write_out() {
        std::string_view rest = buffer_;
        while (!rest.empty()) {
            const auto written = ::write(fd_, rest.data(), rest.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail("writing");
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
        buffer_.clear();
    }

    fs::path path_;
    int fd_;
    std::string buffer_;
    Hash digest_{};
};

tl::unexpected<std::string> unsound(std::string why) {
    return tl::unexpected(std::move(why));
}

// Reads the lines one by one. An incomplete file is never returned as a whole.
class SnapshotFile {
  public:
    explicit SnapshotFile(const fs::path& path) : in_(path, std::ios::binary) {}

    tl::expected<Checkpoint, std::string> head() {
        std::string line;
        if (!next(line) || line != snapshot_heading()) {
            return unsound("it is of another version of Dibs");
        }
        if (!next(line)) return unsound("it is cut off");
        auto checkpoint = parse_checkpoint(line);
        if (!checkpoint) return unsound("its checkpoint cannot be read");
        return std::move(*checkpoint);
    }
    tl::expected<World, std::string> world(const Sealer& sealer) {
        WorldReader reader(sealer);
        std::string line;
        while (true) {
            const Hash before = digest_;
            if (!next(line)) return unsound("it is cut off");
            if (line.starts_with(end_mark)) {
                if (line.substr(end_mark.size()) == to_hex(bytes_of(before))) return reader.take();
                return unsound("it is damaged: the digest does not fit");
            }
            if (auto read = reader.add(line); !read) {
                return unsound("a row cannot be read: " + read.error().field + ": " +
                               read.error().detail);
            }
        }
    }

  private:
    bool next(std::string& line) {
        if (!std::getline(in_, line)) return false;
        digest_ = hash_of(bytes_of(digest_), line);
        return true;
    }

    std::ifstream in_;
    Hash digest_{};
};

// Numbers of equal length sort as text.
fs::path name_of(Position position) {
    const auto digits = std::to_string(position);
    return std::string(20 - digits.size(), '0') + digits + std::string(suffix);
}

}  // namespace

std::vector<fs::path> WorldSnapshots::files() const {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator at(directory_, error), end; !error && at != end;
         at.increment(error)) {
        if (at->path().extension() == suffix) found.push_back(at->path());
    }
    std::sort(found.rbegin(), found.rend());
    return found;
}

tl::expected<void, std::string> WorldSnapshots::save(const World& world,
                                                     const Checkpoint& checkpoint) const {
    if (directory_.empty()) return {};
    try {
        fs::create_directories(directory_);
        NewFile file(directory_ / "new");
        file.line(snapshot_heading());
        file.line(encode_checkpoint(checkpoint));
        write_world(world, sealer_, [&](std::string_view row) { file.line(row); });
        file.finish(directory_ / name_of(checkpoint.position));
        const auto all = files();
        for (std::size_t i = kept; i < all.size(); ++i) fs::remove(all[i]);
    } catch (const std::exception& error) {
        return tl::unexpected(std::string(error.what()));
    }
    return {};
}

void WorldSnapshots::remove_others() const {
    for (const auto& path : files()) {
        std::string first;
        std::ifstream in(path, std::ios::binary);
        if (std::getline(in, first) && first != snapshot_heading()) fs::remove(path);
    }
}

LogResult<std::optional<WorldSnapshot>> WorldSnapshots::newest(EventLog& log) const {
    for (const auto& path : files()) {
        const auto pass_over = [&](const std::string& why) {
            spdlog::warn("The snapshot {} is passed over: {}.", path.string(), why);
        };
        SnapshotFile file(path);
        auto checkpoint = file.head();
        if (!checkpoint) {
            pass_over(checkpoint.error());
            continue;
        }
        if (const auto same = Tail(log, *checkpoint).verify(); !same) {
            if (same.error().kind != LogError::Kind::lost) return tl::unexpected(same.error());
            pass_over("the log does not hold what it was made of");
            continue;
        }
        auto world = file.world(sealer_);
        if (world && world->position == checkpoint->position) {
            return WorldSnapshot{std::move(*world), std::move(*checkpoint)};
        }
        pass_over(world ? "its checkpoint is another one's" : world.error());
    }
    return std::nullopt;
}

}  // namespace dibs
