import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const startPath = resolve(__dirname, "..", "demo", "start.js");

/** What `npm start` shows. Ports and times, which differ each time, are replaced. */
export async function start(
  options: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { PATH: process.env["PATH"], ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, [startPath, ...options], { env });
  return stdout.replace(/127\.0\.0\.1:\d+/g, "SERVICE").replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "MOMENT");
}
