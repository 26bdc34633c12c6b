// SPDX-License-Identifier: Apache-2.0
#pragma once
// As much of the WebDriver protocol as tests of a page need: HTTP to a chromedriver of its own.

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>

namespace davsim {

class WebDriver {
public:
    // Starts chromedriver and a headless chromium whose profile lies in `folder`. Throws
    // std::runtime_error.
    WebDriver(const std::string& folder, int width, int height);
    ~WebDriver();
    WebDriver(const WebDriver&) = delete;
    WebDriver& operator=(const WebDriver&) = delete;

    void open(const std::string& url);
    // The value of a function body.
    nlohmann::json evaluate(const std::string& script);
    // Types into the focused element; special keys are WebDriver's code points.
    void press(const std::string& key);
    void move_to(int x, int y);
    void click_at(int x, int y);
    // The browser's console messages of level SEVERE.
    nlohmann::json errors();
    void screenshot(const std::string& path);

private:
    nlohmann::json command(const std::string& method, const std::string& path,
                           const nlohmann::json& body);
    nlohmann::json pointer(const nlohmann::json& actions);
    std::string http(const std::string& method, const std::string& path, const std::string& body);

    pid_t driver_ = -1;
    int port_ = 0;
    std::string session_;
};

}  // namespace davsim
