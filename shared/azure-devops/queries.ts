/** The queries for the list of runs: our own parameters, then those of the configuration. */

/** Runs that finished since a time (rule 1). */
export function runsSinceQuery(minTime: Date, listParameters: string): string {
  return `minTime=${withoutFraction(minTime)}${listParameters}`;
}

/** Parameters that our queries set themselves, so the configuration's are ignored. */
const ownParameters = ["statusFilter", "resultFilter", "queryOrder", "$top", "maxTime"];
const ofOnePipeline = [...ownParameters, "definitions", "maxBuildsPerDefinition"];

/** The service omits them unless they are requested. */
export function unfinishedRunsQuery(listParameters: string): string {
  return `statusFilter=inProgress,cancelling,postponed,notStarted${without(ownParameters, listParameters)}`;
}

/** Runs that finished by the end of a second since 1970, newest first. */
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
 * In any state, of one pipeline or all. The configuration's filters do not apply: a run that a filter hides did
 * happen, and must not be reported as missed.
 */
export function queuedSinceQuery(since: number, listParameters: string, definitionId?: number): string {
  const minTime = withoutFraction(new Date(since * 1000));
  const pipeline = definitionId === undefined ? "" : `definitions=${definitionId}&`;
  const version = apiVersionOf(listParameters);
  return `${pipeline}minTime=${minTime}&statusFilter=all&queryOrder=queueTimeDescending${version}`;
}

/**
 * The last runs to start, in progress or in any state. The service lists completed runs first, whatever the order, so those in
 * progress may be cut from the list of all.
 */
export function taggedRunsQuery(
  { definitionId, tag, isInProgress }: { definitionId: string; tag: string; isInProgress: boolean },
  count: number,
  listParameters: string,
): string {
  const pipeline = encodeURIComponent(definitionId);
  const filters = `definitions=${pipeline}&tagFilters=${encodeURIComponent(tag)}`;
  const states = isInProgress ? "&statusFilter=inProgress,cancelling" : "";
  return `${filters}${states}&queryOrder=startTimeDescending&$top=${count}${listParameters}`;
}

/** As a parameter; empty if the configuration has none. */
export function apiVersionOf(listParameters: string): string {
  return /&api-version=[^&]*/i.exec(listParameters)?.[0] ?? "";
}

/** The service's own limit without `$top`. */
const usualPageSize = 1000;
export const maxPageSize = 5000;

export function pageSizeOf(query: string): number {
  const top = query.split("&").find((parameter) => nameOf(parameter).toLowerCase() === "$top");
  const size = Number(top?.split("=")[1] ?? Number.NaN);
  return size >= 1 ? Math.min(size, maxPageSize) : usualPageSize;
}

/** Runs up to the end of a second since 1970. */
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
  const [[name = ""] = []] = new URLSearchParams(parameter);
  return name;
}

/** In the service's form: whole seconds, and a Z. */
function withoutFraction(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
