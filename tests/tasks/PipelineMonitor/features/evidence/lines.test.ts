import assert from "node:assert/strict";
import Ajv from "ajv";
import fc from "fast-check";
import * as v from "valibot";
import { createPrinter } from "../../../../../shared/agent/printer";
import { evidenceSchema } from "../../../../../tasks/PipelineMonitor/features/evidence/schema";
import type { Explanation } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { Note } from "../../../../../tasks/PipelineMonitor/issue/note";
import { hostileText } from "../../../../hostile-text";
import { readPage } from "../../../../pages";
import { lastingFailure, linesOf } from "./evidence-stage";

function explanation(line: string, name: string): Explanation {
  return { sentence: [{ words: "Why." }], line, name: [{ name }], group: undefined, kind: undefined };
}

/** Everything that a service, a log or a configuration may say, in every place of a problem. */
const problem = fc
  .record({
    ...{ pipeline: hostileText, branch: hostileText, buildNumber: hostileText, line: hostileText },
    ...{ name: hostileText, owner: hostileText, note: hostileText, step: hostileText },
    ...{ isExplained: fc.boolean(), place: fc.constantFrom("unknown" as const, undefined, "step" as const) },
    id: fc.maxSafeNat(),
  })
  .map(({ id, pipeline, branch, buildNumber, line, name, owner, note, step, isExplained, place }) =>
    lastingFailure(
      {
        ...(isExplained ? { explanation: explanation(line, name) } : {}),
        alert: { owner, mention: "", runbook: new URL("https://h/runbook?a=b#c"), importance: "normal" },
        links: {
          runPage: undefined,
          log: new URL("https://h/o/p/_apis/build/builds/1/logs/17"),
          note,
          ...(place === undefined ? {} : { place: place === "step" ? { job: step, step, line: 3 } : place }),
        },
      },
      { id, pipeline, branch, buildNumber },
    ),
  );

const note = hostileText.map((name) => {
  const lasting: Note = { says: [{ name }], severity: "failure", rank: 1 };
  const { entry } = lastingFailure();
  return { entry: { ...entry, family: "state" as const, content: lasting } };
});

const report = fc.record({
  lasting: fc.array(fc.oneof(problem, note), { maxLength: 3 }),
  skipped: fc.array(hostileText),
});

describe("the lines of the evidence", () => {
  const isPublished = new Ajv({ strict: false }).compile(
    JSON.parse(readPage("docs", "evidence.schema.json")),
  );

  it("are JSON of the schema on one line each, and no command to the agent, whatever others wrote", () => {
    fc.assert(
      fc.property(report, ({ lasting, skipped }) => {
        const lines = linesOf({ lasting, skipped });
        assert.equal(lines.length, 1 + lasting.length);
        for (const line of lines) {
          assert.doesNotMatch(line, /[\p{Cc}\p{Zl}\p{Zp}]|##(?:vso)?\[/u);
          const parsed: unknown = JSON.parse(line);
          assert.ok(v.is(evidenceSchema, parsed) && isPublished(parsed), line);
        }
      }),
    );
  });

  it("are as the page about them shows one", () => {
    const [, example = ""] = /^```json\n(.*)\n```$/m.exec(readPage("docs", "monitor", "assistants.md")) ?? [];
    assert.ok(v.is(evidenceSchema, JSON.parse(example)) && isPublished(JSON.parse(example)));
  });

  // microsoft/azure-pipelines-agent #1207 and azure-pipelines-tasks #9376: a secret of one digit hides it in every number.
  it("stay JSON if the agent hides any word or number in them", () => {
    const word = fc.stringMatching(/^\w{1,6}$/);
    fc.assert(
      fc.property(report, word, ({ lasting, skipped }, secret) => {
        for (const line of linesOf({ lasting, skipped })) JSON.parse(line.replaceAll(secret, "***"));
      }),
    );
    const [, line = ""] = linesOf({ lasting: [lastingFailure({}, { id: 812 })] });
    for (const digit of "0123456789") JSON.parse(line.replaceAll(digit, "***"));
  });

  // Its masker adds the escaped form of each secret: microsoft/azure-pipelines-agent, HostContext.cs.
  it("stay JSON if the agent hides a secret that the task does not know, as it is and as JSON escapes it", () => {
    for (const secret of ['p4"ss', "p4\\ss", "p4ss\\", "p4ss"]) {
      const lasting = [lastingFailure({ explanation: explanation(`login ${secret} refused`, "") })];
      const escaped = JSON.stringify(secret).slice(1, -1);
      const masked = (linesOf({ lasting })[1] ?? "").replaceAll(escaped, "***").replaceAll(secret, "***");
      assert.deepEqual(Object(JSON.parse(masked)).line, "login *** refused", secret);
    }
  });

  // microsoft/azure-pipelines-agent #2525: secrets in quotes.
  it("hide secrets with quotes and backslashes before these are escaped", () => {
    for (const secret of ['"p4ss"', "p4ss\\", 'p4"ss\\w', '","owner":"']) {
      const { secrets, sanitize: redact, safe } = createPrinter();
      secrets.add(secret);
      const lasting = [lastingFailure({ explanation: explanation(`login ${secret} refused`, "") })];
      const line = linesOf({ lasting }, {}, redact)[1] ?? "";
      assert.equal(v.parse(evidenceSchema, JSON.parse(safe(line))).kind, "problem");
      assert.match(line, /"line":"login \*\*\* refused"/, secret);
    }
  });

  it("cut what others wrote to 200 characters, so that a reader gets whole lines", () => {
    const long = "long ".repeat(20_000);
    const lasting = [
      lastingFailure({ explanation: explanation(long, long) }, { pipeline: long, branch: long }),
    ];
    assert.ok((linesOf({ lasting })[1]?.length ?? 0) < 2000);
  });
});
