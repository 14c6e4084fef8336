import assert from "node:assert/strict";
import type { PagingAccount } from "../../../../../shared/paging/service";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import { pagingBy } from "../../../../../tasks/PipelineMonitor/features/paging/paging";
import { suggestion } from "../../../../sentences";
import { useSetup } from "../../config/setup-stage";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";
import { memoryContext } from "../../report-stage";

describe("the paging of a configuration", () => {
  const pipelines = { ...goodConfig.pipelines, invoices: { severity: "high" } };
  const parse = (paging: object, notify = "changes") =>
    parseConfig({ ...goodConfig, notify, paging, pipelines });

  it("is for high severities in an American account, if it says nothing else", () => {
    const accounts: PagingAccount[] = [];
    const made = pagingBy((_, account) => {
      accounts.push(account);
      return { open: async () => undefined, close: async () => undefined, dispose: () => undefined };
    });
    const takenBy = (paging: object) => {
      const value = { ...goodConfig, notify: "changes", paging, pipelines };
      const on = made.read({ config: parseConfig(value).config, value });
      const hour = { ...nothingBefore, keep: () => undefined, quiet: () => undefined };
      const [target] = on?.open?.(hour).targets?.(memoryContext()) ?? assert.fail();
      return ["invoices", "nightly import"].filter((name) => target?.takes(name));
    };
    const key = "PAGER";
    assert.deepEqual(takenBy({ kind: "pagerduty", key }), ["invoices"]);
    assert.deepEqual(takenBy({ kind: "pagerduty", key, severities: ["high", "normal"], region: "eu" }), [
      "invoices",
      "nightly import",
    ]);
    assert.deepEqual(takenBy({ kind: "incidentio", key, source: "s-1" }), ["invoices"]);
    const usual = { key: "", setIn: key, region: "us", source: "" };
    assert.deepEqual(accounts, [usual, { ...usual, region: "eu" }, { ...usual, source: "s-1" }]);
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

  it("is warned of without a pipeline of its severities, or of none in particular, which is of normal severity", () => {
    const warningsWith = (severities: string[] | undefined, some: object) => {
      const paging = { kind: "jsm", key: "PAGER", ...(severities && { severities }) };
      const all = { ...goodConfig.pipelines, ...some };
      return parseConfig({ ...goodConfig, notify: "changes", paging, pipelines: all }).warnings;
    };
    const [info, high] = [{ invoices: { severity: "info" } }, { "in*": { severity: "high" } }];
    const advice = (severity: string) =>
      `so nobody is ever paged; add "severity": "${severity}" to the entries of the pipelines to page for`;
    assert.deepEqual(warningsWith(undefined, info), [
      `paging: no pipeline has the severity high, ${advice("high")}`,
    ]);
    const unchecked = { "in*": { severity: "high", check_flag: false } };
    assert.deepEqual(warningsWith(undefined, unchecked), warningsWith(undefined, info));
    assert.deepEqual(warningsWith(["info", "high"], {}), [
      `paging.severities: no pipeline has the severity info or high, ${advice("info")}`,
    ]);
    const { default: usual } = goodConfig.pipelines;
    assert.deepEqual(warningsWith(undefined, { default: { ...usual, severity: "high" } }), []);
    assert.deepEqual(warningsWith(undefined, high), []);
    assert.deepEqual(warningsWith(["info", "high"], info), []);
    assert.deepEqual(warningsWith(["normal"], { default: { ...usual, severity: "info" } }), []);
  });

  it("names a variable that holds no other credential of the step", () => {
    const [problem = ""] = parse({ kind: "jsm", key: "BUILD_AUTH" }).problems;
    assert.match(problem, /^paging\.key: .*no other credential/);
  });

  it("refuses an unknown key, which could silence more than is meant", () => {
    assert.deepEqual(parse({ kind: "jsm", key: "K", severity: "high" }).problems, [
      `paging.severity: unknown key, which could silence more than you mean${suggestion("severities")}`,
    ]);
  });

  it("says what is expected of its members", () => {
    const expected = (paging: object) => parse({ kind: "jsm", key: "PAGER", ...paging }).problems.join();
    assert.match(expected({ region: "asia" }), /^paging\.region: expected "us" or "eu", got/);
    const name =
      /^paging\.source: expected the name of an alert source, such as 01GW2G3V0S59R238FAHPDS1R66, got/;
    for (const source of ["", "a b", "/a", "x".repeat(101)]) assert.match(expected({ source }), name);
  });

  const { read, problemsOf } = useSetup();
  const keys = { notify: "changes", paging: { kind: "jsm", key: "PAGER" }, pipelines };

  it("has its key in a variable, as a secret, which only a test may lack", () => {
    const { exposed } = read(keys, { environment: { PAGER: "canary-key" } });
    assert.deepEqual(exposed("canary-key"), []);
    const advice = "map a secret variable in the step: `env: { PAGER: $(PAGER) }`";
    assert.equal(problemsOf(keys), `monitor.json, line 1: paging.key: PAGER is missing; ${advice}`);
    assert.equal(problemsOf({ ...keys, test_flag: true }), "");
    const broken = problemsOf(keys, { environment: { PAGER: "canary key" } });
    assert.equal(broken, "PAGER: contains a space or a line break. Copy the credential again");
  });
});
