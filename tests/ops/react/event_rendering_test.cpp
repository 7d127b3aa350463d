// The form of a fact for programs of the site and webhooks.
#include "ops/react/event_rendering.hpp"

#include "tests/support/record_maker.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(EventRendering, rendered_event_shortens_command_line) {
    fleet::ProcessAppeared process{.host = atlas, .pid = 42};
    process.unix_name = "ann";
    process.command_line = Personal<std::string>{"python train.py --data /scratch/ann"};
    RecordMaker pen;
    pen.created();
    const auto record = pen.command({event(process)}).front();
    const auto told = render_event({record, 1, 1, 1}, {test_keys(), "urn:dibs:test"});
    ASSERT_TRUE(told);
    EXPECT_NE(told->find("\"python train.py \xE2\x80\xA6\""), std::string::npos) << *told;
    EXPECT_EQ(told->find("/scratch"), std::string::npos) << *told;
}

}  // namespace
}  // namespace dibs::test
