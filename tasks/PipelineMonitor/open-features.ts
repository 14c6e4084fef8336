import type { TaskContext } from "../../shared/agent/task";
import type { ReadFile } from "./config/part";
import type { Enabled, Feature, Hooks, HourAfter, HourBefore, KnownBefore, Suggestions } from "./feature";
import { attempt, type Context, type Warner, warnOfSkipped } from "./issue/context";
import type { FoundProject } from "./issue/report";
import type { Window } from "./issue/window";
import type { Silence } from "./ledger/silence";
import { type Target, unopenedTarget } from "./targets/target";

export type OpenFeatures = ReturnType<typeof openFeatures>;

/**
 * The features of an hour as one. A fault in any of them costs only its own part, and is named in `faults`. Warnings go to the
 * agent of `context`, once for each feature.
 */
export function openFeatures(features: readonly Enabled[], hour: KnownBefore, context: Warner) {
  const faults = new Set<string>();
  const failed = (name: string, error: unknown) => {
    if (!faults.has(name)) warnOfSkipped(name, context, error);
    faults.add(name);
  };
  const guarded = <T>(name: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      failed(name, error);
      return undefined;
    }
  };
  let { memory } = hour;
  const keep: HourBefore["keep"] = (more) => {
    memory = { ...memory, ...more };
  };
  const first = <T>(act: (hooks: Hooks) => T | undefined): T | undefined => {
    for (const { name, hooks } of opened) {
      const found = guarded(name, () => act(hooks));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const all = <T>(act: (hooks: Hooks) => T | readonly T[] | undefined): T[] =>
    opened.flatMap(({ name, hooks }) => guarded(name, () => act(hooks)) ?? []);
  const quiet: Silence["quiet"] = (...of) => first(({ silence }) => silence?.quiet?.(...of));
  const ofFeature = { ...hour, keep, quiet };
  const opened = features.map(({ name, hasTargets, open }) => ({
    name,
    hooks: guarded(name, () => open?.(ofFeature) ?? {}) ?? unopened(name, hasTargets),
  }));
  return {
    /** Opens all targets. One that stands for targets that a fault kept from being opened is among them. The caller disposes of them. */
    targets: (task: TaskContext): Target[] =>
      opened.flatMap(({ name, hooks }) => {
        const found = guarded(name, () => hooks.targets?.(task) ?? []) ?? [unopenedTarget(name)];
        return found.map((one) => guardedTarget(one, (act) => guarded(name, act)));
      }),
    since: (window: Window): number[] =>
      all(({ corrections = [], finds = [] }) =>
        [...corrections, ...finds].flatMap(({ since }) => since?.(window) ?? []),
      ),
    corrections: opened.flatMap(({ hooks }) => hooks.corrections ?? []),
    finds: opened.flatMap(({ hooks }) => hooks.finds ?? []),
    /** The first reason counts. */
    silence: {
      quiet,
      hold: (...of: Parameters<Silence["hold"]>) => first(({ silence }) => silence?.hold?.(...of)),
    },
    notesOnAll(projects: readonly FoundProject[], ofHour: Context) {
      const found = all((hooks) => hooks.notesOnAll?.(projects, ofHour));
      return { notes: found.flatMap(({ notes }) => notes), asides: found.flatMap(({ asides }) => asides) };
    },
    past: (...period: Parameters<HourAfter["past"]>) => all(({ past }) => past?.(...period)),
    async explain(project: FoundProject, ofHour: Context) {
      const lines: string[] = [];
      for (const { name, hooks } of opened)
        try {
          lines.push(...((await hooks.explain?.(project, ofHour)) ?? []));
        } catch (error) {
          failed(name, error);
        }
      return lines;
    },
    after: opened.flatMap(({ hooks }) => hooks.after ?? []),
    /** Their present memory, and that of features that are off. */
    memory: () => memory,
    /** The names of those that have failed so far. */
    faults: (): readonly string[] => [...faults],
  };
}

/** Stands for the targets of a feature that could not be opened. */
function unopened(name: string, hasTargets: boolean): Hooks {
  return hasTargets ? { targets: () => [unopenedTarget(name)] } : {};
}

/** Where it does not say what it takes, others take it, and no report is delivered to it. */
function guardedTarget(one: Target, guarded: <T>(act: () => T) => T | undefined): Target {
  let isWell = true;
  const says = (act: () => boolean) => {
    const said = guarded(act);
    if (said === undefined) isWell = false;
    return said ?? false;
  };
  const { tell } = one;
  return {
    ...one,
    takes: (pipeline) => says(() => one.takes(pipeline)),
    isMention: (owner) => says(() => one.isMention(owner)),
    tell:
      tell &&
      (async (...telling) => {
        const receipt = await tell(...telling);
        return isWell ? receipt : { ...receipt, delivered: "failed" };
      }),
    dispose: () => guarded(one.dispose),
  };
}

/** The features that the configuration enables. One that cannot be read fails when the hour opens it. */
export function readFeatures(features: readonly Feature[], ...of: Parameters<Feature["read"]>): Enabled[] {
  return features.flatMap((one) => {
    try {
      return one.read(...of) ?? [];
    } catch (error) {
      const open = () => {
        throw error;
      };
      return { name: one.name, hasTargets: one.hasTargets, open };
    }
  });
}

/** The suggestions of all features as one. A fault in any of them costs only its own part. */
export function suggestionsOf(features: readonly Feature[], file: ReadFile, context: Warner): Suggestions {
  const open = new Map<string, Suggestions>();
  const guarded = <T>(name: string, act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      warnOfSkipped(name, context, error);
      open.delete(name);
      return undefined;
    }
  };
  for (const { name, suggest } of features) {
    const found = guarded(name, () => suggest(file));
    if (found !== undefined) open.set(name, found);
  }
  return {
    count(record) {
      for (const [name, { count }] of open) guarded(name, () => count(record));
    },
    async lines(of) {
      const all: string[] = [];
      for (const [name, { lines }] of open) all.push(...((await attempt(name, of, () => lines(of))) ?? []));
      return all;
    },
  };
}
