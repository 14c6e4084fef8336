import type { Tool } from "../../../shared/agent/program";
import { succeedWith } from "../../../shared/agent/task";
import { InputErrors } from "../../../shared/errors";
import { urlProblem } from "../../../shared/http/url";
import { lookUp, type Seen } from "../../../shared/rdap/client";
import type { PublicRecord } from "../../../shared/rdap/record";
import { pluralize } from "../../../shared/text/pluralize";
import { renderComeBack, renderDay, schedulesFor } from "../lifecycle/advice";
import { endingOf } from "../lifecycle/endings";
import { provenUntil } from "../lifecycle/release";
import { renderLifecycle } from "../render/lifecycle";
import { parseDomain } from "../request/domain";

/** `--when example.org`: prints when a domain is released, and which pipeline waits for it. */
export const whenTool: Tool = {
  description: "says when a domain is released, and on which schedule to wait for it",
  options: { domain: "the domain, such as example.org", rdapUrl: "the base URL of another RDAP server" },
  async act(context) {
    const { agent, clock } = context;
    const parsed = parseDomain(agent.input("domain").trim());
    const url = agent.input("rdapUrl").trim();
    const problem = url === "" ? undefined : urlProblem(url);
    const problems = [
      ...("problem" in parsed ? [`--when: ${parsed.problem}`] : []),
      ...(problem === undefined ? [] : [`--rdapUrl: ${problem}`]),
    ];
    if (problems.length > 0 || !("domain" in parsed)) throw new InputErrors(problems);
    const { domain } = parsed;
    const { seen, problem: unread } = await lookUp(domain, context, url === "" ? undefined : new URL(url));
    if (seen === undefined) throw new Error(`Could not read the public record of ${domain}. ${unread}`);
    return succeedWith(agent, renderWhen(domain, seen, clock.wallNow()));
  },
};

export function renderWhen(domain: string, seen: Seen, now: number): string[] {
  if (seen === "absent")
    return [
      `The registry has no record of ${domain}: it may be available. Check it: --action check.`,
      ...renderContest(domain),
    ];
  const ending = endingOf(domain);
  const quietUntil = provenUntil(seen, ending, now);
  return [
    ...renderLifecycle(domain, seen, now),
    ...renderRecord(seen),
    "",
    renderComeBack(ending, quietUntil, now),
    ...schedulesFor(quietUntil, now).flatMap(({ until, cron }) => renderSchedule(domain, until, cron)),
    "",
    ...renderContest(domain),
    "Registrars differ in who can use them and how fast they may be asked: docs/domain/registrars.md.",
  ];
}

function renderRecord({ registrar, registeredAt, changedAt }: PublicRecord): string[] {
  const facts = [
    ...(registrar === undefined ? [] : [`sold by ${registrar}`]),
    ...(registeredAt === undefined ? [] : [`registered on ${renderDay(registeredAt)}`]),
    ...(changedAt === undefined ? [] : [`record changed last on ${renderDay(changedAt)}`]),
  ];
  return facts.length === 0 ? [] : [`According to the record: ${facts.join(", ").replace(/\.?$/, ".")}`];
}

function renderSchedule(domain: string, until: string | undefined, cron: string): string[] {
  return [
    "",
    until === undefined ? "# azure-pipelines.yml" : `# azure-pipelines.yml, until ${until}`,
    "trigger: none",
    "pr: none",
    "schedules:",
    `  - cron: "${cron}"`,
    `    displayName: Wait for ${domain}`,
    "    branches: { include: [main] }",
    "    always: true",
  ];
}

/** Labels of this length and shorter are wanted by dealers. */
const shortCharacters = 5;

/** By the name alone. Nobody can know more about rivals. */
function renderContest(domain: string): string[] {
  const label = domain.slice(0, domain.indexOf("."));
  const reasons = [
    ...(label.length <= shortCharacters ? [`has ${pluralize(label.length, "character")} only`] : []),
    ...(/^\d+$/.test(label) ? ["consists of digits only"] : []),
  ];
  const catching =
    "Names that many people want are caught by drop-catching services within milliseconds, or auctioned before.";
  return reasons.length === 0
    ? [`${catching} Whether ${domain} is one of them cannot be seen from its name.`]
    : [`${domain} ${reasons.join(" and ")}, so it is probably one of those. ${catching}`];
}
