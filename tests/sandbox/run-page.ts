import { attachmentType } from "../../shared/report/form";
import { attachmentReply } from "./attachments";
import { type HostPage, startHostPage, type Theme } from "./host-page";
import { json, type ReceivedRequest, type Reply } from "./loopback";

/** A run as the tab reads it. */
interface TabRun {
  id: number;
  isFinished?: boolean;
  /** The texts of the attached reports. */
  reports: readonly string[];
  /** The records of its timeline. */
  records?: readonly unknown[];
}

/** The page of a run that embeds the tab, and the build service behind it. */
export interface RunPage extends HostPage {
  url(run: number, theme?: Theme): string;
  /** The page hands this to the tab. */
  buildOf(run: number): unknown;
  /** The runs of the service; they may be changed while it runs. */
  runs: TabRun[];
}

/** Starts a run's page. */
export async function startRunPage(runs: TabRun[]): Promise<RunPage> {
  const host = await startHostPage({
    embed: ({ run }) => ({ page: "index.html", settings: { build: buildOf(Number(run)) } }),
    answer: (request) => answer(request, runs),
  });
  const buildOf = (id: number) => ({
    id,
    url: `${host.project}/_apis/build/Builds/${id}`,
    status: runs.find((run) => run.id === id)?.isFinished === false ? 1 : 2,
  });
  const url = (run: number, theme: Theme = "light") => host.pageUrl({ run: String(run), theme });
  return { ...host, url, buildOf, runs };
}

function answer({ path }: ReceivedRequest, runs: readonly TabRun[]): Reply {
  const [, id, rest] = /\/builds\/(\d+)\/(.*)$/.exec(path) ?? [];
  const run = runs.find((one) => String(one.id) === id);
  if (run === undefined) return { status: 404 };
  if (rest === "timeline") return json({ records: run.records ?? [] });
  const attachments = run.reports.map((text) => ({ type: attachmentType, name: "report", text }));
  return attachmentReply(path, attachments) ?? { status: 404 };
}
