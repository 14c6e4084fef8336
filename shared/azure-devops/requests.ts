import type { Readable } from "node:stream";
import { type Clock, wait } from "../clock";
import { oneAtATime, readJsonBody } from "../http/body";
import { createHttpClient, type HttpClient } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { expectStatus200, type HttpRequest, type HttpResponse } from "../http/request";
import type { RetryRule } from "../http/retry";
import { urlBelow } from "../http/url";
import {
  adviceOnIdentity,
  adviceOnRuns,
  describeRefusals,
  isCredentialProblem,
  isRefusal,
  refuseSignInPage,
} from "./advice";
import { apiVersionOf } from "./queries";

/** The credential for the build service, and how to reach the service. */
export interface RequestSettings {
  /** Reads the value of the Authorization header; a new one, if there is any, after the service has rejected the last. */
  authorization: (rejected?: string) => Promise<string>;
  /** For a request that is rejected because of the credential. */
  credentialAdvice: string;
  /** For a first request that is rejected or finds nothing: a sentence on what may be wrong with its address. */
  doubt?: string | undefined;
  network: NetworkSettings;
  clock: Clock;
}

/** One without a body reads, and may be repeated. Any other is sent once, unless it says that it reads. */
interface Asked extends Partial<HttpRequest> {
  url: URL;
  signal: AbortSignal;
  /** For problems of the credential; by default, the settings' own. */
  credentialAdvice?: (problem: HttpProblem) => string;
  /** Whether 204 is a response, too. */
  mayBeEmpty?: boolean;
}

interface AskedJson extends Asked {
  /** Enough for what describes one run or a few pipelines, by default. */
  maxBytes?: number;
  /** Gets the response before its body: a large one arrives long after the date in its header. */
  begins?: (response: HttpResponse) => void;
}

/** The service returns up to 5000 runs a page, of 4 KB each. */
export const maxListBytes = 24 * 1024 * 1024;
/** A run has up to thousands of logs, or of steps and their errors. */
const maxRunBytes = 4 * 1024 * 1024;
const jsonDeadlineSeconds = 60;
const textDeadlineSeconds = 300;
/** The pause after a refusal that may pass. */
const refusedSeconds = 5;

/** A request for a list of runs, or of what else a project may have thousands of. */
export const asRunList = { advice: adviceOnRuns, maxBytes: maxListBytes };

/** The part of a project that one scope of a token opens: `…/_apis/build`. */
function areaOf({ pathname }: URL): string {
  return /^.*?\/_apis\/[^/]*/.exec(pathname)?.[0] ?? pathname;
}

function retryOf({ retry, body }: Asked): RetryRule {
  return retry ?? (body === undefined ? "reads" : "never");
}

type Read<T> = (response: HttpResponse) => Promise<T>;

/**
 * Sends requests with the credential. A refusal after a good response with the same credential may pass, so a request that
 * reads is repeated once.
 */
