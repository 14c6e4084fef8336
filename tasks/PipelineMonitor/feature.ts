import * as v from "valibot";
import type { TaskContext } from "../../shared/agent/task";
import type { BuildService } from "../../shared/azure-devops/client";
import type { RunRecord } from "../../shared/azure-devops/records";
import type { Line, Phrase } from "../../shared/chat/message";
import { memberAt } from "../../shared/json/path";
import { createEntries, type Entries } from "./config/entries";
import type { Config } from "./config/parse";
import type { ConfigPart, ReadFile, StepInputs } from "./config/part";
import type { Context, OwnPipeline } from "./issue/context";
import type { Note } from "./issue/note";
import type { FoundProject, ListedProject, Past, Report, ToldProject } from "./issue/report";
import type { OptionalStage } from "./issue/stage";
import type { Remembered } from "./ledger/memory";
import type { Silence } from "./ledger/silence";
import type { Channel } from "./targets/channel";
import type { Target } from "./targets/target";

/** A feature as the core sees it, which knows none by its name or type. */
export interface Feature extends ConfigPart<Enabled> {
  /** Members of the ledger. */
  memory: v.ObjectEntries;
  /** Whether it may have targets. */
  hasTargets: boolean;
  /** Undefined if it suggests nothing. */
  suggest(file: ReadFile): Suggestions | undefined;
}

/** Suggests settings by what ran in a project. */
export interface Suggestions {
  /** Takes each run of the period. */
  count(record: RunRecord): void;
  /** Lines to print. */
  lines(context: Context): Promise<string[]>;
}

/** A feature with its settings. If it throws, only its own part is missing: `openFeatures` sees to that. */
interface Settled<Memory> {
  /** Whether the monitor must remember its reports for it. */
  needsMemory?: boolean;
  /** Takes part in an hour, whose memory was read. */
  open?(hour: HourBefore<Memory>): Hooks;
  /** Follows the whole hour; without a report, the hour failed. Throws only if the step is cancelled. */
  end?(report: Report | undefined, task: TaskContext): Promise<void>;
}

/** A feature that the configuration enables. */
export interface Enabled extends Settled<Parts> {
  /** Names it in the report if it fails. */
  name: string;
  /** Whether it may have targets. If it cannot be opened, it is unknown what they would take. */
  hasTargets: boolean;
}

/** Members of the ledger that are not the core's. */
type Parts = Readonly<Record<string, unknown>>;

/** The part of a feature in an hour. Everything is optional, and whatever fails costs the report nothing but its own part. */
export interface Hooks {
  /** Opens the channels and services that it tells, beside the step's own webhook. The caller disposes of them. */
  targets?(task: TaskContext): readonly Target[];
  /** Correct the list of runs, before the rules see it. */
  corrections?: readonly OptionalStage<ListedProject>[];
  /** Add issues and notes, and fill slots of those that others found. */
  finds?: readonly OptionalStage[];
  /** Keeps problems from messages. */
  silence?: Partial<Silence>;
  /** Notes that are about no single project, and lines that only the page of the run has. */
  notesOnAll?(
    projects: readonly FoundProject[],
    context: Context,
  ): { notes: readonly Note[]; asides: readonly Line[] };
  /** Remembers a period of a project, in seconds since 1970. */
  past?(project: ToldProject, from: number, until: number): Past;
  /** Lines for people who try a configuration. */
  explain?(project: FoundProject, context: Context): Promise<string[]>;
  /** Follows the report. */
  after?: { name: string; run(hour: HourAfter, context: Context): Promise<"done" | "skipped"> };
}

/** Known before an hour begins. */
export interface HourBefore<Memory = Parts> {
  /** The configuration's own project, and its id if that is known; undefined outside an hour of the monitor. */
  ownProject: { service: BuildService; projectId: string | undefined } | undefined;
  /** The monitor's own pipeline; undefined if nothing can be written there. */
  own: OwnPipeline | undefined;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  remembered: Remembered;
  /** The ids of its runs since the one that wrote the memory: theirs cannot be read. */
  unfinished: readonly number[];
  /** When the last report ended, in seconds since 1970; undefined if none is known. */
  reportedUntil: number | undefined;
  /** Why a message leaves out something that was found, as all features have it. Not to be called before all are open. */
  quiet: Silence["quiet"];
  /** The fingerprint of the configuration. */
  configuration: string;
  /** The feature's own part of the ledger. */
  memory: Memory;
  /** Replaces members of it. May be called at any time, also before a request that must not be repeated. */
  keep(memory: Memory): void;
}

