import assert from "node:assert/strict";
import type { Alert } from "../../../../../shared/paging/service";
import { projectIdOf } from "../../../../../shared/project";
import { alertKey } from "../../../../../tasks/PipelineMonitor/alerts/alert";
import { fingerprint } from "../../../../../tasks/PipelineMonitor/config/fingerprint";
import { type AlertState, page } from "../../../../../tasks/PipelineMonitor/features/paging/alerts";
import { projectFingerprint } from "../../../../../tasks/PipelineMonitor/issue/ledger";
import { runsKey } from "../../../../../tasks/PipelineMonitor/issue/place";
import type { CheckedRun } from "../../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../../tasks/PipelineMonitor/issue/subject";
import type { Decision } from "../../../../../tasks/PipelineMonitor/ledger/decide";
import type { Remembered } from "../../../../../tasks/PipelineMonitor/ledger/memory";
import type { Changes } from "../../known-entry";
import { usual } from "../../ledger/fold-stage";
import {
  configWith,
  failedEntry,
  failure,
  noteEntry,
  now,
  pagerId,
  told,
  worked,
} from "../../ledger/ledger-stage";
import { refusal } from "../../refusal";
import { memoryContext, projectReport, reportOn } from "../../report-stage";
import { reasons } from "../../silences";

const project = projectFingerprint(usual);
const ownRun = new URL("https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=900");
/** The entry of a failure of a pipeline, whose key is its name. */
const entryOf = (pipeline: string, changes: Changes = {}) =>
  failedEntry({ key: pipeline, project, content: failure({ pipeline }), ...changes });
const deciding =
  (act: "tell" | "tellEnd") =>
  (...pipelines: string[]): Decision[] =>
    pipelines.map((pipeline) => ({ entry: entryOf(pipeline), to: "", act }));
const [tell, tellEnd] = [deciding("tell"), deciding("tellEnd")];
const keyOf = (key: string) => alertKey({ project, key });

interface Weather {
  /** By pipelines and other keys: what the service answers. */
  refusals?: Readonly<Record<string, Error>>;
  known?: Readonly<Record<string, AlertState>>;
  remembered?: Remembered;
  /** Of these pipelines, runs were well. */
  well?: readonly CheckedRun[];
  config?: typeof usual;
  cancelled?: AbortSignal;
}

/** Pages for decisions. Keys are shown by the pipelines that they are of. */
async function paged(
  decisions: readonly Decision[],
  { refusals = {}, known = {}, remembered = "read", well = [], config = usual, ...task }: Weather = {},
) {
  const sent: string[] = [];
  const alerts: Alert[] = [];
  const names = new Map(decisions.map(({ entry }) => [alertKey(entry), entry.key]));
  const nameOf = (key: string) => names.get(key.replace(/-.*/, "")) ?? key.replace(/-.*/, "");
  const send = async (what: string, key: string) => {
    sent.push(`${what} ${nameOf(key)}`);
    const refusal = refusals[nameOf(key)];
    if (refusal !== undefined) throw refusal;
  };
  const open = (alert: Alert) => {
    alerts.push(alert);
    return send("open", alert.key);
  };
  const pager = { open, close: (key: string) => send("close", key) };
  const context = memoryContext(task);
  const report = reportOn([projectReport({ config, records: well.map((run) => ({ run })) })]);
  const telling = { report, decisions, compose: () => assert.fail() };
  const kept: ReadonlyMap<string, AlertState>[] = [];
  const keep = (next: ReadonlyMap<string, AlertState>) => void kept.push(next);
  const before = new Map(Object.entries(known));
  const remembering = {
    alerts: before,
    unread: {},
    keep,
    remembered,
    own: undefined,
    ownRun,
    unfinished: [],
  };
  const target = { id: pagerId, name: "PagerDuty", pager, takes: () => true };
  const { delivered, of } = await page(target, telling, remembering, context);
  const { warnings } = context.agent;
  const states = decisions.map(of);
  return {
    sent,
    alerts,
    delivered,
    warnings,
    states,
    after: kept[0] && Object.fromEntries([...kept[0]].map(([key, state]) => [nameOf(key), state])),
  };
}