function withCredential(http: HttpClient, settings: RequestSettings) {
  const accepted = new Set<string>();

  const sendAs = <T>(
    authorization: string,
    { mayBeEmpty = false, credentialAdvice = () => settings.credentialAdvice, ...target }: Asked,
    read: Read<T>,
  ) =>
    http.send(
      {
        accept: "application/json",
        retry: retryOf(target),
        deadlineSeconds: jsonDeadlineSeconds,
        ...target,
        headers: { ...target.headers, authorization },
        advice: (problem) => {
          const advice =
            adviceOnIdentity(problem) ||
            (isCredentialProblem(problem) && credentialAdvice(problem)) ||
            (target.advice?.(problem) ?? "");
          const { doubt = "" } = settings;
          const isDoubtful =
            accepted.size === 0 && (isCredentialProblem(problem) || statusOf(problem) === 404);
          return doubt !== "" && isDoubtful ? `${doubt} ${advice}`.trimEnd() : advice;
        },
      },
      (response) => {
        refuseSignInPage(response);
        if (!mayBeEmpty || response.status !== 204) expectStatus200(response);
        return read(response);
      },
    );

  async function repeat<T>(refused: HttpError, authorization: string, target: Asked, read: Read<T>) {
    const wasAccepted = accepted.has(areaOf(target.url));
    const mayBeReplaced = wasAccepted || statusOf(refused.problem) === 401;
    const replacement = mayBeReplaced ? await settings.authorization(authorization) : authorization;
    if (replacement === authorization && !wasAccepted) throw refused;
    // The client itself waits as long as the service asks.
    if (wasAccepted) await wait(settings.clock, refusedSeconds * 1000, target.signal);
    return sendAs(replacement, target, read).catch((second: unknown) => {
      const isSecond = wasAccepted && second instanceof HttpError && isRefusal(second.problem);
      throw isSecond ? new Error(describeRefusals(second)) : second;
    });
  }

  return async <T>(target: Asked, read: Read<T>): Promise<T> => {
    // Without time left for the request, there is no point in waiting for its token.
    target.signal.throwIfAborted();
    const authorization = await settings.authorization();
    try {
      const value = await sendAs(authorization, target, read);
      accepted.add(areaOf(target.url));
      return value;
    } catch (error) {
      if (retryOf(target) !== "reads" || !(error instanceof HttpError) || !isRefusal(error.problem))
        throw error;
      return repeat(error, authorization, target, read);
    }
  };
}

/** Opens an HTTP client of the build service. All its requests throw `HttpError`, the error of `authorization`, or the reason of the signal. */
export function createRequests(settings: RequestSettings, maxConnections: number) {
  const http = createHttpClient({
    service: "build service",
    // Makes the service respond with a plain 401 instead of a redirect to its sign-in page.
    headers: { "x-tfs-fedauthredirect": "Suppress" },
    network: settings.network,
    clock: settings.clock,
    maxConnections,
    shown: (url) => url.href,
  });
  const send = withCredential(http, settings);
  // Several at once would take several times the memory.
  const largeBodyTurn = oneAtATime();
  return {
    /** Turns the JSON of a response into a value; undefined is an empty response, where that is one. */
    json: <T>(
      { maxBytes = maxRunBytes, begins, ...request }: AskedJson,
      parse: (body: unknown, response: HttpResponse) => T,
    ): Promise<T> =>
      send(request, async (response) => {
        begins?.(response);
        const isEmpty = response.status === 204;
        const body = isEmpty ? undefined : await readJsonBody(response.body, maxBytes, largeBodyTurn);
        return parse(body, response);
      }),
    text: <T>(request: Asked, read: (body: Readable) => Promise<T>): Promise<T> =>
      send({ accept: "text/plain", deadlineSeconds: textDeadlineSeconds, ...request }, ({ body }) =>
        read(body),
      ),
    dispose: http.dispose,
  };
}

/** A project of the build service, as all clients read it. */
export type Project = ReturnType<typeof openProject>;

export interface ProjectSettings extends RequestSettings {
  /** Ends in its name. */
  project: URL;
  /** Appended to the query of the run list; begins with `&`. */
  listParameters: string;
  /** Whether a run that partially succeeded is read as one that succeeded, against rule 5.2. */
  partlyIsSuccess: boolean;
}

/** The caller must call `dispose`. */
export function openProject(settings: ProjectSettings, maxConnections: number) {
  const { project, listParameters, partlyIsSuccess, clock } = settings;
  const version = apiVersionOf(listParameters);
  return {
    ...createRequests(settings, maxConnections),
    project,
    listParameters,
    partlyIsSuccess,
    clock,
    /** The version of the API as a further parameter of a query; empty if the configuration has none. */
    version,
    /** The query of what is about one run or pipeline. */
    ofOne: version.slice(1),
    /** The URL of something below the API of the project. */
    at: (path: readonly string[], query = "") => urlBelow(project, ["_apis", ...path], query),
  };
}
