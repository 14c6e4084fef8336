import assert from "node:assert/strict";
import type { Alert } from "../../../../../shared/paging/service";
import { fingerprint } from "../../../../../tasks/PipelineMonitor/config/fingerprint";
import { alertKey } from "../../../../../tasks/PipelineMonitor/features/paging/alert";
import { page } from "../../../../../tasks/PipelineMonitor/features/paging/alerts";
import { type AlertMemory, doubtfulAlerts } from "../../../../../tasks/PipelineMonitor/features/paging/doubt";
import type { Entry } from "../../../../../tasks/PipelineMonitor/issue/entry";
import {
  missedKey,
  projectFingerprint,
  runsKey,
  stuckKey,
} from "../../../../../tasks/PipelineMonitor/issue/ledger";
import type { CheckedRun } from "../../../../../tasks/PipelineMonitor/issue/report";
import type { Decision } from "../../../../../tasks/PipelineMonitor/ledger/decide";
import { failedRun } from "../../failed-run";
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
/** The entry of a failure of a pipeline, whose key is its name. */
const entryOf = (pipeline: string, changes: Partial<Entry> = {}) =>
  failedEntry({ key: pipeline, project, pipeline, content: failure({ pipeline }), ...changes });
const deciding =
  (act: "tell" | "tellEnd") =>
  (...pipelines: string[]): Decision[] =>
    pipelines.map((pipeline) => ({ entry: entryOf(pipeline), to: "", act }));
const [tell, tellEnd] = [deciding("tell"), deciding("tellEnd")];
const keyOf = (key: string) => alertKey({ project, key });

interface Weather {
  /** By pipelines and other keys: what the service answers. */
  refusals?: Readonly<Record<string, Error>>;
  known?: Partial<AlertMemory>;
  isUnknown?: boolean;
  /** Of these pipelines, runs were well. */
  well?: readonly CheckedRun[];
  config?: typeof usual;
  cancelled?: AbortSignal;
}

/** Pages for decisions. Keys are shown by the pipelines that they are of. */
async function paged(
  decisions: readonly Decision[],
  { refusals = {}, known = {}, isUnknown = false, well = [], config = usual, ...task }: Weather = {},
) {
  const sent: string[] = [];
  const alerts: Alert[] = [];
  const names = new Map(decisions.map(({ entry }) => [alertKey(entry), entry.key]));
  const nameOf = (key: string) => names.get(key) ?? key;
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
  const telling = { report, decisions, composed: undefined, ownRun: undefined };
  const memory = { closedAlerts: [], doubtfulAlerts: [], ...known };
  const kept: AlertMemory[] = [];
  const keep = (next: AlertMemory) => void kept.push(next);
  const target = { id: pagerId, name: "PagerDuty", pager, takes: () => true };
  const { delivered, of } = await page(target, telling, { memory, keep, isUnknown }, context);
  const { warnings } = context.agent;
  const states = decisions.map(of);
  return {
    sent,
    alerts,
    delivered,
    warnings,
    states,
    closed: kept[0]?.closedAlerts.map(nameOf),
    doubtful: kept[0]?.doubtfulAlerts,
  };
}

