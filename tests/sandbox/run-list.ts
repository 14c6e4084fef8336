import { memberAt } from "../../shared/json/path";
import type { BuildServiceOptions, SandboxRun } from "./build-service";
import { json, type ReceivedRequest, type Reply } from "./loopback";

/** The list of runs that a request asks for, as the build service filters, orders and parts it. */
export function runList(
  { query }: ReceivedRequest,
  runs: readonly SandboxRun[],
  { pageSize = 1000, recorded = false, isTopOfPage = false }: BuildServiceOptions,
): Reply {
  const order = query.get("queryOrder") ?? "finishTimeDescending";
  const [, orderedBy = "finishTime", direction] = /^(\w+Time)(Ascending|Descending)$/.exec(order) ?? [];
  const time = ({ record }: SandboxRun) => Date.parse(String(record[orderedBy]));
  const sign = direction === "Ascending" ? 1 : -1;
  const [isAsked, isInTime] = [askedFor(query), timesOf(query, recorded)];
  const asked = runs.filter((run) => isAsked(run) && isInTime(time(run)));
  // Azure/azure-devops-cli-extension#969: whatever the order, runs that are completed come before the others.
  // Recorded runs come in the order that they were recorded in.
  const isPlain = recorded && !query.has("queryOrder");
  const sorted = isPlain
    ? asked
    : asked.toSorted(
        (one, other) =>
          Number(one.isUnfinished ?? false) - Number(other.isUnfinished ?? false) ||
          sign * (time(one) - time(other)) ||
          Number(other.record["id"]) - Number(one.record["id"]) ||
          0,
      );
  const mostOfEach = Number(query.get("maxBuildsPerDefinition") ?? Number.POSITIVE_INFINITY);
  const counts = new Map<unknown, number>();
  const ofEach = sorted.filter(({ record }) => {
    const pipeline = memberAt(record, ["definition", "id"]);
    counts.set(pipeline, (counts.get(pipeline) ?? 0) + 1);
    return (counts.get(pipeline) ?? 0) <= mostOfEach;
  });
  const most = Number(query.get("$top") ?? ofEach.length);
  const listed = isTopOfPage ? ofEach : ofEach.slice(0, most);
  const start = Number(query.get("continuationToken") ?? 0);
  const next = start + Math.min(pageSize, isTopOfPage ? most : pageSize);
  const value = listed.slice(start, next).map(({ record }) => record);
  return json(
    { count: value.length, value },
    next < listed.length ? { "x-ms-continuationtoken": String(next) } : {},
  );
}

/** The pipelines of the runs that a request names: an asterisk stands for any text, and case does not count. */
export function pipelineList({ query }: ReceivedRequest, runs: readonly SandboxRun[]): Reply {
  const name = (query.get("name") ?? "*").replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  const isMeant = new RegExp(`^${name}$`, "i");
  const pipelines = new Map(
    runs.map(({ record }) => [JSON.stringify(record["definition"]), memberAt(record, ["definition"])]),
  );
  const value = [...pipelines.values()].filter((pipeline) =>
    isMeant.test(String(memberAt(pipeline, ["name"]))),
  );
  return json({ count: value.length, value });
}

/** Which runs a list holds: those that are done, unless it is asked for others or in an order. */
function askedFor(query: URLSearchParams): (run: SandboxRun) => boolean {
  const among = (name: string) => query.get(name)?.split(",");
  const isOrdered = query.has("queryOrder");
  // Several results are read as another filter, so that no run fits (dotnet/aspnetcore, the scripts of its skills).
  const [result, branch] = [query.get("resultFilter"), query.get("branchName")];
  const [statuses, reasons, tags] = [among("statusFilter"), among("reasonFilter"), among("tagFilters")];
  const definitions = query.has("definitions") ? new Set(among("definitions")) : undefined;
  return ({ record, isUnfinished = false }) =>
    (result ?? record["result"]) === record["result"] &&
    (branch ?? record["sourceBranch"]) === record["sourceBranch"] &&
    (definitions?.has(String(memberAt(record, ["definition", "id"]))) ?? true) &&
    (statuses?.some((status) => status === "all" || status === record["status"]) ??
      (isOrdered || !isUnfinished)) &&
    (reasons?.includes(String(record["reason"])) ?? true) &&
    (tags?.every((tag) => [memberAt(record, ["tags"])].flat().includes(tag)) ?? true);
}

/** Whether a time lies within those that are asked for; a run without it does, and a recorded one is never too old. */
function timesOf(query: URLSearchParams, recorded: boolean): (time: number) => boolean {
  const bound = (name: string) => Date.parse(query.get(name) ?? "");
  const [from, to] = [bound("minTime"), bound("maxTime")];
  return (time) => (recorded || !(time < from)) && !(time > to);
}

/** Rules for requests for runs that every caller keeps, each with whether it holds. */
export function listViolations({ query }: ReceivedRequest): [boolean, string][] {
  const times = ["minTime", "maxTime"].flatMap((name) => query.getAll(name));
  const isOneOf = (name: string, values: readonly string[]) =>
    (query.get(name)?.split(",") ?? []).every((value) => values.includes(value));
  const statuses = ["inProgress", "completed", "cancelling", "postponed", "notStarted", "all"];
  const orders = ["finishTime", "startTime", "queueTime"].flatMap((time) => [
    `${time}Ascending`,
    `${time}Descending`,
  ]);
  return [
    [query.has("api-version"), "the run list carries url_params with api-version"],
    [
      query.has("minTime") || query.has("statusFilter") || query.has("definitions"),
      "the run list is asked for a window, a status or a pipeline",
    ],
    [times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time)), "minTime has seconds and Z"],
    [isOneOf("statusFilter", statuses), "statusFilter names statuses"],
    [isOneOf("queryOrder", orders), "queryOrder names an order"],
    [
      !(query.get("statusFilter") === "all" && query.has("minTime") && !query.has("queryOrder")),
      "minTime with all statuses takes an order",
    ],
    [Number(query.get("$top") ?? 1) >= 1 && Number(query.get("$top") ?? 1) <= 5000, "$top is 1 to 5000"],
    [new Set(query.keys()).size === [...query.keys()].length, "no parameter appears twice"],
  ];
}
