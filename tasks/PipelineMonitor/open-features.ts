import type { TaskContext } from "../../shared/agent/task";
import type { ReadFile, StepInputs } from "./config/part";
import type { Enabled, Feature, Hooks, HourBefore, KnownBefore, Suggestions } from "./feature";
import { attempt, type Context, type Warner, warnOfSkipped } from "./issue/context";
import type { FoundProject, ToldProject } from "./issue/report";
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
      const answer = guarded(name, () => act(hooks));
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  const all = <T>(act: (hooks: Hooks) => T | readonly T[] | undefined): T[] =>
    opened.flatMap(({ name, hooks }) => guarded(name, () => act(hooks)) ?? []);
  const quiet: Silence["quiet"] = (...finding) => first(({ silence }) => silence?.quiet?.(...finding));
  const ofFeature = { ...hour, keep, quiet };
  const opened = features.map(({ name, hasTargets, open }) => ({
    name,
    hooks: guarded(name, () => open?.(ofFeature) ?? {}) ?? unopened(name, hasTargets),
  }));
  return {
    /** Opens all targets. One that stands for targets that a fault kept from being opened is among them. The caller disposes of them. */
    targets: (task: TaskContext): Target[] =>
      opened.flatMap(({ name, hooks }) => {
        const targets = guarded(name, () => hooks.targets?.(task) ?? []) ?? [unopenedTarget(name)];
        return targets.map((target) => guardedTarget(target, (act) => guarded(name, act)));
      }),
    since: (window: Window): number[] =>
      all(({ corrections = [], finds = [] }) =>
        [...corrections, ...finds].flatMap(({ since }) => since?.(window) ?? []),
      ),
    corrections: opened.flatMap(({ hooks }) => hooks.corrections ?? []),
    finds: opened.flatMap(({ hooks }) => hooks.finds ?? []),
    /** The first reason counts, in the order of `features.ts`. */
    silence: {
      quiet,
      hold: (...entry: Parameters<Silence["hold"]>) => first(({ silence }) => silence?.hold?.(...entry)),
    },
    notesOnAll(projects: readonly FoundProject[], ofHour: Context) {
      const lists = all((hooks) => hooks.notesOnAll?.(projects, ofHour));
      return { notes: lists.flatMap(({ notes }) => notes), asides: lists.flatMap(({ asides }) => asides) };
    },
    past: (project: ToldProject, from: number, until: number) =>
      all(({ past }) => past?.(project, from, until)),
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

/** If a fault keeps it from saying what it takes, it takes nothing, so that others do, and no report counts as delivered to it. */
function guardedTarget(target: Target, guarded: <T>(act: () => T) => T | undefined): Target {
  let isWell = true;
  const says = (act: () => boolean) => {
    const said = guarded(act);
    if (said === undefined) isWell = false;
    return said ?? false;
  };
  const { tell } = target;
  return {
    ...target,
    takes: (pipeline) => says(() => target.takes(pipeline)),
    isMention: (owner) => says(() => target.isMention(owner)),
    tell:
      tell &&
      (async (...telling) => {
        const receipt = await tell(...telling);
        return isWell ? receipt : { ...receipt, delivered: "failed" };
      }),
    dispose: () => guarded(target.dispose),
  };
}

/** The features that the configuration enables. One that cannot be read fails when the hour opens it. */
export function readFeatures(features: readonly Feature[], file: ReadFile, step?: StepInputs): Enabled[] {
  return features.flatMap(({ name, hasTargets, read }) => {
    try {
      return read(file, step) ?? [];
    } catch (error) {
      const open = () => {
        throw error;
      };
      return { name, hasTargets, open };
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
    const suggestions = guarded(name, () => suggest(file));
    if (suggestions !== undefined) open.set(name, suggestions);
  }
  return {
    count(record) {
      for (const [name, { count }] of open) guarded(name, () => count(record));
    },
    async lines(given) {
      const all: string[] = [];
      for (const [name, { lines }] of open)
        all.push(...((await attempt(name, given, () => lines(given))) ?? []));
      return all;
    },
  };
}
