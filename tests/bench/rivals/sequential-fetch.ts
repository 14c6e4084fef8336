import { postMessage } from "./post-message";

/** The plain way to do the monitor's work in Node: one request after the other, by `fetch`. */

const { BASE, ORGANIZATION, PROJECT, BUILD_AUTH = "", WEBHOOK_URL = "" } = process.env;
const builds = `${BASE}${ORGANIZATION}/${PROJECT}/_apis/build/builds`;

interface Run {
  id: number;
  buildNumber: string;
  status: string;
  result: string;
  queueTime: string;
  startTime: string;
  finishTime: string;
  definition: { name: string };
}

async function get(address: string, accept: string): Promise<Response> {
  const answer = await fetch(address, { headers: { authorization: `Basic ${BUILD_AUTH}`, accept } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer;
}

function isProblem(run: Run): boolean {
  const runSeconds = (Date.parse(run.finishTime) - Date.parse(run.startTime)) / 1000;
  const queuedSeconds = (Date.parse(run.startTime) - Date.parse(run.queueTime)) / 1000;
  const inTime = runSeconds <= 900 && runSeconds >= 30 && queuedSeconds <= 300;
  return !inTime || run.status !== "completed" || run.result !== "succeeded";
}

async function linkOf(runId: number): Promise<string> {
  const answer = await get(`${builds}/${runId}/logs`, "application/json");
  const { value }: { value: { id: number; lineCount: number }[] } = JSON.parse(await answer.text());
  let link: number | undefined;
  let longest: { id: number; lineCount: number } | undefined;
  for (const log of value.slice(4)) {
    const text = await (await get(`${builds}/${runId}/logs/${log.id}`, "text/plain")).text();
    if (text.includes("error")) link = log.id;
    if (longest === undefined || log.lineCount > longest.lineCount) longest = log;
  }
  return `${builds}/${runId}/logs/${link ?? longest?.id}`;
}

async function main(): Promise<void> {
  const since = `${new Date(Date.now() - 3_630_000).toISOString().slice(0, 19)}Z`;
  const lines = ["**Recent pipeline issues**"];
  let token: string | null = null;
  do {
    const next: string = token === null ? "" : `&continuationToken=${token}`;
    const page: Response = await get(
      `${builds}?minTime=${since}&api-version=7.1-preview.7${next}`,
      "application/json",
    );
    const { value }: { value: Run[] } = JSON.parse(await page.text());
    for (const run of value.filter(isProblem))
      lines.push(`${run.definition.name} ${run.buildNumber}: ${run.result} [log](${await linkOf(run.id)})`);
    token = page.headers.get("x-ms-continuationtoken");
  } while (token !== null);
  await postMessage(WEBHOOK_URL, lines);
}

void main();
