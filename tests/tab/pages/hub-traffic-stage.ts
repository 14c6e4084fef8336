import assert from "node:assert/strict";
import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";
import { journalType } from "../../../shared/journal/schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import { connectHub } from "../../../tab/host/hub-service";
import { createGet, serviceClock } from "../../../tab/host/service";
import { type HubData, hubData } from "../../../tab/pages/hub/hub-data";
import { keepReading, type PageState } from "../../../tab/pages/hub/keep-reading";
import { type Reading, readHub } from "../../../tab/pages/hub/read-hub";
import { attachmentReply } from "../../sandbox/attachments";
import type { SandboxRun } from "../../sandbox/build-service";
import type { Reply } from "../../sandbox/loopback";
import { runList } from "../../sandbox/run-list";
import { quietHour } from "../example-reports";
import { day, journalAt, project, recordOf } from "./truth-world";

/** A page that stays open for a day, and what it asks the service for. */

export const minute = 60;

/** A record of the real service has so many bytes: microsoft's own samples, recorded in MethodsAndPractices/vsteam, have 4,178. */
const recordBytes = 4200;

/** So many pipelines: a tenth runs every hour, three tenths every six, and the others once a day; one run of fifty fails. */
export function largeProject(pipelines: number, now: number): Run[] {
  let id = 0;
  return Array.from({ length: pipelines }, (_, index) => {
    const period = index % 10 === 0 ? 3600 : index % 10 < 4 ? 6 * 3600 : day;
    const begin = (index * 977) % period;
    return Array.from({ length: Math.floor((29 * day) / period) }, (__, back): Run => {
      const finishTime = now + day - begin - back * period;
      id++;
      return {
        ...{ id, buildNumber: `n${id}`, pipeline: { id: index + 1, name: `pipeline ${index + 1}` } },
        ...{ status: "completed", result: (index + back * 7) % 50 === 0 ? "failed" : "succeeded" },
        ...{
          reason: "schedule",
          commit: "a",
          branch: index % 5 === 1 && back % 2 === 1 ? "refs/heads/release/5" : "refs/heads/main",
        },
        ...{ queueTime: finishTime - 90, startTime: finishTime - 60, finishTime },
      };
    });
  }).flat();
}

/** The service of such a project, whose monitor, if it has one, reports every hour at the 19th minute. */
export function serviceOf(runs: readonly Run[], begin: number, isWatched: boolean) {
  const ordered = runs
    .map((run) => ({ at: run.finishTime ?? 0, record: recordOf(run), logs: [], logTexts: new Map() }))
    .toSorted((one, other) => one.at - other.at);
  const byPipeline = groupBy(ordered, ({ record }) => String(record.definition.id));
  const tag = "monitor-reported-999-0123456789ab";
  const journal = journalAt(
    runs.filter(({ finishTime = 0 }) => finishTime <= begin),
    { zone: "UTC" },
    begin,
  );
  const first = Math.floor(begin / 3600) * 3600 + 19 * minute - 4 * day;
  const monitors = Array.from({ length: isWatched ? 5 * 24 : 0 }, (_, index): SandboxRun & { at: number } => {
    const at = first + index * 3600;
    const about = {
      id: 1_000_000 + index,
      buildNumber: `m${index}`,
      pipeline: { id: 999, name: "night watch" },
    };
    const record = recordOf({
      ...about,
      ...{ status: "completed", result: "succeeded", reason: "schedule", branch: "refs/heads/main" },
      ...{ queueTime: at - 60, startTime: at - 50, finishTime: at },
    });
    const report = { ...quietHour(), ...{ project: project.name, problems: [], from: at - 3600, to: at } };
    return {
      ...{ at, record: { ...record, tags: [monitorTag, tag] }, logs: [], logTexts: new Map() },
      attachments: [
        { type: attachmentType, name: "report.json", text: JSON.stringify(report) },
        { type: journalType, name: `${tag}.json`, text: journal },
      ],
    };
  });
  return (url: string, now: number): Reply | undefined => {
    const { pathname, searchParams: query } = new URL(url);
    const path = decodeURIComponent(pathname);
    const reported = monitors.filter(({ at }) => at <= now);
    if (!path.endsWith("/builds")) {
      const [, id] = /\/builds\/(\d+)\//.exec(path) ?? [];
      return attachmentReply(
        path,
        reported.find(({ record }) => String(record["id"]) === id)?.attachments ?? [],
      );
    }
    const own = byPipeline.get(query.get("definitions") ?? "") ?? ordered;
    const from = Date.parse(query.get("minTime") ?? "") / 1000;
    const ended = own.slice(placeOf(own, from), placeOf(own, now + 1));
    const known = query.has("tagFilters") ? reported : [...ended, ...reported];
    const request = { method: "GET", target: url, path, query, headers: {}, body: "", nthOnConnection: 1 };
    return runList(request, known, { runs: known, authorizations: [], isTopOfPage: true });
  };
}

