import type { Endpoint, Row } from "./endpoint";
import { faultNames, faults } from "./faults";
import { endpoints, faultsOf } from "./table";

/** The fault table as a page of the documentation, from the same data that the tests are driven by. */
export function renderFaultTable(): string {
  return `${[preface(), ...endpoints.map(renderEndpoint)].join("\n\n")}\n`;
}

const preface = () => `# What happens when a service fails

This page lists what a step does and prints when a service or the network fails, for every endpoint.

Tests inject each fault into one endpoint, for as long as the process runs. In every case, the process:

- ends by itself within the time in the table,
- leaves no timer and no socket,
- sends nothing to another origin, except to read a public record, which takes no credential,
- prints no credential,
- uses less than 150 MB of memory (400 MB for lists that are endless or gigantic).

\`…\` stands for the part that differs. "Nothing done" means that nothing was posted or bought, and that no output says
that all is well or that a domain was not available.

\`npm run generate\` writes this page from \`tests/faults/\`. \`npm run faults\` runs every cell with the packaged tasks,
with and without debug output, and searches everything that is left for credentials. \`npm test\` plays a sample. A cell of a
route or a paging service ends with the next hour, without the fault: the target is told what it did not confirm, with the
same key, and the other targets get nothing again.

| fault | what the log says (⟨what came back⟩ below) |
|---|---|
${faultNames.map((name) => `| ${name} | ${said(faults[name].words)} |`).join("\n")}`;

function said(text: string): string {
  return text === ""
    ? "nothing"
    : `\`${text.replaceAll("WORDS", "⟨what came back⟩").replaceAll("|", "\\|")}\``;
}

function renderEndpoint(endpoint: Endpoint): string {
  const lines = endpoint.rows.flatMap((row) => {
    const names = faultsOf(endpoint, row);
    return names.length === 0
      ? []
      : [renderRow(row, row.faults === "others" ? "every other fault" : names.join("; "))];
  });
  const missing = faultNames.filter((name) => endpoint.notHere.includes(name));
  const notHere = missing.length === 0 ? "" : `\n\nDoes not apply here: ${missing.join("; ")}.`;
  return (
    [
      `## ${endpoint.task}: ${endpoint.name}\n`,
      "| fault | result | what the log says | at most |",
      "|---|---|---|---|",
      ...lines,
    ].join("\n") + notHere
  );
}

function renderRow({ result, outputs, reads, posts, atMostSeconds }: Row, names: string): string {
  const { outcome, delivered } = outputs;
  const posted = delivered === undefined ? undefined : ({ sent: "posted" }[delivered] ?? "not posted");
  const more = outcome ?? posted ?? "nothing done";
  const message = posts === undefined ? "" : `; in the message: ${said(posts)}`;
  return `| ${names} | ${result}, ${more} | ${said(reads)}${message} | ${atMostSeconds} s |`;
}
