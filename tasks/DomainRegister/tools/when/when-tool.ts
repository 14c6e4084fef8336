import type { Tool } from "../../../../shared/agent/program";
import { InputErrors } from "../../../../shared/errors";
import { urlProblem } from "../../../../shared/http/url";
import { lookUp } from "../../../../shared/rdap/client";
import { parseDomain } from "../../request/domain";
import { renderWhen } from "./when";

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
    const lines = renderWhen(domain, seen, clock.wallNow());
    for (const line of lines.slice(0, -1)) agent.print(line);
    return { result: "Succeeded", message: lines.at(-1) ?? "", exitCode: 0 };
  },
};