describe("page", () => {
  it("opens an alert for what is told, and closes that of what is over", async () => {
    const { alerts, ...result } = await paged([...tell("a"), ...tellEnd("b")]);
    assert.deepEqual(result, {
      ...{ sent: ["open a", "close b"], delivered: "sent", warnings: [] },
      ...{ states: ["done", "done"], after: { a: "open", b: "closed" } },
    });
    const [alert] = alerts;
    assert.deepEqual([alert?.details["pipeline"], alert?.at], ["a", (now - 600) * 1000]);
    assert.equal(
      alert?.key,
      `${fingerprint([project, "a"])}-${fingerprint(["", ""])}`,
      "each monitor has its own",
    );
    assert.deepEqual(alert.links.at(-1), { label: "Monitor", href: ownRun.href });
  });

  it("names the owner and the importance", async () => {
    const config = configWith({}, { a: { owner: "@ops", severity: "high" } });
    const { alerts } = await paged(tell("a"), { config });
    assert.deepEqual([alerts[0]?.details["owner"], alerts[0]?.severity], ["@ops", "high"]);
  });

  it("has nothing to do for what is held or forgotten, for notes, and for projects that were not read", async () => {
    const decisions: Decision[] = [
      { entry: entryOf("a"), to: "", act: "hold", why: { by: reasons.known, why: [] } },
      { entry: entryOf("b"), to: "", act: "forget" },
    ];
    const known = { [keyOf("a")]: "open" } as const;
    const quiet = { sent: [], alerts: [], warnings: [], after: { a: "open" } };
    assert.deepEqual(await paged(decisions, { known }), {
      ...quiet,
      delivered: "notNeeded",
      states: ["done", "done"],
    });
    const odd: Decision[] = [
      { entry: noteEntry({ project }), to: "", act: "tell" },
      { entry: entryOf("c", { project: projectIdOf("0".repeat(16)) }), to: "", act: "tell" },
    ];
    assert.deepEqual((await paged(odd)).sent, []);
  });

  it("goes on with the others after a refusal that is about the content of one, and stops after any other", async () => {
    for (const status of [400, 413, 422, 401, 500]) {
      const goesOn = status < 500 && status !== 401;
      const refusals = { b: refusal(status) };
      const left = goesOn ? "1 alert was" : "2 alerts were";
      for (const [act, decide] of [
        ["open", tell],
        ["close", tellEnd],
      ] as const) {
        const { alerts: _, after, ...others } = await paged(decide("a", "b", "c"), { refusals });
        assert.deepEqual(others, {
          ...{ delivered: "failed", states: ["done", "unsure", goesOn ? "done" : "failed"] },
          sent: (goesOn ? ["a", "b", "c"] : ["a", "b"]).map((name) => `${act} ${name}`),
          warnings: [
            `${left} not ${act === "open" ? "opened" : "closed"} in PagerDuty. ${refusals.b.message}`,
          ],
        });
        const done = act === "open" ? "open" : "closed";
        const last = goesOn ? { c: done } : act === "open" ? {} : { c: "unknown" };
        assert.deepEqual(after, { a: done, b: "unknown", ...last });
      }
    }
    const lost = await paged(tell("a", "b"), { refusals: { a: new Error("timed out") } });
    assert.deepEqual([lost.sent, lost.states], [["open a"], ["unsure", "failed"]]);
  });

  it("closes even if it could not open", async () => {
    const { sent } = await paged([...tell("a"), ...tellEnd("b")], { refusals: { a: refusal(500) } });
    assert.deepEqual(sent, ["open a", "close b"]);
  });

  it("closes an alert before it opens the next one of its pipeline, if the problem ended in between", async () => {
    const again = (news: "ended" | "changed"): Decision[] => [
      { entry: entryOf("a", { told: { [pagerId]: { ...told, news } } }), to: "", act: "tell" },
    ];
    assert.deepEqual((await paged(again("ended"))).sent, ["close a", "open a"]);
    assert.deepEqual((await paged(again("changed"))).sent, ["open a"]);
  });

  it("closes what may be open, unless something is decided about it", async () => {
    const forget: Decision = { entry: entryOf("b"), to: "", act: "forget" };
    const unsure = (...keys: string[]) => ({
      known: Object.fromEntries(keys.map((key): [string, AlertState] => [key, "unknown"])),
    });
    const possible = unsure("x", keyOf("a"), keyOf("b"));
    const { sent, after, delivered } = await paged([...tell("a"), forget], possible);
    assert.deepEqual([sent, delivered], [["open a", "close x", "close b"], "sent"]);
    assert.deepEqual(after, { x: "closed", a: "open", b: "closed" });
    const alone = await paged([], unsure("x"));
    assert.deepEqual([alone.after, alone.delivered], [{ x: "closed" }, "sent"]);
    const refused = await paged([], { ...unsure("x", "y"), refusals: { x: refusal(400) } });
    assert.deepEqual([refused.after, refused.delivered], [{ x: "unknown", y: "closed" }, "failed"]);
    const down = await paged([], { ...unsure("x", "y"), refusals: { x: refusal(500) } });
    assert.deepEqual(down.after, { x: "unknown", y: "unknown" });
  });

  it("closes what is open if no problem is known any more, whatever ended it", async () => {
    const { sent, after } = await paged([], { known: { x: "open" } });
    assert.deepEqual([sent, after], [["close x"], { x: "closed" }]);
  });

  it("opens what lasts again if the service did not confirm it, and leaves what is held", async () => {
    const lasting = (by: (typeof reasons)[keyof typeof reasons], state: AlertState) =>
      paged([{ entry: entryOf("a"), to: "", act: "hold", why: { by, why: [] } }], {
        known: { [keyOf("a")]: state },
      });
    assert.deepEqual((await lasting(reasons.known, "unknown")).sent, ["open a"]);
    assert.deepEqual((await lasting(reasons.known, "open")).sent, []);
    for (const state of ["open", "unknown"] as const)
      assert.deepEqual((await lasting(reasons.hours, state)).sent, []);
  });

  it("closes those of pipelines that are well, unless it knows that they are closed, or may know it next time", async () => {
    const run = worked(now - 300, { queueTime: now - 500, startTime: now - 400 });
    const key = keyOf(runsKey(subjectOf(run)));
    assert.deepEqual((await paged([], { well: [run] })).sent, [`close ${key}`]);
    assert.deepEqual((await paged([], { well: [run], known: { [key]: "closed" } })).sent, []);
    assert.deepEqual((await paged([], { well: [run], remembered: "unreadable" })).sent, []);
  });

  it("sends at most 200 requests of a kind for a report, and says that the next one continues", async () => {
    const many = Array.from({ length: 202 }, (_, index) => `p${index}`);
    for (const [decide, what] of [
      [tell, "opened"],
      [tellEnd, "closed"],
    ] as const) {
      const { sent, states, warnings } = await paged(decide(...many));
      assert.equal(sent.length, 200);
      assert.deepEqual(states.slice(199), ["done", "failed", "failed"]);
      assert.deepEqual(warnings, [`2 alerts were not ${what} in PagerDuty. The next report continues.`]);
    }
  });

  it("sends nothing with test_flag true, and leaves everything as it is", async () => {
    const config = configWith({ test_flag: true });
    const tested = await paged([...tell("a"), ...tellEnd("b")], { config, known: { x: "unknown" } });
    const untold = { sent: [], alerts: [], warnings: [], after: undefined };
    assert.deepEqual(tested, { ...untold, delivered: "testOnly", states: ["failed", "failed"] });
    assert.equal((await paged([], { config })).delivered, "notNeeded");
  });

  it("throws only if it is cancelled", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    const failing = paged(tell("a"), { cancelled, refusals: { a: refusal(500) } });
    await assert.rejects(failing, { message: "cancelled" });
  });
});
