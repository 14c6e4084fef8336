import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { judgeEnding } from "../sandbox/ending";
import { perform } from "./monitor-stage";
import { registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** A file in the place of the configuration, and the error message of both tasks; `shared/json/` has the rest. */
const cases: [string, (path: string, good: string) => void, RegExp][] = [
  [
    "an endless device",
    (path) => symlinkSync("/dev/zero", path),
    / is a link that leads out of the checkout\./,
  ],
  [
    "a pipe",
    (path) => void execFileSync("mkfifo", [path]),
    / is not a regular file but a device, pipe or socket\n/,
  ],
];

describe("packaged tasks, whatever stands in the place of their file", () => {
  const agent = useAgent();

  const monitorFile = () => join(agent().sourcesFolder, "monitor.json");
  const requestFile = () => join(agent().sourcesFolder, "domain.json");
  // The next stage would write through a link.
  afterEach(() => {
    for (const path of [monitorFile(), requestFile()]) rmSync(path, { force: true });
  });

  for (const [what, make, message] of cases) {
    /** Puts it in the place of the good file that the stage has written. */
    const replace = (path: () => string) => () => {
      const good = readFileSync(path(), "utf8");
      rmSync(path());
      make(path(), good);
      return {};
    };

    it(`PipelineMonitor refuses ${what}, says why, and requests nothing`, async () => {
      const { service, ...step } = await perform(agent(), { step: replace(monitorFile) });
      assert.deepEqual([step.result, service.requests], ["Failed", []]);
      assert.match(step.issues.at(-1)?.message ?? "", message);
      judgeEnding(step, 60);
    });

    it(`DomainRegister refuses ${what}, says why, and requests nothing`, async () => {
      const { stage, ...step } = await registerOnce(agent(), { step: replace(requestFile) });
      assert.deepEqual([step.result, stage.registrar.requests], ["Failed", []]);
      assert.match(step.issues.at(-1)?.message ?? "", message);
      judgeEnding(step, 60);
    });
  }
});
