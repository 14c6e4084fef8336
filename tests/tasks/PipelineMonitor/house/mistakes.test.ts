// Needs: mutes, paging, routes, tickets
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { features } from "../../../../tasks/PipelineMonitor/features";
import { readSetup } from "../../../../tasks/PipelineMonitor/setup";
import { useSetup } from "../config/setup-stage";
import { goodConfig } from "../good-config";

const limits = { max_proc_time: 900, min_proc_time: 30 };
const entry = (keys: object) => ({ pipelines: { default: limits, invoices: keys } });
const key = "a1b2c3d4e5f60718293a4b5c6d7e8f90";
const url = "https://hooks.slack.com/services/T0/B0/canary";

/** What people write into the configuration by mistake, and what the answer has to say. All but the first are keys beside `goodConfig`. */
const mistakes: readonly [keys: object, answers: readonly RegExp[]][] = [
  // Types.
  [{ test_flag: "false" }, [/^monitor\.json, line 6: test_flag: expected true or false, got "false"$/]],
  [{ run_ct_min: "10" }, [/line 7: run_ct_min: expected a whole number/]],
  [{ queue_time_max: "5 min" }, [/line 8: queue_time_max: expected a whole number of seconds/]],
  [
    entry({ max_proc_time: "1h" }),
    [/line \d+: pipelines\.invoices\.max_proc_time: expected a whole number of seconds/],
  ],
  [
    { pipelines: [{ name: "invoices" }] },
    [/pipelines: expected an object that maps pipeline names to settings/],
  ],
  [{ pipelines: { invoices: {} } }, [/line 9: pipelines\.default: missing; expected an object of settings/]],
  [{ test_flag: undefined }, [/^monitor\.json: test_flag: missing; expected true or false$/]],
  [{ notify: true }, [/notify: expected "all" or "changes", got true/]],
  [{ notify: "change" }, [/notify: expected "all" or "changes", got "change"/]],
  [{ preset: "default" }, [/preset: expected "standard"/]],
  [{ time_zone: "CET+1" }, [/time_zone: expected the IANA name of a time zone, such as Europe\/Berlin/]],
  [entry({ schedule: "0 2 * *" }), [/schedule: "0 2 \* \*" has 4 fields; expected five/]],
  [entry({ severity: "critical" }), [/severity: expected "high", "normal" or "info", got "critical"/]],
  [entry({ runbook: "wiki/invoices" }), [/runbook: expected an https URL without a user name/]],
  [entry({ owner: "" }), [/owner: expected a name or a mention of 1 to 100 characters/]],
  // Lists count from one, and the line says which one is meant.
  [
    { quiet: [{ schedule: "0 2 * * Sun", hours: 4 }, { schedule: "0 3 * * Sun" }] },
    [/line 27: quiet\.2\.hours: missing; expected a number of hours/],
  ],
  [{ branches: ["main", 5] }, [/branches\.2: expected a list of 1 to 100 branches/]],
  // The address. microsoft/azure-devops-auth-samples#41, github/gh-actions-importer#227
  [{ organization: "https://dev.azure.com/contoso" }, [/organization: is a URL; write "contoso"/]],
  [
    { organization: `https://me:${key}@dev.azure.com/contoso` },
    [/organization: is a URL; write only the name/],
  ],
  [{ url_base: "https://dev.azure.com" }, [/line 4: url_base: must end with a slash/]],
  [{ url_base: "dev.azure.com/" }, [/url_base: must be a full URL/]],
  [
    { url_base: "https://dev.azure.com/contoso/" },
    [/url_base: ends before the organization; write "https:\/\/dev\.azure\.com\/"/],
  ],
  [
    { url_base: "https://contoso.visualstudio.com/" },
    [/url_base: has the organization in it already; write "https:\/\/dev\.azure\.com\/"/],
  ],
  [{ url_base: "https://dev.azure.com/contoso/Night%20Shift/" }, [/url_base: ends before the organization/]],
  [{ project: "contoso/Night Shift" }, [/project: expected a name without slashes/]],
  [{ url_params: "api-version=7.1" }, [/url_params: expected parameters that start with &/]],
  [{ url_params: "&top=5" }, [/url_params: has no api-version; add &api-version=7\.1/]],
  // Keys in the wrong place.
  [
    { owner: "Ops" },
    [/line \d+: owner: unknown key, ignored; move it to `pipelines\.default`, or to an entry$/],
  ],
  [{ max_proc_time: 900 }, [/max_proc_time: unknown key, ignored; move it to `pipelines\.default`/]],
  [
    entry({ time_zone: "UTC" }),
    [/invoices\.time_zone: unknown key, ignored; move it to the top of the file/],
  ],
  [entry({ notify: "changes" }), [/invoices\.notify: .*move it to the top of the file/]],
  [
    entry({ webhook: url }),
    [/invoices\.webhook: .*the input `webhookUrl` of the step, or in a variable that a route names/],
  ],
  [{ webhookUrl: url }, [/webhookUrl: .*the input `webhookUrl` of the step/]],
  [{ heartbeat: url }, [/heartbeat: .*map HEARTBEAT_URL under `env`/]],
  [entry({ heartbeat_url: url }), [/heartbeat_url: .*map HEARTBEAT_URL under `env`/]],
  [{ token: key }, [/token: .*map BUILD_AUTH under `env`/]],
  [{ chatFormat: "slack" }, [/chatFormat: .*an input of the step, not a key of the file/]],
  // Spelling.
  [{ run_ct_mim: 5 }, [/run_ct_mim: unknown key, ignored\..* `run_ct_min`\?$/]],
  [entry({ check_flg: false }), [/invoices\.check_flg: unknown key, ignored\..* `check_flag`\?$/]],
  [{ route: [{ webhook: "A" }] }, [/route: unknown key, ignored\..* `routes`\?$/]],
  [
    { routes: [{ owner: ["Ops"], webhook: "A" }] },
    [/routes\.1\.owner: unknown key, which could silence .* `owners`\?$/],
  ],
  // Secrets in the file.
  [{ routes: [{ webhook: url }] }, [/routes\.1\.webhook: .*not the secret itself.*, got something else$/]],
  [
    { routes: [{ webhook: "my webhook" }] },
    [/routes\.1\.webhook: .*such as BILLING_WEBHOOK, got something else$/],
  ],
  [
    { notify: "changes", paging: { kind: "pagerduty", key } },
    [/paging\.key: .*not the secret itself.*, got something else$/],
  ],
  [
    { notify: "changes", paging: { kind: "jsm", key: "BUILD_AUTH" } },
    [/paging\.key: .*no other credential of the step/],
  ],
  [{ chat: key }, [/^monitor\.json, line \d+: chat: unknown key, ignored$/]],
  [{ project: { url } }, [/project: expected a name without slashes, such as contoso, got an object/]],
  // What has no effect, alone.
  [{ remind_hours: 5 }, [/remind_hours: has no effect without "notify": "changes"/]],
  [entry({ mute_reason: "x" }), [/mute_reason: has no effect without mute_until/]],
  [entry({ min_proc_time: 1000 }), [/min_proc_time 1000 is more than max_proc_time 900/]],
  [{ tickets: { type: "Task" } }, [/tickets: needs the memory .*; add "notify": "changes"/]],
  [
    { notify: "changes", tickets: { type: "Task" } },
    [/tickets: no pipeline has the severity high, so no work item is ever opened; add "severity": "high"/],
  ],
  [{ routes: [{ owners: ["Ops"], webhook: "A" }] }, [/routes\.1\.owners: no pipeline has the owner "Ops"/]],
];

