import assert from "node:assert/strict";
import { withEarlier } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { withoutQuote } from "../../../../tasks/PipelineMonitor/ledger/quotes";
import { failedEntry, failure, noteEntry } from "./ledger-stage";

describe("withoutQuote", () => {
  const quoting = (name: string) => ({
    ...failure(),
    explanation: {
      ...{ sentence: [{ words: "Why: secret." }], line: "secret", sourcePlace: "a.ts:1", cause: "no space" },
      name: name === "" ? [] : [{ words: name }],
      group: { key: "k", title: [{ words: "secret" }] },
    },
  });

  it("removes the line of a log, and keeps the name of the cause", () => {
    const [named, unnamed] = ["agent lost", ""].map((name) => {
      const { content } = withoutQuote(failedEntry({ content: quoting(name) }));
      return "about" in content ? content.explanation : undefined;
    });
    const bare = { line: "", group: undefined, cause: "no space" };
    assert.deepEqual(unnamed, { ...bare, name: [], sentence: [] });
    const name = [{ words: "agent lost" }];
    assert.deepEqual(named, { ...bare, name, sentence: [{ words: "Why: " }, ...name, { words: "." }] });
    const plain = quoting("agent lost");
    const unsaid = { ...plain, explanation: { ...plain.explanation, sentence: [] } };
    const { content } = withoutQuote(failedEntry({ content: unsaid }));
    assert.deepEqual("about" in content && content.explanation?.sentence, []);
  });

  it("removes it from what was found before, too, and leaves notes as they are", () => {
    const entry = withEarlier(failedEntry(), quoting(""));
    assert.doesNotMatch(JSON.stringify(withoutQuote(entry)), /secret/);
    assert.deepEqual(withoutQuote(noteEntry()), noteEntry());
  });
});
