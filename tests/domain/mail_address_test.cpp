// Which mail addresses there are, and that nobody can have one that is never written to.
#include "domain/mail_address.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(MailAddress, is_known_from_what_is_none) {
    for (const auto* good : {"a@b", "ann.b+dibs@mail.example.org", "o'hara@example.org"}) {
        EXPECT_TRUE(is_mail_address(good)) << good;
    }
    for (const auto* bad :
         {"", "@", "a@", "@b", "a@b@c", "a b@c", "a@b>", "<a@b", "a,b@c", "a@b.", ".a@b", "a..b@c",
          "\"a\"@b", "a@[127.0.0.1]", "ą@b", "a@b\r\n", "a@-b.org", "a@b-.org"}) {
        EXPECT_FALSE(is_mail_address(bad)) << bad;
    }
    EXPECT_FALSE(is_mail_address(std::string(65, 'a') + "@b"));
    EXPECT_TRUE(is_mail_address("a@" + std::string(63, 'b') + ".org"));
    EXPECT_FALSE(is_mail_address("a@" + std::string(64, 'b') + ".org"));
}

TEST(MailAddress, of_a_person_is_one_that_letters_go_to) {
    for (const auto* bad : {"ann@example.org>", "<ann@example.org>", "ann@[127.0.0.1]",
                            "..ann@example.org", "ann@example..org", "ann@", "ann"}) {
        people::ChangePerson change{.person = ann};
        change.mail = Personal<std::string>{bad};
        EXPECT_EQ(sample_site().when(change, ann), refused(Code::out_of_range, "mail")) << bad;
    }
}

}  // namespace
}  // namespace dibs::test
