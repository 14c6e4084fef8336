import { plainText } from "../../../../shared/chat/message";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Finding } from "../../../../tasks/PipelineMonitor/issue/finding";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { endOf } from "../../../../tasks/PipelineMonitor/issue/window";
import { messageLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { partsOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { decideAll } from "../../../../tasks/PipelineMonitor/targets/reports";
import { viewOf } from "../../../../tasks/PipelineMonitor/targets/view";
import { sanitize } from "../../../sanitize";
import { worksAgain } from "../../../works-again";
import { type Changes, knownEntry } from "../known-entry";
import { folded, type Hour, recovery, reportAfter } from "../ledger/fold-stage";
import {
  addressee,
  chatId,
  hour,
  missedRun,
  now,
  stuckRun,
  told as toldEarlier,
  tooFew,
  worked,
} from "../ledger/ledger-stage";
import { nameOf, silenceOf } from "../silences";

export const told = { told: { [chatId]: toldEarlier } };
export const owed = { owed: { [chatId]: {} } };
export const over = (entry: Entry) => ({
  ...entry,
  end: { at: now - 600, note: recovery(worked(now - 600)) },
});
/** What was found an hour ago. */
export const of = (issue: Issue) => (changes: Changes) => knownEntry(issue, now - hour, changes);
export const [missed, stuck, state] = [of(missedRun(now - hour)), of(stuckRun()), of(tooFew)];

/** What a chat is told in an hour, and what not with the reason. */
export function view(known: readonly Entry[], hour: Hour = {}, isMention = (_: string) => false) {
  const report = reportAfter(hour);
  const found = folded(known, hour);
  const chat = addressee("chat");
  const silence = silenceOf(report.config);
  const at = { config: report.config, now: endOf(report.window), remembers: true, silence };
  const decisions = decideAll(found, [chat], at).get(chatId) ?? [];
  const seen = viewOf(report, found, decisions, { ...chat, isMention, silence, channelsOf: () => [] });
  const lines = (some: readonly Finding[]) =>
    some.map((one) => {
      const text = plainText("about" in one ? messageLine(one).parts : partsOfNote(one), sanitize);
      return one.silenced === undefined ? text : `(${nameOf(one.silenced.by)}) ${text}`;
    });
  return { ...seen, lines: lines(seen.issues), texts: lines(seen.notes) };
}

export const line = (verdict: string) => `nightly import 20261120.3 ${verdict}. run`;
export const failed = line("failed");
export const recovered = (failures: number, duration = "1 h 59 min") =>
  `nightly import 20261120.3 ${worksAgain(failures, duration)}.`;
