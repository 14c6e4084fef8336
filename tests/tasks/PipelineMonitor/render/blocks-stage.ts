import { wholeMarkdownWriting } from "../../../../shared/chat/markdown";
import { renderLine } from "../../../../shared/chat/message";
import type { Cause } from "../../../../tasks/PipelineMonitor/causes/cause";
import { explanationOf } from "../../../../tasks/PipelineMonitor/causes/reason";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun, type RunChanges } from "../failed-run";

export const since = Date.UTC(2026, 10, 20, 19, 59);
export const unbound: Cause = { kind: "undefinedVariable", variable: "SMTP_HOST" };
export const both = { explains: true, groups: true, quotes: true };

export const withLinks = (issue: Issue, id: number): Issue => ({
  ...issue,
  links: { runPage: new URL(`https://h/${id}`), log: new URL(`https://h/l/${id}`), note: "" },
});
export const failed = (id: number, pipeline: string, changes: RunChanges = {}) =>
  withLinks(issueOfResult(failedRun({ id, buildNumber: String(id), pipeline, ...changes })), id);
export const explained = (issue: Issue, cause: Cause | undefined, line = "", keys = both): Issue => ({
  ...issue,
  explanation: explanationOf({ cause, line, ending: "" }, issue, keys),
});

export const shown = (...issues: Issue[]) =>
  groupedBlocks(issues, sanitize).map((block) => renderLine(block, wholeMarkdownWriting, sanitize));
export const links = (id: number) => `[Run ${id}](https://h/${id}) · [Log](https://h/l/${id})`;
