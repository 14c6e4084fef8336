import assert from "node:assert/strict";
import { createInputReader } from "../../../../../shared/agent/inputs";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import {
  type RouteContent,
  readRouteWebhooks,
  routeOf,
  routesBy,
  routesFor,
} from "../../../../../tasks/PipelineMonitor/features/routes/routes";
import { openChannel } from "../../../../../tasks/PipelineMonitor/targets/channel";
import { memoryAgent } from "../../../../memory-agent";
import { suggestion } from "../../../../sentences";
import { useSetup, webhook } from "../../config/setup-stage";
import { goodConfig, problemsOf as problemsWith } from "../../good-config";
import { parseConfig } from "../../parse-config";
import { memoryContext } from "../../report-stage";

const { default: defaults } = goodConfig.pipelines;
const entries = { invoices: { owner: "Billing team", severity: "high" }, lab: { severity: "info" } };
const parse = (routes: unknown, pipelines: object = entries) =>
  parseConfig({ ...goodConfig, routes, pipelines: { default: defaults, ...pipelines } });

describe("the routes of a configuration", () => {
  const taking = (routes: readonly RouteContent[], pipeline: string | undefined) => {
    const { pipelines } = parse(routes).config ?? assert.fail();
    return routesFor(routes.map(routeOf), pipelines, pipeline).map(({ webhook }) => webhook);
  };

  it("take a pipeline that all of their filters match", () => {
    const routes: RouteContent[] = [
      { pipelines: ["inv*"], webhook: "A" },
      { owners: ["Billing team"], severities: ["high", "info"], webhook: "B" },
      { pipelines: ["*"], severities: ["info"], webhook: "C" },
    ];
    const taken = ["invoices", "lab", "other"].map((pipeline) => taking(routes, pipeline));
    assert.deepEqual(taken, [["A", "B"], ["C"], []]);
  });

  it("leave what is about no pipeline to the step's own webhook, unless one has no filters", () => {
    assert.deepEqual(taking([{ pipelines: ["*"], webhook: "A" }], undefined), []);
    assert.deepEqual(taking([{ webhook: "A" }], undefined), ["A"]);
  });

  it("end with the first that stops and takes it", () => {
    const routes: RouteContent[] = [
      { severities: ["high"], webhook: "A", stop: true },
      { pipelines: ["*"], webhook: "B" },
    ];
    assert.deepEqual(taking(routes, "invoices"), ["A"]);
    assert.deepEqual(taking(routes, "lab"), ["B"]);
  });

  it("are warned of if they take nothing, and all others are told", () => {
    const routes = [
      { owners: ["Billing tema"], webhook: "A" },
      { webhook: "B", stop: true },
      { severities: ["normal"], webhook: "C" },
    ];
    const { problems, warnings, config } = parse(routes, { default: { ...defaults, severity: "high" } });
    assert.deepEqual(problems, []);
    assert.deepEqual(warnings, [
      'routes.1.owners: no pipeline has the owner "Billing tema"',
      "routes.3.severities: no pipeline has this severity, so the route takes nothing",
      "routes.3: takes nothing, because routes.2 takes everything and stops",
    ]);
    assert.deepEqual(config?.warnings, warnings);
  });

  it("are refused if they share a variable", () => {
    assert.deepEqual(parse([{ webhook: "B" }, { pipelines: ["*"], webhook: "B" }]).problems, [
      "routes.2.webhook: B is the webhook of an earlier route; combine the two",
    ]);
  });

  it("are nothing to warn of if one takes only some of what another does, or does not stop", () => {
    const given = { default: { ...defaults, owner: "Ops" }, ...entries };
    for (const filter of [{ owners: ["Ops"] }, { severities: ["high", "normal"] }, { pipelines: ["*"] }]) {
      const routes = [{ ...filter, webhook: "A", stop: true }, { webhook: "B" }];
      const { problems, warnings } = parse(routes, given);
      assert.deepEqual([problems, warnings], [[], []]);
    }
    assert.deepEqual(parse([{ owners: ["Billing tem"], webhook: "A" }]).warnings, [
      `routes.1.owners: no pipeline has the owner "Billing tem"${suggestion("Billing team")}`,
    ]);
    assert.deepEqual(parse([]).problems, ["routes: expected a list of 1 to 20 routes, got []"]);
  });

  it("are refused with a key that is not known, because they keep issues from the step's own webhook", () => {
    assert.deepEqual(parse([{ owner: ["Billing team"], webhook: "A" }]).problems, [
      `routes.1.owner: unknown key, which could silence more than you mean${suggestion("owners")}`,
    ]);
  });

  it("have the format of their chat's URL, unless one is named", () => {
    const formats: string[] = [];
    const made = routesBy((setup, task) => {
      formats.push(setup.chatFormat);
      return openChannel(setup, task);
    });
    const routes = [{ webhook: "A" }, { webhook: "B", chat_format: "slack" }];
    const value = { ...goodConfig, routes, pipelines: { default: defaults, ...entries } };
    const hour = { ...nothingBefore, keep: () => undefined, quiet: () => undefined };
    made
      .read({ config: parse(routes).config, value })
      ?.open?.(hour)
      .targets?.(memoryContext());
    assert.deepEqual(formats, ["auto", "slack"]);
  });

  it("hold the name of a variable, never a URL and never that of another credential", () => {
    const [other = ""] = problemsWith({ routes: [{ webhook: "BUILD_AUTH" }] });
    assert.match(other, /^routes\.1\.webhook: .*no other credential of the step/);
    const [problem = ""] = parse([{ webhook: "https://chat.example/hooks/canary" }]).problems;
    assert.match(problem, /^routes\.1\.webhook: expected the name of an environment .*, got something else$/);
  });
});

