import { emptyJournal, journalType, type ProjectJournal } from "../../shared/journal/schema";
import { utcZone } from "../../shared/text/zone";
import { fingerprint } from "../../tasks/PipelineMonitor/config/fingerprint";
import { type Ledger, ownTarget, projectFingerprint } from "../../tasks/PipelineMonitor/issue/ledger";
import { renderJournal } from "../../tasks/PipelineMonitor/journal/journal-file";
import { noteRuns } from "../../tasks/PipelineMonitor/journal/note";
import { ledgerType, renderLedger } from "../../tasks/PipelineMonitor/ledger/ledger-file";
import { issueOfResult } from "../../tasks/PipelineMonitor/rules/issues";
import { ownDefinitionId, ownRunId } from "../demo/eventful-hour";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { pagingKey } from "../sandbox/paging";
import { sketchRun } from "../sandbox/runs";
import { sanitize } from "../sanitize";
import { failedRun } from "../tasks/PipelineMonitor/failed-run";
import { knownEntry } from "../tasks/PipelineMonitor/known-entry";
import { projectReport } from "../tasks/PipelineMonitor/report-stage";
import { pipelineCount } from "./made-runs";

const problemCount = 200;

/** The environment variables of two routes and a paging service. */
export const routeVariables = ["BILLING_WEBHOOK", "ON_CALL_WEBHOOK"];
export const pagingVariable = "PAGER_KEY";

/**
 * Replies to a monitor that asks for its last report, on behalf of any run. Attached to that report are problems of
 * pipelines that have not run since. Undefined for other requests.
 */
export function createLastReport(
  service: URL,
  routes: readonly string[],
  now: number,
): (request: ReceivedRequest) => Reply | undefined {
  const id = ownRunId - 1;
  const record = `${id}/96ac2280-8cb4-5df5-99de-dd2da759617d/00000000-0000-4000-8000-000000000001`;
  const project = new URL("contoso/Night%20Shift", service);
  const ledger = renderLedger(ledgerOf(project, routes, now), String(id), sanitize);
  const seconds = Math.floor(now / 1000) - 3600;
  const journal = renderJournal(
    new Map([[projectFingerprint({ project }), journalOf(seconds)]]),
    { run: String(id), now: seconds, zone: utcZone },
    sanitize,
  );
  let tag = "";
  return ({ path, query }) => {
    if (query.has("tagFilters")) {
      tag = query.get("tagFilters") ?? "";
      const own = { id, definitionId: ownDefinitionId, finishedSecondsAgo: 3600, runSeconds: 20, logs: [] };
      const run = sketchRun(now, { ...own, tags: [tag] });
      return json({ count: 1, value: [run.record] });
    }
    if (!path.includes("/attachments/")) return undefined;
    const isJournal = path.includes(journalType);
    if (path.endsWith(".json")) return { body: isJournal ? journal : ledger };
    const type = isJournal ? journalType : ledgerType;
    const href = `${service.href}${record}/attachments/${type}/${tag}.json`;
    return json({ count: 1, value: [{ name: `${tag}.json`, _links: { self: { href } } }] });
  };
}

/** Four weeks of the pipelines of the hour, each of which ran every hour. */
function journalOf(until: number): ProjectJournal {
  const since = until - 28 * 24 * 3600;
  const runs = Array.from({ length: 28 * 24 * pipelineCount }, (_, index) => {
    const queueTime = until - 600 - 3600 * Math.floor(index / pipelineCount);
    const pipeline = index % pipelineCount;
    return failedRun({
      ...{ id: 90_000 - index, pipeline: `nightly import ${pipeline}`, definitionId: 1000 + pipeline },
      ...{ result: "succeeded", branch: "refs/heads/main", reason: "schedule" },
      ...{ queueTime, startTime: queueTime + 5, finishTime: queueTime + 300 },
    });
  });
  return noteRuns({ ...emptyJournal, since, isFilled: true }, runs, projectReport().config);
}

function ledgerOf(url: URL, routes: readonly string[], now: number): Ledger {
  const until = Math.floor(now / 1000) - 3600;
  const at = until - 7200;
  const project = projectFingerprint({ project: url });
  const targets = [ownTarget, ...routes.map((webhook) => fingerprint(["route", webhook]))];
  const told = Object.fromEntries(targets.map((target) => [target, { at, count: 1 }]));
  const entries = Array.from({ length: problemCount }, (_, index) => {
    const run = failedRun({
      ...{ id: index + 1, pipeline: `quiet pipeline ${index}`, definitionId: 5000 + index },
      ...{ queueTime: at - 120, startTime: at - 100, finishTime: at },
    });
    return knownEntry(issueOfResult(run), at, { project, told });
  });
  return {
    entries,
    projects: new Map([[project, { until, dueUntil: until, seen: [] }]]),
    ...{ projectIds: {}, othersUntil: until, reportedUntil: until },
    ...{ webhook: fingerprint([""]), configuration: {}, isTried: false },
    // No more than so many are closed that may be open from before.
    parts: {
      alertAccount: fingerprint(["pagerduty", "us", "", pagingKey]),
      alerts: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [fingerprint([index]), "closed"])),
    },
  };
}
