import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { starter } from "../../../../tasks/PipelineMonitor/tools/starter";
import { readPage, tasks } from "../../../pages";
import { root } from "../../../root";

const folder = join("tasks", "PipelineMonitor");

describe("starter of the monitor", () => {
  const answering = (answers: Record<string, string>) => (name: string) =>
    ({ project: "Night Shift", ...answers })[name];

  it("writes the short form of an organization that is given as a URL", () => {
    const { value, problems } = starter.make(answering({ organization: "https://dev.azure.com/contoso/" }));
    assert.deepEqual([Reflect.get(value, "organization"), problems], ["contoso", []]);
    assert.match(
      starter.make(answering({ organization: "https://host/tfs/canary" })).problems.join(),
      /^organization: is a URL; .* the part of the URL before the name in --url_base$/,
    );
  });

  it("explains run_ct_min -1 at the terminal and in the pipeline, and no other value", () => {
    const unknown = answering({});
    const known = answering({ run_ct_min: "10" });
    const says = /run_ct_min is -1/;
    for (const [answer, times] of [
      [unknown, 1],
      [known, 0],
    ] as const) {
      const texts = [
        starter.next("monitor.json", answer).notes,
        starter.pipeline("T@1", "monitor.json", answer),
      ];
      for (const lines of texts) assert.equal(lines.filter((line) => says.test(line)).length, times);
    }
  });
});

describe("starter that people copy", () => {
  const answer = (name: string) => ({ organization: "contoso", project: "Night Shift" })[name];
  const blockOf = (page: string, language: string, part: string) =>
    [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].find(
      ([, name, text = ""]) => name === language && text.includes(part),
    )?.[2] ?? assert.fail(part);

  it("is the same in --init, the quickstart, the listing and the example", () => {
    const { value } = starter.make(answer);
    const pipeline = parse(starter.pipeline("PipelineMonitor@1", "monitor.json", answer).join("\n"));
    const { $schema: _, ...example } = JSON.parse(readPage(folder, "monitor.example.json"));
    assert.deepEqual(example, value);
    for (const path of ["docs/monitor/quickstart.md", "docs/marketplace.md"]) {
      const page = readPage(path);
      assert.deepEqual(JSON.parse(blockOf(page, "json", "url_base")), value, path);
      assert.deepEqual(parse(blockOf(page, "yaml", "PipelineMonitor@")), pipeline, path);
    }
  });
});

describe("run_ct_min of what people copy", () => {
  const pages = ["README.md", ...tasks.map((task) => join("tasks", task, "README.md"))].map((page) =>
    readPage(page),
  );
  const examples = readdirSync(join(root, folder, "examples")).filter(
    (name) => name !== "second-monitor.json",
  );
  const texts = [
    readPage(folder, "monitor.example.json"),
    readPage("docs", "marketplace.md"),
    ...pages,
    ...examples.map((name) => readPage(folder, "examples", name)),
  ];
  const valuesIn = (text: string) => [...text.matchAll(/"run_ct_min": ?(-?\d+)/g)].map(([, value]) => value);

  it("is -1 until the user knows better", () => {
    assert.equal(Reflect.get(starter.make(() => undefined).value, "run_ct_min"), -1);
    const values = texts.flatMap(valuesIn);
    assert.ok(values.length >= 2);
    assert.deepEqual([...new Set(values)], ["-1"]);
  });

  it("is 0 for the second monitor, which knows that the first runs every hour, and says why", () => {
    const second = readPage(folder, "examples", "second-monitor.json");
    assert.deepEqual(valuesIn(second), ["0"]);
    assert.match(second, /run_ct_min is 0: an hour without a run of the first monitor is reported/);
  });
});
