import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluralize } from "../../shared/text/pluralize";
import { withoutFile } from "../../tasks/PipelineMonitor/config/load";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import { type EveryChat, withChats } from "./every-chat";
import type { Action, Options, Place } from "./options";
import { ownPipelineId, type Reader, startReader } from "./reader";
import { describeRefusal, describeUnreachable } from "./refusal";
import { saveChats, saveOwnHub, saveReports, showStep } from "./show";

/** No step of the monitor searches for longer. */
const longestMilliseconds = 30 * 60_000;

/** Runs the packaged monitor over a real project, which it only reads. */
export async function showProject(agent: SandboxAgent, place: Place, options: Options): Promise<void> {
  const { action = "monitor", config = withoutFile } = options;
  const { base, organization, project, variable } = place;
  const above = new URL(`${base}${encodeURIComponent(organization)}/`);
  console.log(
    [
      `Reads runs, logs and pipelines of ${project} at ${above.href}, with the token from ${variable}.`,
      "Posts nothing: all requests pass through a local proxy, which allows only those that read this organization.",
      "Messages go to simulated chats on this machine. With many problems, this takes a few minutes.\n",
    ].join("\n"),
  );
  const reader = await startReader(above);
  const run = (chats?: EveryChat) => runOnce(agent, reader, { place, above, action, config }, chats);
  try {
    const posts = action === "monitor" || action === "testMessage";
    const step = await (action === "testMessage" ? withChats(run, ["markdown"]) : run());
    const refusal = reader.refusal();
    const unreachable = reader.unreachable();
    if (step.result === "Failed" && unreachable !== undefined)
      throw new Error(describeUnreachable(unreachable, place, above));
    // The task's own advice is for a pipeline.
    if (step.result === "Failed" && refusal !== undefined)
      throw new Error(describeRefusal(refusal, place, above));
    showStep("PipelineMonitor", step);
    saveReports([step]);
    if (posts && step.result !== "Failed") {
      reader.repeat();
      let last = step;
      await saveChats(async (chats) => {
        last = await run(chats);
      });
      // A monitor that posts nothing keeps no journal.
      await saveOwnHub(last, { name: project, url: `${above.href}${encodeURIComponent(project)}` });
    }
    console.log(
      `\n${pluralize(reader.count(), "read-only request")} went to ${above.href}. Nothing was changed or posted.`,
    );
  } finally {
    await reader.close();
  }
}

interface Task {
  place: Place;
  above: URL;
  action: Action;
  config: object;
}

/** Without chats, `test_flag` is true and there is no webhook. With them, they get the message. */
async function runOnce(
  agent: SandboxAgent,
  reader: Reader,
  { place, above, action, config }: Task,
  chats: EveryChat | undefined,
): Promise<StepResult> {
  const { base, organization, project, buildAuth } = place;
  const where = { organization, project, url_base: base, test_flag: chats === undefined };
  const content = { ...withoutTargets(config), ...where, routes: chats?.routes };
  writeFileSync(join(agent.sourcesFolder, "monitor.json"), JSON.stringify(content, null, 2));
  return agent.run({
    task: "PipelineMonitor",
    inputs: { configFile: "monitor.json", action, ...chats?.inputs },
    secrets: { BUILD_AUTH: buildAuth, ...chats?.secrets },
    env: { BUILD_AUTH: "$(BUILD_AUTH)", ...chats?.env },
    variables: {
      "System.CollectionUri": above.href,
      "System.TeamProject": project,
      "System.DefinitionId": ownPipelineId,
      "Build.BuildId": "0",
      "System.TaskInstanceName": "PipelineMonitor",
    },
    detour: {
      path: chats === undefined ? "^/" : `^(?!(${chats.paths.join("|")})(?:\\?|$))`,
      ...{ protocol: "http:", hostname: "127.0.0.1", port: reader.port },
    },
    longestMilliseconds,
  });
}

/** Targets need secrets that nobody hands over here. */
const targetKeys = ["routes", "paging", "metrics", "digest"];

/** A configuration whose messages all go to the step's own webhook. */
export function withoutTargets(config: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !targetKeys.includes(key)));
}
