import type { Agent } from "../../../../shared/agent/agent";
import { createInputReader } from "../../../../shared/agent/inputs";
import type { Tool } from "../../../../shared/agent/program";
import type { Outcome, TaskContext } from "../../../../shared/agent/task";
import { maxConnections } from "../../../../shared/azure-devops/client";
import { createRecorder, makeRecordingFolder } from "../../../../shared/azure-devops/recording/recorder";
import { openRecording, type Recording } from "../../../../shared/azure-devops/recording/replay";
import type { Clock } from "../../../../shared/clock";
import { isInputErrors, messageOf } from "../../../../shared/errors";
import { createHttpClient } from "../../../../shared/http/client";
import { renderSecond } from "../../../../shared/text/zone";
import { openService, readConfigFile, readCredential, withoutProblems } from "../../config/load";
import { createTimeBudget } from "../../issue/context";
import { lastHour } from "../../issue/window";
import { openList } from "../../rules/run-list";
import { warnOfUnknownEntries } from "../unknown-entries";
import { explainRuns } from "./explain";

/**
 * `--explain monitor.json`: prints why the monitor reports what it reports for each run. It reads the
 * service, or what a colleague recorded.
 */
export const explainTool: Tool = {
  description:
    "shows the figures of every run of the last hour, the settings that applied, the outcome of each test, and why its log was chosen",
  options: {
    configFile: "the monitor configuration; its project is read",
    record: "a new folder for the responses of the build service, without credentials",
    replay: "a recorded folder, read in place of the build service",
  },
  act: (context) => actOn(context),
};

/** `record` is empty if nothing is recorded. */
function readCase(agent: Agent) {
  const reader = createInputReader(agent);
  const { problems } = reader;
  const [replay, record] = [reader.file("replay"), reader.file("record")];
  if (replay !== "" && record !== "") problems.push("--record: a replay has nothing to record");
  const folderProblem = record === "" ? undefined : makeRecordingFolder(record);
  if (folderProblem !== undefined) problems.push(`--record: ${folderProblem}`);
  const file = readConfigFile(agent, problems);
  const recording = replay === "" ? undefined : readRecording(replay, problems);
  const path = file.config?.project.pathname ?? recording?.project;
  if (recording !== undefined && path !== recording.project)
    problems.push(
      `--replay: ${replay} was recorded of ${recording.project}, and the configuration names ${path}`,
    );
  const found = replay === "" ? readCredential(file.config, reader, agent) : noCredential;
  return { ...withoutProblems(file.config, found, problems), known: file.known, recording, replay, record };
}

async function actOn(task: TaskContext): Promise<Outcome> {
  const { agent, cancelled } = task;
  const { config, credential, known, recording, replay, record } = readCase(agent);
  const { project } = config;
  const clock = recording === undefined ? task.clock : stoppedClock(recording.at);
  // One moment for both, because a replay requests the same window to the second.
  const now = clock.now();
  agent.print(
    recording === undefined
      ? `Reading the runs of ${project.href} with ${credential.kind}.`
      : `Replaying ${replay}, recorded ${renderSecond(recording.at / 1000, config.zone)}.`,
  );
  const recorder = record === "" ? undefined : createRecorder(record, project, agent.redact);
  const openHttp = recording?.openHttp(project) ?? recorder?.openHttp(createHttpClient);
  const service = openService(config, credential, { ...task, clock }, { openHttp });
  // A replay stays at the service's time, so that it requests the list that the rules were applied to.
  let recordedAt = now;
  try {
    const context = {
      agent,
      clock,
      cancelled,
      time: createTimeBudget(clock),
      service,
      connections: maxConnections,
      progress: agent.progress,
      isMention: () => false,
      opensLogPages: false,
      takes: () => true,
    };
    const list = await openList(lastHour, now, context);
    recordedAt = list.window.now;
    const outcome = await explainRuns(config, known, list, context);
    // Not part of the hour that a colleague replays.
    if (recording === undefined && recorder === undefined) await warnOfUnknownEntries(config, service, task);
    return outcome;
  } finally {
    service.dispose();
    // If the step was canceled, nothing is saved: half a recording would look complete. Without its list, a
    // recording is useless.
    if (recorder !== undefined && !cancelled.aborted)
      reportRecording(agent, record, recorder.save(recordedAt));
  }
}

/** The recorded responses arrive at once, so no time limit is reached. */
function stoppedClock(at: number): Clock {
  return { now: () => at, wallNow: () => at, after: () => () => undefined };
}

const noCredential = { authorization: async () => "", kind: "", advice: "" };

function readRecording(folder: string, problems: string[]): Recording | undefined {
  try {
    return openRecording(folder);
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    problems.push(messageOf(error));
    return undefined;
  }
}

function reportRecording(agent: Agent, folder: string, problem: string | undefined): void {
  if (problem === undefined)
    agent.print(
      `Recorded in ${folder}, without what looks like a credential. Check it before you share it. ` +
        `Replay: --explain CONFIGURATION --replay ${folder}`,
    );
  else agent.warn(`--record: ${folder} has nothing to replay: ${problem}`);
}
