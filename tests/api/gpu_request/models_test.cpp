// Models in requests: numbers in names match as a whole; words for GPUs exist in two languages.
#include "api/gpu_request/gpu_request.hpp"
#include "tests/api/gpu_request/a_gpu.hpp"

#include <gtest/gtest.h>

namespace dibs::gpu_request {
namespace {

std::vector<placement::Gpu> site_of(const std::vector<std::string>& models) {
    std::vector<placement::Gpu> gpus;
    for (const auto& model : models) {
        gpus.push_back(a_gpu("gpu01", static_cast<std::int64_t>(gpus.size()), model));
    }
    return gpus;
}

std::string read(std::string_view text, const std::vector<std::string>& models) {
    const auto gpus = site_of(models);
    const auto request = read_gpu_request({text, {}, {}, true}, KnownGpus(gpus));
    return request ? request->echo : request.error().detail;
}

TEST(Models, number_in_a_model_name_matches_as_a_whole) {
    for (const auto* text : {"2xA10 tomorrow", "2 A10", "1x H10", "our A10 tomorrow", "H10"}) {
        const auto said = read(text, {"NVIDIA A100-SXM4-80GB", "NVIDIA H100"});
        EXPECT_TRUE(said.starts_with("There is no ")) << text << ": " << said;
        EXPECT_TRUE(said.ends_with("there are A100-SXM4-80GB and H100.")) << text << ": " << said;
    }
    EXPECT_EQ(read("2xA10", {"NVIDIA A100-SXM4-80GB", "NVIDIA A10"}), "2xA10");
    EXPECT_EQ(read("2xA100", {"NVIDIA A100-SXM4-80GB", "NVIDIA A10"}), "2xA100");
}

TEST(Models, numeric_model_names_and_words_for_gpus_are_read) {
    const std::vector<std::string> site{"NVIDIA GeForce RTX 3090", "NVIDIA H100"};
    EXPECT_EQ(read("2 3090", site), "2x3090");
    EXPECT_EQ(read("2 3090 tomorrow", site), "2x3090");
    EXPECT_EQ(read("4 karty", site), "4x");
    EXPECT_EQ(read("dwie karty", site), "2x");
    EXPECT_EQ(read("2 karty H100", site), "2xH100");
    EXPECT_EQ(read("2 cards", site), "2x");
}

TEST(Models, lone_model_includes_its_memory_size) {
    const std::vector<std::string> site{"NVIDIA A100-SXM4-80GB"};
    EXPECT_EQ(read("a100 40gb tomorrow", site), "1xa100:40G");
    EXPECT_EQ(read("tomorrow 9-17 a100 with 80 GB", site), "1xa100:80G");
    EXPECT_EQ(read("a100 30m", site), "1xa100");  // half an hour
}

}  // namespace
}  // namespace dibs::gpu_request
