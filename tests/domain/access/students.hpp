// The group and the grant that tests of groups, grants and limits share.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

inline const GroupId students = nth<GroupId>(1);
inline const GrantId day_grant = nth<GrantId>(5);

}  // namespace dibs::test