/** What becomes of a request. */
type Fault = "none" | "down" | "refused";

/** How long a refusal asks to wait. */
export const retryMinutes = 20;

/** The place of the first one from a time on; 0 for no time. */
function placeOf(ordered: readonly { at: number }[], time: number): number {
  let [low, high] = [0, Number.isNaN(time) ? 0 : ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.at ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists and files, whatever times and ids they name. */
function kindOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.replace(/.*\/_apis/, "").replaceAll(/\d+|[\da-f-]{36}/g, "0");
  const names = [...searchParams].map(([name, value]) =>
    ["resultFilter", "statusFilter", "queryOrder"].includes(name) ? `${name}=${value}` : name,
  );
  return path.endsWith("/builds") ? `${path}?${names.join("&")}` : path;
}

/** Plays a day minute by minute, or the first part of it. `clockAhead` is by how much the clock of the machine is wrong. */
export async function playDay(
  service: ReturnType<typeof serviceOf>,
  begin: number,
  faultAt: (minuteOfDay: number, kind: string) => Fault,
  clockAhead: (minuteOfDay: number) => number,
  look: (minuteOfDay: number, reading: Reading, data: () => HubData) => void,
  minutes = day / minute,
) {
  const state = { minute: 0, shown: undefined as PageState<Reading> | undefined };
  const traffic = { requests: 0, bytes: 0, refused: [] as string[] };
  const present = () => begin + state.minute * minute;
  const clock = serviceClock(
    () => state.minute * minute,
    () => present() + clockAhead(state.minute),
  );
  const quiet = { from: 0, to: 0 };
  const answer = async (url: string): Promise<Response> => {
    const kind = kindOf(url);
    const fault = faultAt(state.minute, kind);
    if (fault === "down") throw new TypeError("fetch failed");
    const headers = { date: new Date(present() * 1000).toUTCString() };
    traffic.requests++;
    const { from, to } = quiet;
    assert.ok(state.minute <= from || state.minute >= to, `${url} is asked for in a pause`);
    if (fault === "refused") {
      traffic.refused.push(kind);
      Object.assign(quiet, { from: state.minute, to: state.minute + retryMinutes });
      return new Response("", {
        status: 429,
        headers: { ...headers, "retry-after": String(retryMinutes * minute) },
      });
    }
    const reply = service(url, present());
    if (reply === undefined || reply.status === 404) return new Response("", { status: 404, headers });
    const text = String(reply.body);
    const next = reply.headers?.["x-ms-continuationtoken"];
    const records = text.split('"buildNumber"').length - 1;
    traffic.bytes += Math.max(Buffer.byteLength(text), records * recordBytes);
    return new Response(text, {
      headers: next === undefined ? headers : { ...headers, "x-ms-continuationtoken": next },
    });
  };
  const get = createGet(project.url, async () => "token", clock, answer);
  const hub = connectHub(project.url, get);
  const page = keepReading(
    (last: Reading | undefined) => readHub(hub, clock.now, last),
    (shown) => {
      state.shown = shown;
    },
    clock,
    () => true,
  );
  for (; state.minute < minutes; state.minute++) {
    page.beat();
    do await new Promise(setImmediate);
    while (state.shown?.isReading === true);
    const { shown } = state;
    if (shown === undefined) continue;
    const { reading, now } = shown;
    if (reading !== undefined)
      look(state.minute, reading, () => hubData(reading, project, { now, timeZone: "UTC" }));
  }
  return traffic;
}
