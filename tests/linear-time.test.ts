import assert from "node:assert/strict";
import { load } from "js-yaml";
import { unresolvedVariable } from "../shared/errors";
import { problemBehind } from "../shared/http/network-problem";
import { parseServiceError } from "../shared/http/service-error";
import { urlBelow } from "../shared/http/url";
import { readStatuses } from "../shared/rdap/statuses";
import { escapeMarkdown } from "../shared/text/markdown";
import { redactCredentials } from "../shared/text/redact";
import { oneLine } from "../shared/text/sanitize";
import { causeSearch } from "../tasks/PipelineMonitor/causes/cause-search";
import { safeLine } from "../tasks/PipelineMonitor/causes/safe-line";
import { withoutIncidentals } from "../tasks/PipelineMonitor/causes/same-cause";
import { isBeside, isFooter } from "../tasks/PipelineMonitor/causes/shapes/footers";
import { causeIn } from "../tasks/PipelineMonitor/causes/wordings";
import { parseSchedule } from "../tasks/PipelineMonitor/config/cron";
import { growth, maxGrowth } from "./growth";
import { playsAll } from "./sampled";
import { sanitize } from "./sanitize";
import { goodConfig } from "./tasks/PipelineMonitor/good-config";
import { parseConfig } from "./tasks/PipelineMonitor/parse-config";

const works: Record<string, (text: string) => unknown> = {
  oneLine,
  redactCredentials,
  asText: (text) => escapeMarkdown(sanitize(text)),
  safeLine: (text) => safeLine(text, sanitize),
  withoutIncidentals,
  isFooter,
  isBeside,
  causeIn: (text) => causeIn(text, true),
  causeSearch: (text) => causeSearch([], (line) => line).take(text, 1, true),
  unresolvedVariable: (text) => unresolvedVariable("x", text, ""),
  problemBehind: (text) => problemBehind(new Error(`tunneling socket could not be established, ${text}`), []),
  parseServiceError: (text) => parseServiceError(JSON.stringify({ message: text }), sanitize),
  urlBelow: (text) => urlBelow(new URL(`https://host/${encodeURI(text)}`), ["a"]),
  readStatuses,
  parseSchedule,
  parseConfig: (text) => parseConfig({ ...goodConfig, project: text, url_base: text, url_params: text }),
};

/** Patterns begin with these, so they may look behind each for the rest again and again. */
const beginnings = [
  ..."://|password|password=|password='|--password|x_pass|token|Authorization:|Bearer |curl|curl -u".split(
    "|",
  ),
  ..."-----BEGIN |eyJ|ghp_|stopped hearing from agent|agent|because agent |cancelled by |variable |Authorization: x|Basic |--token x".split(
    "|",
  ),
  ..."dial tcp: lookup |results in exceeding approved |environment variable |cause=|cause=E|$(|##|##vso[|www.|http://|status|\u001b|\u001b[|\u001b]|&".split(
    "|",
  ),
];
const pieces = [
  ...[" ", "\t", "\n", "a", "A", "1", "_", "/", "\\", '"', "'", "`", "$", ";", "#", "?", "@", ".", ":", "="],
  ...["-", "&", "<", "*", "|", "\u001b", "\u200b", "ü", "a ", "A_", ";#", "1;", "a.", "-u ", '\\"'],
];

/** Each beginning and each piece comes with both, but not each pair of these, unless all are played. */
const ends = ["", "\n!"];

describe("work on a text from outside", () => {
  for (const [name, work] of Object.entries(works))
    it(`grows as the text does: ${name}`, () => {
      for (const [place, beginning] of ["", ...beginnings].entries())
        for (const [index, piece] of [...pieces, beginning, `${beginning} `].entries())
          for (const end of playsAll ? ends : [ends[(place + index) % 2] ?? ""]) {
            if (piece === "") continue;
            const inputOf = (size: number) => beginning + piece.repeat(size / piece.length) + end;
            const ratio = growth(work, inputOf, 1000);
            assert.ok(ratio <= maxGrowth, `${JSON.stringify([beginning, piece, end])}: ${ratio}`);
          }
    });

  it("grows as the text does: the YAML of a pipeline, with many keys, anchors and aliases", () => {
    const lines = (size: number) => Array.from({ length: size / 20 }, (_, index) => index);
    for (const inputOf of [
      (size: number) =>
        lines(size)
          .map((index) => `k${index}: v\n`)
          .join(""),
      (size: number) =>
        lines(size)
          .map((index) => `k${index}: &a${index} v\nl${index}: *a${index}\n`)
          .join(""),
    ])
      assert.ok(growth(load, inputOf, 20_000) <= maxGrowth, inputOf(20));
  });
});