describe("page", () => {
  it("opens an alert for what is told, and closes that of what is over", async () => {
    const { alerts, ...result } = await paged([...tell("a"), ...tellEnd("b")]);
    assert.deepEqual(result, {
      ...{ sent: ["open a", "close b"], delivered: "sent", warnings: [] },
      ...{ states: ["done", "done"], closed: ["b"], doubtful: [] },
    });
    const [alert] = alerts;
    assert.deepEqual([alert?.details["pipeline"], alert?.at], ["a", (now - 600) * 1000]);
    assert.equal(alert?.key, fingerprint([project, "a"]));
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
    const quiet = { sent: [], alerts: [], warnings: [], closed: [], doubtful: [] };
    assert.deepEqual(await paged(decisions), { ...quiet, delivered: "notNeeded", states: ["done", "done"] });
    const odd: Decision[] = [
      { entry: noteEntry({ project }), to: "", act: "tell" },
      { entry: entryOf("c", { project: "0".repeat(16) }), to: "", act: "tell" },
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
        const {
          alerts: _,
          closed,
          doubtful: __,
          ...others
        } = await paged(decide("a", "b", "c"), { refusals });
        assert.deepEqual(others, {
          ...{ delivered: "failed", states: ["done", "unsure", goesOn ? "done" : "failed"] },
          sent: (goesOn ? ["a", "b", "c"] : ["a", "b"]).map((name) => `${act} ${name}`),
          warnings: [
            `${left} not ${act === "open" ? "opened" : "closed"} in PagerDuty. ${refusals.b.message}`,
          ],
        });
        assert.deepEqual(closed, act === "open" ? [] : goesOn ? ["a", "c"] : ["a"]);
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
    const again = (outdated: "ended" | "changed"): Decision[] => [
      { entry: entryOf("a", { told: { [pagerId]: { ...told, outdated } } }), to: "", act: "tell" },
    ];
    assert.deepEqual((await paged(again("ended"))).sent, ["close a", "open a"]);
    assert.deepEqual((await paged(again("changed"))).sent, ["open a"]);
  });

  it("closes what may be open, unless something is decided about it", async () => {
    const forget: Decision = { entry: entryOf("b"), to: "", act: "forget" };
    const known = (...doubtfulAlerts: string[]) => ({ known: { doubtfulAlerts } });
    const possible = known("x", keyOf("a"), keyOf("b"));
    const { sent, closed, delivered } = await paged([...tell("a"), forget], possible);
    assert.deepEqual([sent, closed, delivered], [["open a", "close x", "close b"], ["x", "b"], "sent"]);
    const alone = await paged([], known("x"));
    assert.deepEqual([alone.closed, alone.doubtful, alone.delivered], [["x"], [], "sent"]);
    const refused = await paged([], { ...known("x", "y"), refusals: { x: refusal(400) } });
    assert.deepEqual([refused.closed, refused.doubtful, refused.delivered], [["y"], ["x"], "failed"]);
  });

  it("closes those of pipelines that are well, unless it knows that they are closed, or may know it next time", async () => {
    const run = worked(now - 300);
    const key = keyOf(runsKey(run));
    assert.deepEqual((await paged([], { well: [run] })).sent, [`close ${key}`]);
    assert.deepEqual((await paged([], { well: [run], known: { closedAlerts: [key] } })).sent, []);
    const unknown = await paged([], { well: [run], isUnknown: true, known: { doubtfulAlerts: ["x"] } });
    assert.deepEqual(unknown.sent, []);
  });

  it("knows the alerts that it closed, each once and 200 at most", async () => {
    const closedAfter = async (before: string[], ...pipelines: string[]) =>
      (await paged(tellEnd(...pipelines), { known: { closedAlerts: before } })).closed;
    assert.deepEqual(await closedAfter(["x", keyOf("b")], "b", "c"), ["x", "b", "c"]);
    const many = Array.from({ length: 200 }, (_, index) => `${index}`);
    assert.deepEqual(await closedAfter(many, "c"), many);
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
    const tested = await paged([...tell("a"), ...tellEnd("b")], { config, known: { doubtfulAlerts: ["x"] } });
    const untold = { sent: [], alerts: [], warnings: [], closed: undefined, doubtful: undefined };
    assert.deepEqual(tested, { ...untold, delivered: "testOnly", states: ["failed", "failed"] });
    assert.equal((await paged([], { config })).delivered, "notNeeded");
  });

  it("throws only if it is cancelled", async () => {
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    const failing = paged(tell("a"), { cancelled, refusals: { a: refusal(500) } });
    await assert.rejects(failing, { message: "cancelled" });
  });
});

const nothingKnown = { closedAlerts: [], doubtfulAlerts: [] };

describe("alerts that may be open", () => {
  const run = worked(now - 300);
  const keysOf = (runs: readonly CheckedRun[], takes = true, settings = {}) => {
    const config = configWith({ notify: "changes" }, { "nightly import": settings });
    const unreadable = { id: 4, buildNumber: "1", pipeline: "a", problem: "" };
    const records = [...runs.map((one) => ({ run: one })), { unreadable }];
    return doubtfulAlerts([projectReport({ config, records })], () => takes, nothingKnown);
  };
  const runs = keyOf(runsKey(run));
  const missed = keyOf(missedKey({ pipeline: "nightly import" }));
  const learned = keyOf(missedKey(run));
  const stuck = keyOf(stuckKey(run));

  it("are those of pipelines that work, and of their missed runs if a schedule starts them", () => {
    assert.deepEqual(keysOf([run]), [runs]);
    assert.deepEqual(keysOf([run, { ...run, id: 901 }]), [runs], "each once");
    assert.deepEqual(keysOf([{ ...run, reason: "schedule" }]), [runs, missed, learned]);
    assert.deepEqual(keysOf([failedRun({ reason: "schedule" })]), []);
    assert.deepEqual(keysOf([run], true, { check_flag: false }), []);
    assert.deepEqual(keysOf([run], false), []);
  });

  it("are those of stuck runs that have finished", () => {
    for (const verdict of ["ranTooLong", "waitedTooLong"] as const)
      assert.deepEqual(keysOf([{ ...run, verdict }]), [stuck, runs]);
    assert.deepEqual(keysOf([{ ...run, result: "failed", verdict: "ranTooLong" }]), [stuck]);
    assert.deepEqual(keysOf([run]), [runs]);
  });
});

describe("what is done about them at once", () => {
  it("are few, so that what may have been open for long costs no more than 200 requests", () => {
    const project = projectReport({ config: usual, records: [{ run: worked(now - 300) }] });
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
    const doubted = (closed: number, doubtful: number) =>
      doubtfulAlerts([project], () => true, { closedAlerts: many(closed), doubtfulAlerts: many(doubtful) })
        .length;
    assert.deepEqual([doubted(0, 0), doubted(199, 0), doubted(200, 0), doubted(200, 3)], [1, 1, 0, 3]);
  });
});
