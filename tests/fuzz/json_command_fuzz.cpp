// Arbitrary bytes as the JSON body of a command, read by the API's strict reader. Nothing crashes,
// every refusal has a sentence, and a value that is read survives writing and reading again.
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

// One member of every kind that commands have.
struct Everything {
    std::optional<std::string> text{};
    std::optional<dibs::Personal<std::string>> title{};
    std::optional<std::int64_t> number{};
    std::optional<std::uint16_t> port{};
    std::optional<bool> yes{};
    std::optional<dibs::Instant> from{};
    std::optional<std::vector<dibs::GpuId>> gpus{};
    std::optional<dibs::Scopes> scopes{};
    std::optional<std::vector<std::vector<std::string>>> nested{};
};

void must(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

template <>
struct dibs::Fields<Everything> {
    using T = Everything;
    static constexpr auto list = field_list(
        field("text", &T::text), field("title", &T::title), field("number", &T::number),
        field("port", &T::port), field("yes", &T::yes), field("from", &T::from),
        field("gpus", &T::gpus), field("scopes", &T::scopes), field("nested", &T::nested));
};

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static dibs::JsonParser parser;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto command = dibs::parse_json<Everything>(parser, text);
    if (!command) {
        must(!command.error().detail.empty());
        return 0;
    }
    const auto written = dibs::to_json(*command);
    const auto again = dibs::parse_json<Everything>(parser, written);
    must(again.has_value());
    must(dibs::to_json(*again) == written);
    return 0;
}
