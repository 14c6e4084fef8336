import type { Run } from "../../../shared/azure-devops/records";
import { formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { type Issue, runOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../tasks/PipelineMonitor/issue/window";
import { header, messageLine } from "../../../tasks/PipelineMonitor/render/lines";
import { renderFooter, renderTitle } from "../../../tasks/PipelineMonitor/render/title";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../sanitize";
import { failedRun } from "../../tasks/PipelineMonitor/failed-run";
import { projectReport } from "../../tasks/PipelineMonitor/report-stage";

/** A run for the findings of the golden examples. */
const run = (id: number, pipeline: string, changes: Partial<Run> = {}) =>
  failedRun({ id, buildNumber: `20261120.${id}`, pipeline, ...changes });

const project = "https://dev.azure.com/contoso/Night%20Shift";

/** Returns the message for some issues, each with its links. */
export function messageOf(found: readonly Issue[]): Message {
  const issues = found.map((issue) => {
    const isUnreadable = issue.code === "unreadable";
    const id = isUnreadable ? 806 : (runOf(issue)?.id ?? 0);
    const links = {
      runPage: new URL(`${project}/_build/results?buildId=${id}`),
      log: isUnreadable ? undefined : new URL(`${project}/_apis/build/builds/${id}/logs/9`),
      note: issue.code === "waitedTooLong" ? "1 of its logs could not be read" : "",
    };
    return { ...issue, links };
  });
  const since = Date.UTC(2026, 10, 20, 1, 18, 42);
  const { config } = projectReport();
  const ownRun = new URL(`${project}/_build/results?buildId=900`);
  return {
    header,
    title: renderTitle({ name: "Night Shift" }, issues, []),
    lines: issues.map(messageLine),
    footer: renderFooter([{ config, runCount: 212, window: lastHour(since + 3_630_000) }], ownRun),
  };
}

/** Findings of every kind, hostile names among them, for the golden examples of every format. */
export const goldenMessage: Message = messageOf([
  issueOfRunCount(7, 10),
  issueOfRunTime(run(801, "price feed"), 1834, { minProcSeconds: 30, maxProcSeconds: 900 }),
  issueOfResult(run(802, "db_backup_eu")),
  issueOfResult(run(803, "@channel <!here> <@U0123> <users/all>", { result: "" })),
  issueOfResult(run(804, "*bold* _it_ ~old~ `code` **b** [x](https://evil.example/) | # &lt; AT&T")),
  issueOfResult(run(805, "two\nlines\u202e https://evil.example www.evil.example")),
  issueOfRecord({ id: 806, buildNumber: "", pipeline: undefined, problem: "buildNumber: expected a text" }),
  issueOfWait(run(807, "Rechnungen & Mahnungen"), 900, 300),
]);

/** Failed runs, and as many that waited, all with long names: more than any chat has room for. */
export function longMessage(count: number, name = "a pipeline of a rather long name"): Message {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return messageOf(
    numbers.flatMap((number): Issue[] => [
      issueOfWait(run(number, `${name} ${number}`), 900, 300),
      issueOfResult(run(10_000 + number, `${name} ${number}`)),
    ]),
  );
}

/** A failed run of a pipeline with a name, and a build number of its own where it is given. */
export function hostileMessage(pipeline: string, buildNumber = "20261120.1"): Message {
  return messageOf([issueOfResult(run(1, pipeline, { buildNumber }))]);
}

/** The body that a format makes of a message. */
export function bodyOf(product: string, message: Message): string {
  return formatOf(product, new URL("https://x.example/")).write(message, sanitize).body;
}

/** What a product shows of a body: its text, or the JSON of its card. */
export function textIn(product: string, body: string): string {
  const json = JSON.parse(body);
  if (product === "teams") return JSON.stringify(json.attachments[0].content);
  return ["markdown", "rocketChat"].includes(product)
    ? json.text
    : product === "webex"
      ? json.markdown
      : body;
}
