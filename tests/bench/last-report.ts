import {
  fingerprint,
  type Memory,
  ownTarget,
  projectFingerprint,
} from "../../tasks/PipelineMonitor/issue/memory";
import { memoryType, renderMemories } from "../../tasks/PipelineMonitor/silence/memory-file";
import { ownDefinitionId, ownRunId } from "../demo/eventful-hour";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { sketchRun } from "../sandbox/runs";

const problemCount = 200;

/** The environment variables of two routes and a paging service. */
export const routeVariables = ["BILLING_WEBHOOK", "ON_CALL_WEBHOOK"];
export const pagingVariable = "PAGER_KEY";

/**
 * Replies to a monitor that asks for its last report, on behalf of any run. Attached to that report are problems of
 * pipelines that have not run since. Undefined for other requests.
 */
export function createLastReport(service: URL, now: number): (request: ReceivedRequest) => Reply | undefined {
  const id = ownRunId - 1;
  const record = `${id}/96ac2280-8cb4-5df5-99de-dd2da759617d/00000000-0000-4000-8000-000000000001`;
  const memory = memoryOf(new URL("contoso/Night%20Shift", service), now, String(id));
  let tag = "";
  return ({ path, query }) => {
    if (query.has("tagFilters")) {
      tag = query.get("tagFilters") ?? "";
      const own = { id, definitionId: ownDefinitionId, finishedSecondsAgo: 3600, runSeconds: 20, logs: [] };
      const run = sketchRun(now, { ...own, tags: [tag] });
      return json({ count: 1, value: [run.record] });
    }
    if (!path.includes("/attachments/")) return undefined;
    if (path.endsWith(".json")) return { body: memory };
    const href = `${service.href}${record}/attachments/${memoryType}/${tag}.json`;
    return json({ count: 1, value: [{ name: `${tag}.json`, _links: { self: { href } } }] });
  };
}

function memoryOf(project: URL, now: number, run: string): string {
  const until = Math.floor(now / 1000) - 3600;
  const problems = Array.from({ length: problemCount }, (_, index) => ({
    row: fingerprint([5000 + index, ""]),
    key: fingerprint([index, "key"]),
    kind: "failure" as const,
    since: until - 7200,
    lastSeen: until - 7200,
    reportedAt: until - 7200,
    wasTold: true,
  }));
  const known = { until, wholeUntil: until, seen: [], problems, states: [] };
  const projects = new Map([[projectFingerprint({ project }), known]]);
  const told = { projects, othersUntil: until, unread: [] };
  const routes = routeVariables.map((name) => [fingerprint(["route", name]), told] as const);
  // Earlier hours have closed the alerts of pipelines that are well.
  const alerts = Array.from({ length: 200 }, (_, index) => ({
    ...{ key: fingerprint([index, "closed"]), project: projectFingerprint({ project }), isClosed: true },
  }));
  const paged = [fingerprint(["paging", "pagerduty", pagingVariable]), { ...told, alerts }] as const;
  const byTarget = new Map<string, Memory>([[ownTarget, told], ...routes, paged]);
  return renderMemories({ byTarget }, run);
}
