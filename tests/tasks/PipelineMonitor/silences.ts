import type { Config } from "../../../tasks/PipelineMonitor/config/parse";
import { nothingBefore } from "../../../tasks/PipelineMonitor/feature";
import { features } from "../../../tasks/PipelineMonitor/features";
import {
  alreadyTold,
  type SilenceReason,
  toldElsewhere,
} from "../../../tasks/PipelineMonitor/issue/silenced";
import type { Silence } from "../../../tasks/PipelineMonitor/ledger/silence";
import { openFeatures, readFeatures } from "../../../tasks/PipelineMonitor/open-features";
import { memoryContext } from "./report-stage";

/** What the features of a configuration keep from messages. */
export function silenceOf(config: Config): Silence {
  const on = readFeatures(features, { config, value: config.keys });
  return openFeatures(on, nothingBefore, memoryContext()).silence;
}

/** A reason of each kind. The last two are as features have them. */
export const reasons = {
  ...{ known: alreadyTold, route: toldElsewhere },
  hours: { state: "waits", tally: "waiting for business hours", order: 0, owes: "all" },
  threshold: {
    state: "belowThreshold",
    tally: "below after_failures",
    heading: { one: "below its threshold", many: "below their threshold" },
    isToldOfRun: true,
    order: 1,
  },
  mute: {
    state: "muted",
    tally: "muted or in a maintenance window",
    order: 2,
    owes: "once",
    isRepeated: true,
  },
  maintenance: { state: "maintenance", tally: "muted or in a maintenance window", order: 3, owes: "once" },
} satisfies Record<string, SilenceReason>;

/** Its name here. */
export function nameOf({ state }: SilenceReason): string {
  return Object.entries(reasons).find(([, reason]) => reason.state === state)?.[0] ?? "";
}

export const noSilence: Silence = { quiet: () => undefined, hold: () => undefined };
