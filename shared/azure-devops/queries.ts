/** The queries that the list of runs is asked with: what is sought, and the configuration's own parameters behind it. */

/** Runs that finished since a time (rule 1). */
export function runsSinceQuery(minTime: Date, listParameters: string): string {
  return `minTime=${withoutFraction(minTime)}${listParameters}`;
}

/** What a query of ours says itself, whatever the configuration's parameters say of it. */
const ownParameters = ["statusFilter", "resultFilter", "queryOrder", "$top", "maxTime"];
const ofOnePipeline = [...ownParameters, "definitions", "maxBuildsPerDefinition"];

/** Runs that are queued or running. The service leaves them out of any list that is not asked for them. */
export function unfinishedRunsQuery(listParameters: string): string {
  return `statusFilter=inProgress,cancelling,postponed,notStarted${without(ownParameters, listParameters)}`;
}

/** The last `count` runs of a pipeline that finished until a second since 1970, or within the next, newest first. */
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
 * Runs in whatever state that were queued since a second, of one pipeline or all. The configuration's filters do not narrow
 * them: a run that a filter hides took place all the same, and would be reported as missed.
 */
export function queuedSinceQuery(since: number, listParameters: string, definitionId?: number): string {
  const minTime = withoutFraction(new Date(since * 1000));
  const pipeline = definitionId === undefined ? "" : `definitions=${definitionId}&`;
  const version = apiVersionOf(listParameters);
  return `${pipeline}minTime=${minTime}&statusFilter=all&queryOrder=queueTimeDescending${version}`;
}

/** Pipelines of a name, as far as the service takes it for what it is: an asterisk in it is any text. */
export function pipelinesQuery(name: string, listParameters: string): string {
  return `name=${encodeURIComponent(name)}${apiVersionOf(listParameters)}`;
}

/** The last `count` runs of a pipeline that carry a tag, newest start first. */
export function taggedRunsQuery(
  definitionId: string,
  tag: string,
  count: number,
  listParameters: string,
): string {
  const pipeline = encodeURIComponent(definitionId);
  const order = "queryOrder=startTimeDescending";
  return `definitions=${pipeline}&tagFilters=${encodeURIComponent(tag)}&${order}&$top=${count}${listParameters}`;
}

/** The version of the interface that the configuration's parameters ask for, as a parameter; empty when they do not. */
export function apiVersionOf(listParameters: string): string {
  return /&api-version=[^&]*/i.exec(listParameters)?.[0] ?? "";
}

/** One run, or its timeline: the version of the API alone. */
export function ofRunQuery(listParameters: string): string {
  return apiVersionOf(listParameters).slice(1);
}

/** How many runs the service gives a page without `$top`. */
const usualPageSize = 1000;
/** How many it gives at most. */
export const maxPageSize = 5000;

/** How many runs a full page of a query holds. */
export function pageSizeOf(query: string): number {
  const top = query.split("&").find((parameter) => nameOf(parameter).toLowerCase() === "$top");
  const size = Number(top?.split("=")[1] ?? Number.NaN);
  return size >= 1 ? Math.min(size, maxPageSize) : usualPageSize;
}

/** The same query for the runs until a second since 1970, or within the next. */
export function queryUntil(until: number, query: string): string {
  return `${without(["maxTime"], query)}&maxTime=${withoutFraction(new Date((until + 1) * 1000))}`;
}

function without(names: readonly string[], listParameters: string): string {
  const passedOver = new Set(names.map((name) => name.toLowerCase()));
  return listParameters
    .split("&")
    .filter((parameter) => !passedOver.has(nameOf(parameter).toLowerCase()))
    .join("&");
}

function nameOf(parameter: string): string {
  const [name = ""] = parameter.split("=");
  return name.replace(/%24/g, "$");
}

/** The service's form of a time: seconds, and a Z. */
function withoutFraction(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
