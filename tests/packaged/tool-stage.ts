import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPage, under } from "../pages";
import { root } from "../root";
import { type EndedProcess, runProcess } from "../sandbox/agent-process";
import { type SandboxBuildService, startBuildService } from "../sandbox/build-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";
import { buildAuth, now, token } from "./monitor-stage";

const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");

/** In the lines, BASE is the URL of the project, and FOLDER the folder. */
export interface ToolEnded extends Pick<EndedProcess, "exitCode" | "stdout" | "stderr"> {
  lines: string[];
}

/** A person at a command line, a folder with a configuration, and a build service. */
export interface ToolStage {
  folder: string;
  service: SandboxBuildService;
  /** Starts the packaged monitor with some arguments, in that folder. */
  tool(...commandLine: string[]): Promise<ToolEnded>;
  /** The same, and closes its output at the first line. */
  unread(...commandLine: string[]): Promise<ToolEnded>;
  /** The same without a credential, while no service can be reached. */
  alone(...commandLine: string[]): Promise<ToolEnded>;
  /** Cancels the tool that is at work. */
  cancelTool(): void;
}

/** If the service has a time of its own, it counts the runs back from it. */
export interface ToolStageOptions {
  runs?: readonly RunSketch[];
  config?: object;
  at?: number;
  serviceTime?: number;
}

/** Sets a stage for a tool of the packaged monitor for as long as `act` takes. The time is that of all packaged monitors. */
export async function withToolStage(
  { runs = [], config = {}, at = now, serviceTime }: ToolStageOptions,
  act: (stage: ToolStage) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tool-"));
  const service = await startBuildService({
    runs: runs.map((sketch) => sketchRun(serviceTime ?? at, sketch)),
    now: serviceTime === undefined ? undefined : () => serviceTime,
    authorizations: [`Basic ${buildAuth}`],
  });
  const base = `${service.address.href}${service.organization}/${encodeURIComponent(service.project)}`;
  const usual = {
    organization: service.organization,
    project: service.project,
    url_base: service.address.href,
  };
  writeFileSync(join(folder, "monitor.json"), JSON.stringify({ ...usual, ...usualConfig, ...config }));

  let isCancelled = false;
  async function start(
    credential: Record<string, string>,
    commandLine: string[],
    closeOutputWhen = () => false,
  ): Promise<ToolEnded> {
    const env = { PATH: process.env["PATH"] ?? "", SANDBOX_CLOCK_STARTS_AT: String(at), ...credential };
    isCancelled = false;
    const cancelWhen = () => isCancelled;
    const ended = await runProcess(
      ["fake-clock"],
      [packaged, ...commandLine],
      { cwd: folder, env },
      { cancelWhen, closeOutputWhen },
    );
    const shown = (text: string) => text.replaceAll(base, "BASE").replaceAll(folder, "FOLDER");
    const [stdout, stderr] = [shown(ended.stdout), shown(ended.stderr)];
    for (const secret of [token, buildAuth])
      assert.ok(!(stdout + stderr).includes(secret), "a credential is shown");
    return { exitCode: ended.exitCode, stdout, stderr, lines: stdout.trimEnd().split("\n") };
  }

  try {
    await act({
      folder,
      service,
      tool: (...commandLine) => start({ BUILD_AUTH: buildAuth }, commandLine),
      unread: (...commandLine) => start({ BUILD_AUTH: buildAuth }, commandLine, () => true),
      async alone(...commandLine) {
        const before = service.requests.length;
        const ended = await start({}, commandLine);
        assert.equal(service.requests.length, before, "the service was asked");
        return ended;
      },
      cancelTool() {
        isCancelled = true;
      },
    });
    assert.deepEqual(service.violations, []);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** The page of the command line shows a part of what a tool printed. */
export function assertInDocumentation(stdout: string, heading: string): void {
  const section = under(heading, readPage("docs", "monitor", "command-line.md"));
  const [, shown = ""] = /^```\n([\s\S]*?)^```$/m.exec(section) ?? [];
  assert.ok(shown !== "" && stdout.includes(shown), `the page shows something else than\n${stdout}`);
}
