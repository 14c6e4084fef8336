import type { Entry } from "../issue/entry";
import { isIssue } from "../issue/finding";
import type { Issue } from "../issue/issue";
import { mapEarlier } from "../issue/knowledge";
import { words } from "../issue/parts";

/** Removes lines of logs that were found before `quote_logs` was false. A named cause keeps its name. */
export function withoutQuote(entry: Entry): Entry {
  const { content } = entry;
  return { ...mapEarlier(entry, unquoted), content: isIssue(content) ? unquoted(content) : content };
}

function unquoted(content: Issue): Issue {
  if (content.explanation === undefined) return content;
  const { sourcePlace: _, ...explained } = content.explanation;
  const { name, sentence } = explained;
  const isNamed = sentence.length > 0 && name.length > 0;
  const explanation = {
    ...explained,
    line: "",
    group: undefined,
    sentence: isNamed ? [words("Why: "), ...name, words(".")] : [],
  };
  return { ...content, explanation };
}
