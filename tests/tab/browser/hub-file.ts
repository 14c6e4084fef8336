import { journalType } from "../../../shared/journal/content-schema";
import { attachmentType, monitorTag } from "../../../shared/report/form";
import { parseReport } from "../../../shared/report/parse";
import type { HubService } from "../../../tab/host/hub-service";
import { parseRun, parseWait } from "../../../tab/host/project-runs";
import { readJournal } from "../../../tab/host/read-journal";
import { showHub } from "../../../tab/pages/hub/show-hub";
import { inlinedReport, startPage } from "../../../tab/pages/start-page";
import type { InlinedWorld } from "../hub-files";

/** The hub as a file of its own, over a world that is in the page; `hub-files.ts` puts it there. */
export async function start(): Promise<void> {
  const { now, project, projectName, parameters, runs: listed }: InlinedWorld = JSON.parse(inlinedReport());
  const all = listed.flatMap((run) => {
    const parsed = parseRun(run.record, project);
    return parsed === undefined ? [] : [{ ...run, parsed }];
  });
  const runsThat = (keep: (run: (typeof all)[number]["parsed"]) => boolean) =>
    all.map(({ parsed }) => parsed).filter(keep);
  const service: HubService = {
    monitorRuns: async () => ({ runs: runsThat(({ tags }) => tags.includes(monitorTag)) }),
    async steps(id) {
      const attachments = all.find(({ parsed }) => parsed.id === id)?.attachments ?? [];
      const reports = attachments
        .filter(({ type }) => type === attachmentType)
        .map(({ text }) => parseReport(text));
      const journal = attachments.find(({ type }) => type === journalType);
      return [
        {
          tag: journal?.name.replace(/\.json$/, ""),
          reports: reports.flatMap((one) =>
            one.kind === "report" && one.report.kind === "monitor" ? [one.report] : [],
          ),
          nights: await readJournal(journal?.text ?? ""),
          problems: [],
        },
      ];
    },
    recentRuns: async () => ({
      runs: runsThat(({ finishTime = 0 }) => finishTime > now - 24 * 3600),
      unfinished: runsThat(({ finishTime }) => finishTime === undefined),
      isCut: false,
    }),
    wait: async (id) => parseWait(all.find(({ parsed }) => parsed.id === id)?.records),
    runsBetween: async (definitionId, from, to) =>
      runsThat(
        (run) =>
          run.definitionId === definitionId && (run.queueTime ?? 0) >= from && (run.queueTime ?? 0) < to,
      ),
  };
  const page = {
    ...{ project, projectName, parameters },
    setParameters() {},
    setTitle(title: string) {
      document.title = title;
    },
  };
  await showHub(
    startPage(),
    page,
    () => service,
    () => now,
  );
}

void start();
