// Personal and secret text is unreadable in the log without the keys, and readable with them.
#include "domain/codec/aggregate_fields.hpp"
#include "tests/support/one_of_each.hpp"
#include "tests/support/test_keys.hpp"

namespace dibs::test {
namespace {

constexpr std::array secrets = {"dddddddd", "$argon2"};
constexpr std::array personal = {"Ann Example", "laptop", "python a.py", "wall", "Call", "Tr\xC3"};

std::string stored(const Event& e) {
    return event_json(e, test_keys());
}
Result<Event> read(const Event& e, const Keys& keys) {
    JsonParser parser;
    return parse_event(parser, e.type(), stored(e), keys);
}

TEST(Seal, stored_form_shows_no_secret_and_no_personal_text) {
    for (const auto& e : one_of_each()) {
        const auto json = stored(e);
        for (const auto* text : secrets) EXPECT_EQ(json.find(text), std::string::npos) << json;
        for (const auto* text : personal) EXPECT_EQ(json.find(text), std::string::npos) << json;
    }
}

TEST(Seal, keys_restore_all_sealed_text) {
    auto all = one_of_each();
    for (auto& e : with_absent_members()) all.push_back(e);
    for (const auto& e : all) {
        const auto back = read(e, test_keys());
        ASSERT_TRUE(back) << back.error().detail;
        EXPECT_EQ(text_of(*back), text_of(e));
    }
    JsonParser parser;
    const auto added = people::PersonAdded{ann, {"Ann"}, "ann", people::Role::user, {"$argon2"}};
    const auto back = read(event(added), test_keys());
    const auto& person = get<people::PersonAdded>(*back);
    EXPECT_EQ(person.password_hash, added.password_hash);
}

TEST(Seal, secrets_are_empty_without_a_sealer) {
    for (const auto& e : one_of_each()) {
        for (const auto* text : secrets) {
            EXPECT_EQ(event_json(e).find(text), std::string::npos) << text_of(e);
        }
    }
}

TEST(Seal, keys_of_another_installation_open_no_secret) {
    const auto others = Keys::in_memory();
    const auto e = event(people::SetupOpened{{std::string(64, 'd')}, ten});
    ASSERT_FALSE(read(e, *others));
    EXPECT_NE(read(e, *others).error().detail.find("key file"), std::string::npos);
}

TEST(Seal, text_sealed_for_one_type_opens_for_no_other) {
    auto& keys = test_keys();
    const auto sealed = keys.seal("text", "a.v1");
    EXPECT_EQ(keys.open(sealed, "a.v1"), std::string("text"));
    EXPECT_FALSE(keys.open(sealed, "b.v1"));
}

// A UNIX name and a browser in the stored form of an older version.
constexpr std::string_view removed_in_clear =
    R"({"person_id":"per_01081G8186E008000000000001","unix_name":"ann"})";

std::string unix_name_in(std::string_view body, const Keys& keys) {
    JsonParser parser;
    const auto event = parse_event(parser, people::PersonRemoved::type, body, keys);
    return get<people::PersonRemoved>(*event).unix_name;
}
PersonId who_was_removed() {
    JsonParser parser;
    const auto event =
        parse_event(parser, people::PersonRemoved::type, removed_in_clear, test_keys());
    return get<people::PersonRemoved>(*event).person;
}

TEST(Seal, account_names_are_sealed_if_their_person_is_known) {
    fleet::ProcessGone gone{nth<ProcessId>(1), atlas, {gpu_a}, 7, {}, "annaccount", ann};
    EXPECT_EQ(stored(event(gone)).find("annaccount"), std::string::npos);
    EXPECT_EQ(text_of(*read(event(gone), test_keys())), text_of(event(gone)));
    gone.person.reset();
    EXPECT_NE(stored(event(gone)).find("annaccount"), std::string::npos)
        << "an account of nobody on Dibs is the host's";
}

TEST(Seal, browser_names_are_sealed_whatever_their_text) {
    for (const char* browser : {"Curious/1.0", "~Curious/1.0", "~"}) {
        const auto e = event(
            people::SessionStarted{nth<SessionId>(1), ann, {std::string(64, 'd')}, ten, browser});
        EXPECT_EQ(stored(e).find("Curious"), std::string::npos);
        EXPECT_EQ(text_of(*read(e, test_keys())), text_of(e));
    }
}

TEST(Seal, unencrypted_name_stays_readable_until_its_person_is_erased) {
    const auto keys = Keys::in_memory();
    EXPECT_EQ(unix_name_in(removed_in_clear, *keys), "ann");
    keys->erase(who_was_removed());
    EXPECT_EQ(unix_name_in(removed_in_clear, *keys), pseudonym_of(who_was_removed()));
}

TEST(Seal, name_becomes_the_same_pseudonym_everywhere_after_key_deletion) {
    const auto keys = Keys::in_memory();
    const people::PersonRemoved removed{ann, "ann"};
    const auto body = event_json(event(removed), *keys);
    EXPECT_EQ(unix_name_in(body, *keys), "ann");
    keys->erase(ann);
    EXPECT_EQ(unix_name_in(body, *keys), pseudonym_of(ann));
    EXPECT_NE(pseudonym_of(ann), pseudonym_of(ben));
    EXPECT_EQ(unix_name_in(event_json(event(removed), *keys), *keys), pseudonym_of(ann));
}

TEST(Seal, same_text_is_sealed_differently_each_time) {
    EXPECT_NE(test_keys().seal("text", "a"), test_keys().seal("text", "a"));
}

TEST(Seal, every_command_survives_being_forwarded) {
    const people::Digest digest{std::string(64, 'd')};
    const std::vector<Command> commands = {
        command(Tick{}),
        command(book(booking(1, ann, {gpu_a}, "12:00", "14:00"))),
        command(people::AddPerson{ann, {"Ann"}, "ann", people::Role::user, {"$argon2"}}),
        command(people::ChangePreferences{ann, std::optional<std::string>{}, {}, {}}),
        command(people::SignIn{nth<SessionId>(1), ann, digest, ten}),
        command(rules::Set{.shortest_min = 5}),
        command(board::Make{nth<BoardId>(1), {"b"}, true, a_board().panels}),
        command(fleet::ReportProcesses{
            atlas, {{{"GPU-a"}, 1, ten, "ben", Personal<std::string>{"x"}}, {{"GPU-a"}, 2}}}),
        command(fleet::ReportOwners{atlas, true, "proc", false}),
        command(fleet::ReportBoot{atlas, "3f0c1a52-7d44-4c0e-9d5b-0a6a1f2be901", ten}),
        command(fleet::ReportTopology{atlas, {{{0, 1, fleet::LinkKind::pix, 0}}, {{0, 1}}}}),
        command(violation::Excuse{nth<ViolationId>(1), "why"}),
        command(violation::WithdrawExcuse{nth<ViolationId>(1)}),
    };
    JsonParser parser;
    for (const auto& c : commands) {
        const auto json = command_json(c, test_keys());
        EXPECT_EQ(json.find("dddddddd"), std::string::npos);
        const auto back = parse_command(parser, c.type(), json, test_keys());
        ASSERT_TRUE(back) << c.type() << ": " << back.error().field << back.error().detail;
        EXPECT_EQ(back->type(), c.type());
        EXPECT_EQ(command_json(*back), command_json(c));
    }
}

TEST(Seal, secrets_of_a_command_are_empty_in_a_log_line) {
    const auto c = command(people::ChangePassword{ann, {"$argon2id$"}});
    EXPECT_EQ(command_json(c).find("$argon2"), std::string::npos);
}

}  // namespace
}  // namespace dibs::test
