import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { finiteNumber } from "../../../../shared/json/schema";
import { pathOfRun } from "../../../../shared/pipeline";
import { daySeconds } from "../../../../shared/text/time";
import { optional } from "../../config/values";
import { isOfOwnPipeline } from "../../connect/own-pipeline";
import { hookRunIdIn, readStarter } from "../../connect/starter";
import { feature } from "../../feature";
import { endOf } from "../../issue/window";
import { namedRun } from "./named-run";
import { type HookSigns, seemsStopped, signsAfter } from "./silent-hook";
import { explainSubscriptions, subscriptionProblems } from "./subscriptions";
import { supersededRuns } from "./superseded-runs";

const aHook = "true, false, or the name of an incoming webhook";
const behaviors = ["runLatest", "sequential"] as const;
/** A hook that has started no run for so long may be gone. */
const lastingSeconds = 28 * daySeconds;

/** For a monitor that a service hook starts, beside its schedule. */
export const serviceHook = feature({
  name: "the service hook",
  keys: {
    service_hook: optional(
      v.union([v.boolean(), v.pipe(v.string(aHook), v.regex(/^[\w.-]{1,200}$/, aHook))], aHook),
      "Report that the service hook no longer starts this monitor: `true`, or its webhook's name.",
      { example: true, page: "service-hook.md" },
    ),
  },
  entryKeys: {
    lock_behavior: optional(
      v.picklist(behaviors, "runLatest or sequential"),
      "As `lockBehavior` in its YAML. With `runLatest`, a run that a newer one replaced is no problem.",
      { example: "runLatest", page: "service-hook.md#what-the-monitor-does" },
    ),
  },
  warnings: (value) =>
    (memberAt(value, ["service_hook"]) ?? false) === false || memberAt(value, ["notify"]) === "changes"
      ? []
      : ['service_hook: each run repeats what the last one told; set "notify": "changes"'],
  memory: {
    /** When a hook last started this monitor, in seconds since 1970. */
    hookedAt: v.optional(finiteNumber),
    silentReports: v.optional(finiteNumber),
    hookedPipelines: v.optional(v.array(finiteNumber)),
  },
  inputs: (_, { agent }) => ({
    runId: hookRunIdIn(agent.input("hookRunId")),
    isHooked: readStarter(agent) === "serviceHook",
  }),
  read({ keys: { service_hook: hook }, entries, inputs }) {
    const behaviorOf = entries((own, defaults) => own.lock_behavior ?? defaults.lock_behavior);
    const isRunLatest = (name: string) => behaviorOf.entryFor(name) === "runLatest";
    const [runId, isHooked] = [inputs?.runId, inputs?.isHooked === true];
    return {
      open: ({ ownProject, memory, keep }) => {
        const { hookedAt = 0, silentReports = 0, hookedPipelines = [] } = memory;
        let signs: HookSigns = { silentReports, hookedPipelines };
        const ofHook = runId !== undefined && ownProject ? namedRun(runId, ownProject) : undefined;
        const isIgnored = hook === false;
        // Without a key, nothing is asked for that the specification does not ask for.
        const named = hook === false ? undefined : hook;
        const isStartedByHook = (now: number) =>
          !isIgnored && (isHooked || named !== undefined || hookedAt > now - lastingSeconds);
        return {
          corrections: [
            ...(ofHook ? [ofHook.stage] : []),
            supersededRuns(
              (run, { config, window }, agent) =>
                isRunLatest(pathOfRun(run)) ||
                (isStartedByHook(endOf(window)) && isOfOwnPipeline(run, config, agent)),
              (run) => named !== undefined || isRunLatest(pathOfRun(run)),
            ),
          ],
          finds:
            named === undefined
              ? []
              : [
                  subscriptionProblems(named, (report, agent) => {
                    signs = signsAfter(signs, report, { isHooked, hookedRun: runId }, agent);
                    return seemsStopped(signs);
                  }),
                ],
          notesOnAll(_, { agent }) {
            if (ofHook?.isMissing())
              agent.print(
                `The service hook named run ${runId}, which is not checked: no project that is checked has such a run.`,
              );
            return { notes: [], asides: [] };
          },
          ...(named !== undefined && {
            explain: (project, context) => explainSubscriptions(named, project, context),
          }),
          ...((isHooked || named !== undefined) &&
            !isIgnored && {
              after: {
                name: "the service hook",
                async run({ report: { projects } }) {
                  const now = projects.map(({ window }) => endOf(window));
                  keep({
                    ...memory,
                    silentReports: signs.silentReports,
                    hookedPipelines: [...signs.hookedPipelines],
                    ...(isHooked && { hookedAt: Math.max(hookedAt, ...now) }),
                  });
                  return "done" as const;
                },
              },
            }),
        };
      },
    };
  },
});
