// SPDX-License-Identifier: Apache-2.0
// report.html as people see it: sections, figures, timeline by mouse and keys, both themes.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "tests/browser/web_driver.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

constexpr int kWidth = 1280;
constexpr int kHeight = 720;
constexpr const char* kSmall = "group_norm_backward --shape N=2,C=32,HxW=400,group=8 --dtype fp16";

// A run, and a browser that shows its report.
class Report : public testing::Test {
protected:
    Report() {
        std::string path = testing::TempDir() + "davsim-browser-XXXXXX";
        folder_ = mkdtemp(path.data());
    }
    ~Report() override {
        browser_.reset();
        std::filesystem::remove_all(folder_);
    }

    // Exit code of a run of group-norm backward, whose report is then shown.
    int run(const std::string& settings, const std::string& arguments) {
        const std::string command = "cd '" + folder_ + "' && " + settings +
                                    " '" DAVSIM_BINARY_DIR "/bin/davsim' run " + arguments +
                                    " --output o --trace-format html >/dev/null 2>/dev/null";
        const int status = std::system(command.c_str());
        std::ifstream stream(folder_ + "/o/summary.json");
        summary_ = Json::parse(stream);
        return WEXITSTATUS(status);
    }
    void open() {
        browser_ = std::make_unique<WebDriver>(folder_, kWidth, kHeight);
        browser_->open("file://" + folder_ + "/o/report.html");
        ASSERT_EQ(js("document.documentElement.dataset.ready"), "yes") << browser_->errors();
    }

    Json js(const std::string& expression) { return browser_->evaluate("return " + expression); }
    std::string text(const std::string& selector) {
        return js("document.querySelector('" + selector + "').textContent").get<std::string>();
    }
    void shoot(const std::string& name) {
        const std::string shots = DAVSIM_BINARY_DIR "/screenshots";
        std::filesystem::create_directories(shots);
        browser_->screenshot(shots + "/" + name + ".png");
    }

    void shows_what_the_run_found();
    void every_slice_is_drawn();
    void every_control_is_reached_by_tab();
    void keys_zoom_pan_and_select();
    void hover_says_what_an_instruction_did();
    void dark_is_dark();
    void hazards_lead_into_the_timeline();

    std::string folder_;
    Json summary_;
    std::unique_ptr<WebDriver> browser_;
};

void Report::shows_what_the_run_found() {
    EXPECT_THAT(browser_->errors(), IsEmpty());
    for (const char* section : {"findings", "timeline", "waits", "roofline", "ub", "bandwidth",
                                "balance", "hot", "numerics", "tiling", "hardware", "again"}) {
        EXPECT_FALSE(js(std::string("document.getElementById('") + section + "') === null"))
            << section;
        EXPECT_GT(js(std::string("document.getElementById('") + section + "').textContent.length")
                      .get<int>(),
                  10)
            << section;
    }
    EXPECT_THAT(text("#title"), HasSubstr("group_norm_backward on Ascend910B2"));
    EXPECT_THAT(text("#verdict"), HasSubstr("PASS"));
    EXPECT_EQ(js("run.span"), summary_["cycles"]);
    EXPECT_EQ(js("run.cores.length"), summary_["used_cores"]);
    EXPECT_EQ(js("pipeSum(5).busy"), summary_["pipes"]["V"]["busy_cycles"]);
    EXPECT_EQ(js("pipeSum(4).bytes"), summary_["pipes"]["MTE2"]["bytes"]);
    EXPECT_GT(js("document.querySelectorAll('svg').length").get<int>(), 4);
    EXPECT_THAT(text("#lines"), HasSubstr("op_kernel/"));
    EXPECT_THAT(text("#numbers"), HasSubstr("grad_input"));
    EXPECT_THAT(text("#tiles"), HasSubstr(summary_["strategy"].get<std::string>()));
    EXPECT_THAT(text("#keys"), HasSubstr("memory.ub"));
    EXPECT_THAT(text("#hazards"), HasSubstr("No hazards were found."));
    EXPECT_THAT(text("#hazards"), HasSubstr("memcheck,synccheck"));
    EXPECT_THAT(text("#command"), HasSubstr("davsim run group_norm_backward"));
    // Nothing is wider than the window.
    EXPECT_LE(js("document.documentElement.scrollWidth").get<int>(), kWidth);
    EXPECT_EQ(js("document.querySelectorAll('[src], link').length"), 0) << "nothing is loaded";
    shoot("report-light");
}

