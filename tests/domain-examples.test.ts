import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { parseRequest } from "../tasks/DomainRegister/request/parse";
import { parseAccountRequest } from "../tasks/DomainRegister/request/parse-account-request";
import { type DomainSetup, readDomainSetup } from "../tasks/DomainRegister/setup";
import { memoryAgent, type SketchedConnection } from "./memory-agent";
import { exampleRequest } from "./packaged/register-stage";
import { pagePaths, readPage } from "./pages";
import { temporaryFolder } from "./temporary-folder";

const pages = [
  ...["README.md", "docs/marketplace.md", "tasks/DomainRegister/README.md"],
  ...pagePaths.filter((path) => path.startsWith("docs/domain/")),
];
const blocksOf = (page: string, language: string) =>
  [...readPage(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = ""]) => text);

/** The connections that the pages name: all the default registrar's. */
const connections: Record<string, SketchedConnection> = {
  registrar: {
    address: "https://api.godaddy.com/v1/domains/available?domain=example.com",
    parameters: { username: "the-key", password: "the-secret" },
    fields: { registrar: "godaddy" },
  },
};

/** The inputs of every step with the task within a pipeline. */
function inputsWithin(value: unknown): Record<string, string>[] {
  if (Array.isArray(value)) return value.flatMap(inputsWithin);
  if (typeof value !== "object" || value === null) return [];
  const { task, inputs }: { task?: unknown; inputs?: object } = value;
  if (typeof task !== "string") return Object.values(value).flatMap(inputsWithin);
  const given = Object.entries(inputs ?? {}).map(([name, text]) => [name, String(text)]);
  return task.startsWith("DomainRegister@") ? [Object.fromEntries(given)] : [];
}

describe("examples for DomainRegister", () => {
  const folder = temporaryFolder();

  /** The setup of a step, with a request file as its registrar needs it. Throws if anything is wrong. */
  function setupOf(inputs: Record<string, string>): DomainSetup {
    const path = join(folder(), "domain.json");
    writeFileSync(path, JSON.stringify(exampleRequest));
    const requestFile = inputs["requestFile"] === undefined ? "" : path;
    const agent = memoryAgent({ inputs: { ...inputs, requestFile }, connections });
    const setup = readDomainSetup(agent);
    assert.deepEqual(
      agent.warnings.filter((warning) => !warning.startsWith("receiptFolder")),
      [],
    );
    return setup;
  }

  for (const page of pages.filter((path) => blocksOf(path, "yaml").length > 0))
    it(`${page}: every step starts without a problem or a warning`, () => {
      const steps = blocksOf(page, "yaml").flatMap((text) => inputsWithin(parse(text)));
      assert.ok(steps.length > 0);
      for (const inputs of steps) assert.doesNotThrow(() => setupOf(inputs), JSON.stringify(inputs));
    });

  it("have request files without a problem or a warning", () => {
    const whole = JSON.parse(JSON.stringify(exampleRequest));
    const [contact = ""] = blocksOf("docs/domain/request-file.md", "json");
    const { problems, warnings } = parseRequest({ ...whole, contactTech: JSON.parse(contact) }, "");
    assert.deepEqual([problems, warnings], [[], []]);
    const ofAccount = [
      ...blocksOf("docs/domain/request-file.md", "json").slice(1),
      ...blocksOf("docs/domain/registrars.md", "json"),
      readPage("tasks", "DomainRegister", "account-request.example.json"),
    ];
    assert.equal(ofAccount.length, 3);
    for (const text of ofAccount) {
      const parsed = parseAccountRequest(JSON.parse(text), "example.org", true);
      assert.deepEqual([parsed.problems, parsed.warnings], [[], []], text);
    }
    const found = pages.flatMap((page) => (page.startsWith("docs/domain/") ? blocksOf(page, "json") : []));
    assert.equal(found.length, 3, "an example that no test reads");
  });
});