const hourBefore = { ...nothingBefore, keep: () => undefined, quiet: () => undefined };

describe("the webhooks of routes", () => {
  const { read, problemsOf } = useSetup();
  const routes = [{ pipelines: ["a*"], webhook: "A" }, { webhook: "B" }];
  const environment = { A: "https://a.example/hooks/canary-path-of-a-route", B: "https://b.example/" };

  it("are read from their variables, as secrets", () => {
    const agent = memoryAgent({ environment });
    const step = { agent, reader: createInputReader(agent), posts: true, webhook: undefined, locate: String };
    assert.equal(readRouteWebhooks(routes, step).get("A")?.href, environment.A);
    assert.deepEqual(read({ routes }, { environment }).exposed(environment.A, "canary-path-of-a-route"), []);
  });

  it("identify the routes, whatever their variables are called", () => {
    const idsOf = (given: readonly object[], of: Record<string, string>) => {
      const { features } = read({ routes: given }, { environment: of });
      const on = features.find(({ name }) => name === "routes");
      return (
        on
          ?.open?.(hourBefore)
          .targets?.(memoryContext())
          .map(({ id }) => id) ?? []
      );
    };
    const [a, b] = idsOf(routes, environment);
    const renamed = [{ pipelines: ["a*"], webhook: "FIRST" }, { webhook: "A" }];
    assert.deepEqual(idsOf(renamed, { FIRST: environment.A, A: environment.B }), [a, b]);
    const other = idsOf(routes, { ...environment, B: "https://other.example/" });
    assert.equal(other[0], a);
    assert.notEqual(other[1], b);
  });

  it("must exist and differ, also from the step's own, and one message says so, whatever else is wrong", () => {
    const twice = [...routes, { pipelines: ["c"], webhook: "C" }];
    const urls = { A: webhook, B: environment.B, C: "" };
    const problems = problemsOf({ routes: twice, run_ct_min: -5 }, { environment: urls });
    for (const problem of [
      /routes\.1\.webhook: A has the same URL as the step's own webhook; use each channel once/,
      /routes\.3\.webhook: C is missing; map a secret variable in the step: `env: { C: \$\(C\) }`/,
      /run_ct_min/,
    ])
      assert.match(problems, problem);
    const same = problemsOf({ routes }, { environment: { A: environment.B, B: environment.B } });
    assert.match(same, /routes\.2\.webhook: B has the same URL as A/);
    assert.doesNotMatch(same, /b\.example/);
  });

  it("are no addresses of a chat's page", () => {
    const problems = problemsOf(
      { routes },
      { environment: { ...environment, A: "https://discord.gg/abcdef" } },
    );
    assert.match(problems, /^A: is the address of a page of Discord, /);
  });

  it("may be missing with test_flag true, because nothing is posted", () => {
    assert.equal(problemsOf({ routes, test_flag: true }), "");
  });
});
