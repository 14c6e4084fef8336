import type { Step } from "./agent";
import type { EndedProcess } from "./agent-process";
import { findCommand, outputLines } from "./commands";

/** A step's output, read as the agent does. */
export interface Interpreted {
  result: "Succeeded" | "SucceededWithIssues" | "Failed";
  /** The log as the run's page shows it, secrets hidden. */
  log: string[];
  issues: { type: string; message: string }[];
  outputs: Record<string, string>;
  tags: string[];
  /** Files that the step offers for download. */
  uploads: string[];
  /** Files of Markdown that the run's page shows. */
  summaries: string[];
  /** Files that the tab on the run's page reads, by their type. */
  attachments: { type: string; name: string; path: string }[];
}

/** Obeys the commands of both streams and shows the rest. */
export function interpretOutput(
  { stdout, stderr, exitCode }: Pick<EndedProcess, "stdout" | "stderr" | "exitCode">,
  step: Step,
): Interpreted {
  const masks = Object.values(step.secrets ?? {});
  const seen: Interpreted = {
    ...{ result: "Succeeded", log: [], issues: [], outputs: {} },
    ...{ tags: [], uploads: [], summaries: [], attachments: [] },
  };
  const show = (text: string) => {
    for (const line of text.split("\n"))
      seen.log.push(masks.filter(Boolean).reduce((shown, mask) => shown.replaceAll(mask, "***"), line));
  };
  for (const line of [...outputLines(stdout), ...outputLines(stderr)]) {
    const command = findCommand(line);
    if (command === undefined) show(line);
    else if (command.name === "task.setsecret") masks.push(command.message);
    else if (command.name === "task.issue" || command.name === "task.logissue") {
      const type = command.properties["type"] ?? "";
      seen.issues.push({ type, message: command.message });
      show(`##[${type}]${command.message}`);
    } else if (command.name === "task.setvariable")
      seen.outputs[command.properties["variable"] ?? ""] = command.message;
    else if (command.name === "task.complete") {
      const named = command.properties["result"];
      seen.result = named === "Succeeded" || named === "SucceededWithIssues" ? named : "Failed";
    } else if (command.name === "build.addbuildtag") seen.tags.push(command.message);
    else if (command.name === "task.uploadfile") seen.uploads.push(command.message);
    else if (command.name === "task.uploadsummary") seen.summaries.push(command.message);
    else if (command.name === "task.addattachment") {
      const { type = "", name = "" } = command.properties;
      seen.attachments.push({ type, name, path: command.message });
    } else if (command.name === "task.setprogress")
      show(`(${command.properties["value"]} % ${command.message})`);
    else if (command.name === "task.debug") {
      if (step.variables?.["System.Debug"] === "true") show(`##[debug]${command.message}`);
    } else show(`(unexpected command ${command.name})`);
  }
  if (exitCode !== 0) seen.result = "Failed";
  return seen;
}
