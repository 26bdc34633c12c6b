// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where a tensor's values lie.

namespace gert {

enum TensorPlacement { kOnDeviceHbm, kOnHost, kFollowing, kOnDeviceP2p, kTensorPlacementEnd };

}  // namespace gert
