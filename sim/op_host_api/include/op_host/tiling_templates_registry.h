// SPDX-License-Identifier: Apache-2.0
#pragma once
// Several tiling classes for one operator: they are tried from the lowest priority number up, until
// one does not hand the question on. Classes may be registered for all SoCs, by SoC version, or by
// architecture.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "op_host/tiling_base.h"

namespace Ops {
namespace Base {

using TilingClassCase = std::unique_ptr<TilingBaseClass> (*)(gert::TilingContext*);

// What the second key of a registration means.
enum class TilingScope { kAll, kSocVersion, kArch };

// Of this library: (scope, operator, SoC version or architecture) -> priority -> class.
std::map<std::int32_t, TilingClassCase>& tiling_templates(TilingScope scope,
                                                          const std::string& type,
                                                          std::int32_t key);
// Tries the classes of the context's operator and platform; `priorities` empty: all of them.
ge::graphStatus try_tiling_templates(TilingScope scope, gert::TilingContext* context,
                                     const std::vector<std::int32_t>& priorities,
                                     const std::int32_t* key = nullptr);

template <TilingScope kScope>
class TilingTemplateRegistry {
public:
    static TilingTemplateRegistry& GetInstance() {
        static TilingTemplateRegistry registry;
        return registry;
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context) {
        return try_tiling_templates(kScope, context, {});
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context,
                                 const std::vector<std::int32_t>& priorities) {
        return try_tiling_templates(kScope, context, priorities);
    }
    ge::graphStatus DoTilingImpl(gert::TilingContext* context,
                                 const std::vector<std::int32_t>& priorities, std::int32_t key) {
        return try_tiling_templates(kScope, context, priorities, &key);
    }
    const std::map<std::int32_t, TilingClassCase>& GetTilingTemplates(const std::string& type,
                                                                      std::int32_t key = 0) {
        return tiling_templates(kScope, type, key);
    }
};

template <TilingScope kScope>
class TilingTemplateRegistrar {
public:
    explicit TilingTemplateRegistrar(std::string type) : type_(std::move(type)) {}

    template <typename Tiling>
    TilingTemplateRegistrar& tiling(std::int32_t priority, std::int32_t key = 0) {
        tiling_templates(kScope, type_, key)[priority] =
            [](gert::TilingContext* context) -> std::unique_ptr<TilingBaseClass> {
            return std::unique_ptr<TilingBaseClass>(new Tiling(context));
        };
        return *this;
    }
    template <typename Tiling>
    TilingTemplateRegistrar& tiling(std::int32_t priority, const std::vector<std::int32_t>& keys) {
        for (const std::int32_t key : keys) tiling<Tiling>(priority, key);
        return *this;
    }

private:
    std::string type_;
};

using TilingRegistry = TilingTemplateRegistry<TilingScope::kAll>;
using TilingRegistryNew = TilingTemplateRegistry<TilingScope::kSocVersion>;
using TilingRegistryArch = TilingTemplateRegistry<TilingScope::kArch>;
using Register = TilingTemplateRegistrar<TilingScope::kAll>;
using RegisterNew = TilingTemplateRegistrar<TilingScope::kSocVersion>;
using RegisterArch = TilingTemplateRegistrar<TilingScope::kArch>;

}  // namespace Base

#define DAVSIM_TILING_NAMES              \
    using Ops::Base::Register;           \
    using Ops::Base::RegisterArch;       \
    using Ops::Base::RegisterNew;        \
    using Ops::Base::TilingClassCase;    \
    using Ops::Base::TilingRegistry;     \
    using Ops::Base::TilingRegistryArch; \
    using Ops::Base::TilingRegistryNew;
namespace NN {
namespace Optiling {
DAVSIM_TILING_NAMES
}
}  // namespace NN
namespace Math {
namespace OpTiling {
DAVSIM_TILING_NAMES
}
}  // namespace Math
namespace Cv {
namespace OpTiling {
DAVSIM_TILING_NAMES
}
}  // namespace Cv
namespace Transformer {
namespace OpTiling {
DAVSIM_TILING_NAMES
}
}  // namespace Transformer
#undef DAVSIM_TILING_NAMES
}  // namespace Ops

#define DAVSIM_TEMPLATE_JOIN_(a, b) a##b
#define DAVSIM_TEMPLATE_JOIN(a, b) DAVSIM_TEMPLATE_JOIN_(a, b)
#define DAVSIM_REGISTER_TILING(Registrar, type, ...)                           \
    [[maybe_unused]] static const ::Ops::Base::Registrar DAVSIM_TEMPLATE_JOIN( \
        g_davsim_template_, __COUNTER__) = ::Ops::Base::Registrar(type).__VA_ARGS__
#define REGISTER_TILING_TEMPLATE(type, Tiling, priority) \
    DAVSIM_REGISTER_TILING(Register, type, tiling<Tiling>(priority))
#define REGISTER_OPS_TILING_TEMPLATE(Type, Tiling, priority) \
    DAVSIM_REGISTER_TILING(Register, #Type, tiling<Tiling>(priority))
#define REGISTER_TILING_TEMPLATE_NEW(Type, Tiling, soc_version, priority) \
    DAVSIM_REGISTER_TILING(RegisterNew, #Type, tiling<Tiling>(priority, soc_version))
#define REGISTER_TILING_TEMPLATE_WITH_SOCVERSION(Type, Tiling, soc_versions, priority) \
    DAVSIM_REGISTER_TILING(RegisterNew, #Type, tiling<Tiling>(priority, soc_versions))
#define REGISTER_TILING_TEMPLATE_WITH_ARCH(Type, Tiling, archs, priority) \
    DAVSIM_REGISTER_TILING(RegisterArch, #Type, tiling<Tiling>(priority, archs))
