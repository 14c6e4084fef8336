import assert from "node:assert/strict";
import { chatFormatNames } from "../shared/chat/formats";
import { pagingKinds } from "../shared/paging/services";
import { registrars } from "../shared/registrar/registrars";
import { actions } from "../tasks/PipelineMonitor/actions";
import { builtInCauses } from "../tasks/PipelineMonitor/causes/built-in";
import { readPage } from "./pages";

const [, ...chatFormats] = chatFormatNames;
/** By their form, which a source that is mutated keeps. */
const metrics = [
  ...readPage("tasks/PipelineMonitor/features/metrics/body.ts").matchAll(/(?<=")[a-z_]+(?:\.[a-z]+)+(?=")/g),
].map(([name]) => name);

/** What somebody may add, and the files that have to name it besides its own: pages as code. */
const things: Record<string, { names: readonly string[]; places: readonly string[] }> = {
  "chat format": {
    names: chatFormats,
    places: [
      "docs/monitor/chats.md",
      "docs/monitor/configuration.md",
      "tasks/PipelineMonitor/task.json",
      "tests/sandbox/chat.ts",
    ],
  },
  "paging service": {
    names: pagingKinds,
    places: ["docs/monitor/routes-and-paging.md", "tests/faults/play-target.ts"],
  },
  registrar: {
    names: Object.keys(registrars),
    places: [
      "docs/domain/registrars.md",
      "tasks/DomainRegister/task.json",
      "vss-extension.json",
      "tests/shared/registrar/contract-stage.ts",
    ],
  },
  action: {
    names: ["monitor", ...Object.keys(actions)],
    places: ["docs/monitor/configuration.md", "tasks/PipelineMonitor/task.json"],
  },
  metric: { names: metrics, places: ["docs/monitor/metrics.md"] },
  "cause that metrics count": {
    names: builtInCauses.map(({ kind }) => kind),
    places: ["docs/monitor/metrics.md"],
  },
};

describe("what is added", () => {
  for (const [thing, { names, places }] of Object.entries(things))
    for (const place of places)
      it(`${thing}: each is in ${place}`, () => {
        assert.ok(names.length > 2);
        const text = readPage(place);
        const [begin, end] = place.endsWith(".md") ? ["`", "`"] : ["\\W", "[\"':,]"];
        const isNamed = (name: string) => new RegExp(`${begin}${name}${end}`).test(text);
        const forgotten = names.filter((name) => !isNamed(name));
        assert.deepEqual(forgotten, [], `${place} does not have the ${thing} ${forgotten.join(", ")}`);
      });
});
