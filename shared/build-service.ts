import type { Readable } from "node:stream";
import type { NetworkSettings } from "./agent";
import { idOf, type Log, parseList, parseLog, parseRun, type RunRecord } from "./build-records";
import type { Clock } from "./clock";
import { addressBelow } from "./http/address";
import { htmlPage, readJson } from "./http/body";
import { createHttpClient, expectStatus200, type HttpAnswer } from "./http/client";
import { certificateAdvice, type HttpFault, isCertificateFault, Unreadable } from "./http/errors";

/** The read side of the build service. */
export interface BuildService {
  /** The runs since a time, each once, page by page. Throws when the list cannot be read to its end. */
  runsSince(minTime: Date, signal: AbortSignal): AsyncGenerator<RunRecord[]>;
  /** The logs of a run in the service's order; undefined in the place of one that cannot be understood. */
  logsOf(runId: number, signal: AbortSignal): Promise<(Log | undefined)[]>;
  /** What `read` makes of a log, which is handed over as it arrives. */
  readLog<T>(
    runId: number,
    logId: number,
    read: (log: Readable) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** The address of a log, as the specification gives it. */
  logAddress(runId: number, logId: number): URL;
  /** The page that people look at for a run. */
  runPage(runId: number): URL;
  dispose(): void;
}

/** Which project is read, and as whom. */
export interface BuildServiceSettings {
  /** The address of the project, ending in its name. */
  project: URL;
  /** Appended to the query of the run list; begins with `&`. */
  listParameters: string;
  /** The value of the Authorization header. */
  authorization: string;
  /** What to do when that credential does not work. */
  credentialAdvice: string;
  network: NetworkSettings;
  clock: Clock;
}

/** How many connections are open to the build service at most. */
export const maxConnections = 8;
const maxPages = 1000;
/** A monitor that runs hourly has no use for a list that takes longer. */
const maxRunsSeconds = 900;
/** The service gives 5000 runs a page at most, of four kilobytes each. */
const maxListBytes = 24 * 1024 * 1024;
const listDeadlineSeconds = 60;
const logDeadlineSeconds = 300;

/** A client of the build service; `dispose` it when it is no longer needed. */
export function createBuildService(settings: BuildServiceSettings): BuildService {
  const { project, listParameters } = settings;
  const http = createHttpClient({
    service: "build service",
    // Asks for a plain 401 where the service would redirect to its sign-in page.
    headers: { authorization: settings.authorization, "x-tfs-fedauthredirect": "Suppress" },
    network: settings.network,
    clock: settings.clock,
    maxConnections,
    shown: (address) => address.href,
  });
  const builds = (...below: string[]) => ["_apis", "build", "builds", ...below];

  const list = (address: URL, advice: (fault: HttpFault) => string, signal: AbortSignal) =>
    http.send(
      {
        address,
        accept: "application/json",
        retry: "reads",
        deadlineSeconds: listDeadlineSeconds,
        advice,
        signal,
      },
      async (answer) => {
        refuseSignInPage(answer);
        expectStatus200(answer);
        return {
          entries: parseList(await readJson(answer.body, maxListBytes)),
          continuationToken: answer.header("x-ms-continuationtoken") ?? "",
        };
      },
    );
  const credentialAdvice = (fault: HttpFault) => (isCredentialFault(fault) ? settings.credentialAdvice : "");
  const runsAdvice = (fault: HttpFault) => credentialAdvice(fault) || adviceOnRuns(fault);

  const logAddress = (runId: number, logId: number) =>
    addressBelow(project, builds(String(runId), "logs", String(logId)));

  return {
    async *runsSince(minTime, signal) {
      const since = `minTime=${minTime.toISOString().slice(0, 19)}Z${listParameters}`;
      const tokens = new Set<string>();
      const ids = new Set<number>();
      const startedAt = settings.clock.now();
      for (let token = ""; ; ) {
        const query = token === "" ? since : `${since}&continuationToken=${encodeURIComponent(token)}`;
        const page = await list(addressBelow(project, builds(), query), runsAdvice, signal);
        const records = page.entries.map(parseRun);
        const news = recordsBeside(ids, records);
        // Services have been seen to give the first page once more in place of the next.
        if (records.length > 0 && news.length === 0) throw endlessList("gives the same runs once more");
        yield news;
        token = page.continuationToken;
        if (token === "") return;
        if (tokens.has(token)) throw endlessList("names a page again that it has already given");
        tokens.add(token);
        if (tokens.size >= maxPages) throw endlessList(`does not end after ${maxPages} pages`);
        if (settings.clock.now() - startedAt > maxRunsSeconds * 1000)
          throw endlessList(`takes longer than ${maxRunsSeconds} s`);
      }
    },

    async logsOf(runId, signal) {
      const { entries } = await list(
        addressBelow(project, builds(String(runId), "logs")),
        credentialAdvice,
        signal,
      );
      return entries.map(parseLog);
    },

    readLog: (runId, logId, read, signal) =>
      http.send(
        {
          address: logAddress(runId, logId),
          accept: "text/plain",
          retry: "reads",
          deadlineSeconds: logDeadlineSeconds,
          advice: credentialAdvice,
          signal,
        },
        (answer) => {
          refuseSignInPage(answer);
          expectStatus200(answer);
          return read(answer.body);
        },
      ),

    logAddress,
    runPage: (runId) => addressBelow(project, ["_build", "results"], `buildId=${runId}`),
    dispose: () => http.dispose(),
  };
}

/** The records whose ids are not among the known ones, each id once; adds them to those. */
function recordsBeside(knownIds: Set<number>, records: readonly RunRecord[]): RunRecord[] {
  return records.filter((record) => {
    const id = idOf(record);
    if (id === undefined) return true;
    const isNew = !knownIds.has(id);
    knownIds.add(id);
    return isNew;
  });
}

function endlessList(how: string): Error {
  return new Error(
    `build service: the list of runs cannot be read to its end, because it ${how}. ` +
      "A monitor that cannot see everything does not report; run it again.",
  );
}

/** The sign-in page comes as 203, or as 200 with HTML, in place of a plain 401. */
const signInPage = "a sign-in page, so the credential does not work";

function refuseSignInPage(answer: HttpAnswer): void {
  const isPage = /^text\/html\b/i.test(answer.header("content-type") ?? "");
  if (answer.status === 203 || isPage) throw new Unreadable(signInPage);
}

/** Whether a fault tells of a credential that does not work or may not read. */
function isCredentialFault(fault: HttpFault): boolean {
  if (fault.kind === "unreadable") return [signInPage, htmlPage].includes(fault.what);
  if (fault.kind !== "status") return false;
  const { status, serviceMessage } = fault;
  // No status below 300 is a fault: this is every redirect.
  return status < 400 || status === 401 || status === 403 || serviceMessage.includes("TF400813");
}

const tooOften = "The service limits how often it may be asked: run the monitor less often.";

/** What to do when the list of runs cannot be had, for another reason than the credential. */
function adviceOnRuns(fault: HttpFault): string {
  switch (fault.kind) {
    case "unreadable":
      return "";
    case "paused":
      return tooOften;
    case "notSent":
    case "broken":
    case "timeout":
      return fault.kind === "notSent" && isCertificateFault(fault.code)
        ? certificateAdvice
        : "Check `url_base`, and that the agent reaches the host (proxy, firewall).";
    case "status":
      return (
        adviceByStatus[fault.status] ??
        "The service has trouble of its own: see its status page, and run again."
      );
  }
}

const adviceByStatus: Record<number, string> = {
  400: "Check `url_params` in the configuration.",
  404: "Check `url_base`, `organization` and `project`; what the credential may not see is also not found.",
  429: tooOften,
};
