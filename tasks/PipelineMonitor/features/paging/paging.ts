import * as v from "valibot";
import { readSecretVariable } from "../../../../shared/agent/inputs";
import type { TaskContext } from "../../../../shared/agent/task";
import { createPager, type Pager } from "../../../../shared/paging/delivery";
import { pagingServices } from "../../../../shared/paging/services";
import { fingerprint } from "../../config/fingerprint";
import type { StepInputs } from "../../config/part";
import { feature } from "../../feature";
import { takesSeverities } from "../../targets/severities";
import { page } from "./alerts";
import type { UnreadRecords } from "./intents-file";
import { type Paging, pagingKeys, pagingMembers, pagingOf } from "./keys";
import { pagingProblems } from "./rules";
import { type Alerts, alertStates, alertsAt, remembered } from "./states";
import { tryPager } from "./test-alert";

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
    inputs: ({ paging }, step) => paging && readPagingKey(paging.key, step),
    read: ({ keys, config, inputs: key = "" }) => keys.paging && { ...pagingOf(keys.paging), key, config },
    targets({ key, config, ...paging }, { memory, keep, ownRun, ...hour }, task) {
      const { kind, severities, region, source } = paging;
      const alertAccount = fingerprint([kind, region, source, key]);
      const { product: name } = pagingServices[kind];
      const pager = open(paging, key, task);
      const takes = takesSeverities(severities, config);
      const account = { id: pagerId, name, pager, takes };
      const remembering = {
        alerts: alertsAt(alertAccount, memory),
        unread: memory.unreadRecords,
        keep: (alerts: Alerts, unreadRecords: UnreadRecords) =>
          keep({ alertAccount, alerts: remembered(alerts), unreadRecords }),
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
  });
}

/** A variable that does not exist is a problem only if the step `posts`. */
function readPagingKey(name: string, { reader, agent, posts }: StepInputs): string {
  const key = readSecretVariable(reader, agent, name);
  if (posts && agent.environment(name) === "")
    reader.problems.push(`paging.key: ${name} is missing; ${agent.secretAdvice("", name)}`);
  return key;
}

/** The caller must call `dispose`. */
function openPager(
  { kind, variable, region, source }: Paging,
  key: string,
  { agent, clock }: TaskContext,
): Pager {
  const account = { key, setIn: variable, region, source };
  return createPager(pagingServices[kind], account, agent.network, clock);
}
