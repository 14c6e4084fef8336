import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "../../../../tasks/DomainRegister/tools/program";
import { root } from "../../../root";

describe("command line of DomainRegister", () => {
  it("takes every input of the manifest", () => {
    const path = join(root, "tasks", "DomainRegister", "task.json");
    const manifest: { inputs: { name: string }[] } = JSON.parse(readFileSync(path, "utf8"));
    assert.deepEqual([...program.names].sort(), manifest.inputs.map(({ name }) => name).sort());
  });
});
