import { didYouMean } from "../../../shared/text/did-you-mean";

/** The stages that a domain passes after its expiration, with their lengths in days (specification). */
export const stages = [
  { name: "auto-renew grace period", minDays: 0, maxDays: 45 },
  { name: "redemption grace period", minDays: 30, maxDays: 30 },
  { name: "pending delete", minDays: 5, maxDays: 5 },
] as const;

/** Where a domain stands: a stage after its expiration, or before that. */
export type StageName = (typeof stages)[number]["name"] | "registered" | "released";

/** When a stage begins, at the earliest and at the latest, in milliseconds since 1970. */
export interface StageTimes {
  stage: StageName;
  earliest: number;
  latest: number;
}

const dayMilliseconds = 24 * 3600 * 1000;

/** When each stage after an expiration begins, the release last; times in milliseconds since 1970. */
export function stageTimes(expiration: number): StageTimes[] {
  let [earliest, latest] = [expiration, expiration];
  const times: StageTimes[] = stages.map(({ name, minDays, maxDays }) => {
    const begins = { stage: name, earliest, latest };
    earliest += minDays * dayMilliseconds;
    latest += maxDays * dayMilliseconds;
    return begins;
  });
  return [...times, { stage: "released", earliest, latest }];
}

/** The stages in which a domain may be at a moment, by its expiration date alone. */
export function possibleStages(expiration: number, now: number): StageName[] {
  if (now < expiration) return ["registered"];
  const times = stageTimes(expiration);
  return times
    .filter(({ earliest }, index) => {
      const following = times[index + 1];
      return earliest <= now && (following === undefined || now < following.latest);
    })
    .map(({ stage }) => stage);
}

/**
 * The stage that the statuses of a registration record show, in EPP's or RDAP's spelling; undefined when they show
 * none. Redemption comes first: registries show pendingDelete beside it.
 */
export function stageByStatuses(statuses: readonly string[]): StageName | undefined {
  const shown = new Set(statuses.map(folded));
  const shows = (...names: string[]) => names.some((name) => shown.has(name));
  if (shows("redemptionperiod", "pendingrestore")) return "redemption grace period";
  if (shows("pendingdelete")) return "pending delete";
  if (shows("clientdeletehold", "clienthold", "autorenewperiod")) return "auto-renew grace period";
  const ordinary =
    /prohibited$|^(ok|active|inactive|locked|addperiod|renewperiod|transferperiod|pending(create|renew|transfer|update))$/;
  return [...shown].some((status) => ordinary.test(status)) ? "registered" : undefined;
}

/** The statuses of EPP and RDAP, in EPP's spelling where both have one. */
const knownStatuses = [
  ...[
    "ok",
    "active",
    "inactive",
    "locked",
    "validated",
    "associated",
    "private",
    "proxy",
    "removed",
    "obscured",
  ],
  ...["addPeriod", "autoRenewPeriod", "renewPeriod", "transferPeriod", "redemptionPeriod"],
  ...["Create", "Delete", "Renew", "Restore", "Transfer", "Update"].map((what) => `pending${what}`),
  ...["client", "server"].flatMap((who) => [
    `${who}Hold`,
    ...["Delete", "Renew", "Transfer", "Update"].map((what) => `${who}${what}Prohibited`),
  ]),
  ...["delete", "renew", "transfer", "update"].map((what) => `${what}Prohibited`),
  "clientDeleteHold",
];

/** The statuses that are none of EPP's or RDAP's, each with the one that is likely meant, as the end of a sentence. */
export function unknownStatuses(statuses: readonly string[]): { status: string; meant: string }[] {
  const known = new Set(knownStatuses.map(folded));
  return statuses
    .filter((status) => !known.has(folded(status)))
    .map((status) => ({ status, meant: didYouMean(status, knownStatuses) }));
}

/** A status without what its spellings differ in. */
function folded(status: string): string {
  return status.toLowerCase().replace(/[^a-z]/g, "");
}

/** What expiration date and statuses tell of a domain, as lines for people. */
export function describeLifecycle(
  expiration: number | undefined,
  statuses: readonly string[],
  now: number,
): string[] {
  const byStatus = stageByStatuses(statuses);
  const lines =
    statuses.length === 0
      ? []
      : [`By its statuses (${statuses.join(", ")}): ${byStatus ?? "none of them shows a stage"}.`];
  if (expiration === undefined) return lines;
  const possible = possibleStages(expiration, now);
  return [
    ...lines,
    `By its expiration on ${day(expiration)}: ${possible.join(" or ")}.`,
    ...stageTimes(expiration).map(({ stage, earliest, latest }) => {
      const begins = stage === "released" ? "released" : `${stage} begins`;
      return earliest === latest
        ? `- ${begins} on ${day(earliest)}`
        : `- ${begins} from ${day(earliest)} to ${day(latest)}`;
    }),
    "A registrar that renews automatically moves the date by a year before the domain is lost.",
  ];
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
