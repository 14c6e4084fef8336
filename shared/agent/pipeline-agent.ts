import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { EOL, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { messageOf } from "../errors";
import type { NetworkSettings } from "../http/network";
import { environmentProxy, noProxy, type ProxySettings } from "../http/proxy";
import { secretForms } from "../text/redact";
import { pipelineAdvice } from "./advice";
import type { Agent } from "./agent";
import { createPrinter } from "./printer";

/** For the task in a folder. */
export async function pipelineAgent(taskFolder: string): Promise<Agent> {
  const { secrets, safe, ...redaction } = createPrinter();
  const lib = await loadTaskLib();
  const write = (kind: string, name: string, text: string) =>
    writeFile(agent.variable("Agent.TempDirectory"), kind, name, text);
  const writeOrWarn = (what: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      agent.warn(`Could not write the ${what}: ${messageOf(error)}`);
    }
  };

  const agent: Agent = {
    ...pipelineAdvice,
    input: (name) => lib.getInput(name) ?? "",
    fileInput(name) {
      const path = lib.filePathSupplied(name) ? (lib.getPathInput(name) ?? "") : "";
      // The agent makes this folder of an empty path. The library compares with that of the sources, which may be another.
      return path !== "" && resolve(path) === resolve(agent.variable("System.DefaultWorkingDirectory"))
        ? ""
        : path;
    },
    environment: (name) => process.env[name] ?? "",
    variable: (name) => lib.getVariable(name) ?? "",
    jobToken() {
      const token = lib.getEndpointAuthorizationParameter("SystemVssConnection", "AccessToken", true) ?? "";
      agent.secret(token);
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
      proxy: agentProxy(lib, url, agent),
      certificates: agentCertificates(lib),
      sanitize: redaction.sanitize,
    }),
    secret(value) {
      // Each write to a pipe is a system call that wakes the agent, and a secret has up to forty forms.
      process.stdout.cork();
      process.nextTick(() => process.stdout.uncork());
      for (const form of secretForms(value)) {
        if (secrets.has(form)) continue;
        secrets.add(form);
        lib.setSecret(form);
      }
    },
    ...redaction,
    tagRun(tag) {
      // In a classic release, the command would fail the step.
      if (["", "build"].includes(agent.variable("System.HostType").toLowerCase())) lib.addBuildTag(tag);
    },
    attach: (path) => lib.uploadFile(path),
    attachReport(type, name, text) {
      writeOrWarn("report for the run's page", () =>
        lib.addAttachment(type, name, write("report", name, safe(text))),
      );
    },
    offerPage(name, text, fill) {
      writeOrWarn("report for download", () => {
        const page = readFileSync(join(taskFolder, "report.html"), "utf8");
        lib.uploadFile(write("page", name, fill(page, safe(text))));
      });
    },
    summary(title, markdown) {
      writeOrWarn("summary for the run's page", () =>
        lib.uploadSummary(write("summary", `${title}.md`, safe(markdown))),
      );
    },
    issue: (kind, text) =>
      (kind === "error" ? lib.error : lib.warning)(safe(text), lib.IssueSource.TaskInternal),
    progress: (percent, text) => lib.setProgress(percent, safe(text)),
    print: (text) => void process.stdout.write(safe(text) + EOL),
    group(title, lines) {
      process.stdout.write(`##[group]${safe(title)}${EOL}`);
      for (const line of lines) agent.print(line);
      process.stdout.write(`##[endgroup]${EOL}`);
    },
    warn: (text) => agent.issue("warning", text),
    output: (name, value) => lib.setVariable(name, safe(value), false, true),
    finish(result, message) {
      // The agent shows the message of a warning or a failure, but not of a success.
      if (result === "Succeeded") agent.print(message);
      lib.setResult(lib.TaskResult[result], safe(message));
    },
  };
  return agent;
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
function agentProxy(lib: TaskLib, url: URL, agent: Agent): ProxySettings {
  if (agent.variable("Agent.ProxyUrl") === "") return environmentProxy(url, agent.secret);
  const [ofHost, ofUrl] = [url.origin, url.href].map((text) => lib.getHttpProxyConfiguration(text));
  if (!ofHost || !ofUrl) return noProxy;
  const { proxyUrl, proxyUsername = "", proxyPassword = "" } = ofHost;
  agent.secret(proxyPassword);
  return { proxyUrl, proxyUsername, proxyPassword };
}

/**
 * The page of the run shows the name of a summary as its title. Each file gets a folder of its own, so that two steps
 * do not share one.
 */
function writeFile(tempFolder: string, kind: string, name: string, text: string): string {
  const path = join(mkdtempSync(join(tempFolder || tmpdir(), `${kind}-`)), name);
  writeFileSync(path, text);
  return path;
}

function agentCertificates(lib: TaskLib): NetworkSettings["certificates"] {
  const { caFile = "", certFile = "", keyFile = "", passphrase = "" } = lib.getHttpCertConfiguration() ?? {};
  return { caFile, certFile, keyFile, passphrase };
}
