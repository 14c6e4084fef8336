import type { ChatFormat } from "../../../shared/chat/format";
import { formatOf } from "../../../shared/chat/formats";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { utcZone } from "../../../shared/text/zone";
import { type Issue, runOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../tasks/PipelineMonitor/issue/window";
import { groupedBlocks } from "../../../tasks/PipelineMonitor/render/block-groups";
import { renderFooter } from "../../../tasks/PipelineMonitor/render/footer";
import { header, messageLine } from "../../../tasks/PipelineMonitor/render/lines";
import { restLine } from "../../../tasks/PipelineMonitor/render/overflow";
import { renderTitle } from "../../../tasks/PipelineMonitor/render/title";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfRunTime,
  issueOfWait,
} from "../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../sanitize";
import { failedRun, type RunChanges } from "../../tasks/PipelineMonitor/failed-run";
import { projectReport } from "../../tasks/PipelineMonitor/report-stage";

/** A run for the findings of the golden examples. */
const run = (id: number, pipeline: string, changes: RunChanges = {}) =>
  failedRun({ id, buildNumber: `20261120.${id}`, pipeline, ...changes });

const project = "https://dev.azure.com/contoso/Night%20Shift";
/** The addresses in a message on run 1: its page and log, and the monitor's own run. */
export const runPage = `${project}/_build/results?buildId=1`;
export const logUrl = `${project}/_apis/build/builds/1/logs/9`;
export const ownRun = `${project}/_build/results?buildId=900`;

/** Each issue comes with its links. */
export function messageOf(found: readonly Issue[], form: MessageForm = "product"): Message {
  const issues = found.map((issue) => {
    const ofRun = runOf(issue);
    const id = issue.code === "unreadable" ? 806 : (ofRun?.id ?? 0);
    const links = {
      runPage: new URL(`${project}/_build/results?buildId=${id}`),
      log: ofRun && new URL(`${project}/_apis/build/builds/${id}/logs/9`),
      note: issue.code === "waitedTooLong" ? "1 of its logs could not be read" : "",
    };
    return { ...issue, links };
  });
  const { config } = projectReport();
  const since = Date.UTC(2026, 10, 20, 1, 18, 42);
  const monitorRun = new URL(ownRun);
  const blocks = groupedBlocks(issues, sanitize);
  return {
    header,
    title: renderTitle({ name: "Night Shift" }, blocks, issues.length, sanitize).phrase,
    lines: form === "product" ? blocks : issues.map(messageLine),
    rest: (omitted) => restLine(omitted, monitorRun, sanitize),
    footer: renderFooter([{ config, runCount: 212, window: lastHour(since + 3_630_000) }], [], monitorRun),
  };
}

const fewRuns = issueOfRunCount(7, 10);
const waited = issueOfWait(run(807, "Rechnungen & Mahnungen"), 900, 300);

/** Findings of every kind, hostile names among them. */
const goldenIssues = [
  fewRuns,
  issueOfRunTime(run(801, "price feed"), 1834, { minProcSeconds: 30, maxProcSeconds: 900 }),
  issueOfResult(run(802, "db_backup_eu")),
  issueOfResult(run(803, "@channel <!here> <@U0123> <users/all>", { result: "" })),
  issueOfResult(run(804, "*bold* _it_ ~old~ `code` **b** [x](https://evil.example/) | # &lt; AT&T")),
  issueOfResult(run(805, "two\nlines\u202e https://evil.example www.evil.example")),
  issueOfRecord({ id: 806, buildNumber: "", pipeline: undefined, problem: "buildNumber: expected a text" }),
  waited,
];
/** A streak, a cause as code, a runbook and an owner are in the products' form only. */
const invoices: Issue = {
  ...issueOfResult(run(808, "invoices")),
  news: {
    kind: "streak",
    nth: 4,
    since: { time: Date.UTC(2026, 10, 19, 19, 59), zone: utcZone },
    orMore: false,
  },
  explanation: {
    sentence: [{ words: "Why: …" }],
    line: "SMTP_HOST: unbound `variable` @channel <!here> *b* _i_",
    name: [{ words: "variable " }, { name: "SMTP_HOST" }, { words: " is not defined" }],
    group: undefined,
  },
  alert: {
    owner: "Billing _team_",
    mention: "",
    runbook: new URL("https://wiki.example/x_y"),
    importance: "high",
  },
};
export const goldenMessage = messageOf([...goldenIssues, invoices]);
/** The same in the form of each format. */
export const goldenFor = (product: string) =>
  formatNamed(product).form === "product" ? goldenMessage : messageOf(goldenIssues, "specification");
/** What the golden files have: a block of each shape that a format writes, and an owner. */
export function exampleFor(product: string): Message {
  const { form, mention: owner = "" } = formatNamed(product);
  const message = form === "product" ? messageOf([fewRuns, waited, invoices]) : goldenFor(product);
  return { ...message, owners: [{ owner, pipelines: ["db_backup_eu", "invoices"] }] };
}

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
export function hostileMessage(
  pipeline: string,
  buildNumber = "20261120.1",
  form: MessageForm = "product",
): Message {
  return messageOf([issueOfResult(run(1, pipeline, { buildNumber }))], form);
}

function formatNamed(product: string): ChatFormat {
  return formatOf(product, undefined);
}

/** The body that a format makes of a message. */
export function bodyOf(product: string, message: Message): string {
  return formatNamed(product).write(message, sanitize);
}

/** JSON for products that have cards or blocks. */
export function textIn(product: string, body: string): string {
  const json = JSON.parse(body);
  if (product === "teams") return JSON.stringify(json.attachments[0].content);
  return ["markdown", "rocketChat"].includes(product)
    ? json.text
    : product === "webex"
      ? json.markdown
      : body;
}
