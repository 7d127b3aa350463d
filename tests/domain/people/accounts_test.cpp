// Accounts: changing, disabling, enabling and removing. One admin always remains, and the present
// role decides what a person may do.
#include "domain/people/people_rules.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const PersonId ida = nth<PersonId>(5);  // a second admin
Given two_admins() {
    return given(sample_site(), person(ida, "ida", people::Role::admin));
}
people::ChangePerson renamed(PersonId id, std::string name) {
    return {id, {{std::move(name)}}};
}
people::ChangePerson with_role(PersonId id, people::Role role) {
    return {id, {}, {}, {}, role};
}

TEST(Accounts, people_change_their_own_name_and_admins_every_name) {
    const people::PersonChanged changed{ann, {{"Ann N."}}};
    EXPECT_EQ(sample_site().when(renamed(ann, " Ann N. "), ann), events(changed));
    EXPECT_EQ(sample_site().when(renamed(ann, "Ann N."), root), events(changed));
    EXPECT_EQ(sample_site().when(renamed(ann, "Ann N."), ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(renamed(ann, "Ann N."), ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(renamed(ann, ""), ann), refused(Code::out_of_range, "name"));
    EXPECT_EQ(sample_site().when(renamed(ida, "Ida"), root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Accounts, mail_address_can_be_changed_and_removed) {
    const auto to = [](std::string mail) {
        return people::ChangePerson{ann, {}, {{std::move(mail)}}};
    };
    EXPECT_EQ(sample_site().when(to("ann@example.org"), ann),
              events(people::MailChanged{ann, {{"ann@example.org"}}}));
    EXPECT_EQ(sample_site().when(to(""), ann), events(people::MailChanged{ann, {}}));
    for (const std::string bad :
         {"ann", "@example.org", "ann@", "a@b@c", "a b@c", "a@b,c@d", "a@b\r\nBcc: x"}) {
        EXPECT_EQ(sample_site().when(to(bad), ann), refused(Code::out_of_range, "mail")) << bad;
    }
}

TEST(Accounts, only_an_admin_changes_a_unix_name_or_a_role) {
    const people::ChangePerson account{ann, {}, {}, "ann2"};
    EXPECT_EQ(sample_site().when(account, ann), refused(Code::not_allowed, "unix_name"));
    EXPECT_EQ(sample_site().when(account, root),
              events(people::PersonChanged{ann, {}, "ann2", {}, "ann"}));
    EXPECT_EQ(sample_site().when(with_role(ann, people::Role::admin), ann),
              refused(Code::not_allowed, "role"));
    EXPECT_EQ(
        sample_site().when(with_role(ann, people::Role::admin), root),
        events(people::PersonChanged{ann, {}, {}, people::Role::admin, {}, people::Role::user}));
    EXPECT_EQ(sample_site().when(with_role(ann, people::Role::user), root), nothing());
}

TEST(Accounts, unix_name_is_unique_and_free_again_after_a_change) {
    const people::ChangePerson to_ben{ann, {}, {}, "ben"};
    EXPECT_EQ(sample_site().when(to_ben, root), refused(Code::already_exists, "unix_name"));
    EXPECT_EQ(sample_site().when(people::ChangePerson{ann, {}, {}, "root"}, root),
              refused(Code::out_of_range, "unix_name"));
    const auto after = given(sample_site(), people::PersonChanged{ann, {}, "ann2", {}, "ann"});
    EXPECT_EQ(by_unix_name(after.world().people, "ann2"), ann);
    EXPECT_EQ(by_unix_name(after.world().people, "ann"), std::nullopt);
    const auto gone = given(sample_site(), people::PersonRemoved{ann, "ann"});
    EXPECT_EQ(by_unix_name(gone.world().people, "ann"), std::nullopt);
    EXPECT_EQ(gone.when(people::ChangePerson{ben, {}, {}, "ann"}, root),
              events(people::PersonChanged{ben, {}, "ann", {}, "ben"}));
}

TEST(Accounts, last_admin_stays_admin) {
    const auto alone = sample_site();
    EXPECT_EQ(alone.when(with_role(root, people::Role::user), root),
              refused(Code::not_ready, "role"));
    EXPECT_EQ(alone.when(people::DisablePerson{root}, root), refused(Code::not_ready));
    EXPECT_EQ(alone.when(people::RemovePerson{root}, root), refused(Code::not_ready));
    EXPECT_EQ(
        two_admins().when(with_role(root, people::Role::user), root),
        events(people::PersonChanged{root, {}, {}, people::Role::user, {}, people::Role::admin}));
    const auto disabled = given(two_admins(), people::PersonDisabled{ida});
    EXPECT_EQ(disabled.when(people::RemovePerson{root}, root), refused(Code::not_ready));
    EXPECT_EQ(disabled.when(people::RemovePerson{ida}, root),
              events(people::PersonRemoved{ida, "ida"}));
}

TEST(Accounts, only_admins_disable_enable_and_remove) {
    EXPECT_EQ(sample_site().when(people::DisablePerson{ann}, ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::EnablePerson{ann}, ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::RemovePerson{ann}, ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::EnablePerson{ann}, root), nothing());
    EXPECT_EQ(
        given(sample_site(), people::PersonDisabled{ann}).when(people::DisablePerson{ann}, root),
        nothing());
    EXPECT_EQ(sample_site().when(people::RemovePerson{ida}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Accounts, erasure_removes_the_account_if_it_still_exists) {
    const people::ErasePerson erase{ann, {"0f"}};
    EXPECT_EQ(sample_site().when(erase, root),
              events(people::PersonRemoved{ann, "ann"}, people::PersonErased{ann, {"0f"}}));
    const auto gone = given(sample_site(), people::PersonRemoved{ann, "ann"});
    EXPECT_EQ(gone.when(erase, root), events(people::PersonErased{ann, {"0f"}}));
    const auto erased = given(gone, people::PersonErased{ann, {"0f"}});
    EXPECT_EQ(erased.when(erase, root), nothing());
    EXPECT_EQ(erased.when(people::ErasePerson{ida}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Accounts, only_admins_erase_and_never_the_last_admin) {
    EXPECT_EQ(sample_site().when(people::ErasePerson{ann}, ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::ErasePerson{root}, root), refused(Code::not_ready));
}

TEST(Accounts, rejects_a_pseudonym_as_a_name) {
    EXPECT_EQ(sample_site().when(people::ChangePerson{ann, {}, {}, pseudonym_of(ben)}, root),
              refused(Code::out_of_range, "unix_name"));
}

// A slow node may read the removal after the key was deleted.
TEST(Accounts, name_is_free_again_if_its_removal_has_a_pseudonym) {
    const auto gone = given(sample_site(), people::PersonRemoved{ann, pseudonym_of(ann)});
    EXPECT_EQ(by_unix_name(gone.world().people, "ann"), std::nullopt);
}

TEST(Accounts, disabled_account_cannot_act_or_sign_in) {
    const auto world = given(sample_site(), people::PersonDisabled{ann});
    const auto held = booking(1, ann, {gpu_a}, "11:00", "12:00");
    EXPECT_EQ(world.when(book(held), ann), refused(Code::not_signed_in));
    EXPECT_EQ(world.when(book(held), nth<PersonId>(77)), refused(Code::not_signed_in));
    EXPECT_EQ(world.when(people::SignIn{nth<SessionId>(1), ann, {"d"}, clock("12:00")}),
              refused(Code::not_allowed));
    const auto enabled = given(world, people::PersonEnabled{ann});
    EXPECT_EQ(enabled.when(book(held), ann), events(booked(held)));
}

TEST(Accounts, observer_changes_only_their_own_account) {
    const auto world = given(sample_site(), person(ida, "wall", people::Role::observer));
    EXPECT_EQ(world.when(book(booking(1, ida, {gpu_a}, "11:00", "12:00")), ida),
              refused(Code::not_allowed, "owner_id"));
    EXPECT_EQ(world.when(renamed(ida, "Wall"), ida),
              events(people::PersonChanged{ida, {{"Wall"}}}));
    EXPECT_EQ(world.when(people::ChangePassword{ida, {"h"}}, ida),
              events(people::PasswordChanged{ida, {"h"}}));
    EXPECT_EQ(world.when(board::Make{nth<BoardId>(1), {"b"}, false, {}}, ida),
              refused(Code::not_allowed));
    EXPECT_EQ(scopes_of(people::Role::observer), (Scopes{Scope::scrape, Scope::read}));
}

TEST(Accounts, weaker_credential_cannot_change_the_account) {
    for (const Scopes less : {Scopes{Scope::read, Scope::book}, Scopes{Scope::book}, Scopes{}}) {
        EXPECT_EQ(sample_site().when(renamed(ann, "x"), ann, less), refused(Code::not_allowed));
        EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, ann, less),
                  refused(Code::not_allowed));
        EXPECT_EQ(sample_site().when(people::SignOutEverywhere{ann}, ann, less),
                  refused(Code::not_allowed));
    }
}

TEST(Accounts, scope_admin_includes_all_scopes_of_the_role_and_no_more) {
    EXPECT_EQ(held_by({Scope::admin}, people::Role::admin), Scopes::all());
    EXPECT_EQ(held_by({Scope::admin}, people::Role::user), Scopes{});
    EXPECT_EQ(held_by(Scopes::all(), people::Role::observer), scopes_of(people::Role::observer));
    EXPECT_EQ(held_by({Scope::read}, people::Role::admin), Scopes{Scope::read});
    EXPECT_EQ(
        sample_site().when(book(booking(1, root, {gpu_a}, "11:00", "12:00")), root, {Scope::admin}),
        events(booked(booking(1, root, {gpu_a}, "11:00", "12:00"))));
}

TEST(Accounts, former_admin_loses_admin_rights_at_once) {
    const auto world =
        given(two_admins(),
              people::PersonChanged{ida, {}, {}, people::Role::user, {}, people::Role::admin});
    EXPECT_EQ(world.when(people::DisablePerson{ann}, ida), refused(Code::not_allowed));
}

TEST(Accounts, password_set_by_an_admin_revokes_tokens) {
    const auto world = given(
        sample_site(), people::SessionStarted{nth<SessionId>(1), ann, {"s"}, clock("20:00"), {}},
        people::TokenIssued{nth<TokenId>(1), ann, {"laptop"}, {Scope::read}, {"t"}, {}});
    EXPECT_EQ(
        world.when(people::ChangePassword{ann, {"h"}}, root),
        events(people::PasswordChanged{ann, {"h"}}, people::SessionEnded{nth<SessionId>(1), ann},
               people::TokenRevoked{nth<TokenId>(1), ann}));
    EXPECT_EQ(
        world.when(people::ChangePassword{ann, {"h"}}, ann),
        events(people::PasswordChanged{ann, {"h"}}, people::SessionEnded{nth<SessionId>(1), ann}));
}

}  // namespace
}  // namespace dibs::test
