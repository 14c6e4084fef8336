import assert from "node:assert/strict";
import { parseReport } from "../../../shared/report/parse";
import { reportSchemas } from "../../../shared/report/schema";
import { gridOf } from "../../../tab/geometry/grid";
import { nightRows } from "../../../tab/geometry/night";
import type { HubData } from "../../../tab/pages/hub/hub-data";
import { ageText, headingOf, toneOf } from "../../../tab/words/hub-heading";
import { eventsText, lastingText, ranText } from "../../../tab/words/hub-words";
import { stateText, whenText } from "../../../tab/words/report-words";
import { playsAll } from "../../sampled";
import { quietHour } from "../example-reports";
import { now, problem } from "../geometry/night-stage";
import { failed, load, stepOf } from "./hub-data-stage";

type Path = readonly (string | 0)[];

/** The places of all fields of a report, by its schema; 0 is an entry of a list. */
function fieldsOf(schema: unknown, path: Path = []): Path[] {
  const { entries, item, wrapped }: { entries?: object; item?: unknown; wrapped?: unknown } = Object(schema);
  if (wrapped !== undefined) return fieldsOf(wrapped, path);
  if (item !== undefined) return [path, ...fieldsOf(item, [...path, 0])];
  if (entries === undefined) return [path];
  return Object.entries(entries).flatMap(([name, member]) => fieldsOf(member, [...path, name]));
}

/** What somebody may write there. */
const values = [
  ...[
    "<img src=x onerror=alert(1)>",
    "https://evil.example/",
    "javascript:alert(1)",
    "\u202egnp.exe",
    "x".repeat(5000),
    "",
  ],
  ...[now + 10 * 365 * 86_400, 8.64e12, -8.64e12, 1e308, -1, 0.5],
  ...["__proto__", "muted", "told", "other", "note", "high", "Asia/Tokyo"],
  ...[true, null, [], {}, [null], [{}]],
];

const runUrl = "https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=5";
const sound = {
  ...{
    ...quietHour(),
    project: "Night Shift",
    from: now - 3600,
    to: now - 60,
    runs: quietHour().runs.slice(0, 1),
  },
  problems: [
    {
      ...problem({ cause: "ORA-01017", owner: "Billing", runUrl, logUrl: runUrl }),
      definition: { id: 21, name: "invoices" },
    },
  ],
  missedRuns: [{ pipeline: "invoices", at: now - 60 }],
  otherIssues: [{ sentence: "few runs" }],
  recoveries: [{ pipeline: "invoices", sentence: "works again" }],
  rows: [{ pipeline: "invoices", sentence: "was run again", list: "Repairs", isGood: true }],
  leftOut: [{ list: "problems", count: 1 }],
  skippedChecks: ["history"],
};

/** The report with another value at a place, and with what is missing on the way there. */
function forged(report: object, [name = "", ...others]: Path, value: unknown): object {
  const own: unknown = Reflect.get(report, name);
  const member =
    others.length === 0 ? value : forged(Object(own ?? (others[0] === 0 ? [] : {})), others, value);
  return Array.isArray(report) ? [member] : { ...report, [name]: member };
}

/** Everything that is read on the page. */
function textsOf(data: HubData): string[] {
  const { clock, problems, monitors, gaps, remarks } = data;
  const rows = nightRows(data.watched, gridOf("24h", clock.now, clock.zone));
  return [
    ...[headingOf(data), toneOf(data), ...gaps, ...remarks],
    ...monitors.map(({ name, reportedAt }) => ranText(name, clock.now - reportedAt)),
    ...problems.flatMap((one) => [
      ...[one.name, one.sentence, ageText(one, clock), whenText(one, clock), stateText(one)],
      lastingText(one, one.isOld ? one.knownAt : clock.now, clock),
    ]),
    ...rows.flatMap((row) => [row.name, eventsText(row, "hour", clock)]),
  ];
}

describe("a forged report", () => {
  const fields = fieldsOf(reportSchemas.monitor);

  it("has every field of the schema", () => assert.ok(fields.length > 60, `${fields.length}`));

  for (const [place, path] of fields.entries())
    it(`hides no failing run by its ${path.join(".")}, and says nothing that cannot be`, async () => {
      // Each field gets every second value, and the next field the others, unless all are played.
      for (const value of values.filter((_, index) => playsAll || (place + index) % 2 === 0)) {
        const parsed = parseReport(JSON.stringify(forged(sound, path, value)));
        const about = `${path.join(".")}: ${JSON.stringify(value)?.slice(0, 60)}`;
        const isReport = parsed.kind === "report" && parsed.report.kind === "monitor";
        const step = stepOf(1, {
          reports: parsed.kind === "report" && parsed.report.kind === "monitor" ? [parsed.report] : [],
          problems: isReport ? [] : ["A report cannot be read."],
        });
        const data = await load({ steps: { 1: [step] }, recent: [failed] });
        if (!isReport)
          assert.ok(
            data.gaps.some((text) => text.includes("cannot be read")),
            about,
          );
        assert.ok(
          data.problems.some(({ name, state }) => name === "nightly import" && state.kind === "told"),
          about,
        );
        assert.equal(toneOf(data), "bad", about);
        const text = textsOf(data).join("\n");
        assert.doesNotMatch(text, /NaN|Infinity|undefined|\[object|(^| )-\d+ (s|min|h|days)|\u202e/m, about);
        assert.match(headingOf(data), /^(\d+ problems: |nightly import failing since |invoices )/, about);
        // What is stamped in the future is never old: vshulcz/deja-vu #889, #1855.
        for (const { since, last, knownAt } of data.problems)
          assert.ok(
            since <= now && last <= now && knownAt <= now,
            `${about}: nothing is known of the future`,
          );
      }
    });
});
