import { readFileSync } from "node:fs";
import type { SandboxAttachment } from "./attachments";
import type { SandboxBuildService, SandboxRun } from "./build-service";
import { findCommand, outputLines } from "./commands";

/** What a run has given itself so far. */
interface Shown {
  tags: string[];
  attachments: SandboxAttachment[];
}

/**
 * Lets the service show the tags and attachments of a run as soon as its step has printed them, as a real agent does. `runWith`
 * makes the run with its tags.
 */
export function showingWhileItLasts(
  service: SandboxBuildService,
  runWith: (tags: string[]) => SandboxRun,
): { onOutput: (output: string) => void; last: () => Shown } {
  let last: Shown = { tags: [], attachments: [] };
  return {
    onOutput(output) {
      const lines = outputLines(output.slice(0, output.lastIndexOf("\n") + 1));
      const commands = lines.flatMap((line) => findCommand(line) ?? []);
      const named = (name: string) => commands.filter((command) => command.name === name);
      const tags = named("build.addbuildtag").map(({ message }) => message);
      const attached = named("task.addattachment");
      if (tags.length === last.tags.length && attached.length === last.attachments.length) return;
      const attachments = attached.map(({ properties: { type = "", name = "" }, message }) => ({
        ...{ type, name },
        text: readFileSync(message, "utf8"),
      }));
      last = { tags, attachments };
      service.put({ ...runWith(tags), attachments });
    },
    last: () => last,
  };
}
