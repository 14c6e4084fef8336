/** The queries for the list of runs: our own parameters, then those of the configuration. */

/** Returns the query for runs that finished since a time (rule 1). */
export function runsSinceQuery(minTime: Date, listParameters: string): string {
  return `minTime=${withoutFraction(minTime)}${listParameters}`;
}

/** Parameters that our queries set themselves, so the configuration's are ignored. */
const ownParameters = ["statusFilter", "resultFilter", "queryOrder", "$top", "maxTime"];
const ofOnePipeline = [...ownParameters, "definitions", "maxBuildsPerDefinition"];

/** Returns the query for queued and running runs. The service omits them unless they are requested. */
export function unfinishedRunsQuery(listParameters: string): string {
  return `statusFilter=inProgress,cancelling,postponed,notStarted${without(ownParameters, listParameters)}`;
}

/**
 * Returns the query for the last `count` runs of a pipeline that finished by the end of a second since 1970,
 * newest first.
 */
export function lastRunsQuery(
  definitionId: number,
  until: number,
  count: number,
  listParameters: string,
): string {
  const maxTime = withoutFraction(new Date((until + 1) * 1000));
  return (
    `definitions=${definitionId}&statusFilter=completed&queryOrder=finishTimeDescending&maxTime=${maxTime}` +
    `&$top=${count}${without(ofOnePipeline, listParameters)}`
  );
}

/**
 * Returns the query for runs in any state that were queued since a second, of one pipeline or all. The
 * configuration's filters do not apply: a run that a filter hides did happen, and must not be reported as
 * missed.
 */
export function queuedSinceQuery(since: number, listParameters: string, definitionId?: number): string {
  const minTime = withoutFraction(new Date(since * 1000));
  const pipeline = definitionId === undefined ? "" : `definitions=${definitionId}&`;
  const version = apiVersionOf(listParameters);
  return `${pipeline}minTime=${minTime}&statusFilter=all&queryOrder=queueTimeDescending${version}`;
}

/** Returns the query for pipelines by name. The service treats an asterisk as a wildcard. */
export function pipelinesQuery(name: string, listParameters: string): string {
  return `name=${encodeURIComponent(name)}${apiVersionOf(listParameters)}`;
}

/** Returns the query for the last `count` runs of a pipeline with a tag, newest start first. */
export function taggedRunsQuery(
  definitionId: string,
  tag: string,
  count: number,
  listParameters: string,
): string {
  const pipeline = encodeURIComponent(definitionId);
  const filters = `definitions=${pipeline}&tagFilters=${encodeURIComponent(tag)}`;
  return `${filters}&queryOrder=startTimeDescending&$top=${count}${listParameters}`;
}

/** Returns the API version in the configuration's parameters, as a parameter; empty if there is none. */
export function apiVersionOf(listParameters: string): string {
  return /&api-version=[^&]*/i.exec(listParameters)?.[0] ?? "";
}

/** Returns the query for one run or its timeline: only the API version. */
export function ofRunQuery(listParameters: string): string {
  return apiVersionOf(listParameters).slice(1);
}

/** How many runs the service returns a page without `$top`. */
const usualPageSize = 1000;
/** How many runs the service returns a page at most. */
export const maxPageSize = 5000;

/** Returns how many runs a full page of a query has. */
export function pageSizeOf(query: string): number {
  const top = query.split("&").find((parameter) => nameOf(parameter).toLowerCase() === "$top");
  const size = Number(top?.split("=")[1] ?? Number.NaN);
  return size >= 1 ? Math.min(size, maxPageSize) : usualPageSize;
}

/** Returns the query limited to runs up to the end of a second since 1970. */
export function queryUntil(until: number, query: string): string {
  return `${without(["maxTime"], query)}&maxTime=${withoutFraction(new Date((until + 1) * 1000))}`;
}

function without(names: readonly string[], listParameters: string): string {
  const removed = new Set(names.map((name) => name.toLowerCase()));
  return listParameters
    .split("&")
    .filter((parameter) => !removed.has(nameOf(parameter).toLowerCase()))
    .join("&");
}

function nameOf(parameter: string): string {
  const [name = ""] = parameter.split("=");
  return name.replace(/%24/g, "$");
}

/** Returns a time in the service's form: whole seconds, and a Z. */
function withoutFraction(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
