// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/cmd_config.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>

#include "sim/config/listing.h"
#include "sim/config/soc_loader.h"

namespace davsim {
namespace {

// What the options write into; lives as long as the callbacks that read it.
struct Options {
    std::string name;
    std::string other;
    bool origin = false;
    bool json = false;
};

constexpr const char* kNameHelp = "SoC name, alias, or a file *.yaml";

class ConfigCommand {
public:
    ConfigCommand(CLI::App& app, std::vector<std::string>& sets)
        : sets_(sets), command_(*app.add_subcommand("config", "Look at hardware configs")) {
        command_.require_subcommand(1);
    }

    void add_all() {
        add_list();
        add_show();
        add_validate();
        add_diff();
        add_keys();
    }

private:
    // A part whose configs can be overridden.
    CLI::App* part(const char* name, const char* help) {
        CLI::App* part = command_.add_subcommand(name, help);
        part->add_option("--set", sets_, "Override a key: key.path=value (repeatable)")
            ->allow_extra_args(false);
        return part;
    }

    void add_list() {
        part("list", "SoCs there are, with their main figures")->callback([&sets = sets_] {
            std::cout << list_text(sets);
        });
    }

    void add_show() {
        CLI::App* show = part("show", "All values of a SoC");
        show->add_option("NAME", options_->name, kNameHelp)->required();
        show->add_flag("--origin", options_->origin, "Also confidence, place, source and note")
            ->disable_flag_override();
        show->add_flag("--json", options_->json, "As JSON, with everything")
            ->disable_flag_override();
        show->callback([&sets = sets_, options = options_] {
            const LoadedConfig loaded = load_soc(options->name, sets);
            std::cout << (options->json ? show_json(loaded) : show_text(loaded, options->origin));
        });
    }

    void add_validate() {
        CLI::App* validate = part("validate", "Check a config file");
        validate->add_option("FILE", options_->name, kNameHelp)->required();
        validate->callback([&sets = sets_, options = options_] {
            std::cout << validate_text(load_soc(options->name, sets));
        });
    }

    void add_diff() {
        CLI::App* diff = part("diff", "Keys in which two SoCs differ; --set changes both");
        diff->add_option("A", options_->name, kNameHelp)->required();
        diff->add_option("B", options_->other, kNameHelp)->required();
        diff->callback([&sets = sets_, options = options_] {
            std::cout << diff_text(load_soc(options->name, sets), load_soc(options->other, sets));
        });
    }

    void add_keys() {
        command_.add_subcommand("keys", "All keys with unit, allowed values and meaning")
            ->callback([] { std::cout << key_table_markdown(); });
    }

    std::vector<std::string>& sets_;
    CLI::App& command_;
    std::shared_ptr<Options> options_ = std::make_shared<Options>();
};

}  // namespace

void add_config_command(CLI::App& app, std::vector<std::string>& sets) {
    ConfigCommand(app, sets).add_all();
}

}  // namespace davsim
