import { findPossibleStages, findStageByStatuses, findStageTimes } from "../lifecycle/stages";

/** Renders what expiration date and statuses say about a domain, as lines for people. */
export function renderLifecycle(
  expiration: number | undefined,
  statuses: readonly string[],
  now: number,
): string[] {
  const byStatus = findStageByStatuses(statuses);
  const lines =
    statuses.length === 0 ? [] : [`Stage by statuses (${statuses.join(", ")}): ${byStatus ?? "unknown"}.`];
  if (expiration === undefined) return lines;
  const possible = findPossibleStages(expiration, now);
  return [
    ...lines,
    `Stage by expiration date (${renderDay(expiration)}): ${possible.join(" or ")}.`,
    ...findStageTimes(expiration).map(({ stage, earliest, latest }) => {
      const begins = stage === "released" ? "released" : `${stage} begins`;
      return earliest === latest
        ? `- ${begins} on ${renderDay(earliest)}`
        : `- ${begins} between ${renderDay(earliest)} and ${renderDay(latest)}`;
    }),
    "If the registrar renews automatically, the record shows a date one year later, even if the domain is lost.",
  ];
}

function renderDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
