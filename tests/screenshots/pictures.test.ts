import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { eventfulHour } from "../demo/eventful-hour";
import { useAgent } from "../packaged/use-agent";
import { readPage } from "../pages";
import type { SandboxRun } from "../sandbox/build-service";
import { describeInBrowser } from "../tab/browser/stage";
import { badNight } from "../tab/example-nights";
import { nightNow } from "../tab/night-world";
import { badHours } from "../tasks/PipelineMonitor/house/bad-hours";
import { runsOf } from "../tasks/PipelineMonitor/house/bad-hours-stage";
import { now as hourNow } from "../tasks/PipelineMonitor/monitor-stage";
import { findMisnumbered, findUntrue } from "./history";
import {
  imagePath,
  listPath,
  now,
  onPhones,
  pagePictures,
  renderPictures,
  sha256,
  type Taken,
  takePicture,
  viewport,
} from "./pictures";

const taken: Record<string, Taken> = JSON.parse(readFileSync(listPath, "utf8"));
const again = "run `npm run screenshots`, and look at the pictures";

describe("the pictures of the marketplace and of the pages", () => {
  it("are those that the command took", () => {
    const manifest: { screenshots: { path: string }[] } = JSON.parse(readPage("vss-extension.json"));
    assert.deepEqual(Object.keys(taken), [
      ...manifest.screenshots.map(({ path }) => basename(path, ".png")),
      ...pagePictures,
    ]);
    for (const [name, picture] of Object.entries(taken))
      assert.equal(sha256(readFileSync(imagePath(name))), picture.sha256, `${name}: ${again}`);
  });

  it("have no sentence that says a thing twice, or at another time than it was", () => {
    const wrong: Readonly<Record<string, RegExp>> = {
      "a repair is of one run": /\(attempt \d+\) \d+ times/,
      "what is known only now is not known since": /known since (\d\d:\d\d)\n(?:.*\n)*?.*to \1 UTC/,
      "a run takes time": /usually under 1 s/,
      "a number and a row are the same": /failed \d+ times since [^\n]*\d(?:st|nd|rd|th) in a row/,
      "a title has its icon": /^(\S+) .*\n\1 (?:At|Since|Earlier|Cause|Runs?|Pipeline)\b/m,
      "a run that is not run again has its number": /^[^\d\n]*: not run again/m,
    };
    for (const [name, { text }] of Object.entries(taken))
      for (const [rule, pattern] of Object.entries(wrong))
        assert.doesNotMatch(text.join("\n"), pattern, `${name}: ${rule}`);
  });
});

/** The lines of each message in a picture of phones. */
function messagesIn(lines: readonly string[]): string[][] {
  const begins = [...lines.keys()].filter((index) => lines[index] === "Pipeline MonitorAPP");
  return begins.map((begin, index) => lines.slice(begin + 1, begins[index + 1]));
}

/** The texts about runs, and the runs that they are about. */
const histories: readonly {
  name: string;
  lines: readonly string[];
  runs: readonly SandboxRun[];
  at: number;
}[] = [
  ...["monitor-tab", "monitor-chat"].map((name) => ({
    ...{ name, lines: taken[name]?.text ?? [], runs: eventfulHour(now), at: now },
  })),
  // The hub has the problems of the monitor's last report.
  {
    name: "monitor-hub",
    lines: taken["monitor-hub"]?.text ?? [],
    runs: badNight(),
    at: (nightNow - 19 * 60) * 1000,
  },
  ...Object.entries(onPhones).flatMap(([product, hours]) =>
    hours.map((hour, index) => ({
      ...{ name: `chat-${product} ${hour}`, runs: runsOf(badHours[hour]), at: hourNow },
      lines: messagesIn(taken[`chat-${product}`]?.text ?? [])[index] ?? [],
    })),
  ),
];

describe("the sentences in the pictures", () => {
  for (const { name, lines, runs, at } of histories)
    it(`are true of the runs that they are about: ${name}`, () => {
      assert.ok(lines.length > 0);
      assert.deepEqual(findUntrue(lines, runs, at), []);
      if (name !== "monitor-hub") assert.deepEqual(findMisnumbered(runs), []);
    });
});

describeInBrowser("the text in the pictures", ({ openUrl }) => {
  const agent = useAgent();

  it("is what the packaged tasks write today", async () => {
    const pages = Object.entries(await renderPictures(agent()));
    const page = await openUrl("about:blank", { viewport });
    const texts: Record<string, string[]> = {};
    for (const [name, html] of pages) texts[name] = (await takePicture(page, html)).text;
    const expected = Object.entries(taken).map(([name, { text }]) => [name, text]);
    assert.deepEqual(texts, Object.fromEntries(expected), again);
  });
});
