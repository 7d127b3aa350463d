// Reads, appends to and replaces the key file. Every change is on disk before its first use.
#include "ingest/keys/key_file.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::key_file {
namespace {

constexpr std::size_t checksum_bytes = 8;

std::string hex(const unsigned char* bytes, std::size_t count) {
    std::string text(count * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes, count);
    text.pop_back();
    return text;
}

std::string checksum_of(std::string_view text) {
    std::array<unsigned char, crypto_generichash_BYTES> hash{};
    crypto_generichash(hash.data(), hash.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr,
                       0);
    return hex(hash.data(), checksum_bytes);
}

[[noreturn]] void fail(const std::filesystem::path& file, const char* doing) {
    throw std::runtime_error(std::string(doing) + " the key file " + file.string() + ": " +
                             std::strerror(errno));
}

class File {
  public:
    File(const std::filesystem::path& path, int flags, const char* doing)
        : path_(path), fd_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
        if (fd_ < 0) fail(path, doing);
    }
    ~File() { ::close(fd_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    // Cuts off an incomplete last line.
    void end_with_a_line() const {
        struct stat status {};
        if (::fstat(fd_, &status) != 0) fail(path_, "reading");
        auto size = status.st_size;
        char last = 0;
        while (size > 0 && ::pread(fd_, &last, 1, size - 1) == 1 && last != '\n') --size;
        if (size != status.st_size && ::ftruncate(fd_, size) != 0) fail(path_, "mending");
    }

    void write_all(std::string_view text) const {
        while (!text.empty()) {
            const auto written = ::write(fd_, text.data(), text.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail(path_, "writing");
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        if (::fsync(fd_) != 0) fail(path_, "flushing");
    }

  private:
    const std::filesystem::path& path_;
    int fd_;
};

void flush_folder(const std::filesystem::path& file) {
    const auto folder =
        file.parent_path().empty() ? std::filesystem::path(".") : file.parent_path();
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) fail(file, "flushing the folder of");
    ::fsync(fd);
    ::close(fd);
}

bool parse_line(std::string_view line, Lines& out) {
    const auto last = line.rfind(' ');
    if (last == std::string_view::npos) return false;
    const auto said = line.substr(0, last);
    if (checksum_of(said) != line.substr(last + 1)) return false;
    const auto middle = said.rfind(' ');
    if (middle == std::string_view::npos) return false;
    Key key{};
    const auto digits = said.substr(middle + 1);
    std::size_t length = 0;
    if (sodium_hex2bin(key.data(), key.size(), digits.data(), digits.size(), nullptr, &length,
                       nullptr) != 0 ||
        length != key.size()) {
        return false;
    }
    out.emplace_back(said.substr(0, middle), key);
    return true;
}

}  // namespace

std::string line_of(const std::string& name, const Key& key) {
    const std::string said = name + ' ' + hex(key.data(), key.size());
    return said + ' ' + checksum_of(said) + '\n';
}

tl::expected<Lines, std::string> parse(std::string_view text) {
    if (!text.starts_with(heading)) {
        return tl::unexpected(std::string("it is not a key file that this version of Dibs knows"));
    }
    text.remove_prefix(heading.size());
    Lines lines;
    for (std::size_t number = 2; !text.empty(); ++number) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            // A line that lacks only its end was not interrupted while being written: it is
            // damaged.
            Lines whole;
            if (!parse_line(text.substr(0, text.size() - 1), whole)) break;
            return tl::unexpected("line " + std::to_string(number) + " is damaged at its end");
        }
        if (!parse_line(text.substr(0, end), lines)) {
            return tl::unexpected("line " + std::to_string(number) + " is damaged");
        }
        text.remove_prefix(end + 1);
    }
    return lines;
}

tl::expected<std::string, std::string> read(const std::filesystem::path& file) {
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return tl::unexpected(std::string(std::strerror(errno)));
    struct stat status {};
    if (::fstat(fd, &status) != 0 || (status.st_mode & 077U) != 0) {
        ::close(fd);
        return tl::unexpected(
            std::string("others than its owner may read it; its mode has to be 0600"));
    }
    std::string text;
    std::array<char, 16384> part{};
    for (;;) {
        const auto got = ::read(fd, part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        text.append(part.data(), static_cast<std::size_t>(got));
    }
    ::close(fd);
    return text;
}

void append(const std::filesystem::path& file, std::string_view line) {
    const File opened(file, O_RDWR | O_APPEND, "opening");
    opened.end_with_a_line();
    opened.write_all(line);
}

void replace(const std::filesystem::path& file, std::string_view text) {
    auto beside = file;
    beside += ".new";
    File(beside, O_WRONLY | O_CREAT | O_TRUNC, "writing").write_all(text);
    if (::rename(beside.c_str(), file.c_str()) != 0) fail(file, "replacing");
    flush_folder(file);
}

}  // namespace dibs::key_file
