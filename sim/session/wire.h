// SPDX-License-Identifier: Apache-2.0
#pragma once
// Messages between a program and its device process: length, then plain values in the order in
// which both sides name them. Both are the same binary, so there is no version and no byte order.

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace davsim {

class MessageWriter {
public:
    template <typename T>
    void put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        append(&value, sizeof(T));
    }
    void put(const std::string& text) {
        put(text.size());
        append(text.data(), text.size());
    }
    template <typename T>
    void put(const std::vector<T>& values) {
        put(values.size());
        for (const T& value : values) put(value);
    }
    void put(const std::vector<std::uint8_t>& bytes) {
        put(bytes.size());
        append(bytes.data(), bytes.size());
    }
    template <typename A, typename B>
    void put(const std::pair<A, B>& pair) {
        put(pair.first);
        put(pair.second);
    }

    const std::string& data() const { return data_; }

private:
    void append(const void* bytes, std::size_t count) {
        data_.append(static_cast<const char*>(bytes), count);
    }
    std::string data_;
};

class MessageReader {
public:
    explicit MessageReader(std::string data) : data_(std::move(data)) {}

    template <typename T>
    void get(T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        take(&value, sizeof(T));
    }
    void get(std::string& text) {
        text.resize(count());
        take(text.data(), text.size());
    }
    template <typename T>
    void get(std::vector<T>& values) {
        values.resize(count());
        for (T& value : values) get(value);
    }
    void get(std::vector<std::uint8_t>& bytes) {
        bytes.resize(count());
        take(bytes.data(), bytes.size());
    }
    template <typename A, typename B>
    void get(std::pair<A, B>& pair) {
        get(pair.first);
        get(pair.second);
    }

private:
    std::size_t count() {
        std::size_t value = 0;
        get(value);
        return value;
    }
    void take(void* bytes, std::size_t count) {
        if (count != 0) std::memcpy(bytes, data_.data() + at_, count);
        at_ += count;
    }
    std::string data_;
    std::size_t at_ = 0;
};

// One end of a socket pair.
class Channel {
public:
    explicit Channel(int descriptor) : descriptor_(descriptor) {}
    ~Channel();
    Channel(Channel&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Channel& operator=(Channel&&) = delete;

    // False when the other side is gone.
    bool send(const MessageWriter& message) const;
    bool receive(std::string& message) const;

    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

// Error(kInternal) when the system gives none.
std::pair<Channel, Channel> channel_pair();

}  // namespace davsim
