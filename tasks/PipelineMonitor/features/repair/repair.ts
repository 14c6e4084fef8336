import * as v from "valibot";
import { memberAt, shownPath } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { pipelineIdOf } from "../../../../shared/pipeline";
import type { Entries } from "../../config/entries";
import { actingProblems, entriesWith } from "../../config/problems";
import { optional } from "../../config/values";
import { feature, type Hooks, type HourBefore } from "../../feature";
import { withinBudget } from "../../issue/context";
import { pathIn } from "../../issue/finding";

import { type Issue, subjectOfIssue } from "../../issue/issue";
import { isTold } from "../../issue/knowledge";
import type { SilenceReason } from "../../issue/silenced";
import { type Repair, repairSchema, sanitizedRepair } from "./record";
import { repairAll } from "./repairs";
import { explainRepairs, figureOf, repairRow, repairsTold, untoldRepairs } from "./telling";
import { isUnderRepair } from "./words";

const flag = v.boolean("true or false");
const repairMembers = {
  lost_agent: optional(flag, "Run the failed jobs of a run again if its agent was lost.", { default: false }),
  missed: optional(
    flag,
    "Start the pipeline if its schedule did not. Needs a `schedule`: cron, or `auto` once the schedule is [proven](learned-schedules.md).",
    { default: false },
  ),
};

const underRepair: SilenceReason = { state: "waits" };

/** The kinds of problems that a setting allows to be repaired. */
export function repairableOf(
  setting: { lost_agent?: boolean | undefined; missed?: boolean | undefined } = {},
  isChecked: boolean,
): readonly Repair["kind"][] {
  if (!isChecked) return [];
  return [
    ...(setting.lost_agent === true ? ["lostAgent" as const] : []),
    ...(setting.missed === true ? ["missed" as const] : []),
  ];
}

function mayRetry({ explanation }: Issue): boolean {
  return explanation?.mayRetry === true;
}

/** Runs failed jobs again and starts missed runs, once. */
export const repair = feature({
  name: "repairs",
  keys: {},
  entryKeys: {
    repair: optional(
      objectOf(repairMembers, "an object with lost_agent and missed"),
      "Run failed jobs again, or start a missed run. Not in `default`. Needs `window` or `notify`.",
      { example: { lost_agent: true }, page: "repairs.md" },
    ),
  },
  objects: [{ path: ["pipelines", "*", "repair"], members: repairMembers, isSilencing: false }],
  /** The latest last: what the monitor did about problems of its own project. */
  memory: { repairs: v.optional(v.array(repairSchema), []) },
  problems: repairProblems,
  read({ config, entries }) {
    // The default has none of it.
    const allowed = entries((own, _, name = "") =>
      repairableOf(own.repair, config.pipelines.byName.get(name)?.limits !== undefined),
    );
    return { open: (hour) => repairsIn(allowed, hour) };
  },
});

function repairsIn(
  allowed: Entries<readonly Repair["kind"][]>,
  { memory, keep, ...hour }: HourBefore<{ repairs: Repair[] }>,
): Hooks {
  const isAsked = [...allowed.byName.values()].some(({ length }) => length > 0);
  let { repairs } = memory;
  return {
    finds: [
      {
        name: "repairs",
        isEnabled: ({ config, issues }) =>
          config.isOwn && (isAsked || repairs.length > 0 || issues.some(mayRetry)),
        run: (report, context) =>
          withinBudget(context, async (signal) => {
            const done = await repairAll(report, { ...hour, allowed, known: repairs }, context, signal);
            repairs = done.repairs;
            keep({ repairs: repairs.map((repair) => sanitizedRepair(repair, context.agent.sanitize)) });
            return done.report;
          }),
      },
    ],
    // Nobody is paged while a repair is under way, only if it fails.
    silence: {
      hold: (entry, { id, kind, takes }) =>
        kind !== "chat" &&
        entry.end === undefined &&
        !isTold(entry, id) &&
        takes(pathIn(entry.content)) &&
        isUnderRepair(entry.content)
          ? { by: underRepair, why: [{ words: "It is being repaired." }] }
          : undefined,
    },
    past(project, from, until) {
      const during = (at: number) => at >= from && at < until;
      const done = project.config.isOwn ? repairs.filter(({ intendedAt }) => during(intendedAt)) : [];
      const incidents = repairs.filter(({ at }) => during(at));
      return {
        title: "Repairs of the last 24 hours",
        rows: untoldRepairs(done, project).map((repair) => repairRow(repair, project)),
        sentences: repairsTold(incidents, project),
        figures: done.map((repair) => figureOf(repair, project)),
      };
    },
    explain: async ({ issues }, context) => {
      const retried = new Set(
        issues.filter(mayRetry).flatMap((issue) => {
          const { pipeline } = subjectOfIssue(issue);
          return pipeline === undefined ? [] : [pipelineIdOf(pipeline)];
        }),
      );
      return isAsked || retried.size > 0 ? explainRepairs(allowed, retried, context) : [];
    },
  };
}

export function repairProblems(value: unknown): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  return entriesWith(value, "repair").flatMap((name) => {
    const place = ["pipelines", name, "repair"];
    const [schedule] = [name, "default"].flatMap((entry) => memberAt(pipelines, [entry, "schedule"]) ?? []);
    return [
      ...actingProblems(value, place),
      ...(memberAt(value, [...place, "missed"]) === true && schedule === undefined
        ? [`${shownPath(place)}.missed: the entry has no schedule, so nothing can be missed; add one`]
        : []),
    ];
  });
}
