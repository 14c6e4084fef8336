import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { memberAt } from "../../../shared/json/path";

/**
 * Starts Firefox, whose path and arguments follow, and stands between it and playwright-core. Debian's Firefox is older
 * than some commands of WebDriver BiDi that playwright-core needs at its start, such as `network.addDataCollector`. What
 * Firefox does not know, the bridge confirms in its place.
 */
async function bridge([path = "", ...commandLine]: string[]): Promise<void> {
  const firefox = spawn(path, commandLine, { stdio: ["ignore", "ignore", "pipe"] });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => firefox.kill(signal));
  firefox.once("exit", (code) => process.exit(code ?? 1));
  let said = "";
  let port: string | undefined;
  for await (const chunk of firefox.stderr) {
    said += String(chunk);
    port ??= /WebDriver BiDi listening on ws:\/\/127\.0\.0\.1:(\d+)\n/.exec(said)?.[1];
    if (port !== undefined) break;
  }
  const server = createServer((client) => join(client, Number(port)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.stderr.write(
    `WebDriver BiDi listening on ws://127.0.0.1:${memberAt(server.address(), ["port"])}\n`,
  );
}

function join(client: Socket, port: number): void {
  const browser = connect(port, "127.0.0.1");
  // Firefox accepts requests to its own port only.
  client.once("data", (request) => {
    browser.write(String(request).replace(/^(Host: \S+:)\d+/im, `$1${port}`));
    client.pipe(browser);
  });
  client.on("error", () => browser.destroy());
  browser.on("error", () => client.destroy());
  browser.on("close", () => client.end());
  let kept = Buffer.alloc(0);
  let isUpgraded = false;
  browser.on("data", (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    if (!isUpgraded) {
      const end = kept.indexOf("\r\n\r\n") + 4;
      if (end === 3) return;
      client.write(kept.subarray(0, end));
      kept = kept.subarray(end);
      isUpgraded = true;
    }
    for (let length = frameLength(kept); length <= kept.length; length = frameLength(kept)) {
      client.write(confirmed(kept.subarray(0, length)));
      kept = kept.subarray(length);
    }
  });
}

/** Measures the frame at the beginning; infinite if its head is not complete. A server masks no frame. */
function frameLength(bytes: Buffer): number {
  const [, short = 0] = bytes;
  const head = headLength(short);
  if (bytes.length < head) return Number.POSITIVE_INFINITY;
  if (short < 126) return head + short;
  return head + (short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2)));
}

function headLength(short: number): number {
  return short < 126 ? 2 : short === 126 ? 4 : 10;
}

/** If a frame says that the command is unknown, one that confirms the command takes its place. */
function confirmed(frame: Buffer): Buffer {
  const isText = frame[0] === 0x81;
  const text = frame.subarray(headLength(frame[1] ?? 0)).toString();
  if (!isText || !text.includes('"unknown command"')) return frame;
  const message: unknown = JSON.parse(text);
  if (memberAt(message, ["error"]) !== "unknown command") return frame;
  const result = Buffer.from(JSON.stringify({ type: "success", id: memberAt(message, ["id"]), result: {} }));
  return Buffer.concat([Buffer.from([0x81, result.length]), result]);
}

void bridge(process.argv.slice(2));
