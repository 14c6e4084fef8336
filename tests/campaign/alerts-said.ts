import { memberAt } from "../../shared/json/path";
import { reportIn } from "../packaged/monitor-stage";
import type { EndedStep } from "./alerts-memory";
import { firstOwnId, type PlayedRun } from "./alerts-runs";
import { type AlertsScript, pipelineOf, scheduled } from "./alerts-script";

/** What lines of a report say, by keys such as "run 17", "missed 1763612160" or "few Shop". */
export interface Said {
  /** What is wrong. */
  problems: ReadonlySet<string>;
  /** What has ended: "works 17", "limits 17", "runs 17", "finished 17", "enough Shop", "read Shop", "read others" or, of a mute, "muted 1763612160". */
  ends: ReadonlySet<string>;
}

const endings = {
  works: /works again\./,
  limits: /is within its limits again\./,
  runs: /runs again\./,
  finished: /has finished\./,
};

/** Returns what the step's report says, as it prints it. */
export function printedBy({ result }: EndedStep): Said {
  return saidIn(reportIn(result.log));
}

/** Returns what the channel took of a step's report. The problems of the pipelines that its last part counts were told. */
export function toldBy(step: EndedStep, script: AlertsScript, runs: readonly PlayedRun[]): Said {
  const shown = shownBy(step, script);
  const lines = step.texts.flatMap((text) => linesOf(text, script.product).map(withoutEscapes));
  const tally = lines.find((line) => line.includes("did not fit here")) ?? "";
  const isCounted = (key: string) => new RegExp(`[:,"] ?${nameOf(key, runs)}("[^×]*)? ×`).test(tally);
  const counted = [...printedBy(step).problems].filter(isCounted);
  return { ...shown, problems: new Set([...shown.problems, ...counted]) };
}

/** Returns the pipeline that a problem is about. */
export function nameOf(key: string, runs: readonly PlayedRun[]): string | undefined {
  const [kind, id] = key.split(" ");
  return kind === "missed" ? pipelineOf(scheduled).name : runs.find((run) => String(run.id) === id)?.name;
}

/** Returns what the texts show that the channel took from a step. */
export function shownBy({ texts }: EndedStep, { product }: AlertsScript): Said {
  return saidIn(texts.flatMap((text) => linesOf(text, product)));
}

/** Returns the lines of a message in the form of a product. */
function linesOf(text: string, product: AlertsScript["product"]): string[] {
  if (product === "markdown") return text.split("\n");
  const body: unknown = JSON.parse(text);
  const blocks = memberAt(body, ["blocks"]);
  if (product === "slack") return Array.isArray(blocks) ? blocks.map((block) => JSON.stringify(block)) : [];
  return String(memberAt(body, ["embeds", "0", "description"])).split("\n");
}

function withoutEscapes(line: string): string {
  return line.replaceAll("\\", "");
}

function saidIn(lines: readonly string[]): Said {
  const said = lines.map((line) => saidBy(withoutEscapes(line)));
  return {
    problems: new Set(said.flatMap(({ problems }) => problems)),
    ends: new Set(said.flatMap(({ ends }) => ends)),
  };
}

function saidBy(line: string): { problems: string[]; ends: string[] } {
  const ids = [...new Set([...line.matchAll(/buildId=(\d+)/g)].map(([, id]) => Number(id)))];
  const id = ids.find((one) => one < firstOwnId);
  const end = Object.entries(endings).find(([, pattern]) => pattern.test(line))?.[0];
  if (end !== undefined) return { problems: [], ends: [`${end} ${id}`] };
  if (line.includes("can be read again"))
    return { problems: [], ends: [line.includes("The other projects") ? "read others" : "read Shop"] };
  const muted = timeIn("The mute.* ended at ", line);
  if (muted !== undefined) return { problems: [], ends: [`muted ${muted}`] };
  const project = line.includes("Shop") ? "Shop" : "Night Shift";
  if (line.includes("As many runs as expected")) return { problems: [], ends: [`enough ${project}`] };
  return { problems: [...problemIn(line, id, project)], ends: [] };
}

function* problemIn(line: string, id: number | undefined, project: string): Generator<string> {
  const missed = timeIn("did not run at ", line);
  if (missed !== undefined) yield `missed ${missed}`;
  else if (line.includes("Fewer runs than expected")) yield `few ${project}`;
  else if (line.includes("could not be read; see")) yield "unread Shop";
  else if (line.includes("Not all projects could be listed")) yield "unlisted";
  else if (id === undefined) return;
  else if (line.includes("is still running")) yield `stuck ${id}`;
  else yield `${line.includes("inProgress") ? "listed" : "run"} ${id}`;
}

/** Returns the time that follows words of a line, in seconds since 1970. */
function timeIn(words: string, line: string): number | undefined {
  const [, date, time] = new RegExp(`${words}\\D*(\\d{4}-[-\\d]+) ([:\\d]+) UTC`).exec(line) ?? [];
  return date === undefined ? undefined : Date.parse(`${date}T${time}Z`) / 1000;
}
