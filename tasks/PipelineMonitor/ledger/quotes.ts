import type { Entry } from "../issue/entry";
import { words } from "../issue/parts";

/** What was found before `quote_logs` was false may have a line of a log. A named cause keeps its name. */
export function withoutQuote(entry: Entry): Entry {
  const { content } = entry;
  if (!("about" in content) || content.explanation === undefined) return entry;
  const { name, sentence } = content.explanation;
  const isNamed = sentence.length > 0 && name.length > 0;
  const explanation = {
    ...{ ...content.explanation, line: "", group: undefined },
    sentence: isNamed ? [words("Why: "), ...name, words(".")] : [],
  };
  return { ...entry, content: { ...content, explanation } };
}
