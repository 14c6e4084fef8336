import assert from "node:assert/strict";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { readSetup } from "../../../../tasks/PipelineMonitor/config/setup";
import { goodConfig } from "../good-config";
import { useSetup } from "./setup-stage";

describe("the paging of a configuration", () => {
  const parse = (paging: object, notify = "changes") => parseConfig({ ...goodConfig, notify, paging });

  it("is for high severities in an American account, if it says nothing else", () => {
    const usual = { variable: "PAGER", severities: ["high"], region: "us", source: "" };
    const [kind, key] = ["pagerduty", "PAGER"];
    assert.deepEqual(parse({ kind, key }).config?.paging, { kind, ...usual });
    const [severities, region] = [["high", "normal"], "eu"];
    assert.deepEqual(parse({ kind, key, severities, region }).config?.paging, {
      ...{ kind, ...usual },
      ...{ severities, region },
    });
    assert.equal(parse({ kind: "incidentio", key, source: "s-1" }).config?.paging?.source, "s-1");
  });

  it("needs the memory, and has just what its service asks for", () => {
    const source = (product: string) => `paging.source: ${product} has none; remove it`;
    const region = (product: string) => `paging.region: ${product} has none; remove it`;
    for (const [kind, problems] of [
      ["pagerduty", [source("PagerDuty")]],
      ["jsm", [source("Jira Service Management"), region("Jira Service Management")]],
      ["incidentio", [region("incident.io")]],
    ] as const)
      assert.deepEqual(parse({ kind, key: "PAGER", source: "s-1", region: "us" }).problems, problems);
    assert.deepEqual(parse({ kind: "incidentio", key: "PAGER" }, "all").problems, [
      'paging: needs the memory of what was reported; add "notify": "changes"',
      "paging.source: missing; incident.io names it in the URL of the alert source",
    ]);
  });

  it("says what is expected of its members", () => {
    const expected = (paging: object) =>
      parse({ kind: "jsm", key: "PAGER", ...paging }).problems.map((problem) =>
        problem.replace(/, got.*/, ""),
      );
    assert.deepEqual(expected({ region: "asia" }), ['paging.region: expected "us" or "eu"']);
    for (const source of ["", "a b", "/a", "x".repeat(101)])
      assert.deepEqual(expected({ source }), [
        "paging.source: expected the name of an alert source, such as 01GW2G3V0S59R238FAHPDS1R66",
      ]);
  });

  const { agentWith, problemsOf } = useSetup();
  const keys = { notify: "changes", paging: { kind: "jsm", key: "PAGER" } };

  it("has its key in a variable, as a secret, which only a test may lack", () => {
    const agent = agentWith(keys, { environment: { PAGER: "canary-key" } });
    assert.equal(readSetup(agent).pagingKey, "canary-key");
    assert.ok(agent.secrets.includes("canary-key"));
    const advice = "map a secret variable in the step: `env: { PAGER: $(PAGER) }`";
    assert.equal(problemsOf(keys), `paging.key: PAGER is missing; ${advice}`);
    assert.equal(readSetup(agentWith({ ...keys, test_flag: true })).pagingKey, "");
    assert.equal(readSetup(agentWith({})).pagingKey, "");
    const broken = { environment: { PAGER: "canary key" } };
    assert.equal(
      problemsOf(keys, broken),
      "PAGER: contains a space or a line break. Copy the credential again",
    );
  });
});
