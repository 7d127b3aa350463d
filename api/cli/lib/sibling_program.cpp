// Starts a sibling with execv.
#include "api/cli/lib/sibling_program.hpp"

#include "api/cli/lib/failure.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace dibs::cli {

std::filesystem::path sibling_program(const std::string& name) {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

void become_program(const std::filesystem::path& program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program.string());
    std::vector<char*> words;
    for (auto& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    ::execv(program.c_str(), words.data());
    const std::string name = program.filename();
    throw Failure(Exit::failure,
                  "Cannot start " + program.string() + ": " + std::strerror(errno) + '.',
                  name + " belongs to Dibs and is installed beside dibs: install it there too.");
}

}  // namespace dibs::cli
