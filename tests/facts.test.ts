import assert from "node:assert/strict";
import { inspect } from "node:util";
import { reconcileSeconds } from "../tasks/DomainRegister/registration/reconcile";
import { usualGraceSeconds } from "../tasks/PipelineMonitor/config/schedules";
import { maxProjects, schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";
import { maxReadSeconds, optionalCheckSeconds, searchSeconds } from "../tasks/PipelineMonitor/issue/context";
import { lastHour } from "../tasks/PipelineMonitor/issue/window";
import { codeIn, manifestOf, readPage, rowsOf, tasks, under } from "./pages";
import { goodConfig } from "./tasks/PipelineMonitor/good-config";
import { parseConfig } from "./tasks/PipelineMonitor/parse-config";

const { engines }: { engines: { node: string } } = JSON.parse(readPage("package.json"));
const manifests = tasks.map(manifestOf);
const hoursOfMonth = Math.floor((365.25 * 24) / 12);
/** An agent's time for a run, of 50 to 135 seconds: the mean of the weeks of `npm run bench -- reach`. */
const agentMinutes = 1.44;
/** The runs of a week by schedule and by a service hook, as these weeks have it: 526 minutes. */
const hookedRuns = 365;
const ofMonth = (runs: number) => Math.round((runs * agentMinutes) / 50) * 50;

/** How long the monitor's job takes to start and to run, as a rule. */
const jobMinutes = 2;

/** Facts that several pages state: as the code has it, and where pages say it in which words. */
const facts: readonly (readonly [fact: unknown, value: unknown, text: string, pages: readonly string[]])[] = [
  [lastHour(0).listedSince.getTime(), -3630_000, "hour and 30 seconds", ["monitor/alerts", "how-it-works"]],
  [searchSeconds, 600, "ten minutes", ["how-it-works"]],
  [optionalCheckSeconds, 240, "four minutes", ["how-it-works"]],
  [maxReadSeconds / 60, 29, "29 minutes", ["how-it-works"]],
  [maxProjects, 200, "200", ["monitor/many-projects", "monitor/configuration"]],
  [ofMonth(hoursOfMonth), 1050, "1,050", ["marketplace", "monitor/service-hook"]],
  [ofMonth(4 * hoursOfMonth), 4200, "4,200", ["recipes", "monitor/service-hook"]],
  [ofMonth((hookedRuns * hoursOfMonth) / (7 * 24)), 2300, "2,300", ["monitor/service-hook"]],
  [agentMinutes, 1.44, "1.44", ["marketplace", "monitor/service-hook"]],
  [60 + jobMinutes, 62, "62 minutes", ["monitor/quickstart", "how-it-works"]],
  [usualGraceSeconds / 60 + 60 + jobMinutes, 77, "77 minutes", ["how-it-works"]],
  [usualGraceSeconds, 900, "900", ["monitor/schedules-and-limits", "monitor/configuration"]],
  [reconcileSeconds, 300, "five minutes", ["domain/buying-once", "domain/registrars"]],
  [15 + jobMinutes, 17, "17 minutes", ["recipes"]],
  [4 * 24 * 7, 672, "672", ["recipes"]],
  [engines.node, ">=20.19", "20.19", ["../CONTRIBUTING", "versions", "../README"]],
  [
    new Set(manifests.map(({ minimumAgentVersion }) => minimumAgentVersion)),
    new Set(["3.232.1"]),
    "3.232.1",
    ["versions", "marketplace"],
  ],
  [
    manifests.map(({ execution }) => Object.keys(execution)),
    tasks.map(() => ["Node20_1", "Node24"]),
    "20 and 24",
    ["versions"],
  ],
];

const { members } = schemaWith(features);

describe("facts that several pages state", () => {
  for (const [fact, value, text, pages] of facts)
    it(`${text}: as the code has it, in ${pages.join(", ")}`, () => {
      assert.deepEqual(fact, value);
      for (const page of pages)
        assert.ok(readPage("docs", `${page}.md`).replaceAll(/\s+/g, " ").includes(text), page);
    });

  it("defaults of the configuration: as the program has them", () => {
    const page = readPage("docs", "monitor", "configuration.md");
    const configured = (root: object, settings: object) => {
      const entry = { max_proc_time: 60, min_proc_time: 0, schedule: "0 2 * * *", ...settings };
      const { config, problems } = parseConfig({
        ...goodConfig,
        ...root,
        pipelines: { default: { max_proc_time: 60, min_proc_time: 0 }, "nightly import": entry },
      });
      assert.deepEqual(problems, []);
      // Apart from which keys the file has, and which of them have no effect.
      return inspect({ ...config, keys: {}, warnings: [] }, { depth: null }).replace(/isUsed: \w+/, "");
    };
    let defaults = 0;
    for (const heading of ["Keys", "Settings of a pipeline"])
      for (const [key = "", , byDefault = ""] of rowsOf(under(heading, page))) {
        const [[name = ""], [value]] = [codeIn(key), codeIn(byDefault)];
        if (value === undefined) continue;
        const member = { [name]: JSON.parse(value) };
        assert.ok(name in (heading === "Keys" ? members.ofFile : members.ofEntry));
        const needed = name === "remind_hours" ? { notify: "changes" } : {};
        const [root, settings] = heading === "Keys" ? [member, {}] : [{}, member];
        assert.equal(configured({ ...needed, ...root }, settings), configured(needed, {}), name);
        defaults++;
      }
    assert.ok(defaults >= 9);
  });
});
