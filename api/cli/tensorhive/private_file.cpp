// POSIX: O_EXCL refuses an existing file, link or device.
#include "api/cli/tensorhive/private_file.hpp"

#include "api/cli/lib/failure.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::cli::tensorhive {

PrivateFile::PrivateFile(std::string path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file_ < 0 && errno == EEXIST) {
        throw Failure(Exit::usage, path_ + " is there already.", "Name a file that is not.");
    }
    if (file_ < 0 || ::fchmod(file_, 0600) != 0) fail();
}

PrivateFile::~PrivateFile() {
    if (file_ >= 0) ::close(file_);
    if (file_ >= 0 && size_ == 0) ::unlink(path_.c_str());
}

void PrivateFile::write(std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(file_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) fail();
        text.remove_prefix(static_cast<std::size_t>(written));
        size_ += written;
    }
    if (::fsync(file_) != 0) fail();
}

void PrivateFile::fail() const {
    throw Failure(Exit::failure, "Cannot write " + path_ + ": " + std::strerror(errno) + '.',
                  "Name a file in a folder that you may write to.");
}

}  // namespace dibs::cli::tensorhive
