// SPDX-License-Identifier: Apache-2.0
#include "log/log.h"

#include <cstdarg>
#include <cstdio>

#include "sim/op_host_api/messages.h"

namespace davsim::op {
namespace {

constexpr std::size_t kMost = 200;  // messages of one question; a loop may log without end

struct Sink {
    std::vector<std::string> errors;
    std::vector<std::string> others;
    bool verbose = false;
};

Sink& sink() {
    thread_local Sink messages;
    return messages;
}

void keep(Level level, std::string message) {
    while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
        message.pop_back();
    std::vector<std::string>& to = level == Level::kError ? sink().errors : sink().others;
    if (to.size() < kMost) to.push_back(std::move(message));
}

std::string format_text(const char* format, std::va_list arguments) {
    std::va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
    if (length > 0) std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    return text;
}

}  // namespace

bool listening(Level level) {
    return level == Level::kError || sink().verbose;
}

void log(Level level, const std::string& who, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const std::string text = format_text(format, arguments);
    va_end(arguments);
    keep(level, who.empty() ? text : who + ": " + text);
}

void report_invalid(const char* what, const std::vector<std::string>& parts) {
    std::string message = parts.empty() ? "" : parts[0] + ": ";
    message += what;
    if (parts.size() > 1) message += " of " + parts[1];
    if (parts.size() > 2) message += " is " + parts[2];
    for (std::size_t i = 3; i < parts.size(); ++i) message += (i == 3 ? ": " : ", ") + parts[i];
    keep(Level::kError, message);
}

void start_messages(bool verbose) {
    sink() = Sink{};
    sink().verbose = verbose;
}

void add_error(const std::string& message) {
    keep(Level::kError, message);
}

bool have_error() {
    return !sink().errors.empty();
}

std::vector<std::string> take_messages() {
    std::vector<std::string> all = std::move(sink().errors);
    for (std::string& message : sink().others) all.push_back(std::move(message));
    sink() = Sink{};
    return all;
}

}  // namespace davsim::op

namespace Ops {
namespace Base {

std::string ToString(const gert::Shape& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.GetDimNum(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape.GetDim(i));
    return text + "]";
}

std::string ToString(const gert::Shape* shape) {
    return shape == nullptr ? "null" : ToString(*shape);
}

std::string ToString(const ge::DataType& type) {
    return ge::TypeUtils::DataTypeToSerialString(type);
}

std::string ToString(const ge::Format& format) {
    return ge::TypeUtils::FormatToSerialString(format);
}

}  // namespace Base
}  // namespace Ops
