// SPDX-License-Identifier: Apache-2.0
#pragma once
// From the first load to the last store of a core; what the strategies have in common.

#include "engine.h"
#include "parameter_gradients.h"

namespace gnb {

// `apart`: pass 2 starts when all cores have finished pass 1.
template <typename T, typename U, typename Math>
__aicore__ inline void RunStrategy(const TilingData& t, const Arguments& args, bool apart) {
    TPipe pipe;
    bool met = false;
    {
        Engine<T, U, Math> engine;
        engine.Init(pipe, t, args);
        met = engine.Run(apart);
        engine.Drain();
    }
    if (t.want_dgamma == 0 && t.want_dbeta == 0) return;
    // Stage two reuses all of UB, so nothing of the passes may be under way.
    if (met) {
        PipeBarrier<PIPE_ALL>();
    } else {
        SyncAll();
    }
    pipe.Reset();
    ParameterGradients<U> gradients;
    gradients.Init(pipe, t, args);
    gradients.Run();
}

}  // namespace gnb
