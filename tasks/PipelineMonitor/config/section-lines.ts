/** Members of a configuration as JSON. Characters that sanitizing would remove are written as their codes. */
export function sectionLines(members: Readonly<Record<string, unknown>>): string[] {
  const codeOf = (text: string) =>
    Array.from(
      { length: text.length },
      (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
    ).join("");
  const json = JSON.stringify(members, null, 2)
    .replace(/[\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u007f-\u009f\u2028\u2029]/gu, codeOf)
    .replace(/(?<=#)#(?=(?:vso)?\[)/gi, codeOf);
  return json
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(2));
}
