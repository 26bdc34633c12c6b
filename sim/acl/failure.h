// SPDX-License-Identifier: Apache-2.0
#pragma once
// How acl functions report: a status code for the caller, and a text that aclGetRecentErrMsg()
// hands to the same thread.

#include <string>

#include "acl/acl_base.h"
#include "sim/base/error.h"

namespace davsim::acl {

// Remembers the text and the code for this thread and returns the code. `id` is the family of the
// message, as CANN numbers them: "EZ1001" parameters of operators, "EH0001" values and "EH0002"
// null pointers given to the runtime, "EZ9999" the rest.
aclError fail(aclError code, const char* id, const std::string& text);

// "EH0002: aclrtMalloc: devPtr is null, ..."
aclError null_argument(const char* function, const char* argument);
aclError bad_argument(const char* function, const char* argument, const std::string& value,
                      const std::string& allowed);

// What a davsim Error means as a status code of a host call.
aclError code_of(const Error& error);
aclError fail(const char* function, const Error& error);

}  // namespace davsim::acl