describe("mistakes in the configuration", () => {
  const { agentWith, folder } = useSetup();

  /** All problems and warnings of a step. */
  const answersTo = (file: object, environment: Record<string, string> = {}) => {
    const agent = agentWith(
      {},
      { environment: { A: "https://chat.example/hooks/a-canary", ...environment } },
    );
    writeFileSync(join(folder(), "monitor.json"), JSON.stringify(file, null, 1));
    const problems: string[] = [];
    try {
      readSetup(agent, features);
    } catch (error) {
      assert.ok(error instanceof Error);
      const [first = "", ...others] = error.message.split("\n");
      problems.push(...(others.length === 0 ? [first] : others.map((line) => line.replace(/^- /, ""))));
    }
    return { problems, answers: [...problems, ...agent.warnings] };
  };

  for (const [keys, expected] of mistakes)
    it(`are answered once, with the file, with what to write, and no secret: ${JSON.stringify(keys)}`, () => {
      const { answers } = answersTo({ ...goodConfig, ...keys });
      assert.equal(answers.length, expected.length, answers.join("\n"));
      for (const [index, answer] of expected.entries()) assert.match(answers[index] ?? "", answer);
      for (const answer of answers) assert.match(answer, /^monitor\.json(?:, line \d+)?: /);
      for (const secret of [key, "canary"]) assert.ok(!answers.join().includes(secret), answers.join());
    });

  it("that take no effect keep no report from going out", () => {
    const idle = mistakes.filter(([, [answer]]) => /no pipeline has|has no effect/.test(String(answer)));
    assert.ok(idle.length >= 4);
    for (const [keys] of idle) assert.deepEqual(answersTo({ ...goodConfig, ...keys }).problems, []);
  });
});
