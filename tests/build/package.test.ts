import assert from "node:assert/strict";
import { publisherProblems } from "../../build/package";

describe("what a publisher sets in the extension's manifest", () => {
  const problemsOf = (publisher: string, uri: string) =>
    publisherProblems({ publisher, repository: { type: "git", uri } });
  const uri = "https://git.example.org/keeper";

  it("is a publisher's ID, and an https URL without a slash at its end", () => {
    assert.deepEqual(problemsOf("contoso", uri), []);
    for (const wrong of ["", "keeper", "http://git.example.org/keeper", `${uri}/`])
      assert.deepEqual(problemsOf("contoso", wrong), [
        `vss-extension.json: repository.uri: expected an https URL without a slash at its end, got "${wrong}"`,
      ]);
  });

  it("is not one of the placeholders, each of which is named with what to set", () => {
    assert.deepEqual(problemsOf("your-publisher", "https://repository.invalid/keeper"), [
      "vss-extension.json: publisher is still the placeholder your-publisher: set the ID of your publisher, who answers its questions",
      "vss-extension.json: repository.uri is still the placeholder https://repository.invalid/keeper: set the URL " +
        "of your repository, which all links use and whose issues you answer",
    ]);
    assert.equal(problemsOf("your-publisher", uri).length, 1);
  });
});
