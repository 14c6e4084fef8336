import type { Endpoint, Row } from "./endpoint";
import { faultNames, faults } from "./faults";
import { endpoints, faultsOf } from "./table";

/** The fault table as a page of the documentation, from the same data that the tests are driven by. */
export function renderFaultTable(): string {
  return `${[preface(), ...endpoints.map(renderEndpoint)].join("\n\n")}\n`;
}

const preface = () => `# What happens when services misbehave

Made by \`npm run generate\` from \`tests/faults/\`; \`npm run faults\` plays every cell with the packaged tasks,
with debug output and without, and looks for the credentials in everything that is left; \`npm test\` plays a cell of
each row.

Each fault strikes one endpoint, and for ever. Whatever it is, the process ends by itself within the time that the table
names, leaves no timer and no socket, sends nothing to another origin, prints no credential, and takes less memory than
150 MB (400 MB where a list is read that is endless or gigantic). \`…\` stands for what differs from case to
case. "Nothing done" means that nothing was posted or bought, and that no output says that all is well or that a domain
was not available.

| fault | what the log says of it (⟨what came back⟩ below) |
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
  const notHere = endpoint.notHere.length === 0 ? "" : `\n\nNot here: ${endpoint.notHere.join("; ")}.`;
  return (
    [
      `## ${endpoint.task}: ${endpoint.name}\n`,
      "| fault | result | what the log says | at most |",
      "|---|---|---|---|",
      ...lines,
    ].join("\n") + notHere
  );
}

function renderRow({ result, outputs, reads, atMostSeconds }: Row, names: string): string {
  const { outcome, delivered } = outputs;
  const posted = delivered === undefined ? undefined : ({ sent: "posted" }[delivered] ?? "not posted");
  const more = outcome ?? posted ?? "nothing done";
  return `| ${names} | ${result}, ${more} | ${said(reads)} | ${atMostSeconds} s |`;
}
