import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type DomainSetup, readDomainSetup } from "../../../tasks/DomainRegister/setup";
import { memoryAgent } from "../../memory-agent";
import { root } from "../../root";
import { filledRequest } from "../../sandbox/filled-request";
import { temporaryFolder } from "../../temporary-folder";

/**
 * Whether a `visibleRule` of a task manifest holds for the values of inputs: comparisons by `=` and `!=`, joined by
 * `&&`, which binds closer, and `||`. Throws when it is none of that, or names an input that has no value.
 */
function isVisible(rule: string, values: Readonly<Record<string, string>>): boolean {
  return rule
    .split("||")
    .some((all) => all.split("&&").every((comparison) => holds(comparison.trim(), values)));
}

function holds(comparison: string, values: Readonly<Record<string, string>>): boolean {
  const [, name = "", operator, wanted] = /^(\w+) (=|!=) (\w+)$/.exec(comparison) ?? [];
  const value = values[name];
  if (value === undefined) throw new Error(`'${comparison}' is no comparison of an input`);
  return (value === wanted) === (operator === "=");
}

type Values = Record<string, string>;

interface Input {
  name: string;
  type: string;
  groupName?: string;
  visibleRule?: string;
  defaultValue?: string;
  required: boolean;
  options?: Values;
}

const manifest: { groups: { name: string; visibleRule?: string }[]; inputs: Input[] } = JSON.parse(
  readFileSync(join(root, "tasks", "DomainRegister", "task.json"), "utf8"),
);

/** The values of an input's list. Empty for a text. */
const choices = ({ type, options = {} }: Input): string[] =>
  type === "boolean" ? ["false", "true"] : Object.keys(options);

/** Every combination of the inputs that have a list of values. */
const combinations = (): Values[] =>
  manifest.inputs
    .filter((input) => choices(input).length > 0)
    .reduce<Values[]>(
      (known, input) =>
        known.flatMap((others) => choices(input).map((value) => ({ ...others, [input.name]: value }))),
      [{}],
    );

/** Porkbun does not say whether a response is definitive. */
const isPossible = ({ registrar, requireDefinitive }: Values): boolean =>
  registrar !== "porkbun" || requireDefinitive === "false";

function isShown({ groupName, visibleRule }: Input, values: Values): boolean {
  const rules = [visibleRule, manifest.groups.find(({ name }) => name === groupName)?.visibleRule];
  return rules.every((rule) => rule === undefined || isVisible(rule, values));
}

describe("inputs of DomainRegister that the page shows", () => {
  const folder = temporaryFolder();
  beforeEach(() => {
    const { domain: _, ...request } = Object(filledRequest);
    writeFileSync(join(folder(), "domain.json"), JSON.stringify({ ...request, period: 1 }));
    writeFileSync(join(folder(), "other.json"), JSON.stringify({ ...request, period: 2 }));
  });

  const texts = (registrar = ""): Record<string, [string, string]> => ({
    domain: ["example.org", "example.com"],
    requestFile: [join(folder(), "domain.json"), join(folder(), "other.json")],
    maxPrice: registrar === "godaddy" ? ["100", "200"] : ["1.00", "2.00"],
    currency: ["USD", "EUR"],
    receiptFolder: [folder(), tmpdir()],
    notedCharge: ["", "30.98 USD"],
    pollSeconds: ["30", "40"],
    waitMinutes: ["50", "60"],
    requestsPerMinute: ["60", "50"],
    rdapUrl: ["https://rdap.example/", "https://rdap.example/v1/"],
    expirationDate: ["2026-12-31", "2027-12-31"],
    recordStatuses: ["ok", "clientHold"],
    registrarConnection: ["", "registrar"],
    apiUrl: ["https://one.example/", "https://two.example/"],
  });

  /** The setup of a step with the credential that its registrar takes. */
  function setupOf(inputs: Values): DomainSetup {
    const { environment = "", registrar = "" } = inputs;
    const isSandbox = registrar === "porkbun" && environment === "test";
    const key = isSandbox ? "pk1_sb_key" : "the-key";
    const needsToken = registrar === "godaddyV3";
    return readDomainSetup(
      memoryAgent({
        inputs,
        environment: needsToken
          ? { REGISTRAR_TOKEN: "the-token" }
          : { REGISTRAR_API_KEY: key, REGISTRAR_API_SECRET: "the-secret" },
        connections: {
          registrar: {
            address: "https://three.example/",
            parameters: needsToken
              ? { apitoken: "another-token" }
              : { username: `${key}-2`, password: "another-secret" },
            fields: { environment, registrar },
          },
        },
      }),
    );
  }

  /** Whether inputs give the same setup. A problem is a difference. */
  function isSame(inputs: Values, before: DomainSetup): boolean {
    try {
      return isDeepStrictEqual(setupOf(inputs), before);
    } catch {
      return false;
    }
  }

  it("are exactly those that matter: a hidden one changes nothing", () => {
    const all = combinations().filter(isPossible);
    assert.equal(all.length, 3 * 2 * 3 * 2 * (2 * 2 + 1) * 2);
    // Seven divides none of the numbers of choices, so that a seventh of the combinations mixes all of them.
    for (const chosen of all.filter((_, index) => index % 7 === 0)) {
      const inputs = {
        ...Object.fromEntries(
          Object.entries(texts(chosen["registrar"])).map(([name, [value]]) => [name, value]),
        ),
        ...chosen,
      };
      const before = setupOf(inputs);
      for (const input of manifest.inputs.filter(({ name }) => isPossible({ ...chosen, [name]: "true" }))) {
        const values = texts(chosen["registrar"])[input.name] ?? choices(input);
        const other = values.find((value) => value !== inputs[input.name]) ?? assert.fail(input.name);
        const same = isSame({ ...inputs, [input.name]: other }, before);
        assert.equal(same, !isShown(input, inputs), `${input.name} with ${JSON.stringify(chosen)}`);
      }
    }
  });

  it("are enough: no problem arises while all hidden ones have their defaults", () => {
    for (const chosen of combinations().filter(isPossible)) {
      const given = manifest.inputs.map((input): [string, string] => {
        const value = chosen[input.name] ?? texts(chosen["registrar"])[input.name]?.[0] ?? "";
        return [input.name, isShown(input, chosen) ? value : (input.defaultValue ?? "")];
      });
      assert.doesNotThrow(() => setupOf(Object.fromEntries(given)), JSON.stringify(chosen));
    }
  });

  it("always include the required ones, and depend on inputs that are always shown", () => {
    for (const input of manifest.inputs.filter(({ required }) => required))
      for (const chosen of combinations()) assert.ok(isShown(input, chosen), input.name);
    const rules = [...manifest.groups, ...manifest.inputs].flatMap(({ visibleRule }) => visibleRule ?? []);
    assert.ok(rules.length > 3);
    for (const rule of rules) assert.match(rule, /^action !?= (check|validate|register)$/);
  });
});
