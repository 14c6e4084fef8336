import { text as wholeText } from "node:stream/consumers";
import { getBasicHandler } from "azure-devops-node-api";
import { BuildApi } from "azure-devops-node-api/BuildApi";
import { type Build, BuildResult, BuildStatus } from "azure-devops-node-api/interfaces/BuildInterfaces";
import { postMessage } from "./post-message";

/** The plain way to do the monitor's work over the service's own client library: one request after the other. */

const { BASE, ORGANIZATION, BUILD_AUTH = "", WEBHOOK_URL = "" } = process.env;
const project = "Night Shift";
const token = Buffer.from(BUILD_AUTH, "base64").toString().slice(1);
const api = new BuildApi(`${BASE}${ORGANIZATION}`, [getBasicHandler("", token)], {});

function isProblem({ queueTime, startTime, finishTime, status, result }: Build): boolean {
  const seconds = (from?: Date, to?: Date) => (Number(to) - Number(from)) / 1000;
  const runSeconds = seconds(startTime, finishTime);
  const inTime = runSeconds <= 900 && runSeconds >= 30 && seconds(queueTime, startTime) <= 300;
  return !inTime || status !== BuildStatus.Completed || result !== BuildResult.Succeeded;
}

async function linkOf(runId: number): Promise<string> {
  let link: number | undefined;
  let longest: { id: number; lineCount: number } | undefined;
  for (const { id = 0, lineCount = 0 } of (await api.getBuildLogs(project, runId)).slice(4)) {
    const text = await wholeText(await api.getBuildLog(project, runId, id));
    if (text.includes("error")) link = id;
    if (longest === undefined || lineCount > longest.lineCount) longest = { id, lineCount };
  }
  return `${BASE}${ORGANIZATION}/${project}/_apis/build/builds/${runId}/logs/${link ?? longest?.id}`;
}

async function main(): Promise<void> {
  const since = new Date(Date.now() - 3_630_000);
  const lines = ["**Recent pipeline issues**"];
  const unset = undefined;
  // The library hands no continuation token on, so that the first page is all that it can read.
  for (const run of (await api.getBuilds(project, unset, unset, unset, since)).filter(isProblem))
    lines.push(`${run.definition?.name} ${run.buildNumber} [log](${await linkOf(run.id ?? 0)})`);
  await postMessage(WEBHOOK_URL, lines);
}

void main();
