import * as v from "valibot";
import { keysOf, memberAt, shownPath } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { utcZone } from "../../../../shared/text/zone";
import { expressionProblem, expressionWarnings } from "../../config/cron";
import { described, listOf, optional, shortText } from "../../config/values";
import { feature } from "../../feature";
import { pathIn } from "../../issue/finding";

import { isTold } from "../../issue/knowledge";
import { coveredUntil, endOf } from "../../issue/window";
import { minuteOf } from "../../schedules/times";
import { inMaintenance, maintenanceNow, quietWindows } from "./maintenance";
import { findMutes, mutedBy } from "./mute";

const aMoment = "a date such as 2026-12-01, or a minute such as 2026-12-01T08:30 or 2026-12-01T08:30Z";
const someText = "a text of 1 to 200 characters";
const someHours = "a number of hours, more than 0 and at most 168 (a week)";
const hours = v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(168, someHours));
const fewWindows = "a list of at most 50 maintenance windows";
const someNames = "a list of 1 to 1000 names or patterns of pipelines";

const quietMembers = {
  schedule: described(
    v.string("a cron expression such as 0 2 * * Sun"),
    "When the maintenance window begins: cron in time_zone.",
    { page: "schedules-and-limits.md#missed-runs" },
  ),
  hours: described(hours, "How many hours the maintenance window lasts."),
  pipelines: optional(
    listOf(shortText(someNames, 1000), someNames, 1000),
    "The pipelines that it applies to, by name or pattern. Default: all.",
    { page: "less-noise.md#patterns-in-names" },
  ),
};

/** Keeps issues out of messages: of a pipeline until a day, and of maintenance windows. */
export const mutes = feature({
  name: "mutes",
  keys: {
    quiet: optional(
      v.pipe(
        v.array(objectOf(quietMembers, "an object with schedule and hours"), fewWindows),
        v.maxLength(50, fewWindows),
      ),
      "Up to 50 maintenance windows, whose problems stay out of the message.",
      { example: [{ schedule: "0 2 * * Sun", hours: 4 }], page: "less-noise.md#maintenance-windows" },
    ),
  },
  entryKeys: {
    mute_until: optional(
      v.pipe(
        v.string(aMoment),
        v.check((value) => minuteOf(value, utcZone) !== undefined, aMoment),
      ),
      "Keep the problems out of the message until this date or minute.",
      { example: "2026-12-01", page: "less-noise.md#mute-a-pipeline" },
    ),
    mute_reason: optional(shortText(someText, 200), "The reason for the mute, up to 200 characters.", {
      example: "waiting for the vendor's fix",
    }),
  },
  memory: {},
  objects: [{ path: ["quiet", "*"], members: quietMembers, isSilencing: true }],
  // A mistyped key beside a mute could silence more than is meant.
  isSilencing: (key, entry) => memberAt(entry, ["mute_until"]) !== undefined && /^mute/i.test(key),
  problems: (value) =>
    [memberAt(value, ["quiet"])]
      .flat()
      .flatMap((window, index) =>
        expressionProblem(["quiet", index, "schedule"], memberAt(window, ["schedule"])),
      ),
  warnings: (value) => [
    ...keysOf(memberAt(value, ["pipelines"])).flatMap((name) => {
      const at = (entry: string, key: string) => memberAt(value, ["pipelines", entry, key]);
      const isIdle = [at(name, "mute_until"), at("default", "mute_until")].every(
        (until) => until === undefined,
      );
      return at(name, "mute_reason") !== undefined && isIdle
        ? [`${shownPath(["pipelines", name, "mute_reason"])}: has no effect without mute_until`]
        : [];
    }),
    ...[memberAt(value, ["quiet"])].flat().flatMap((window, index) => {
      const schedule = memberAt(window, ["schedule"]);
      return typeof schedule === "string" ? expressionWarnings(["quiet", index, "schedule"], schedule) : [];
    }),
  ],
  read({ keys, config: { zone, locate }, entries }) {
    const all = entries((own, defaults) => {
      const { mute_until, mute_reason = "" } = { ...defaults, ...own };
      const until = mute_until === undefined ? undefined : minuteOf(mute_until, zone);
      return until === undefined ? undefined : { until, reason: mute_reason };
    });
    const hasMutes = [...all.byName.values()].some((mute) => mute !== undefined);
    const windows = quietWindows(keys.quiet ?? []);
    if (!hasMutes && windows.length === 0) return undefined;
    const settings = { mutes: all, windows, zone };
    return {
      needsMemory: hasMutes,
      open: ({ reportedUntil }) => ({
        silence: {
          quiet: (finding, now) =>
            inMaintenance(finding, settings, now) ?? mutedBy(settings, pathIn(finding), now),
          hold(entry, { id, kind }, { now, isLoud }) {
            const isKnown = isTold(entry, id);
            const isOpen = kind !== "chat" && isKnown;
            const mute = mutedBy(settings, pathIn(entry.content), now);
            return mute ?? (isLoud || isOpen ? undefined : maintenanceNow(entry, isKnown, settings, now));
          },
        },
        notesOnAll([first], { agent }) {
          if (first === undefined) return { notes: [], asides: [] };
          const since = reportedUntil ?? coveredUntil(first.window);
          const { ended, lasting, past } = findMutes(settings, since, endOf(first.window));
          for (const warning of past) agent.warn(agent.sanitize(locate(warning)));
          return { notes: ended, asides: lasting };
        },
      }),
    };
  },
});
