import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { EOL, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "../errors";
import { environmentProxy, type NetworkSettings, noProxy } from "../http/network";
import { secretForms } from "../text/redact";
import type { Sanitize } from "../text/sanitize";
import { pipelineAdvice } from "./advice";
import type { Agent } from "./agent";
import { createPrinter } from "./printer";
import { writeOrWarn } from "./write-or-warn";

/** For the task in a folder. */
export async function pipelineAgent(taskFolder: string): Promise<Agent> {
  const { secrets, safe, ...redaction } = createPrinter();
  const lib = await loadTaskLib();
  const secret = (value: string) => {
    // Each write to a pipe is a system call that wakes the agent, and a secret has up to forty forms.
    process.stdout.cork();
    process.nextTick(() => process.stdout.uncork());
    for (const form of secretForms(value)) {
      if (secrets.has(form)) continue;
      secrets.add(form);
      lib.setSecret(form);
    }
  };
  const output = logOutput(lib, safe);
  return {
    ...pipelineAdvice,
    ...redaction,
    secret,
    ...stepInputs(lib, secret, redaction.sanitize),
    ...output,
    ...runPageOutput(lib, taskFolder, safe, output),
  };
}

function stepInputs(lib: TaskLib, secret: Agent["secret"], sanitize: Sanitize) {
  return {
    input: (name) => lib.getInput(name) ?? "",
    fileInput(name) {
      const path = lib.filePathSupplied(name) ? (lib.getPathInput(name) ?? "") : "";
      // The agent makes this folder of an empty path. The library compares with that of the sources, which may be another.
      const sources = lib.getVariable("System.DefaultWorkingDirectory") ?? "";
      return path !== "" && resolve(path) === resolve(sources) ? "" : path;
    },
    environment: (name) => process.env[name] ?? "",
    variable: (name) => lib.getVariable(name) ?? "",
    jobToken() {
      const token = lib.getEndpointAuthorizationParameter("SystemVssConnection", "AccessToken", true) ?? "";
      secret(token);
      return token;
    },
    connection(id) {
      const url = lib.getEndpointUrl(id, true);
      return url === undefined
        ? undefined
        : {
            url,
            parameter: (name) => lib.getEndpointAuthorizationParameter(id, name, true) ?? "",
            field: (name) => lib.getEndpointDataParameter(id, name, true) ?? "",
          };
    },
    network: (url) => ({
      proxy: agentProxy(lib, url, secret),
      certificates: agentCertificates(lib),
      sanitize,
    }),
  } satisfies Partial<Agent>;
}

function logOutput(lib: TaskLib, safe: (text: string) => string) {
  const print = (text: string) => void process.stdout.write(safe(text) + EOL);
  const issue: Agent["issue"] = (kind, text) =>
    (kind === "error" ? lib.error : lib.warning)(safe(text), lib.IssueSource.TaskInternal);
  return {
    issue,
    progress: (percent, text) => lib.setProgress(percent, safe(text)),
    print,
    group(title, lines) {
      process.stdout.write(`##[group]${safe(title)}${EOL}`);
      for (const line of lines) print(line);
      process.stdout.write(`##[endgroup]${EOL}`);
    },
    warn: (text) => issue("warning", text),
    output: (name, value) => lib.setVariable(name, safe(value), false, true),
    finish(result, message) {
      // The agent shows the message of a warning or a failure, but not of a success.
      if (result === "Succeeded") print(message);
      lib.setResult(lib.TaskResult[result], safe(message));
    },
  } satisfies Partial<Agent>;
}

function runPageOutput(
  lib: TaskLib,
  taskFolder: string,
  safe: (text: string) => string,
  log: Pick<Agent, "warn">,
) {
  const write = (kind: string, name: string, text: string) =>
    writeFile(lib.getVariable("Agent.TempDirectory"), kind, name, text);
  return {
    tagRun(tag) {
      // In a classic release, the command would fail the step.
      const hostType = lib.getVariable("System.HostType") ?? "";
      if (["", "build"].includes(hostType.toLowerCase())) lib.addBuildTag(tag);
    },
    attach: (path) => lib.uploadFile(path),
    attachReport(type, name, text) {
      lib.addAttachment(type, name, write("report", name, safe(text)));
    },
    offerPage(name, text, fill) {
      writeOrWarn("the report for download", log, () => {
        const page = readFileSync(join(taskFolder, "report.html"), "utf8");
        lib.uploadFile(write("page", name, fill(page, safe(text))));
      });
    },
    summary(title, markdown) {
      writeOrWarn("the summary for the run's page", log, () =>
        lib.uploadSummary(write("summary", `${title}.md`, safe(markdown))),
      );
    },
  } satisfies Partial<Agent>;
}

/**
 * Loads task-lib without two of its features: debug output, which prints every value that it reads, and
 * handlers of uncaught errors, which print the error and leave the process running.
 */
async function loadTaskLib() {
  const debug = process.env["SYSTEM_DEBUG"];
  process.env["DISTRIBUTEDTASK_TASKS_NODE_SKIPDEBUGLOGSWHENDEBUGMODEOFF"] = "true";
  delete process.env["SYSTEM_DEBUG"];
  const lib = await import("azure-pipelines-task-lib/task.js").catch((error: unknown) => {
    const advice = "Check that the agent's temporary folder is writable.";
    throw new Error(`The agent's task library cannot be loaded. ${advice} ${messageOf(error)}`);
  });
  if (debug !== undefined) process.env["SYSTEM_DEBUG"] = debug;
  process.removeAllListeners("uncaughtException");
  process.removeAllListeners("unhandledRejection");
  return lib;
}

type TaskLib = Awaited<ReturnType<typeof loadTaskLib>>;

/**
 * The proxy that the agent is configured with, none for a URL that the agent bypasses, or else the proxy of the
 * environment. The agent matches its bypass list against scheme, host and port only; its tasks match the whole URL. A
 * match of either counts.
 */
function agentProxy(lib: TaskLib, url: URL, secret: Agent["secret"]): NetworkSettings["proxy"] {
  if ((lib.getVariable("Agent.ProxyUrl") ?? "") === "") return environmentProxy(url, secret);
  const [ofHost, ofUrl] = [url.origin, url.href].map((text) => lib.getHttpProxyConfiguration(text));
  if (!ofHost || !ofUrl) return noProxy;
  const { proxyUrl, proxyUsername = "", proxyPassword = "" } = ofHost;
  secret(proxyPassword);
  return { proxyUrl, proxyUsername, proxyPassword };
}

/**
 * The page of the run shows the name of a summary as its title. Each file gets a folder of its own, so that two steps
 * do not share one.
 */
function writeFile(tempFolder: string | undefined, kind: string, name: string, text: string): string {
  const path = join(mkdtempSync(join(tempFolder || tmpdir(), `${kind}-`)), name);
  writeFileSync(path, text);
  return path;
}

function agentCertificates(lib: TaskLib): NetworkSettings["certificates"] {
  const { caFile = "", certFile = "", keyFile = "", passphrase = "" } = lib.getHttpCertConfiguration() ?? {};
  return { caFile, certFile, keyFile, passphrase };
}
