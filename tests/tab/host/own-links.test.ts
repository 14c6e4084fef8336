import assert from "node:assert/strict";
import { withOwnLinks } from "../../../tab/host/own-links";
import { quietHour } from "../example-reports";
import { problem } from "../geometry/night-stage";

const organization = "https://dev.azure.com/contoso";
const linksOf = (url: string) => {
  const report = { ...quietHour(), problems: [problem({ runUrl: url, logUrl: url, runbookUrl: url })] };
  const told = withOwnLinks(report, organization);
  const [{ runUrl, logUrl, runbookUrl } = assert.fail()] = told.kind === "monitor" ? told.problems : [];
  return [runUrl, logUrl, runbookUrl];
};

describe("the links of a report", () => {
  for (const own of [
    "https://dev.azure.com/contoso/Shop/_build/results?buildId=7",
    "https://contoso.visualstudio.com/Shop/_build/results?buildId=7",
  ])
    it(`to runs and logs may lead to ${own}`, () => assert.deepEqual(linksOf(own), [own, own, own]));

  for (const other of [
    "https://dev.azure.com/contoso-evil/Shop/_build/results?buildId=7",
    "https://dev.azure.com.evil.example/contoso/_build/results?buildId=7",
    "https://evil.example/dev.azure.com/contoso/",
    "no address",
  ])
    it(`to runs and logs may not lead to ${other}, and the one to the runbook may`, () =>
      assert.deepEqual(linksOf(other), [undefined, undefined, other]));
});
