import * as v from "valibot";
import { readSecretVariable } from "../../../../shared/agent/inputs";
import type { TaskContext } from "../../../../shared/agent/task";
import { messageOf } from "../../../../shared/errors";
import { memberAt } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { type AlertSender, createPager, type Pager } from "../../../../shared/paging/delivery";
import type { Alert, PagingAccount } from "../../../../shared/paging/service";
import { type PagingKind, pagingKinds, pagingServices } from "../../../../shared/paging/services";
import type { Sanitize } from "../../../../shared/text/sanitize";
import { takesSeverities, unopenedWarnings, usualSeverities } from "../../alerts/severities";
import { importanceList } from "../../config/alert-schema";
import { fingerprint } from "../../config/fingerprint";
import type { Config } from "../../config/parse";
import type { StepInputs } from "../../config/part";
import { needsMemoryOfReports } from "../../config/problems";
import { described, optional } from "../../config/values";
import { variableName } from "../../config/variable-name";
import { feature } from "../../feature";
import { projectFingerprint } from "../../issue/ledger";
import type { TestResult } from "../../targets/channel";
import { type Alerts, alertStates, alertsAt, page, remembered } from "./alerts";
import type { UnreadRecords } from "./intents-file";

const aSource = "the name of an alert source, such as 01GW2G3V0S59R238FAHPDS1R66";

const pagingMembers = {
  kind: described(
    v.picklist(pagingKinds, '"pagerduty", "jsm" or "incidentio"'),
    "The service: PagerDuty, the operations of Jira Service Management, or incident.io.",
  ),
  key: described(variableName, "The environment variable that holds the key."),
  severities: optional(importanceList, "The severities for which somebody is paged.", {
    default: usualSeverities,
  }),
  region: optional(
    v.picklist(["us", "eu"], '"us" or "eu"'),
    "The region of a PagerDuty account. Default: us.",
  ),
  source: optional(
    v.pipe(v.string(aSource), v.regex(/^[\w-]{1,100}$/, aSource)),
    "The name of the alert source in incident.io, from the end of its URL.",
  ),
};

const pagingKeys = {
  paging: optional(
    objectOf(pagingMembers, "an object with kind and key"),
    "The service that opens an alert for each problem of these severities. Needs `notify`.",
    {
      example: { kind: "pagerduty", key: "PAGERDUTY_KEY", severities: ["high"] },
      page: "routes-and-paging.md#paging",
    },
  ),
};

/** A monitor has one. With another account, the same problems are told to that. */
const pagerId = fingerprint(["paging"]);

/** Opens an alert for each problem of some severities, and closes it when the problem is over. */
export const paging = pagingBy(openPager);

export function pagingBy(open: typeof openPager) {
  return feature({
    name: "paging",
    keys: pagingKeys,
    entryKeys: {},
    memory: {
      alertAccount: v.optional(v.string(), ""),
      alerts: v.optional(v.record(v.string(), v.picklist(alertStates)), {}),
      unreadRecords: v.optional(v.record(v.string(), v.number()), {}),
    },
    objects: [{ path: ["paging"], members: pagingMembers, isSilencing: true }],
    problems: pagingProblems,
    warnings: (value) =>
      memberAt(value, ["paging"]) === undefined
        ? []
        : unopenedWarnings(value, "paging", { never: "nobody is ever paged", purpose: "to page for" }),
    inputs: ({ paging }, step) => paging && readPagingKey(paging.key, step),
    hasTargets: true,
    read({ keys, config, inputs: secret = "" }) {
      if (keys.paging === undefined) return undefined;
      const { kind, key: setIn, severities = usualSeverities, region = "us", source = "" } = keys.paging;
      return {
        open: ({ memory, keep, ownRun, ...hour }) => ({
          targets(task) {
            const alertAccount = fingerprint([kind, region, source, secret]);
            const { product: name } = pagingServices[kind];
            const pager = open(kind, { key: secret, setIn, region, source }, task);
            const takes = takesSeverities(severities, config);
            const account = { id: pagerId, name, pager, takes };
            const remembering = {
              alerts: alertsAt(alertAccount, memory),
              unread: memory.unreadRecords,
              keep: (alerts: Alerts, unreadRecords: UnreadRecords) =>
                keep({ alertAccount, alerts: remembered(alerts), unreadRecords }),
              ownRun,
              ...hour,
            };
            return [
              {
                id: pagerId,
                name,
                kind: "pager",
                takes,
                isMention: () => false,
                opensLogPages: true,
                tell: (telling, context) => page(account, telling, remembering, context),
                test: () => tryPager({ name, pager }, config, ownRun, task),
                dispose: () => pager.dispose(),
              },
            ];
          },
        }),
      };
    },
  });
}

/** A variable that does not exist is a problem only if the step `posts`. */
function readPagingKey(name: string, { reader, agent, posts, locate }: StepInputs): string {
  const key = readSecretVariable(reader, agent, name);
  if (posts && agent.environment(name) === "")
    reader.problems.push(locate(`paging.key: ${name} is missing; ${agent.secretAdvice("", name)}`));
  return key;
}

/** The caller must call `dispose`. */
function openPager(kind: PagingKind, account: PagingAccount, { agent, clock }: TaskContext): Pager {
  return createPager(pagingServices[kind], account, agent.network, clock);
}

function pagingProblems(value: unknown): string[] {
  const parsed = v.safeParse(v.object(pagingKeys), value);
  const { paging } = parsed.success ? parsed.output : {};
  if (paging === undefined) return [];
  const { product, needsSource = false, hasRegions = false } = pagingServices[paging.kind];
  return [
    ...needsMemoryOfReports(value, "paging"),
    ...(needsSource && paging.source === undefined
      ? [`paging.source: missing; ${product} names it in the URL of the alert source`]
      : []),
    ...(!needsSource && paging.source !== undefined ? [`paging.source: ${product} has none; remove it`] : []),
    ...(!hasRegions && paging.region !== undefined ? [`paging.region: ${product} has none; remove it`] : []),
  ];
}

/** Opens an alert and resolves it. Throws only if it is cancelled. `name` is the service's. */
async function tryPager(
  { name, pager }: { name: string; pager: AlertSender },
  config: Config,
  ownRun: URL | undefined,
  { agent, clock, cancelled }: TaskContext,
): Promise<TestResult> {
  const alert = testAlert(config, ownRun, agent.sanitize, clock.now());
  let failed = `${name} did not accept the test alert.`;
  try {
    await pager.open(alert, cancelled);
    failed = `${name} accepted the test alert, but did not resolve it. Resolve it by hand.`;
    await pager.close(alert.key, cancelled);
    return { result: "Succeeded", text: `${name} accepted the test alert, and resolved it.` };
  } catch (failure) {
    cancelled.throwIfAborted();
    return { result: "Failed", text: `${failed} ${messageOf(failure)}` };
  }
}

/** It has one key for each project, so the next test also resolves what an earlier one left open. */
function testAlert(config: Config, run: URL | undefined, sanitize: Sanitize, at: number): Alert {
  return {
    key: fingerprint(["test alert", projectFingerprint(config)]),
    title: sanitize("Test alert from Pipeline Monitor, which resolves it at once"),
    severity: "info",
    at,
    source: sanitize(config.project.href),
    details: { problem: sanitize("None. This alert tests the connection to the paging service.") },
    links: run === undefined ? [] : [{ label: "Run", href: sanitize(run.href) }],
  };
}
