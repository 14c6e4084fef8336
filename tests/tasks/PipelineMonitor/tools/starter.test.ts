import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { starter } from "../../../../tasks/PipelineMonitor/tools/starter";
import { readPage, tasks } from "../../../pages";
import { root } from "../../../root";

const folder = join("tasks", "PipelineMonitor");

const answering = (answers: Record<string, string>) => (name: string) =>
  ({ organization: "contoso", project: "Night Shift", ...answers })[name];

describe("starter of the monitor", () => {
  it("has a key for each answer", () => {
    const texts = { organization: "other", project: "Day Shift", url_base: "http://127.0.0.1:9/" };
    const numbers = { run_ct_min: 10, queue_time_max: 60 };
    const times = { max_proc_time: 1800, min_proc_time: 5 };
    const counts = Object.entries({ ...numbers, ...times }).map(([name, count]) => [name, String(count)]);
    const answers = { ...texts, ...Object.fromEntries(counts) };
    assert.deepEqual(Object.keys(answers).sort(), Object.keys(starter.answers).sort());
    const usual = Object(starter.make(answering({})).value);
    const pipelines = { ...usual.pipelines, default: { ...times, schedule: "auto" } };
    const value = { ...usual, ...texts, ...numbers, pipelines };
    assert.deepEqual(starter.make(answering(answers)), { value, problems: [], open: [] });
  });

  it("writes the short form of an organization that is given as a URL", () => {
    const given = answering({ organization: "https://dev.azure.com/contoso/" });
    assert.deepEqual(starter.make(given), starter.make(answering({})));
  });

  it("names every wrong or missing answer, and options in place of keys", () => {
    const problemsOf = (answers: Record<string, string>) => starter.make(answering(answers)).problems;
    const wrong = {
      organization: "",
      project: "",
      run_ct_min: "many5",
      queue_time_max: "1.5",
      max_proc_time: "1s",
    };
    assert.deepEqual(
      problemsOf({ ...wrong, min_proc_time: "9".repeat(16) }).map((problem) => problem.replace(/:.*/, "")),
      [
        ...Object.keys(wrong).slice(0, -1),
        ...["max_proc_time", "min_proc_time"].map((key) => `pipelines.default.${key}`),
      ],
    );
    assert.match(problemsOf(wrong)[2] ?? "", /^run_ct_min: .*"many5"/);
    assert.match(
      problemsOf({ organization: "https://host/tfs/canary" }).join(),
      /^organization: is a URL; .* the part of the URL before the name in --url_base$/,
    );
  });

  it("explains run_ct_min -1 at the terminal and in the pipeline, and no other value", () => {
    const note =
      "run_ct_min is -1, so too few runs are never reported. Set it once you know how many runs an hour has.";
    const tested =
      "test_flag is true, so nothing is posted. Set it to false when you like what the monitor prints.";
    for (const [answers, notes] of [
      [{}, [note]],
      [{ run_ct_min: "-1" }, [note]],
      [{ run_ct_min: "10" }, []],
    ] as const) {
      assert.deepEqual(starter.next("monitor.json", answering(answers)).notes, [tested, ...notes]);
      const comments = starter.pipeline("T@1", "monitor.json", answering(answers)).slice(2, -1);
      assert.deepEqual(
        comments.slice(0, comments.indexOf("trigger: none")),
        notes.map((text) => `# ${text}`),
      );
    }
  });

  it("has commands that try it before it posts, each with the file", () => {
    const { commands } = starter.next("ops/monitor.json", answering({}));
    assert.deepEqual(
      commands.map(([command]) => command),
      ["--explain ops/monitor.json", "--suggest ops/monitor.json", "--test-message"],
    );
  });

  it("has a pipeline that takes its secrets once their lines are uncommented, as the comments say", () => {
    const text = starter.pipeline("PipelineMonitor@1", "ops/monitor.json", answering({})).join("\n");
    const uncommented = text.replace(/^( *)# (webhookUrl:|env:| {2}BUILD_AUTH:)/gm, "$1$2");
    const inputs = { configFile: "ops/monitor.json", onNotDelivered: "fail" };
    const step = { task: "PipelineMonitor@1", inputs };
    assert.deepEqual(parse(text).steps, [step]);
    assert.deepEqual(parse(uncommented).steps, [
      { ...step, inputs: { ...inputs, webhookUrl: "$(WEBHOOK_URL)" }, env: { BUILD_AUTH: "$(BUILD_AUTH)" } },
    ]);
    const schedule = { cron: "19 * * * *", displayName: "Every hour", always: true };
    assert.deepEqual(parse(text).schedules, [{ ...schedule, branches: { include: ["main"] } }]);
  });
});

describe("starter that people copy", () => {
  const answer = answering({});
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
