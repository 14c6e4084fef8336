/** A run waits for one of these, which no agent can give it. */
export type WaitKind = "approval" | "validation" | "check" | "lock";

/** From one second since 1970 to another; undefined if it is unknown, or still goes on. */
interface Span {
  since: number | undefined;
  until: number | undefined;
}

/** A wait for a person, or for what people have set up. */
export interface Wait extends Span {
  kind: WaitKind;
  /** The name of the stage that waits; empty if it is unknown. */
  stage: string;
  isOpen: boolean;
}

/** The waits of a run, and when jobs ran on agents, by its timeline. */
export interface Waits {
  waits: readonly Wait[];
  work: readonly (Span & {
    isOpen: boolean;
    /** Whether it was run again, by itself or with its stage. */
    isAgain?: boolean;
  })[];
}

export const noWaits: Waits = { waits: [], work: [] };

/** A record of a timeline, as far as waits depend on it. */
export interface TimedRecord {
  id: string;
  parentId?: string | undefined;
  type: string;
  name: string;
  state: string;
  /** The name of its task; empty if it is none. */
  task: string;
  startTime?: number | undefined;
  finishTime?: number | undefined;
  /** How often it was run; 1 by default. */
  attempt?: number;
}

/** A record is below a job, a phase or checkpoint, and a stage. */
const maxLevels = 10;

/** A record, and those that it is below. */
export function lineageOf<R extends TimedRecord>(byId: ReadonlyMap<string, R>, record: R): R[] {
  const lineage = [record];
  for (let level = 1; level <= maxLevels; level++) {
    const parentId = lineage.at(-1)?.parentId;
    const above = parentId === undefined ? undefined : byId.get(parentId);
    if (above === undefined) break;
    lineage.push(above);
  }
  return lineage;
}

/**
 * A stage that waits has a `Checkpoint`, which has a record for each approval, check and lock. A manual validation is a
 * task of a job that runs on the server.
 */
export function waitsOf(records: readonly TimedRecord[]): Waits {
  const byId = new Map(records.map((record) => [record.id, record]));
  const stageOf = (record: TimedRecord) => {
    const stage = lineageOf(byId, record).find(({ type }) => type === "Stage");
    // A pipeline without stages has one of this name.
    return stage === undefined || stage.name === "__default" ? "" : stage.name;
  };
  const above = (record: TimedRecord) => lineageOf(byId, record)[1];
  const waits: Wait[] = [];
  const onServer = new Set<string | undefined>();
  for (const record of records) {
    const kind = kindOf(record);
    if (kind === undefined) continue;
    if (kind === "validation") onServer.add(record.parentId);
    const checkpoint = kind === "validation" ? undefined : above(record);
    const since = record.startTime ?? checkpoint?.startTime;
    // Of the checks of a checkpoint, some may begin only after others.
    const isPending = checkpoint !== undefined && record.state === "pending";
    const isOpen =
      (isPending || record.state === "inProgress") && (checkpoint ?? record).state === "inProgress";
    const until = isOpen ? undefined : (record.finishTime ?? checkpoint?.finishTime);
    waits.push({ kind, stage: stageOf(record), since, until, isOpen });
  }
  // A stage that was run again still has those of its jobs that were not.
  const isAgain = (job: TimedRecord, since = 0) =>
    lineageOf(byId, job).some(
      (above) => (above.attempt ?? 1) > 1 && (above === job || (above.startTime ?? 0) <= since),
    );
  const jobs = records.filter(({ type, id }) => type === "Job" && !onServer.has(id));
  const work = jobs.map((job) => {
    // A job that no agent takes is pending in a phase that has begun. No person can help it.
    const phase = above(job);
    const isQueued = job.state === "pending" && phase?.type === "Phase" && phase.state === "inProgress";
    const isOpen = job.state === "inProgress" || isQueued;
    const since = job.startTime ?? (isQueued ? phase.startTime : undefined);
    const until = isOpen ? undefined : job.finishTime;
    return { since, until, isOpen, ...(isAgain(job, since) ? { isAgain: true } : {}) };
  });
  return { waits, work };
}

