import assert from "node:assert/strict";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { withOwner } from "../../../../tasks/PipelineMonitor/targets/owner";
import { inOrder, notesOfView } from "../../../../tasks/PipelineMonitor/targets/view";
import { recovery, usual } from "../ledger/fold-stage";
import { chatId, configWith, failure, noteEntry, now, textOf, tooFew, worked } from "../ledger/ledger-stage";
import { projectReport } from "../report-stage";
import { reasons } from "../silences";

describe("the notes that are about no project", () => {
  const texts = (entry: Entry, act: "tell" | "tellEnd" | "forget", isFound = false) =>
    notesOfView(
      { entries: [], findings: new Map(isFound ? [[entry.key, [entry.content]]] : []) },
      [{ entry, to: chatId, act }],
      usual,
    ).map(textOf);

  it("are what was found, what waited, and ends, each once", () => {
    const entry = noteEntry();
    const over = { ...entry, end: { at: now, note: recovery(worked(now)) } };
    for (const isFound of [true, false]) assert.deepEqual(texts(entry, "tell", isFound), ["It is so."]);
    assert.deepEqual(texts(over, "tellEnd"), ["nightly import [20261120.3] is well again."]);
    assert.deepEqual(texts(entry, "forget", true), []);
  });
});

describe("what the configuration says of an issue", () => {
  const withOwners = configWith(
    {},
    {
      ...{ a: { owner: "@ops" }, b: { owner: "Ops", runbook: "https://wiki.example/b" } },
      c: { owner: "@ops", severity: "info" },
    },
  );
  const isMention = (owner: string) => owner.startsWith("@");

  it("is its owner, or whom to mention, its runbook and importance", () => {
    const alerts = ["a", "b", "c", "d"].map(
      (pipeline) => withOwner(failure({ pipeline }), withOwners, isMention).alert,
    );
    const none = { owner: "", mention: "", runbook: undefined, importance: "normal" };
    assert.deepEqual(alerts, [
      { ...none, mention: "@ops" },
      { ...none, owner: "Ops", runbook: new URL("https://wiki.example/b") },
      { ...none, importance: "info" },
      none,
    ]);
    assert.equal(withOwner(tooFew, withOwners, isMention).alert, undefined);
    const owned = (pipeline: string, owner: string) =>
      withOwner({ ...failure({ pipeline }), owner }, withOwners, isMention).alert;
    assert.deepEqual(owned("b", "Other"), {
      ...none,
      owner: "Ops",
      runbook: new URL("https://wiki.example/b"),
    });
    assert.deepEqual(owned("d", "Other"), { ...none, owner: "Other" });
    assert.deepEqual(owned("d", "@other"), { ...none, mention: "@other" });
  });

  it("leaves the groups of causes as they are, but for those of more or less importance", () => {
    const keyOf = (pipeline: string, key: string) => {
      const explanation = { sentence: [], line: "", name: [], group: { key, title: [] } };
      const issue = { ...failure({ pipeline }), explanation };
      return withOwner(issue, withOwners, isMention).explanation?.group?.key;
    };
    const [key, ...same] = ["a", "d", "e"].map((pipeline) => keyOf(pipeline, "x"));
    for (const other of same) assert.equal(other, key);
    assert.equal(keyOf("b", "x"), key);
    assert.equal(new Set([key, keyOf("c", "x"), keyOf("d", "y")]).size, 3);
  });

  it("puts important pipelines first, those that only inform last, and what is silenced below", () => {
    const config = configWith({}, { high: { severity: "high" }, info: { severity: "info" } });
    const told = ["high", "normal", "info"].map((pipeline) =>
      withOwner(failure({ pipeline }), config, isMention),
    );
    const kinds = ["hours", "threshold", "mute", "maintenance", "known"] as const;
    const silent = kinds.map((by): Issue => ({ ...failure(), silenced: { by: reasons[by], why: [] } }));
    const issues = [...told, ...silent];
    assert.deepEqual(inOrder(projectReport({ issues: [...issues].reverse() })).issues, issues);
  });
});