void Report::every_slice_is_drawn() {
    EXPECT_EQ(js("run.merged"), 0);
    // Instructions in the lanes are those of the run.
    const Json drawn =
        js("run.lanes.reduce((sum, lane) => sum + lane.look.reduce((n, look) => n + "
           "(run.looks[look].kind === 'instruction' ? 1 : 0), 0), 0)");
    std::int64_t ran = 0;
    for (const auto& [pipe, use] : summary_["pipes"].items())
        ran += pipe == "S" ? 0 : use["instructions"].get<std::int64_t>();
    EXPECT_EQ(drawn, ran);
    // The canvas is not empty.
    const Json colours =
        js("(() => { draw(); const c = canvas.getContext('2d').getImageData(0, 0, canvas.width, "
           "canvas.height).data; const seen = new Set(); for (let i = 0; i < c.length; i += 4) "
           "seen.add(c[i] << 16 | c[i+1] << 8 | c[i+2]); return seen.size; })()");
    EXPECT_GT(colours.get<int>(), 5);
}

void Report::keys_zoom_pan_and_select() {
    js("(byId('lanes').scrollIntoView({block: 'center'}), byId('lanes').focus(), 1)");
    const auto width = [this] { return js("view.to - view.from").get<double>(); };
    const double whole = width();
    browser_->press("w");
    EXPECT_LT(width(), 0.8 * whole);
    const double from = js("view.from");
    browser_->press("d");
    EXPECT_GT(js("view.from").get<double>(), from);
    browser_->press("a");
    EXPECT_NEAR(js("view.from").get<double>(), from, 1.0);
    browser_->press("s");
    EXPECT_NEAR(width(), whole, 1.0);
    for (int i = 0; i < 4; ++i) browser_->press("\uE014");  // right
    EXPECT_THAT(text("#selected"), HasSubstr("cycles"));
    browser_->press("\uE015");  // down: the next lane
    browser_->press("\uE014");
    EXPECT_THAT(text("#selected"), HasSubstr("core0.veccore0"));
    browser_->press("\uE00C");  // escape
    EXPECT_EQ(text("#selected"), "");
    browser_->press("0");
    EXPECT_DOUBLE_EQ(width(), whole);
}

void Report::hover_says_what_an_instruction_did() {
    js("(byId('lanes').scrollIntoView({block: 'center'}), 1)");
    // The middle of the longest load, zoomed until it is wide.
    const Json at = js(
        "(() => { const lane = run.lanes.find((l) => l.track === 'MTE2'); let best = 0; for (let i "
        "= 0; i < lane.begin.length; ++i) if (run.looks[lane.look[i]].kind === 'instruction' && "
        "lane.end[i] - lane.begin[i] > lane.end[best] - lane.begin[best]) best = i; "
        "setWindow(lane.begin[best] - 100, lane.end[best] + 100); draw(); const row = "
        "view.rows.find((r) => r.lane === lane), box = canvas.getBoundingClientRect(); return "
        "[Math.round(box.left + xOf((lane.begin[best] + lane.end[best]) / 2)), Math.round(box.top "
        "+ AXIS + row.y - view.top + ROW / 2)]; })()");
    browser_->move_to(at[0], at[1]);
    EXPECT_FALSE(js("byId('tip').hidden"));
    EXPECT_THAT(text("#tip"), HasSubstr("MOV_GM_TO_UB"));
    EXPECT_THAT(text("#tip"), HasSubstr("bursts"));
    EXPECT_THAT(text("#tip"), HasSubstr("op_kernel/"));
    browser_->click_at(at[0], at[1]);
    EXPECT_THAT(text("#selected"), HasSubstr("MOV_GM_TO_UB"));
    EXPECT_GT(js("(setWindow(0, run.span), draw(), view.arrows)").get<int>(), 0)
        << "flags are arrows";
    shoot("report-timeline");
}