/** An attempt goes on after a pause of so many seconds, in which agents are found. */
const longestPauseSeconds = 300;

/**
 * When the last attempt of a run began, in seconds since 1970; undefined if nothing was run again. A run can be run again
 * several times: an attempt is what follows without a long pause, but for waits.
 */
export function lastAttemptSince({ work, waits }: Waits): number | undefined {
  const again = work.filter(({ isAgain }) => isAgain);
  const first = Math.min(...again.map(({ since = Number.POSITIVE_INFINITY }) => since));
  const spans = [...again, ...waits.filter(({ since = 0 }) => since >= first)]
    .flatMap(({ since, until = Number.POSITIVE_INFINITY }) => (since === undefined ? [] : [{ since, until }]))
    .sort((one, other) => other.since - one.since);
  let began: number | undefined;
  for (const [index, { since }] of spans.entries()) {
    const before = Math.max(...spans.slice(index + 1).map(({ until }) => until));
    began = since;
    if (before + longestPauseSeconds < since) break;
  }
  return began;
}

function kindOf({ type, task }: TimedRecord): WaitKind | undefined {
  if (type === "Task") return /^ManualValidation$/i.test(task) ? "validation" : undefined;
  if (!type.startsWith("Checkpoint.")) return undefined;
  return type === "Checkpoint.Approval" ? "approval" : type === "Checkpoint.ExclusiveLock" ? "lock" : "check";
}

/** People have to act for these, in this order. */
const kinds: readonly WaitKind[] = ["approval", "validation", "check", "lock"];

/** The wait that keeps a run now; undefined if a job runs, or nothing keeps it. */
export function openWait({ waits, work }: Waits): Wait | undefined {
  if (work.some(({ isOpen }) => isOpen)) return undefined;
  const open = waits.filter(({ isOpen }) => isOpen);
  const since = ({ since: begin }: Wait) => begin ?? Number.POSITIVE_INFINITY;
  return open.sort(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || since(one) - since(other),
  )[0];
}

/** How long a run waited in a period, for what, and whether only mostly for that; undefined if it did not. Time in which a job ran is no wait. */
export function waited(
  { waits, work }: Waits,
  from: number,
  until: number,
): { seconds: number; kind: WaitKind; isMixed: boolean } | undefined {
  const seconds = kinds.map((kind) =>
    secondsOf(
      waits.filter((wait) => wait.kind === kind),
      work,
      from,
      until,
    ),
  );
  const most = Math.max(...seconds);
  const longest = kinds[seconds.indexOf(most)];
  const all = secondsOf(waits, work, from, until);
  return all === 0 || longest === undefined
    ? undefined
    : { seconds: all, kind: longest, isMixed: most < all };
}

/** How many seconds of a period are in some of the spans, but in none of the others. */
function secondsOf(spans: readonly Span[], others: readonly Span[], from: number, until: number): number {
  const within = (time: number) => Math.min(Math.max(time, from), until);
  const edgesOf = (some: readonly Span[], wait: number, job: number) =>
    some.flatMap(({ since = until, until: end = until }) => {
      const [begin, stop] = [within(since), within(end)];
      const edge = { at: begin, wait, job };
      return begin >= stop ? [] : [edge, { at: stop, wait: -wait, job: -job }];
    });
  const edges = [...edgesOf(spans, 1, 0), ...edgesOf(others, 0, 1)];
  let [seconds, last, waiting, working] = [0, from, 0, 0];
  for (const { at, wait, job } of edges.sort((one, other) => one.at - other.at)) {
    if (waiting > 0 && working === 0) seconds += at - last;
    [last, waiting, working] = [at, waiting + wait, working + job];
  }
  return seconds;
}
