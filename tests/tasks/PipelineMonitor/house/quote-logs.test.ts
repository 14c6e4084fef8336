// Needs: causes, digest, paging, routes
import assert from "node:assert/strict";
import fc from "fast-check";
import { chatFormatNames, formatOf } from "../../../../shared/chat/formats";
import type { Message } from "../../../../shared/chat/message";
import type { Alert } from "../../../../shared/paging/service";
import { sampled } from "../../../sampled";
import type { RunSketch } from "../../../sandbox/runs";
import { sanitize } from "../../../sanitize";
import { changes, ended, memoryPipeline, watch } from "../monitor-stage";
import { channelOf } from "../target-stage";
import { featuresWith } from "./made-targets";

/** Is in each line of the logs, and in no name. */
const canary = "canary";
const reasons = {
  noSpace: `${canary} pg_dump: No space left on device`,
  ofOwn: `${canary} ORA-01653: unable to extend`,
  unnamed: `${canary} no route to the other side`,
  exitOnly: `${canary} Bash exited with code '1'.`,
  variable: `${canary} /tmp/send.sh: line 4: SMTP_HOST: unbound variable`,
} as const;
type Reason = keyof typeof reasons;
const names: Partial<Record<Reason, RegExp>> = {
  noSpace: /no space left/i,
  ofOwn: /tablespace full/i,
  variable: /variable SMTP\W?_HOST (?:is not defined|seems to be undefined)/i,
};

const [, ...chats] = chatFormatNames;
const [ownChat = ""] = chats;

const usual = {
  ...{ ...changes, preset: "standard", url_params: "&api-version=7.1", digest: "Fri 03:00" },
  known_issues: [{ contains: "ORA-01653", name: "tablespace full" }],
  // Named for the products.
  routes: chats.map((webhook) => ({ webhook })),
  paging: { kind: "pagerduty", key: "PAGERDUTY_KEY", severities: ["high"] },
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30, severity: "high" } },
};

/** A run whose log or, if it has none, whose timeline says why it failed. */
const failure = (at: number, id: number, pipeline: string, reason: Reason, hasLog: boolean): RunSketch => {
  const text = `${canary} before\n##[error]${reasons[reason]}\n##[error]${canary} exited with code 2`;
  const logs = hasLog ? ["1", "2", "3", "4", text] : [];
  const timelineErrors = hasLog ? [] : [reasons[reason]];
  const run = { id, pipeline, result: "failed", logs, timelineErrors, definitionId: pipeline.length };
  return ended(at, at - 0.2, run);
};

/** The bodies that all targets get in the hours of a monitor: each chat product, and a paging service. */
async function told(hours: readonly { runs: readonly RunSketch[]; keys?: object; fails?: boolean }[]) {
  const bodies: string[] = [];
  const printed: string[] = [];
  const pipeline = memoryPipeline();
  for (const [at, { runs, keys, fails = false }] of hours.entries()) {
    const write = (format: string) => async (message: Message) => {
      if (fails) throw new Error("503");
      bodies.push(formatOf(format, undefined).write(message, sanitize));
    };
    const pager = {
      open: async (alert: Alert) => void bodies.push(JSON.stringify(alert)),
      close: async () => undefined,
    };
    const { agent } = await watch(runs, {
      ...{ ...pipeline(at), keys: { ...usual, ...keys }, onIssues: "fail" },
      ...{ post: write(ownChat) },
      features: featuresWith((name) => channelOf(write(name), formatOf(name, undefined).form), pager),
    });
    const issues = agent.issues.map(({ text }) => text);
    printed.push(...agent.printed, ...agent.tags, ...Object.values(agent.outputs), ...issues);
  }
  return { bodies, printed };
}

const green: RunSketch = {
  ...{ pipeline: "green one", definitionId: 99 },
  timelineWarnings: [`${canary} The x-1 image is being deprecated.`],
};

const reasonNames = fc.constantFrom<Reason>("noSpace", "ofOwn", "unnamed", "exitOnly", "variable");

describe("lines of logs with quote_logs false", () => {
  it("reach no chat, paging service, digest, output or tag, while causes are named", async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[reasonNames, reasonNames, fc.boolean(), fc.boolean(), fc.boolean()],
        async (reason, other, hasLog, isGrouped, isQuotedBefore) => {
          const of = (at: number) => [
            failure(at, 10 + at, "import", reason, hasLog),
            failure(at, 20 + at, "billing", reason, hasLog),
            failure(at, 30 + at, "invoices", other, true),
            ended(at, at - 12, { ...green, id: 1 }),
          ];
          const keys = { quote_logs: false, group_causes: isGrouped };
          // What waits from an hour in which lines were quoted is told without them.
          const first = { runs: of(0), fails: true, keys: { ...keys, quote_logs: isQuotedBefore } };
          const { bodies, printed } = await told([first, { runs: [], keys }, { runs: of(2), keys }]);
          // Alerts of the first hour went out before the edit.
          const later = isQuotedBefore
            ? bodies.filter((body) => !body.startsWith('{"key"'))
            : [...bodies, ...printed];
          assert.ok(later.length > 8);
          for (const text of later) assert.ok(!text.includes(canary), text);
          const name = names[reason];
          if (name !== undefined) assert.match(later.join("\n"), name);
        },
      ),
      { numRuns: sampled(60) },
    );
  });

  it("are in every message by default, those of the platform in the digest", async () => {
    const last = ended(0, -12, { ...green, id: 1 });
    const { bodies } = await told([{ runs: [failure(0, 10, "import", "unnamed", true), last] }]);
    // The chats, the digest in the first of them, and the alert.
    assert.equal(bodies.length, chats.length + 2);
    for (const body of bodies) assert.ok(body.includes(canary), body);
  });
});
