import assert from "node:assert/strict";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { routesFor } from "../../../../tasks/PipelineMonitor/config/routes";
import { readSetup } from "../../../../tasks/PipelineMonitor/config/setup";
import { goodConfig, problemsOf as problemsWith } from "../good-config";
import { useSetup, webhook } from "./setup-stage";

const { default: defaults } = goodConfig.pipelines;
const entries = { invoices: { owner: "Billing team", severity: "high" }, lab: { severity: "info" } };
const parse = (routes: unknown, pipelines: object = entries) =>
  parseConfig({ ...goodConfig, routes, pipelines: { default: defaults, ...pipelines } });

describe("the routes of a configuration", () => {
  const taking = (routes: unknown, pipeline: string | undefined) => {
    const config = parse(routes).config ?? assert.fail();
    return routesFor(config, pipeline).map(({ variable }) => variable);
  };

  it("take a pipeline that all of their filters match", () => {
    const routes = [
      { pipelines: ["inv*"], webhook: "A" },
      { owners: ["Billing team"], severities: ["high", "info"], webhook: "B" },
      { pipelines: ["*"], severities: ["info"], webhook: "C" },
    ];
    assert.deepEqual(taking(routes, "invoices"), ["A", "B"]);
    assert.deepEqual(taking(routes, "lab"), ["C"]);
    assert.deepEqual(taking(routes, "other"), []);
  });

  it("leave what is about no pipeline to the step's own webhook, unless one has no filters", () => {
    assert.deepEqual(taking([{ pipelines: ["*"], webhook: "A" }], undefined), []);
    assert.deepEqual(taking([{ webhook: "A" }], undefined), ["A"]);
  });

  it("end with the first that stops and takes it", () => {
    const routes = [
      { severities: ["high"], webhook: "A", stop: true },
      { pipelines: ["*"], webhook: "B" },
    ];
    assert.deepEqual(taking(routes, "invoices"), ["A"]);
    assert.deepEqual(taking(routes, "lab"), ["B"]);
  });

  it("are refused if they take nothing, or share a variable, with all problems at once", () => {
    const routes = [
      { owners: ["Billing tema"], webhook: "A" },
      { webhook: "B", stop: true },
      { severities: ["normal"], webhook: "B" },
    ];
    assert.deepEqual(parse(routes, { default: { ...defaults, severity: "high" } }).problems, [
      'routes.0.owners: no pipeline has the owner "Billing tema"',
      "routes.2.webhook: B is the webhook of an earlier route; combine the two",
      "routes.2.severities: no pipeline has this severity, so the route takes nothing",
      "routes.2: takes nothing, because routes.1 takes everything and stops",
    ]);
  });

  it("are not refused if one takes only some of what another does, or does not stop", () => {
    const given = { default: { ...defaults, owner: "Ops" }, ...entries };
    for (const filter of [{ owners: ["Ops"] }, { severities: ["high", "normal"] }, { pipelines: ["*"] }])
      assert.deepEqual(
        parse([{ ...filter, webhook: "A", stop: true }, { webhook: "B" }], given).problems,
        [],
      );
    const { config, problems } = parse([{ webhook: "A" }, { webhook: "B", chat_format: "slack" }], given);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      config?.routes.map(({ chatFormat, isLast }) => [chatFormat, isLast]),
      [
        ["auto", false],
        ["slack", false],
      ],
    );
    assert.deepEqual(parse([{ owners: ["Billing tem"], webhook: "A" }]).problems, [
      'routes.0.owners: no pipeline has the owner "Billing tem". Did you mean `Billing team`?',
    ]);
    assert.deepEqual(parse([]).problems, ["routes: expected a list of 1 to 20 routes, got []"]);
  });

  it("are refused with a key that is not known, because they keep issues from the step's own webhook", () => {
    const [problem = ""] = parse([{ owner: ["Billing team"], webhook: "A" }]).problems;
    assert.equal(
      problem,
      "routes.0.owner: unknown key, which could silence more than you mean. Did you mean `owners`?",
    );
  });

  it("hold the name of a variable, never a URL", () => {
    const [problem = ""] = parse([{ webhook: "https://chat.example/hooks/canary" }]).problems;
    assert.match(
      problem,
      /^routes\.0\.webhook: expected the name of an environment variable, .*got something else$/,
    );
  });
});

describe("the variables of routes and paging", () => {
  it("are not those of another credential, which the configuration must not send elsewhere", () => {
    for (const name of ["BUILD_AUTH", "build_auth", "WEBHOOK_URL", "SYSTEM_ACCESSTOKEN", "ENDPOINT_AUTH_x"])
      assert.match(
        problemsWith({
          notify: "changes",
          routes: [{ webhook: name }],
          paging: { kind: "jsm", key: name },
        }).join("\n"),
        /^routes\.0\.webhook: .*no other credential of the step.*\npaging\.key: .*no other credential/,
        name,
      );
    for (const name of ["MY_BUILD_AUTH", "BUILD_AUTH_2", "_a", "A".repeat(100)])
      assert.deepEqual(problemsWith({ routes: [{ webhook: name }] }), [], name);
  });
});

describe("the webhooks of routes", () => {
  const { agentWith, problemsOf } = useSetup();
  const routes = [{ pipelines: ["a*"], webhook: "A" }, { webhook: "B" }];
  const environment = { A: "https://a.example/hooks/canary-path-of-a-route", B: "https://b.example/" };

  it("are read from their variables, as secrets", () => {
    const agent = agentWith({ routes, test_flag: false }, { environment });
    const { routeWebhooks } = readSetup(agent);
    assert.equal(routeWebhooks.get("A")?.href, environment.A);
    for (const secret of [environment.A, "canary-path-of-a-route"]) assert.ok(agent.secrets.includes(secret));
  });

  it("must exist and differ, also from the step's own, and one message says so, whatever else is wrong", () => {
    const twice = [...routes, { pipelines: ["c"], webhook: "C" }];
    const problems = problemsOf(
      { routes: twice, test_flag: false, run_ct_min: -5 },
      { environment: { A: webhook, B: environment.B, C: "" } },
    );
    assert.match(
      problems,
      /routes\.0\.webhook: A has the same URL as the step's own webhook; use each channel once/,
    );
    assert.match(
      problems,
      /routes\.2\.webhook: C is missing; map a secret variable in the step: `env: { C: \$\(C\) }`/,
    );
    assert.match(problems, /run_ct_min/);
    const same = { environment: { A: environment.B, B: environment.B } };
    assert.match(
      problemsOf({ routes, test_flag: false }, same),
      /routes\.1\.webhook: B has the same URL as A/,
    );
    assert.doesNotMatch(problemsOf({ routes, test_flag: false }, same), /b\.example/);
  });

  it("may be missing with test_flag true, because nothing is posted", () => {
    assert.equal(problemsOf({ routes, test_flag: true }), "");
  });
});
