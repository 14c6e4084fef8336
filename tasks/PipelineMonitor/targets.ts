import type { Message, MessageForm } from "../../shared/chat/message";
import type { Addressee, Context } from "./issue/context";
import type { Issue, Note } from "./issue/issue";
import { type OptionalStage, type ProjectReport, runOptional } from "./issue/report";
import type { Window } from "./issue/window";
import type { PagedTarget } from "./pages";
import type { LastReport } from "./silence/last-report";
import { inOrder } from "./silence/marks";
import { addressed, viewOf } from "./silence/views";

/** A channel that reports are posted to. Its delivery, its window and its memory are its own. */
export interface Target extends Addressee {
  /** Identifies the target in the memory. */
  id: string;
  /** Names it to people; empty for the step's own webhook. */
  name: string;
  form: MessageForm;
  /** Posts a message. Throws if it is not delivered. */
  post: (message: Message) => Promise<void>;
}

/** A target, and what it was told before. */
export interface Informed<T = Target | PagedTarget> {
  target: T;
  last: LastReport;
}

export function isChat(target: Target | PagedTarget): target is Target {
  return "post" in target;
}

/** The reports on one project: for each target, and for the run's page. */
export interface Views {
  byTarget: readonly ProjectReport[];
  /** Everything that goes to any target. It is silenced if no target is told of it now. */
  whole: ProjectReport;
}

/** One report for each target, in its window. The page of the run shows everything that goes to chats. */
export async function viewsOf(
  found: ProjectReport,
  targets: readonly (Informed & { window: Window })[],
  stages: readonly OptionalStage[],
  context: Context,
): Promise<Views> {
  const [, ...others] = targets;
  const shared = others.length === 0 ? context : { ...context, service: withTimelinesOnce(context.service) };
  const byTarget: ProjectReport[] = [];
  for (const { target, last, window } of targets) {
    let report = others.length === 0 ? found : viewOf(found, window, last.memory);
    for (const stage of stages)
      report = await runOptional(stage, report, { ...shared, ...addresseeOf(target) });
    byTarget.push(report);
  }
  const chats = byTarget.filter((_, index) => targets[index] !== undefined && isChat(targets[index].target));
  const [view = found] = chats;
  return { byTarget, whole: chats.length === 1 ? view : wholeOf(found, chats) };
}

function addresseeOf({ isMention, opensLogPages, takes }: Addressee): Addressee {
  return { isMention, opensLogPages, takes };
}

/** Targets that are told of the same run read its timeline once. */
function withTimelinesOnce(service: Context["service"]): Context["service"] {
  const read = new Map<number, ReturnType<typeof service.timeline>>();
  return {
    ...service,
    timeline(runId, signal) {
      const timeline = read.get(runId) ?? service.timeline(runId, signal);
      read.set(runId, timeline);
      return timeline;
    },
  };
}

function wholeOf(found: ProjectReport, views: readonly ProjectReport[]): ProjectReport {
  const all = views.map(addressed);
  return inOrder({
    ...found,
    issues: mostTold(
      all.flatMap(({ issues }) => issues),
      // What waited is added for each target.
      ({ about, code, at }) => [
        about !== "project" && "pipeline" in about ? about.pipeline : about,
        code,
        at,
      ],
    ),
    notes: notesOfAll(all),
    skipped: [...new Set(all.flatMap(({ skipped }) => skipped))],
    isWhole: all.every(({ isWhole }) => isWhole),
    notRepeated: all.flatMap(({ notRepeated }) => notRepeated),
  });
}

/** Each note once. */
export function notesOfAll(all: readonly { notes: readonly Note[] }[]): Note[] {
  return mostTold(
    all.flatMap(({ notes }) => notes),
    ({ run, key, parts }) => [run ?? key ?? JSON.stringify(parts)],
  );
}

/** Each issue or note once: as a target is told of it if there is one, else with the reason why none is. */
function mostTold<T extends Issue | Note>(
  all: readonly T[],
  identityOf: (one: T) => readonly unknown[],
): T[] {
  const ids = new Map<unknown, number>();
  const idOf = (part: unknown) => ids.get(part) ?? ids.set(part, ids.size).size - 1;
  const once = new Map<string, T>();
  for (const one of all) {
    const id = identityOf(one).map(idOf).join();
    if (once.get(id) === undefined || one.silenced === undefined) once.set(id, one);
  }
  return [...once.values()];
}
