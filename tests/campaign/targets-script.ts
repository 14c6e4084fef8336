import fc from "fast-check";
import { pagingRules, type SandboxPagingKind } from "../sandbox/paging";

/** A run of a pipeline between two runs of the monitor. */
export interface TargetsRun {
  pipeline: PipelineName;
  isFailure: boolean;
  /** When it finishes: minutes after the full hour of the monitor before. */
  minute: number;
}

/**
 * Happens to the first requests of an hour. The target refuses them, is broken or busy, closes the connection before or
 * after the message takes effect, or never responds although it took effect.
 */
export interface Trouble {
  kind: "refused" | "broken" | "busy" | "closed" | "dropped" | "late";
  times: number;
}

/** An hour, and the run of the monitor at its end. */
export interface TargetsHour {
  runs: TargetsRun[];
  /** Hours without a monitor before this one. */
  gapHours: number;
  jitterSeconds: number;
  /** As in the hours of alerts; a person may also cancel the step after some requests. */
  ending: "normal" | "cancelled" | "killed" | "vanished" | "unattached";
  endsAfterRequests: number;
  memory: "fine" | "refused" | "corrupt";
  trouble: Partial<Record<TargetName, Trouble | undefined>>;
}

export type Severity = "high" | "normal" | "info";

/** A route, without the filters that take everything. */
export interface RouteScript {
  pipelines?: string[];
  owners?: string[];
  severities?: Severity[];
  stop: boolean;
}

/** Successive runs of a monitor with several targets. */
export interface TargetsScript {
  hours: TargetsHour[];
  /** Of each pipeline, in the order of their names. */
  entries: { owner?: string; severity: Severity }[];
  routes: RouteScript[];
  paging: { kind: SandboxPagingKind; severities: Severity[] } | undefined;
  /** How many failures in a row a message takes. */
  afterFailures: number;
  /** Every day, in UTC. */
  businessHours: readonly [from: number, until: number] | undefined;
}

export const pipelineNames = ["invoices", "invoice archive", "payments", "price feed"] as const;
export type PipelineName = (typeof pipelineNames)[number];
const owners = ["Billing team", "Data team"];
const severities: Severity[] = ["high", "normal", "info"];
/** The names of the routes are those of the variables with their webhooks. */
export const routeNames = ["FIRST_WEBHOOK", "SECOND_WEBHOOK", "THIRD_WEBHOOK"] as const;
export const own = "own";
export const pager = "pager";
export type TargetName = typeof own | (typeof routeNames)[number] | typeof pager;
export const chatNames: readonly TargetName[] = [own, ...routeNames];

const mostly = <T>(weight: number, usual: T, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const anyTrouble: fc.Arbitrary<Trouble | undefined> = mostly(
  2,
  undefined,
  fc.record({
    kind: fc.constantFrom("refused", "broken", "busy", "closed", "dropped", "late"),
    times: fc.constantFrom(1, 1000),
  }),
);

const anyHour: fc.Arbitrary<TargetsHour> = fc.record({
  runs: fc.uniqueArray(
    fc.record({
      pipeline: fc.constantFrom(...pipelineNames),
      isFailure: fc.constantFrom(true, true, false),
      minute: fc.constantFrom(4, 14, 29, 34, 46, 54),
    }),
    { maxLength: 5, selector: ({ pipeline, minute }) => `${pipeline} ${minute}` },
  ),
  gapHours: mostly(8, 0, fc.constant(2)),
  jitterSeconds: fc.constantFrom(0, 30, -45),
  ending: mostly<TargetsHour["ending"]>(
    4,
    "normal",
    fc.constantFrom("cancelled", "killed", "vanished", "unattached"),
  ),
  endsAfterRequests: fc.integer({ min: 1, max: 14 }),
  memory: mostly<TargetsHour["memory"]>(9, "fine", fc.constantFrom("refused", "corrupt")),
  trouble: fc.record({
    [own]: anyTrouble,
    ...Object.fromEntries(routeNames.map((name) => [name, anyTrouble])),
    [pager]: anyTrouble,
  }),
});

const calm: TargetsHour = {
  ...{ runs: [], gapHours: 0, jitterSeconds: 0, ending: "normal", endsAfterRequests: 0, memory: "fine" },
  trouble: {},
};

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });

const anyRoute: fc.Arbitrary<RouteScript> = fc
  .record(
    {
      pipelines: some("invoice*", "payments", "price feed", "*"),
      owners: some(...owners),
      severities: some(...severities),
      stop: fc.boolean(),
    },
    { requiredKeys: ["stop"] },
  )
  .filter((route) => Object.keys(route).length > 1 || !route.stop);

const anyScript: fc.Arbitrary<TargetsScript> = fc.record({
  // After two hours in which nothing is in the way, all is known.
  hours: fc.array(anyHour, { minLength: 1, maxLength: 5, size: "max" }).map((all) => [...all, calm, calm]),
  entries: fc.tuple(
    ...pipelineNames.map(() =>
      fc.record(
        { owner: fc.constantFrom(...owners), severity: fc.constantFrom(...severities) },
        { requiredKeys: ["severity"] },
      ),
    ),
  ),
  routes: fc.array(anyRoute, { maxLength: routeNames.length }),
  paging: fc.option(
    fc.record({
      kind: fc.constantFrom(
        ...Object.keys(pagingRules).filter((one): one is SandboxPagingKind => one in pagingRules),
      ),
      severities: some(...severities),
    }),
    { nil: undefined, freq: 4 },
  ),
  afterFailures: fc.constantFrom(1, 1, 2),
  businessHours: fc.constantFrom<TargetsScript["businessHours"][]>(
    undefined,
    undefined,
    [5, 7],
    [0, 6],
    [6, 24],
  ),
});

/** Random hours of a monitor whose targets fail one by one. */
export const anyTargetsScript: fc.Arbitrary<TargetsScript> = anyScript.filter(
  ({ routes, paging, entries }) => {
    // A filter that no pipeline has is refused.
    const isKnown = ({ owners: named = [], severities: chosen = severities }: RouteScript) =>
      named.every((name) => entries.some(({ owner }) => owner === name)) &&
      chosen.some((one) => one === "normal" || entries.some(({ severity }) => severity === one));
    return routes.every(isKnown) && (routes.length > 0 || paging !== undefined);
  },
);
