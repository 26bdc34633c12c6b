// SPDX-License-Identifier: Apache-2.0
// The davsim program: parses the command line, turns errors into one line and an exit code.

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/cli/cmd_config.h"
#include "sim/cli/cmd_explain.h"
#include "sim/cli/cmd_op.h"
#include "sim/cli/cmd_run.h"
#include "sim/cli/cmd_run_app.h"
#include "sim/cli/cmd_trace.h"
#include "sim/cli/cmd_validate.h"

// libsystemc has a main() that asks for this one; davsim brings its own main() and never calls it.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace {

std::string command_line(int argc, char** argv) {
    std::string text = "davsim";
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const bool quote =
            argument.empty() || argument.find_first_of(" \t*?;&|<>$`'\"\\()") != std::string::npos;
        text += ' ';
        text += quote ? fmt::format("'{}'", argument) : argument;
    }
    return text;
}

int report(const davsim::Error& error) {
    // One line whatever a message quotes.
    std::string text = davsim::format_error(error);
    for (char& c : text) {
        if (c == '\n' || c == '\r') c = ' ';
    }
    fmt::print(stderr, "{}\n", text);
    return davsim::exit_code(error.fault());
}

void start_logging(const std::string& level) {
    const spdlog::level::level_enum parsed = spdlog::level::from_str(level);
    if (parsed == spdlog::level::off && level != "off") {
        throw davsim::Error(
            davsim::Fault::kUsage,
            fmt::format(
                "--log-level: '{}', allowed are trace, debug, info, warning, error, critical, off",
                level));
    }
    // Called once for the default and once more for the option.
    if (spdlog::get("davsim") == nullptr) {
        spdlog::set_default_logger(spdlog::stderr_color_st("davsim"));
    }
    spdlog::set_level(parsed);
}

// CLI11 would only say that a command is missing.
void check_command(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
    throw davsim::Error(davsim::Fault::kUsage, fmt::format("unknown command '{}', known are: {}",
                                                           argv[1], fmt::join(names, ", ")));
}

// What CLI11 could not place, in the order of the command line; CLI11 itself turns it around.
std::vector<std::string> unplaced(const CLI::App& app, int argc, char** argv) {
    const std::vector<std::string> rest = app.remaining(true);
    std::vector<std::string> arguments;
    for (int i = 1; i < argc; ++i) {
        if (std::find(rest.begin(), rest.end(), argv[i]) != rest.end())
            arguments.emplace_back(argv[i]);
    }
    return arguments;
}

// An unknown option is the cause of whatever else CLI11 complains about: its value is taken for
// something else, or a command is missing.
std::string complaint(const CLI::ParseError& error, const std::vector<std::string>& rest) {
    for (const std::string& argument : rest) {
        if (argument.size() > 1 && argument[0] == '-')
            return fmt::format("unknown option '{}', --help lists those there are", argument);
    }
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || rest.empty())
        return error.what();
    return fmt::format("'{}' is too much, --help shows what can be given", rest.front());
}

// Whether all that was printed also arrived.
void check_output() {
    errno = 0;
    std::cout.flush();
    const bool flushed = std::fflush(stdout) == 0;
    const int reason = errno;
    if (flushed && std::cout && std::ferror(stdout) == 0) return;
    throw davsim::Error(davsim::Fault::kUsage,
                        fmt::format("standard output: cannot write{}{}", reason == 0 ? "" : ": ",
                                    reason == 0 ? "" : std::strerror(reason)));
}

int run(int argc, char** argv) {
    const std::string command = command_line(argc, argv);
    CLI::App app("davsim: cycle-approximate simulator of Ascend NPUs", "davsim");
    app.set_version_flag("--version", DAVSIM_VERSION);
    app.require_subcommand(1);
    app.fallthrough();

    std::vector<std::string> sets;
    int exit = 0;
    app.add_option_function<std::string>("--log-level", start_logging,
                                         "trace, debug, info, warning, error, critical, off");
    start_logging("warning");
    davsim::add_run_command(app, sets, exit, command);
    davsim::add_run_app_command(app, sets, exit, command);
    davsim::add_validate_command(app, sets);
    davsim::add_config_command(app, sets);
    davsim::add_op_command(app, exit);
    davsim::add_trace_command(app, exit);
    davsim::add_explain_command(app);
    check_command(app, argc, argv);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {  // --help, --version
        exit = app.exit(success);
    } catch (const CLI::ParseError& error) {
        throw davsim::Error(davsim::Fault::kUsage, complaint(error, unplaced(app, argc, argv)));
    }
    check_output();
    return exit;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const davsim::Error& error) { return report(error); } catch (const std::bad_alloc&) {
        return report(davsim::Error(davsim::Fault::kUsage, "not enough memory on this machine"));
    } catch (const std::exception& error) {
        return report(davsim::Error(davsim::Fault::kInternal, error.what()));
    } catch (...) { return report(davsim::Error(davsim::Fault::kInternal, "unknown exception")); }
}
