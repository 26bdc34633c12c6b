// SPDX-License-Identifier: Apache-2.0
#include "tests/browser/web_driver.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace davsim {
namespace {

using Json = nlohmann::json;

sockaddr_in local(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

// A port that nobody listens on.
int free_port() {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = local(0);
    socklen_t size = sizeof address;
    bind(descriptor, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size);
    close(descriptor);
    return ntohs(address.sin_port);
}

// Has all of an HTTP answer arrived?
bool complete(const std::string& answer) {
    const std::size_t end = answer.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    std::string head = answer.substr(0, end);
    for (char& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::string field = "content-length:";
    const std::size_t at = head.find(field);
    if (at == std::string::npos) return false;
    return answer.size() >= end + 4 + std::strtoul(head.c_str() + at + field.size(), nullptr, 10);
}

std::string decoded(const std::string& base64) {
    static const std::string kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t word = 0;
    int bits = 0;
    for (const char c : base64) {
        const std::size_t value = kLetters.find(c);
        if (value == std::string::npos) break;
        word = word << 6U | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<char>(word >> bits & 0xFFU));
    }
    return bytes;
}

}  // namespace

WebDriver::WebDriver(const std::string& folder, int width, int height) : port_(free_port()) {
    driver_ = fork();
    if (driver_ == 0) {
        // A group of its own, so that browsers end with it.
        setpgid(0, 0);
        const std::string port = fmt::format("--port={}", port_);
        const std::string log = fmt::format("--log-path={}/chromedriver.log", folder);
        setenv("HOME", folder.c_str(), 1);
        execl(DAVSIM_CHROMEDRIVER, "chromedriver", port.c_str(), log.c_str(), nullptr);
        _exit(127);
    }
    const Json options = {
        {"binary", DAVSIM_CHROMIUM},
        {"args",
         {"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
          "--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--disable-dev-shm-usage", "--hide-scrollbars",
          fmt::format("--user-data-dir={}/profile", folder),
          fmt::format("--window-size={},{}", width, height)}}};
    const Json wanted = {{"capabilities",
                          {{"alwaysMatch",
                            {{"browserName", "chrome"},
                             {"goog:chromeOptions", options},
                             {"goog:loggingPrefs", {{"browser", "ALL"}}}}}}}};
    for (int tries = 0;; ++tries) {
        try {
            session_ = command("POST", "/session", wanted).at("sessionId");
            return;
        } catch (const std::runtime_error&) {
            // chromedriver takes a moment to listen.
            if (tries == 100) throw;
            usleep(100000);
        }
    }
}

WebDriver::~WebDriver() {
    try {
        if (!session_.empty()) http("DELETE", "/session/" + session_, "");
    } catch (const std::runtime_error&) {}
    kill(-driver_, SIGTERM);
    kill(driver_, SIGTERM);
    waitpid(driver_, nullptr, 0);
}

std::string WebDriver::http(const std::string& method, const std::string& path,
                            const std::string& body) {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = local(port_);
    const timeval patience{120, 0};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        close(descriptor);
        throw std::runtime_error("chromedriver does not listen");
    }
    const std::string request = fmt::format(
        "{} {} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\nContent-Type: "
        "application/json\r\nContent-Length: {}\r\n\r\n{}",
        method, path, port_, body.size(), body);
    for (std::size_t at = 0; at < request.size();) {
        const ssize_t sent =
            send(descriptor, request.data() + at, request.size() - at, MSG_NOSIGNAL);
        if (sent <= 0) break;
        at += static_cast<std::size_t>(sent);
    }
    std::string answer;
    std::array<char, 65536> piece{};
    // chromedriver keeps the connection open: the answer ends where its head says.
    while (!complete(answer)) {
        const ssize_t size = recv(descriptor, piece.data(), piece.size(), 0);
        if (size <= 0) break;
        answer.append(piece.data(), static_cast<std::size_t>(size));
    }
    close(descriptor);
    const std::size_t end = answer.find("\r\n\r\n");
    if (end == std::string::npos) throw std::runtime_error("chromedriver did not answer");
    return answer.substr(end + 4);
}

Json WebDriver::command(const std::string& method, const std::string& path, const Json& body) {
    const Json answer = Json::parse(http(method, path, body.dump()), nullptr, false);
    if (!answer.is_object() || !answer.contains("value"))
        throw std::runtime_error("chromedriver: no value in its answer");
    const Json& value = answer["value"];
    if (value.is_object() && value.contains("error"))
        throw std::runtime_error("chromedriver: " + value.value("message", ""));
    return value;
}

void WebDriver::open(const std::string& url) {
    command("POST", "/session/" + session_ + "/url", {{"url", url}});
}

Json WebDriver::evaluate(const std::string& script) {
    return command("POST", "/session/" + session_ + "/execute/sync",
                   {{"script", script}, {"args", Json::array()}});
}

void WebDriver::press(const std::string& key) {
    const Json actions = {{{"type", "keyDown"}, {"value", key}},
                          {{"type", "keyUp"}, {"value", key}}};
    command("POST", "/session/" + session_ + "/actions",
            {{"actions", {{{"type", "key"}, {"id", "keyboard"}, {"actions", actions}}}}});
}

Json WebDriver::pointer(const Json& actions) {
    return command("POST", "/session/" + session_ + "/actions",
                   {{"actions",
                     {{{"type", "pointer"},
                       {"id", "mouse"},
                       {"parameters", {{"pointerType", "mouse"}}},
                       {"actions", actions}}}}});
}

void WebDriver::move_to(int x, int y) {
    pointer({{{"type", "pointerMove"}, {"duration", 0}, {"x", x}, {"y", y}}});
}

void WebDriver::click_at(int x, int y) {
    pointer({{{"type", "pointerMove"}, {"duration", 0}, {"x", x}, {"y", y}},
             {{"type", "pointerDown"}, {"button", 0}},
             {{"type", "pointerUp"}, {"button", 0}}});
}

Json WebDriver::errors() {
    Json severe = Json::array();
    for (const Json& entry :
         command("POST", "/session/" + session_ + "/se/log", {{"type", "browser"}})) {
        if (entry.value("level", "") == "SEVERE") severe.push_back(entry.value("message", ""));
    }
    return severe;
}

void WebDriver::screenshot(const std::string& path) {
    const Json value = command("GET", "/session/" + session_ + "/screenshot", Json::object());
    std::ofstream(path, std::ios::binary) << decoded(value.get<std::string>());
}

}  // namespace davsim
