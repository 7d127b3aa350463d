// Valid mail addresses. A person cannot have an invalid one.
#include "domain/people/mail_address.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(MailAddress, valid_addresses_are_distinguished_from_invalid_ones) {
    for (const auto* good : {"a@b", "ann.b+dibs@mail.example.org", "o'hara@example.org",
                             "ann@bücher.example", "ann@почта.рф"}) {
        EXPECT_TRUE(is_mail_address(good)) << good;
    }
    for (const auto* bad : {"",
                            "@",
                            "a@",
                            "@b",
                            "a@b@c",
                            "a b@c",
                            "a@b>",
                            "<a@b",
                            "a,b@c",
                            "a@b.",
                            ".a@b",
                            "a..b@c",
                            "\"a\"@b",
                            "a@[127.0.0.1]",
                            "ą@b",
                            "a@b\r\n",
                            "a@b\xff.org",
                            "a@ü ü.org",
                            "a@ü\u200b.org",
                            "a@☺.org",
                            "a@-b.org",
                            "a@b-.org"}) {
        EXPECT_FALSE(is_mail_address(bad)) << bad;
    }
    EXPECT_FALSE(is_mail_address(std::string(65, 'a') + "@b"));
    EXPECT_TRUE(is_mail_address("a@" + std::string(63, 'b') + ".org"));
    EXPECT_FALSE(is_mail_address("a@" + std::string(64, 'b') + ".org"));
}

TEST(MailAddress, domain_is_sent_in_punycode) {
    for (const auto& [typed, sent] : std::vector<std::pair<const char*, const char*>>{
             {"Ann@Example.org", "Ann@Example.org"},
             {"ann@bücher.example", "ann@xn--bcher-kva.example"},
             {"ann@BÜCHER.example", "ann@xn--bcher-kva.example"},
             {"ann@bu\u0308cher.example", "ann@xn--bcher-kva.example"},
             {"ann@straße.de", "ann@xn--strae-oqa.de"},
             {"ann@例え.テスト", "ann@xn--r8jz45g.xn--zckzah"},
             {"ann@почта.рф", "ann@xn--80a1acny.xn--p1ai"},
             {"ann@他们为什么不说中文.cn", "ann@xn--ihqwcrb4cv8a8dqg056pqjye.cn"}}) {
        EXPECT_EQ(ascii_mail_address(typed), sent) << typed;
    }
    std::string long_label;
    for (int i = 0; i < 70; ++i) long_label += "ü";
    EXPECT_EQ(ascii_mail_address("a@" + long_label + ".org"), std::nullopt);
}

TEST(MailAddress, person_cannot_have_an_invalid_address) {
    for (const auto* bad : {"ann@example.org>", "<ann@example.org>", "ann@[127.0.0.1]",
                            "..ann@example.org", "ann@example..org", "ann@", "ann"}) {
        people::ChangePerson change{.person = ann};
        change.mail = Personal<std::string>{bad};
        EXPECT_EQ(sample_site().when(change, ann), refused(Code::out_of_range, "mail")) << bad;
    }
}

}  // namespace
}  // namespace dibs::test
