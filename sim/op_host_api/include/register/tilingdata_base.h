// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiling structs in the macro form. A struct describes itself: the build writes the kernel's plain
// struct from the same description, so host and kernel agree byte for byte.
//
// Layout: a field lies at the next multiple of its element's size, a nested struct at the next
// multiple of 8; gaps are zero; the whole is rounded up to 8 bytes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace optiling {

class TilingDef;

struct TilingField {
    const char* name = nullptr;
    std::string type;           // C++ name of an element, or the nested struct's name
    std::size_t size = 0;       // bytes of an element, or of the nested struct
    std::size_t count = 1;      // elements
    bool array = false;         // was declared as an array
    std::size_t offset = 0;     // in the kernel's struct
    std::ptrdiff_t member = 0;  // of the value, from the host object
    bool nested = false;
};

class TilingDef {
public:
    explicit TilingDef(const char* name) : name_(name) {}
    virtual ~TilingDef() = default;
    // A copy is written nowhere.
    TilingDef(const TilingDef& other)
        : name_(other.name_), size_(other.size_), fields_(other.fields_) {}
    // The values are members of the derived class, the description is the same.
    TilingDef& operator=(const TilingDef& /*other*/) { return *this; }

    const char* GetTilingClassName() const { return name_; }
    std::size_t GetDataSize() const { return size_; }
    const std::vector<TilingField>& fields() const { return fields_; }

    // Nothing is written when `capacity` is too small.
    void SaveToBuffer(void* to, std::size_t capacity) const;
    // From now on what a setter changes is written to `data`, too, which holds GetDataSize() bytes.
    void SetDataPtr(void* data);
    void write_through() const {
        if (data_ != nullptr) SaveToBuffer(data_, size_);
    }

    // For the macros below.
    void add(TilingField field);
    static const TilingDef& nested(const void* object, const TilingField& field);

private:
    const char* name_;
    std::size_t size_ = 0;
    std::vector<TilingField> fields_;
    void* data_ = nullptr;
};

template <typename T>
std::string tiling_type_name() {
    if (std::is_same<T, bool>::value) return "bool";
    if (std::is_floating_point<T>::value) return sizeof(T) == sizeof(float) ? "float" : "double";
    return std::string(std::is_signed<T>::value || std::is_enum<T>::value ? "int" : "uint") +
           std::to_string(sizeof(T) * 8) + "_t";
}

// Tells the struct about a field while the object is made; copies take the description over.
class TilingFieldNote {
public:
    template <typename T>
    TilingFieldNote(TilingDef* owner, const char* name, const T* value, std::size_t count,
                    bool array) {
        TilingField field;
        field.name = name;
        field.type = tiling_type_name<T>();
        field.size = sizeof(T);
        field.count = count;
        field.array = array;
        field.member = reinterpret_cast<const char*>(value) - reinterpret_cast<const char*>(owner);
        owner->add(field);
    }
    TilingFieldNote(TilingDef* owner, const char* name, const TilingDef* value) {
        TilingField field;
        field.name = name;
        field.type = value->GetTilingClassName();
        field.size = value->GetDataSize();
        field.member = reinterpret_cast<const char*>(value) - reinterpret_cast<const char*>(owner);
        field.nested = true;
        owner->add(field);
    }
};

using TilingDefFactory = std::unique_ptr<TilingDef> (*)();

// `key`: operator type, "Type_<tiling key>", or "<Struct>Op" for a nested struct.
class TilingClassRegistrar {
public:
    TilingClassRegistrar(const char* key, TilingDefFactory factory);
};

}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(Name)              \
    class Name : public ::optiling::TilingDef {  \
    public:                                      \
        Name() : ::optiling::TilingDef(#Name) {} \
        using DavsimTilingClass = Name;

#define TILING_DATA_FIELD_DEF(Type, field)                                        \
public:                                                                           \
    void set_##field(Type value) {                                                \
        field##_ = value;                                                         \
        write_through();                                                          \
    }                                                                             \
    Type get_##field() const {                                                    \
        return field##_;                                                          \
    }                                                                             \
                                                                                  \
private:                                                                          \
    Type field##_{};                                                              \
    ::optiling::TilingFieldNote field##_note_{this, #field, &field##_, 1, false}; \
                                                                                  \
public:

#define TILING_DATA_FIELD_DEF_ARR(Type, length, field)                                   \
public:                                                                                  \
    void set_##field(const Type* values) {                                               \
        std::memcpy(field##_, values, sizeof(field##_));                                 \
        write_through();                                                                 \
    }                                                                                    \
    Type* get_##field() {                                                                \
        return field##_;                                                                 \
    }                                                                                    \
    const Type* get_##field() const {                                                    \
        return field##_;                                                                 \
    }                                                                                    \
                                                                                         \
private:                                                                                 \
    Type field##_[length] = {};                                                          \
    ::optiling::TilingFieldNote field##_note_{this, #field, &field##_[0], length, true}; \
                                                                                         \
public:

#define TILING_DATA_FIELD_DEF_STRUCT(Struct, field)                                               \
public:                                                                                           \
    Struct field;                                                                                 \
                                                                                                  \
private:                                                                                          \
    ::optiling::TilingFieldNote field##_note_{this, #field,                                       \
                                              static_cast<const ::optiling::TilingDef*>(&field)}; \
                                                                                                  \
public:

#define END_TILING_DATA_DEF \
    }                       \
    ;

#define DAVSIM_TILING_JOIN_(a, b) a##b
#define DAVSIM_TILING_JOIN(a, b) DAVSIM_TILING_JOIN_(a, b)
#define REGISTER_TILING_DATA_CLASS(Key, Class)                                                \
    static const ::optiling::TilingClassRegistrar DAVSIM_TILING_JOIN(g_davsim_tiling_##Class, \
                                                                     __COUNTER__)(            \
        #Key, []() -> std::unique_ptr<::optiling::TilingDef> {                                \
            return std::unique_ptr<::optiling::TilingDef>(new Class());                       \
        });
