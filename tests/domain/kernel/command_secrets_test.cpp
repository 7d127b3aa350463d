// Secrets in command lines, in the spellings that people use.
#include "domain/fleet/command_secrets.hpp"

#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs {
namespace {

struct Line {
    std::string before;
    std::string after;
};

class MaskedLines : public testing::TestWithParam<Line> {};

TEST_P(MaskedLines, secrets_are_masked_and_a_masked_line_is_unchanged) {
    EXPECT_EQ(mask_secrets(GetParam().before), GetParam().after);
    EXPECT_EQ(mask_secrets(GetParam().after), GetParam().after);
}

const std::vector<Line> options{
    {"python train.py --api-key=abc123 --lr 3", "python train.py --api-key=*** --lr 3"},
    {"python train.py --api-key abc123 --lr 3", "python train.py --api-key *** --lr 3"},
    {"python train.py --api_key abc", "python train.py --api_key ***"},
    {"x --apiKey abc", "x --apiKey ***"},
    {"x --apikey=abc", "x --apikey=***"},
    {"x --hf-token abc", "x --hf-token ***"},
    {"x --HFToken abc", "x --HFToken ***"},
    {"x --openai_api_key=abc", "x --openai_api_key=***"},
    {"x -token abc", "x -token ***"},
    {"x -password=abc", "x -password=***"},
    {"x --password hunter2 data/", "x --password *** data/"},
    {"x --db-password 123456", "x --db-password ***"},
    {"x --client-secret abc", "x --client-secret ***"},
    {"x --passwd abc --pwd abc --pass abc", "x --passwd *** --pwd *** --pass ***"},
    {"x --aws.secret.key=abc", "x --aws.secret.key=***"},
    {"x --password=a=b:c", "x --password=***"},
    {"x --token -Ab3", "x --token -Ab3"},  // an option, as far as it can be known
    {"x --token -Ab3_abcdefghijklmnopqrstu", "x --token ***"},
    {"x --password --verbose", "x --password --verbose"},
    {"x --password", "x --password"},
    {"x --auth ann:secret", "x --auth ***"},
    {"x --password 'correct horse' y", "x --password *** y"},
    {"x --key", "x --key"},
    {"x --token=\"a b\" y", "x --token=*** y"},
    {"x --token='a b c", "x --token=***"},
};
const std::vector<Line> short_options{
    {"sshpass -p hunter2 ssh gpu01", "sshpass -p *** ssh gpu01"},
    {"sshpass -phunter2 ssh -p 22 gpu01", "sshpass -p*** ssh -p *** gpu01"},
    {"/usr/bin/mysql -u ann -phunter2 db", "/usr/bin/mysql -u ann -p*** db"},
    {"mysqldump -p db", "mysqldump -p db"},
    {"curl -u ann:hunter2 https://h/x", "curl -u *** https://h/x"},
    {"curl --user=ann:hunter2 https://h", "curl --user=*** https://h"},
    {"curl --user-agent me https://h", "curl --user-agent me https://h"},
    {"redis-cli -h db -a hunter2 ping", "redis-cli -h db -a *** ping"},
    {"bash -c sshpass -p hunter2 scp a b", "bash -c sshpass -p *** scp a b"},
    {"wandb login 0123456789abcdef", "wandb login ***"},
    {"ssh -p 22 gpu01", "ssh -p 22 gpu01"},
    {"python -u train.py", "python -u train.py"},
};
const std::vector<Line> variables{
    {"env HF_TOKEN=abc python train.py", "env HF_TOKEN=*** python train.py"},
    {"WANDB_API_KEY=abc python x", "WANDB_API_KEY=*** python x"},
    {"env AWS_SECRET_ACCESS_KEY=a/b+c= x", "env AWS_SECRET_ACCESS_KEY=*** x"},
    {"env PGPASSWORD=abc psql", "env PGPASSWORD=*** psql"},
    {"docker run -e MYSQL_ROOT_PASSWORD=abc mysql", "docker run -e MYSQL_ROOT_PASSWORD=*** mysql"},
    {"docker run --env=HF_TOKEN=abc x", "docker run --env=HF_TOKEN=*** x"},
    {"java -Ddb.password=abc -jar x", "java -Ddb.password=*** -jar x"},
    {"python x +trainer.logger.api_key=abc", "python x +trainer.logger.api_key=***"},
    {"sh -c export HF_TOKEN=\"a b\"; python x", "sh -c export HF_TOKEN=*** python x"},
    {"sh -c HF_TOKEN=$T python x", "sh -c HF_TOKEN=*** python x"},
    {"x env['HF_TOKEN']=abc", "x env['HF_TOKEN']=***"},
    {"x {\"api_key\":\"abc\",\"lr\":1}", "x {\"api_key\":\"***\",\"lr\":1}"},
    {"x {\"api_key\": \"abc\"} y", "x {\"api_key\": \"***\" y"},
    {"x password:abc", "x password:***"},
};
const std::vector<Line> headers{
    {"curl -H Authorization: Bearer abc https://h", "curl -H Authorization: Bearer *** https://h"},
    {"curl -H Authorization: Basic YTpi https://h", "curl -H Authorization: Basic *** https://h"},
    {"curl -H Authorization:Bearer abc https://h", "curl -H Authorization:Bearer *** https://h"},
    {"curl -H X-Auth-Token: abc https://h", "curl -H X-Auth-Token: *** https://h"},
    {"curl -H X-Api-Key:abc https://h", "curl -H X-Api-Key:*** https://h"},
    {"curl -H Bearer abc", "curl -H Bearer ***"},
    {"curl -H Accept: text/html https://h", "curl -H Accept: text/html https://h"},
};
const std::vector<Line> tokens{
    {"x sk-abc123", "x ***"},
    {"x sk-proj-abc_DEF-123 y", "x *** y"},
    {"x hf_abcdefABCDEF y", "x *** y"},
    {"x ghp_abc gho_abc ghu_abc ghs_abc ghr_abc", "x *** *** *** *** ***"},
    {"x github_pat_11A_bcd glpat-abc", "x *** ***"},
    {"x xoxb-12-abc xoxp-12-abc xapp-1-abc", "x *** *** ***"},
    {"x AKIAIOSFODNN7EXAMPLE", "x ***"},
    {"x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc-_ y", "x *** y"},
    {"x nvapi-abc sk_live_abc", "x *** ***"},
    {"x --header=sk-abc,--next", "x --header=***,--next"},
    {"x 'hf_abc'", "x '***'"},
    {"sk-abc", "***"},
};
const std::vector<Line> urls{
    {"git clone https://ann:hunter2@h/x.git", "git clone https://***@h/x.git"},
    {"git clone https://ghp_abc@h/x.git", "git clone https://***@h/x.git"},
    {"pip install --index-url https://a:b@h:8080/s?x=1 y",
     "pip install --index-url https://***@h:8080/s?x=1 y"},
    {"x postgresql+psycopg://ann:p@ss@h/db", "x postgresql+psycopg://***@h/db"},
    {"x postgres://ann:p/ss@h/db", "x postgres://***@h/db"},
    {"x --url=redis://:hunter2@h:6379/0", "x --url=redis://***@h:6379/0"},
    {"x http://a:b@h,http://c:d@i/x", "x http://***@h,http://***@i/x"},
    {"x http://h/x?token=abc&lr=1", "x http://h/x?token=***&lr=1"},
    {"x http://h/setup?n=1&sig=abc#z", "x http://h/setup?n=1&sig=***#z"},
    {"x https://ann:hunt", "x https://***"},  // truncated
    {"x tcp://10.0.0.1:29500 --rank 0", "x tcp://10.0.0.1:29500 --rank 0"},
    {"x http://[::1]:8080/a@b", "x http://[::1]:8080/a@b"},
    {"x http://h/a@b", "x http://h/a@b"},
};
const std::vector<Line> harmless{
    {"", ""},
    {" ", " "},
    {"python  train.py", "python  train.py"},
    {"python train.py --tokenizer gpt2 --max-tokens 512",
     "python train.py --tokenizer gpt2 --max-tokens 512"},
    {"x --num-key-value-heads 8 --max_new_tokens=256",
     "x --num-key-value-heads 8 --max_new_tokens=256"},
    {"x --keyword a --keyframes 3 --monkey b", "x --keyword a --keyframes 3 --monkey b"},
    {"x --use-auth-token True y", "x --use-auth-token True y"},
    {"x --password-stdin y --no-password z", "x --password-stdin y --no-password z"},
    {"python hf_train.py sk-learn/fit.py", "python hf_train.py sk-learn/fit.py"},
    {"x task-sk-1 disk-0 ~/src/hf_models", "x task-sk-1 disk-0 ~/src/hf_models"},
    {"x token-server:8080", "x token-server:8080"},
    {"x --name=ann --lr=0.1", "x --name=ann --lr=0.1"},
    {"x compass=1 keyboard=us", "x compass=1 keyboard=us"},
    {"[kworker/0:1-events]", "[kworker/0:1-events]"},
    {"x \xC3\xBC=\xC3\xA4", "x \xC3\xBC=\xC3\xA4"},
};

INSTANTIATE_TEST_SUITE_P(Options, MaskedLines, testing::ValuesIn(options));
INSTANTIATE_TEST_SUITE_P(ShortOptions, MaskedLines, testing::ValuesIn(short_options));
INSTANTIATE_TEST_SUITE_P(Variables, MaskedLines, testing::ValuesIn(variables));
INSTANTIATE_TEST_SUITE_P(Headers, MaskedLines, testing::ValuesIn(headers));
INSTANTIATE_TEST_SUITE_P(Tokens, MaskedLines, testing::ValuesIn(tokens));
INSTANTIATE_TEST_SUITE_P(Urls, MaskedLines, testing::ValuesIn(urls));
INSTANTIATE_TEST_SUITE_P(Harmless, MaskedLines, testing::ValuesIn(harmless));

// Each would take minutes if the time were quadratic in the length.
TEST(MaskSecrets, masking_takes_linear_time_for_a_megabyte) {
    constexpr std::size_t size = 1024 * 1024;
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string piece :
         {"://", "a://b:c", "=", "token=", "?token=1&", "\"]", "sk-", "-", "'", "token='", "a", " ",
          "--key ", "eyJ.", "hf_a/", "@", ":", "https://a:b@", "Bearer "}) {
        std::string line;
        line.reserve(size + piece.size());
        while (line.size() < size) line += piece;
        EXPECT_LE(mask_secrets(line).size(), 4 * line.size()) << piece;
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{60});
}

}  // namespace
}  // namespace dibs
