/** A logging command as the agent of Azure Pipelines finds it in a line of output. */
export interface LoggingCommand {
  /** Area and event, such as `task.complete`. */
  name: string;
  properties: Record<string, string>;
  message: string;
}

/** The lines of an output as the agent splits it: CR LF, LF and a lone CR each end a line. */
export function outputLines(output: string): string[] {
  const lines = output.split(/\r\n|\n|\r/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/**
 * The logging command in a line, wherever it begins; undefined when there is none. The agent compares by
 * the rules of a culture, which pass over characters that do not show.
 */
export function findCommand(line: string): LoggingCommand | undefined {
  const visible = line.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\0]/gu, "");
  const match = /##vso\[([^\] ]+)(?: ([^\]]*))?\](.*)$/s.exec(visible);
  if (match === null) return undefined;
  const [, name = "", properties = "", message = ""] = match;
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(
      properties
        .split(";")
        .filter((property) => property.includes("="))
        .map((property) => {
          const equals = property.indexOf("=");
          return [property.slice(0, equals).trim(), unescaped(property.slice(equals + 1))];
        }),
    ),
    message: unescaped(message),
  };
}

function unescaped(text: string): string {
  return text
    .replaceAll("%3B", ";")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%5D", "]")
    .replaceAll("%AZP25", "%");
}
