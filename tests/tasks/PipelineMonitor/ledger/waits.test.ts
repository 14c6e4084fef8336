import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { waitingRun } from "../../../../tasks/PipelineMonitor/checks/waiting-runs";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { decide } from "../../../../tasks/PipelineMonitor/ledger/decide";
import { failedRun } from "../failed-run";
import { folded } from "./fold-stage";
import { configWith, hour, now } from "./ledger-stage";

const run: Run = failedRun({ status: "inProgress", result: "", finishTime: undefined });
const chat = { id: "chat", kind: "chat", takes: () => true } as const;
const usual = configWith({ notify: "changes", check_unfinished: true });

function waiting(since: number): Note {
  const window = sinceLast(now * 1000, { until: now - hour });
  const wait = { kind: "approval", stage: "", since, until: undefined, isOpen: true } as const;
  const found = waitingRun(run, wait, { config: usual, window }, new URL("https://h/1"));
  return "note" in found ? found.note : assert.fail();
}

describe("the note of a run that waits for a person", () => {
  const foundIn = (known: readonly Entry[], note: Note, config = usual) => {
    const { entries, found } = folded(known, { config, notes: [note], lookedFor: ["stuck"] });
    return entries.map((entry) => {
      const ofEntry = found.get(entry.key) ?? [];
      const { act } = decide(entry, chat, { config, now, remembers: true, found: ofEntry });
      const told = act === "tell" ? { chat: { at: now, count: 1 } } : entry.told;
      return { act, entry: { ...entry, told } };
    });
  };
  const entriesOf = (all: ReturnType<typeof foundIn>) => all.map(({ entry }) => entry);
  const actsOf = (...hours: ReturnType<typeof foundIn>[]) =>
    hours.map((all) => all.map(({ act }) => act).join());

  it("is told once, and the run's next wait once more", () => {
    const first = foundIn([], waiting(now - hour));
    const same = foundIn(entriesOf(first), waiting(now - hour));
    const next = foundIn(entriesOf(same), waiting(now - 60));
    assert.deepEqual(actsOf(first, same, next), ["tell", "hold", "forget,tell"]);
  });

  it("waits until a maintenance window is over", () => {
    const quiet = configWith({ ...usual.keys, quiet: [{ schedule: "0 0 * * *", hours: 24 }] });
    const held = foundIn([], waiting(now - hour), quiet);
    const later = foundIn(entriesOf(held), waiting(now - hour));
    assert.deepEqual(actsOf(held, later), ["hold", "tell"]);
  });
});