/** As it is handed to all features; they add what they keep, and why something is quiet. */
export type KnownBefore = Omit<HourBefore, "keep" | "quiet">;

/** Before an hour of which nothing is known. */
export const nothingBefore: KnownBefore = {
  ownProject: undefined,
  own: undefined,
  ownRun: undefined,
  remembered: "none",
  unfinished: [],
  reportedUntil: undefined,
  configuration: "",
  memory: {},
};

/** Known when all targets have answered. */
export interface HourAfter {
  report: Report;
  /** Behind the step's own webhook. */
  channel: Channel;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  /** Whether the next report will know what is kept. */
  isKept: boolean;
  /** Whether the step's own webhook is not that of the scheduled runs. */
  isGuest: boolean;
  /** Ends of problems of the configuration's own project that the step's own webhook is told beside something else only. */
  asides: readonly Phrase[];
  /** To be called when they were told. */
  toldAsides(): void;
  /** Everything that features remember of a period of a project, in seconds since 1970. */
  past(project: ToldProject, from: number, until: number): Past[];
}

type Members<M extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<M, undefined>>;

/** The valid configuration: the feature's own keys by their types, and the core. */
interface Given<Keys, EntryKeys, Inputs> {
  keys: Keys;
  config: Config;
  /** Makes the feature's own entries of pipelines. The default is without the entry's own settings. */
  entries<T>(become: (own: EntryKeys, defaults: EntryKeys, name?: string) => T): Entries<T>;
  /** Undefined if this is not a step that monitors. */
  inputs: Inputs | undefined;
}

interface Definition<K extends v.ObjectEntries, E extends v.ObjectEntries, M extends v.ObjectEntries, Inputs>
  extends Partial<Pick<ConfigPart, "objects" | "comparing" | "isSilencing" | "problems" | "warnings">> {
  name: string;
  keys: K;
  preset?: Partial<Members<K>>;
  entryKeys: E;
  memory: M;
  inputs?(keys: Members<K>, step: StepInputs): Inputs | undefined;
  suggest?(given: Given<Members<K>, Members<E>, Inputs>): Suggestions;
  read(given: Given<Members<K>, Members<E>, Inputs>): Settled<Members<M>> | undefined;
  hasTargets?: boolean;
}

/** Defines a feature. Its types end here. */
export function feature<
  const K extends v.ObjectEntries,
  const E extends v.ObjectEntries,
  const M extends v.ObjectEntries,
  Inputs,
>({ name, keys, entryKeys, memory, hasTargets = false, ...own }: Definition<K, E, M, Inputs>): Feature {
  const [ofFile, ofEntry, ofLedger] = [v.object(keys), v.object(entryKeys), v.object(memory)];
  const givenIn = (
    { config, value }: ReadFile,
    step?: StepInputs,
  ): Given<Members<K>, Members<E>, Inputs> | undefined => {
    const parsed = v.safeParse(ofFile, value);
    const inputs = parsed.success && step !== undefined ? own.inputs?.(parsed.output, step) : undefined;
    if (!parsed.success || config === undefined) return undefined;
    const { byName, nameFor } = config.pipelines;
    const entryOf = (entry: string) => v.parse(ofEntry, memberAt(value, ["pipelines", entry]) ?? {});
    const defaults = entryOf("default");
    return {
      keys: parsed.output,
      config,
      inputs,
      entries: (become) =>
        createEntries(
          new Map([...byName.keys()].map((entry) => [entry, become(entryOf(entry), defaults, entry)])),
          become(defaults, defaults),
          nameFor,
        ),
    };
  };
  return {
    name,
    keys,
    entryKeys,
    memory,
    preset: own.preset ?? {},
    objects: own.objects ?? [],
    comparing: own.comparing,
    hasTargets,
    isSilencing: (key, entry) => own.isSilencing?.(key, entry) ?? false,
    problems: (...file) => own.problems?.(...file) ?? [],
    warnings: (value) => own.warnings?.(value) ?? [],
    suggest(file) {
      const given = givenIn(file);
      return given && own.suggest?.(given);
    },
    read(file, step) {
      const given = givenIn(file, step);
      const on = given && own.read(given);
      if (on === undefined) return undefined;
      const open = (hour: HourBefore) => on.open?.({ ...hour, memory: v.parse(ofLedger, hour.memory) }) ?? {};
      return { ...on, name, hasTargets, open };
    },
  };
}

/** All members of the ledger that features have. */
export function partsOfLedger(features: readonly Feature[]): v.ObjectEntries {
  return Object.fromEntries(features.flatMap(({ memory }) => Object.entries(memory)));
}
