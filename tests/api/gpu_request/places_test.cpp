// Words before a host, in two languages: "on gpu01", "the whole gpu01".
#include "api/gpu_request/gpu_request.hpp"
#include "tests/api/gpu_request/a_gpu.hpp"

#include <gtest/gtest.h>

namespace dibs::gpu_request {
namespace {

std::string read(std::string_view text, bool partial = true) {
    std::vector<placement::Gpu> gpus;
    for (const char* host : {"gpu01", "gpu02"}) {
        for (int i = 0; i < 2; ++i) gpus.push_back(a_gpu(host, i, "NVIDIA A100-SXM4-80GB"));
    }
    const auto request = read_gpu_request({text, {}, {}, partial}, KnownGpus(gpus));
    if (!request) return request.error().detail;
    return request->rest.empty() ? request->echo : request->echo + " | " + request->rest;
}

TEST(Places, whole_host_is_named_in_words) {
    for (const auto* text : {"whole gpu01 tomorrow 9-17", "the whole gpu01 tomorrow 9-17",
                             "tomorrow 9-17 all of gpu01", "I need the entire gpu01 tomorrow 9-17",
                             "cały gpu01 tomorrow 9-17"}) {
        EXPECT_EQ(read(text), "gpu01:0-1 | tomorrow 9-17") << text;
    }
    EXPECT_EQ(read("2 gpus on the whole gpu01 tomorrow"), "2x on gpu01 | tomorrow");
    EXPECT_EQ(read("whole gpu01", false), "gpu01:0-1");
    EXPECT_EQ(read("all of gpu01", false), "gpu01:0-1");
    EXPECT_EQ(read("2x whole gpu01", false), "2x on gpu01");
}

TEST(Places, word_for_on_exists_in_each_language) {
    EXPECT_EQ(read("2x na gpu01 jutro 9-17"), "2x on gpu01 | jutro 9-17");
    EXPECT_EQ(read("2xA100 jutro na gpu02 9-17"), "2xA100 on gpu02 | jutro 9-17");
    EXPECT_EQ(read("na gpu02 dwie karty jutro"), "2x on gpu02 | jutro");
}

TEST(Places, words_about_time_stay_in_the_rest) {
    EXPECT_EQ(read("2x on friday on gpu01"), "2x on gpu01 | on friday");
    EXPECT_EQ(read("gpu01:0 the whole day"), "gpu01:0 | the whole day");
    EXPECT_EQ(read("2xA100 na jutro"), "2xA100 | na jutro");
    EXPECT_EQ(read("2x on", false), "'on' is no model, memory size or place of GPUs.");
    EXPECT_EQ(read("2x on gpu07", false),
              "There is no host gpu07 with GPUs: there are gpu01 and gpu02.");
    EXPECT_EQ(read("whole", false), "There is no host whole with GPUs: there are gpu01 and gpu02.");
}

TEST(Places, misspelt_day_ends_the_purpose) {
    EXPECT_EQ(read("2xA100 for my training tommorow 9-17"), "2xA100 | tommorow 9-17");
}

}  // namespace
}  // namespace dibs::gpu_request
