// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operator's library exports nothing but its description.
#define OPBASE_API