void Report::dark_is_dark() {
    const std::string luminance =
        "(() => { const m = getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g); "
        "return Number(m[0]) + Number(m[1]) + Number(m[2]); })()";
    js("(document.documentElement.dataset.theme = 'light', 1)");
    EXPECT_GT(js(luminance).get<double>(), 600);
    js("(byId('theme').click(), 1)");
    EXPECT_LT(js(luminance).get<double>(), 150);
    js("(byId('waits').scrollIntoView(), 1)");
    shoot("report-dark");
    js("(byId('ub').scrollIntoView(), 1)");
    shoot("report-ub");
    EXPECT_THAT(browser_->errors(), IsEmpty());
}

void Report::every_control_is_reached_by_tab() {
    const Json reachable =
        js("[...document.querySelectorAll('button, select, input, canvas, a')].every((e) => "
           "e.tabIndex >= 0)");
    EXPECT_TRUE(reachable.get<bool>());
    // Every image says what it shows, every table has headers.
    EXPECT_TRUE(js("[...document.querySelectorAll('svg, .stack')].every((e) => "
                   "e.getAttribute('aria-label'))")
                    .get<bool>());
    EXPECT_TRUE(js("[...document.querySelectorAll('table')].every((t) => "
                   "t.querySelectorAll('th').length > 0)")
                    .get<bool>());
}

void Report::hazards_lead_into_the_timeline() {
    EXPECT_THAT(browser_->errors(), IsEmpty());
    EXPECT_THAT(text("#verdict"), HasSubstr("FAIL"));
    const Json& hazards = summary_["hazards"];
    EXPECT_THAT(text("#verdict"), HasSubstr(hazards["errors"].dump() + " error"));
    EXPECT_EQ(js("document.querySelectorAll('#hazards tbody tr').length").get<int>(),
              hazards["errors"].get<int>() + hazards["warnings"].get<int>() +
                  hazards["infos"].get<int>());
    EXPECT_THAT(text("#hazards"), HasSubstr("read after write without synchronisation"));
    EXPECT_THAT(text("#hazards"), HasSubstr("op_kernel/faulty_operator.cpp:20"));
    EXPECT_THAT(text("#hazards"), HasSubstr("happened in this run"));
    // Reached by keys: the place of the reading side shows the addition that read too early.
    const std::string place =
        "[...document.querySelectorAll('#hazards button')].find((b) => "
        "b.textContent.startsWith('V at cycle'))";
    ASSERT_TRUE(js("(setWindow(0, run.span), draw(), " + place + ") !== undefined").get<bool>());
    EXPECT_GT(js("view.marks").get<int>(), 1) << "both sides are marked";
    js("(" + place + ".focus(), 1)");
    browser_->press("\uE007");  // enter
    EXPECT_THAT(text("#selected"), HasSubstr("VADDS"));
    EXPECT_THAT(text("#selected"), HasSubstr("faulty_operator.cpp:21"));
    EXPECT_EQ(js("document.activeElement.id"), "lanes");
    EXPECT_LE(js("view.from").get<double>(), js("view.selected.lane.begin[view.selected.index]"));
    EXPECT_GE(js("view.to").get<double>(), js("view.selected.lane.end[view.selected.index]"));
    shoot("report-hazards");
}

// Few tests, because each starts a browser.
TEST_F(Report, ShowsWhatTheRunFound) {
    ASSERT_EQ(run("", kSmall), 0);
    open();
    shows_what_the_run_found();
    every_slice_is_drawn();
    every_control_is_reached_by_tab();
}

TEST_F(Report, AnswersToMouseAndKeys) {
    ASSERT_EQ(run("", kSmall), 0);
    open();
    keys_zoom_pan_and_select();
    hover_says_what_an_instruction_did();
    dark_is_dark();
}

TEST_F(Report, HazardsLeadIntoTheTimeline) {
    ASSERT_EQ(run("DAVSIM_KERNEL_PATH='" DAVSIM_BINARY_DIR "/lib/faulty'",
                  "faulty_operator --shape x=[64] --dtype fp32 --block-dim 1 --check all"),
              3);
    open();
    hazards_lead_into_the_timeline();
}

}  // namespace
}  // namespace davsim
