import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { listen } from "./listen";
import type { SandboxProxy } from "./proxy";

/** Where tinyproxy is (Debian's package tinyproxy-bin); undefined where it is not installed. */
export function tinyproxyPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "tinyproxy")).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const maxStarts = 5;
const startLimitMilliseconds = 10_000;

/** Starts tinyproxy on loopback for one user, who may have tunnels to the given ports and to no other. */
export async function startTinyproxy(
  program: string,
  user: string,
  password: string,
  ports: readonly string[],
): Promise<SandboxProxy> {
  const folder = mkdtempSync(join(tmpdir(), "tinyproxy-"));
  const tunnels: string[] = [];
  for (let starts = 1; ; starts++) {
    const port = await freePort();
    const configuration = [
      `Port ${port}`,
      "Listen 127.0.0.1",
      "LogLevel Info",
      `BasicAuth ${user} ${password}`,
      ...ports.map((allowed) => `ConnectPort ${allowed}`),
    ];
    writeFileSync(join(folder, "tinyproxy.conf"), `${configuration.join("\n")}\n`);
    const child = spawn(program, ["-d", "-c", join(folder, "tinyproxy.conf")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (await isListening(child, tunnels))
      return {
        address: new URL(`http://127.0.0.1:${port}/`),
        tunnels,
        async close() {
          child.kill();
          await once(child, "close");
          rmSync(folder, { recursive: true });
        },
      };
    // The port may have been somebody else's in the meantime.
    if (starts === maxStarts) throw new Error("tinyproxy does not start");
  }
}

/** Reads what the proxy logs: whether it comes to accept connections, and from then on the tunnels that it is asked for. */
function isListening(child: ChildProcessByStdio<null, Readable, null>, tunnels: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => child.kill(), startLimitMilliseconds);
    child.once("close", () => resolve(false));
    createInterface(child.stdout).on("line", (line) => {
      const host = /: CONNECT (\S+) HTTP/.exec(line)?.[1];
      if (host !== undefined) tunnels.push(host);
      if (!line.includes("Accepting connections")) return;
      clearTimeout(limit);
      resolve(true);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), "close");
  return port;
}
