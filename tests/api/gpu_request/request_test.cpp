// GPU requests: the request read, the rest, and refusals with their sentences.
#include "api/gpu_request/gpu_request.hpp"
#include "tests/api/gpu_request/a_gpu.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs::gpu_request {
namespace {

// gpu01 has four A100, gpu02 two H100, gpu03 eight RTX 6000 Ada and a ninth that is lost.
std::vector<placement::Gpu> site() {
    std::vector<placement::Gpu> gpus;
    const auto add = [&](const char* host, std::int64_t count, const char* model,
                         std::int64_t memory_mib) {
        for (std::int64_t i = 0; i < count; ++i) {
            gpus.push_back(a_gpu(host, i, model));
            gpus.back().memory_total_mib = memory_mib;
        }
    };
    add("gpu01", 4, "NVIDIA A100-SXM4-80GB", 81'920);
    add("gpu02", 2, "NVIDIA H100", 81'559);
    add("gpu03", 9, "NVIDIA RTX 6000 Ada Generation", 49'140);
    gpus.back().state = GpuState::lost;
    return gpus;
}

struct Site {
    std::vector<placement::Gpu> gpus = site();
    KnownGpus known{gpus};
};
const Site& here() {
    static const Site one;
    return one;
}

std::string told(const Result<GpuRequest>& request) {
    if (!request)
        return std::string(to_text(request.error().code)) + '/' + request.error().field + ": " +
               request.error().detail;
    return request->rest.empty() ? request->echo : request->echo + " | " + request->rest;
}
std::string whole_of(std::string_view text) {
    return told(read_gpu_request({text}, here().known));
}
std::string front_of(std::string_view text) {
    return told(read_gpu_request({text, {}, {}, true}, here().known));
}

struct Phrase {
    const char* text;
    const char* echo;
};

TEST(GpuRequest, amount_has_count_model_and_memory_size) {
    for (const auto& [text, echo] : std::vector<Phrase>{
             {"4xA100", "4xA100"},
             {"4 linked A100", "4xA100 linked"},
             {"4xA100 linked", "4xA100 linked"},
             {"2xA100:80G nvlink on gpu01", "2xA100:80G linked on gpu01"},
             {"four linked A100", "4xA100 linked"},
             {"4 linked", "4x linked"},
             {"4 x A100", "4xA100"},
             {"4x A100", "4xA100"},
             {"4 xA100", "4xA100"},
             {"4\u00d7a100", "4xa100"},
             {"4 A100", "4xA100"},
             {"4 A100 GPUs", "4xA100"},
             {"4 gpus", "4x"},
             {"4x gpus A100", "4xA100"},
             {"2x", "2x"},
             {"3", "3x"},
             {"3.", "3x"},
             {"4xA100:80G", "4xA100:80G"},
             {"4xA100:80", "4xA100:80G"},
             {"4xA100, 80 GB", "4xA100:80G"},
             {"4xA100 79.5GiB", "4xA100:81408M"},
             {"4xA100:79,5G", "4xA100:81408M"},
             {"2x:40960M", "2x:40G"},
             {"2xRTX 6000 Ada", "2xRTX 6000 Ada"},
             {"2 rtx 6000, 40GB", "2xrtx 6000:40G"},
             {"gpu:2", "2x"},
             {"2 a100s", "2xa100"},
             {"2xA100s", "2xA100"},
             {"4 gpus with 80GB", "4x:80G"},
             {"4 gpus with at least 80 GB of memory each", "4x:80G"},
             {"2 A100s with 40GB", "2xA100:40G"},
             {"2 gpus z 40GB", "2x:40G"},
             {"--gres=gpu:a100:4", "4xa100"},
         }) {
        EXPECT_EQ(whole_of(text), echo) << text;
    }
}

TEST(GpuRequest, names_are_hosts_and_indices) {
    for (const auto& [text, echo] : std::vector<Phrase>{
             {"gpu03:0,2-3", "gpu03:0,2-3"},
             {"gpu03:0, 2 - 3",
              "out-of-range/text: '-' is no model, memory size or place of GPUs."},
             {"gpu03:0..3", "gpu03:0-3"},
             {"gpu03:0\u20133", "gpu03:0-3"},
             {"gpu03:1,1,0", "gpu03:0-1"},
             {"gpu03:all", "gpu03:0-7"},  // without the lost one
             {"gpu03:8", "gpu03:8"},      // the lost one can be named
             {"gpu02", "gpu02:0-1"},
             {"gpu02:*", "gpu02:0-1"},
             {"gpu[01-02]:0-1", "gpu01:0-1,gpu02:0-1"},
             {"gpu[01, 02]:0", "gpu01:0,gpu02:0"},
             {"gpu[02..03]", "gpu02:0-1,gpu03:0-7"},
             {"gpu01:0-1,gpu02:1", "gpu01:0-1,gpu02:1"},
             {"gpu01:0-1 gpu02:1.", "gpu01:0-1,gpu02:1"},
             {"gpu01, gpu02:0", "gpu01:0-3,gpu02:0"},
         }) {
        EXPECT_EQ(whole_of(text), echo) << text;
    }
}

TEST(GpuRequest, amount_may_have_a_place) {
    EXPECT_EQ(whole_of("2x on gpu01"), "2x on gpu01");
    EXPECT_EQ(whole_of("2 gpu01"), "2x on gpu01");
    EXPECT_EQ(whole_of("2xA100:80G on gpu01:0-2"), "2xA100:80G on gpu01:0-2");
    EXPECT_EQ(whole_of("2x on gpu[01-02]"), "2x on gpu01:0-3,gpu02:0-1");
    EXPECT_EQ(told(read_gpu_request({"2x", "gpu01"}, here().known)), "2x on gpu01");
    EXPECT_EQ(told(read_gpu_request({"2x:10G", "", "80G"}, here().known)), "2x:80G");
    const auto request = read_gpu_request({"2x on gpu01"}, here().known);
    EXPECT_EQ(request->host, "gpu01");
    EXPECT_TRUE(request->gpus.empty());
    EXPECT_EQ(read_gpu_request({"2x on gpu01:0-2"}, here().known)->gpus.size(), 3U);
}

TEST(GpuRequest, amount_counts_matching_gpus_free_or_not) {
    const auto counts = [](std::string_view text) {
        const auto request = read_gpu_request({text}, here().known);
        return std::pair{request->there, request->on_one_host};
    };
    EXPECT_EQ(counts("2x"), (std::pair<std::int64_t, std::int64_t>{14, 8}));
    EXPECT_EQ(counts("2x:80G"), (std::pair<std::int64_t, std::int64_t>{6, 4}));
    EXPECT_EQ(counts("200xa100"), (std::pair<std::int64_t, std::int64_t>{4, 4}));
    EXPECT_EQ(counts("2x on gpu02:1"), (std::pair<std::int64_t, std::int64_t>{1, 1}));
}

TEST(GpuRequest, partial_request_returns_the_other_words) {
    for (const auto& [text, echo] : std::vector<Phrase>{
             {"4xA100 tomorrow 9-17", "4xA100 | tomorrow 9-17"},
             {"4xA100, tomorrow 9-17", "4xA100 | tomorrow 9-17"},
             {"2 a100s tomorrow 9-17", "2xa100 | tomorrow 9-17"},
             {"four A100s tomorrow", "4xA100 | tomorrow"},
             {"I need 4 gpus with 80GB tomorrow 9-17", "4x:80G | tomorrow 9-17"},
             {"2 gpus at 9 for 2h", "2x | at 9 for 2h"},
             {"2x 8h", "2x | 8h"},
             {"2x 30m", "2x | 30m"},
             {"2x 80GB 30m", "2x:80G | 30m"},
             {"4xA100:80G now for 8h", "4xA100:80G | now for 8h"},
             {"4 h100 8h", "4xh100 | 8h"},
             {"4 gpu03 tomorrow 9-17", "4x on gpu03 | tomorrow 9-17"},
             {"2x tomorrow 9-17 on gpu01", "2x on gpu01 | tomorrow 9-17"},
             {"2x on Friday 9-17", "2x | on Friday 9-17"},
             {"2 gpus on Friday on gpu02:1 9:30", "2x on gpu02:1 | on Friday 9:30"},
             {"gpu03:0,2-3 8h", "gpu03:0,2-3 | 8h"},
             {"gpu03:0 9-17", "gpu03:0 | 9-17"},
             {"gpu03 24. Nov 9-17", "gpu03:0-7 | 24. Nov 9-17"},
             {"2xA100 w piątek od 9 do 17", "2xA100 | w piątek od 9 do 17"},
             {"2x 1h30", "2x | 1h30"},
             {"2x 9.00-17.00", "2x | 9.00-17.00"},
             {"2x 2026/11/25 9-17", "2x | 2026/11/25 9-17"},
             {"2x 14:00 4h", "2x | 14:00 4h"},
             {"2x 2026-11-25T09:00Z/PT4H", "2x | 2026-11-25T09:00Z/PT4H"},
             {"2x na 1,5 godziny", "2x | na 1,5 godziny"},
             {"4xA100", "4xA100"},
         }) {
        EXPECT_EQ(front_of(text), echo) << text;
    }
}

// A sentence with a request; ' # ' precedes the purpose in the result.
std::string wish_of(std::string_view text) {
    const auto request = read_gpu_request({text, {}, {}, true}, here().known);
    const auto words = told(request);
    return request && !request->title.empty() ? words + " # " + request->title : words;
}

TEST(GpuRequest, sentence_is_read_in_any_order) {
    for (const auto& [text, echo] : std::vector<Phrase>{
             {"I need 4 gpus tomorrow", "4x | tomorrow"},
             {"next monday 9-17 8xA100", "8xA100 | next monday 9-17"},
             {"please 2 A100 tomorrow 9-17", "2xA100 | tomorrow 9-17"},
             {"could I please have two H100 for 4h, thanks", "2xH100 | for 4h"},
             {"an A100 for an hour", "1xA100 | for an hour"},
             {"four gpus on gpu03 tomorrow 9-17", "4x on gpu03 | tomorrow 9-17"},
             {"on gpu03 4 gpus tomorrow", "4x on gpu03 | tomorrow"},
             {"gpu03 4 gpus tomorrow", "4x on gpu03 | tomorrow"},
             {"tomorrow 9-17 4x gpu03", "4x on gpu03 | tomorrow 9-17"},
             {"tomorrow 9-17 gpu03:0-3", "gpu03:0-3 | tomorrow 9-17"},
             {"tomorrow 9-17 on gpu02", "gpu02:0-1 | tomorrow 9-17"},
             {"tomorrow 9-17 I need 2 gpus", "2x | tomorrow 9-17"},
             {"looking for 2 gpus tonight", "2x | tonight"},
             {"A100 tomorrow 9-17", "1xA100 | tomorrow 9-17"},
             {"tomorrow 9-17 H100", "1xH100 | tomorrow 9-17"},
             {"8h 2x", "2x | 8h"},
             {"24 Nov 9-17 2x", "2x | 24 Nov 9-17"},
             {"at 9 gpu03:0 for 2h", "gpu03:0 | at 9 for 2h"},
             {"potrzebuj\u0119 4 gpu jutro 9-17", "4x | jutro 9-17"},
             {"prosz\u0119 cztery A100 na jutro od 9 do 17", "4xA100 | na jutro od 9 do 17"},
             {"may 5 9-17 2x", "2x | may 5 9-17"},
         }) {
        EXPECT_EQ(wish_of(text), echo) << text;
    }
}

TEST(GpuRequest, purpose_in_a_sentence_becomes_the_title) {
    for (const auto& [text, echo] : std::vector<Phrase>{
             {"4xA100 for my training tomorrow 9-17", "4xA100 | tomorrow 9-17 # training"},
             {"I need 2 gpus for the llama fine-tuning on friday 9-17",
              "2x | on friday 9-17 # llama fine-tuning"},
             {"for my training 2x 8h", "2x | 8h # training"},
             {"2x jutro 9-17 dla mojego treningu", "2x | jutro 9-17 # treningu"},
             {"2x for 8h", "2x | for 8h"},
             {"2x for the weekend", "2x | for the weekend"},
             {"2x for the rest of the day", "2x | for the rest of the day"},
             {"2x for a week", "2x | for a week"},
             {"2x for a couple of hours", "2x | for a couple of hours"},
             {"2x na jutro", "2x | na jutro"},
             {"2x for -3h", "2x | for -3h"},
             {"2x od 9 do 17", "2x | od 9 do 17"},
         }) {
        EXPECT_EQ(wish_of(text), echo) << text;
    }
}

TEST(GpuRequest, unknown_model_gets_near_wishes) {
    const auto near = [](std::string_view text) {
        return near_wishes({text, {}, {}, true}, here().known);
    };
    EXPECT_EQ(near("2xV100 tomorrow 9-17"),
              (std::vector<std::string>{"2xRTX 6000 Ada Generation tomorrow 9-17",
                                        "2xA100-SXM4-80GB tomorrow 9-17", "2xH100 tomorrow 9-17"}));
    EXPECT_EQ(near("please 4xV100:80G 8h"), (std::vector<std::string>{"4xA100-SXM4-80GB:80G 8h"}));
    EXPECT_TRUE(near("99xV100 8h").empty());
    for (const auto& text : near("2xV100")) {
        EXPECT_EQ(read_gpu_request({text}, here().known)->amount->count, 2U) << text;
    }
}

TEST(GpuRequest, sentence_without_gpus_is_all_rest) {
    for (const std::string text :
         {"fleet", "tomorrow 9-17", "9-17", "9:30", "24 Nov", "3", "8h", "30m for 2h", "host gpu02",
          "please", "I need help", "find ann", "a couple of hours", "one two"}) {
        EXPECT_EQ(front_of(text), " | " + text);
    }
    EXPECT_TRUE(front_of("").starts_with("out-of-range/text"));
}

TEST(GpuRequest, unknown_name_is_refused_with_near_names) {
    EXPECT_EQ(whole_of("4xV100"),
              "unknown-gpu/text: There is no V100 here: there are A100-SXM4-80GB, H100 and RTX "
              "6000 Ada Generation.");
    EXPECT_EQ(front_of("4x V100 tomorrow 9-17"), whole_of("4xV100"));
    EXPECT_EQ(
        whole_of("gpu04:0"),
        "unknown-host/text: There is no host gpu04 with GPUs: there are gpu01, gpu02 and gpu03.");
    EXPECT_EQ(
        front_of("gpu99:0 8h"),
        "unknown-host/text: There is no host gpu99 with GPUs: there are gpu01, gpu02 and gpu03.");
    EXPECT_EQ(whole_of("gpu02:0-5"), "unknown-gpu/text: There is no GPU gpu02:2: gpu02 has 0-1.");
    EXPECT_EQ(whole_of("a100"),
              "unknown-host/text: There is no host a100 with GPUs. For one GPU of that model write "
              "1xa100.");
    EXPECT_EQ(
        told(read_gpu_request({"2x", "gpu7"}, here().known)),
        "unknown-host/on: There is no host gpu7 with GPUs: there are gpu01, gpu02 and gpu03.");
    EXPECT_EQ(told(read_gpu_request({"2xA100"}, KnownGpus({}))),
              "unknown-gpu/text: There is no A100 here: no GPU is known yet.");
}

TEST(GpuRequest, unreadable_part_is_named) {
    for (const auto& [text, part] : std::vector<Phrase>{
             {"", "empty"},
             {",,", "empty"},
             {"0x", "not 0"},
             {"9999x", "not 9999"},
             {"99999999999x", "not 99999999999"},
             {"4xA100:80X", "'80X'"},
             {"4xA100:80G:1", "'A100:80G:1'"},
             {"2xA100 gpu01 quickly", "'quickly'"},
             {"2x on", "'on'"},
             {"2x 8h", "'8h'"},
             {"gpu03:", "''"},
             {"gpu03:x", "'x'"},
             {"gpu03:3-1", "'3-1'"},
             {"gpu03:99999", "'99999'"},
             {"gpu[1-", "']' is missing"},
             {"gpu]1[", "stands alone"},
             {"gpu[x]:0", "'x'"},
             {"gpu[1-99999]:0", "'1-99999'"},
             {":0", "':0'"},
             {"gpu\x01", "printable"},
         }) {
        EXPECT_TRUE(whole_of(text).starts_with("out-of-range/text")) << whole_of(text);
        EXPECT_NE(whole_of(text).find(part), std::string::npos) << text << ": " << whole_of(text);
    }
    EXPECT_EQ(whole_of(std::string(501, '2')),
              "out-of-range/text: A request has at most 500 characters.");
    EXPECT_TRUE(
        told(read_gpu_request({"gpu01:0", "gpu01"}, here().known)).starts_with("out-of-range/on"));
    EXPECT_TRUE(
        told(read_gpu_request({"2x gpu01", "gpu01"}, here().known)).starts_with("out-of-range/on"));
    EXPECT_TRUE(told(read_gpu_request({"2x", "", "much"}, here().known))
                    .starts_with("out-of-range/min_memory"));
    EXPECT_TRUE(told(read_gpu_request({"gpu01", "", "80G"}, here().known))
                    .starts_with("out-of-range/min_memory"));
}

// gpu04 has two A100. The second is cut into two slices; a third slice is lost.
struct Cut {
    std::vector<placement::Gpu> gpus;
    Cut() {
        const auto add = [&](std::int64_t index, std::optional<std::int64_t> card) {
            placement::Gpu gpu{};
            gpu.host_name = "gpu04";
            gpu.id.uuid[15] = static_cast<std::uint8_t>(gpus.size() + 1);
            gpu.index = gpu_index(card, index);
            gpu.model = "NVIDIA A100-SXM4-80GB";
            gpu.memory_total_mib = 81'920;
            if (card) {
                gpu.parent = gpus[1].id;
                gpu.model += " MIG 3g.40gb";
                gpu.memory_total_mib = 40'192;
            }
            gpu.state = GpuState::available;
            gpus.push_back(gpu);
        };
        add(0, {});
        add(1, {});
        for (int i = 0; i < 3; ++i) add(i, 1);
        gpus.back().state = GpuState::lost;
    }
};

TEST(GpuRequest, slice_is_named_after_its_gpu) {
    const Cut site;
    const KnownGpus known(site.gpus);
    const auto text = [&](std::string_view words) {
        return told(read_gpu_request({words}, known));
    };
    EXPECT_EQ(text("gpu04:1.0"), "gpu04:1.0");
    EXPECT_EQ(text("gpu04:1.0-1"), "gpu04:1.0-1");
    EXPECT_EQ(text("gpu04:0,1.1"), "gpu04:0,1.1");
    EXPECT_EQ(text("gpu04:1"), "gpu04:1") << "the whole card may be booked by its name";
    EXPECT_EQ(text("gpu04"), "gpu04:0,1.0-1") << "a card or its slices, never both";
    EXPECT_EQ(text("gpu04:0.0"),
              "unknown-gpu/text: There is no GPU gpu04:0.0: gpu04 has 0-1,1.0-2.");
    EXPECT_TRUE(text("gpu04:1.x").starts_with("out-of-range/text")) << text("gpu04:1.x");
    const auto time = read_gpu_request({"gpu04:0, 9.30-17.00", {}, {}, true}, known);
    ASSERT_TRUE(time);
    EXPECT_EQ(told(time), "gpu04:0 | 9.30-17.00");
}

TEST(GpuRequest, model_means_whole_gpus_and_profile_means_slices) {
    const Cut site;
    const KnownGpus known(site.gpus);
    const auto there = [&](std::string_view words) {
        const auto request = read_gpu_request({words}, known);
        return request ? request->there : -1;
    };
    EXPECT_EQ(there("1xA100"), 1);
    EXPECT_EQ(there("1x3g.40gb"), 2);
    EXPECT_EQ(there("1 3g.40gb"), 2);
    EXPECT_EQ(there("1x"), 3);
}

TEST(GpuRequest, echo_reads_back_to_the_same_request) {
    std::mt19937 random(8);
    const std::vector<std::string> words{
        "4",     "x",  "4x",    "A100", "RTX",  "6000", "Ada", ":80G", "80 GB", ",",    "on",
        "gpu01", ":0", "-3",    ",2",   "gpu[", "01",   "]",   "all",  "gpus",  "gpu:", "gpu03:1",
        "79,5G", "..", "gpu02", "8h",   "9-17", ":",    "*",   "H100", " ",     "."};
    int read = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (auto parts = random() % 7; parts > 0; --parts) {
            text += words[random() % words.size()] + (random() % 2 == 0 ? " " : "");
        }
        const auto request = read_gpu_request({text, {}, {}, i % 2 == 0}, here().known);
        if (!request) {
            EXPECT_FALSE(request.error().detail.empty()) << text;
            continue;
        }
        if (request->echo.empty()) continue;  // no words about GPUs
        ++read;
        EXPECT_EQ(whole_of(request->echo), request->echo) << text;
    }
    EXPECT_GT(read, 1000);
}

}  // namespace
}  // namespace dibs::gpu_request
