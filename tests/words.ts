/** Wording that people should not read, by the word list of the project; and what to write instead. */
export interface BannedWording {
  pattern: RegExp;
  write: string;
  /** A text that the pattern finds, and one that is close to it and allowed. */
  found: string;
  allowed: string;
}

/** One word for one thing: the terms of the word list. */
const terms: readonly BannedWording[] = [
  {
    pattern: /\bfaults?\b(?! table)/i,
    write: "error, problem",
    found: "names the fault",
    allowed: "the fault table, by default",
  },
  {
    pattern: /\bmend(s|ed|ing)?\b/i,
    write: "fix",
    found: "5 things to mend",
    allowed: "recommended, amended",
  },
  {
    pattern:
      /\b(available|definitive|confirming|last|first|FULL|FAST|chat|service's|registrar's|error) answers?\b|\banswers? (of|from) (the|a) (\w+ )?(service|registrar|channel|API)\b|\b(service|registrar|host|URL|channel) answer(s|ed)\b/i,
    write: "response, responds",
    found: "two available answers",
    allowed: "questions and answers",
  },
  {
    pattern: /(?<!\b(user|command-line|network|agent) )\binterfaces?\b/i,
    write: "API, endpoint",
    found: "speaks the same interface",
    allowed: "the user interface",
  },
  {
    pattern: /(?<!\b(IP|e-mail|email|mailing|postal|street|loopback) )(?<!\/)\baddress(es)?\b(?!able)/i,
    write: "URL; or name the kind: IP address",
    found: "the webhook's address",
    allowed: "an IP address, addressMailing, an addressable file",
  },
  {
    pattern: /\bpass(es|ed|ing)? over\b/i,
    write: "ignored",
    found: "unknown, and passed over",
    allowed: "passed on over TLS",
  },
  {
    pattern: /\b(tells?|told|telling)\b(?! (\w+ ){0,4}apart\b)/i,
    write: "report, say, show",
    found: "tells of trouble",
    allowed: "how to tell both apart",
  },
  {
    pattern: /\bmade-up\b/i,
    write: "simulated",
    found: "made-up services",
    allowed: "made up of two parts",
  },
  {
    pattern: /\bof late\b(?! runs?\b)/i,
    write: "recently",
    found: "what they did of late",
    allowed: "a list of late runs",
  },
  {
    pattern: /\bw[io]ns? over\b/i,
    write: "takes precedence over",
    found: "it wins over webhookUrl",
    allowed: "windows over a day",
  },
  {
    pattern: /\bright to buy\b/i,
    write: "purchase lock",
    found: "the right to buy",
    allowed: "the right one to buy",
  },
  {
    pattern: /\bgood runs?\b/i,
    write: "successful run",
    found: "after 50 good runs",
    allowed: "a good idea",
  },
  {
    pattern: /\bhanging runs?\b|\bruns?( that| which)? hangs?\b|\bunfinished(,| for)? (too long|longer)\b/i,
    write: "stuck run",
    found: "runs that hang",
    allowed: "a hanging indent",
  },
  {
    pattern: /\bruns? (that|which) did not happen\b/i,
    write: "missed run",
    found: "Runs that did not happen",
    allowed: "a run that did not start",
  },
  { pattern: /\bleft out\b/i, write: "skipped", found: "Left out: history", allowed: "left outside" },
  {
    pattern: /\bso many runs a week\b|\bservice lets a pipeline have\b/i,
    write: "weekly run limit",
    found: "so many runs a week the service",
    allowed: "1,000 runs a week",
  },
  {
    pattern:
      /\bma(ke|kes|de|king) (\w+ )?harmless\b|\bharmless text\b|\bt(ake|akes|aken|aking) (the )?(secrets?|credentials?|contacts?) out\b|\b(is|are) taken out of\b/i,
    write: "sanitize, redact, remove",
    found: "one line of harmless text",
    allowed: "posts one harmless line",
  },
  {
    pattern: /\bverdicts?\b|\bconclusions?\b/i,
    write: "result, outcome",
    found: "goes on without this verdict",
    allowed: "conclusive",
  },
  {
    pattern: /\bextras\b|\bbeyond the (rules|specification)\b/i,
    write: "optional check",
    found: "told beyond the rules",
    allowed: "extra.test.ts, beyond the limit",
  },
  {
    pattern: /\bjob's own (access )?token\b/i,
    write: "job access token",
    found: "the job's own access token",
    allowed: "the job's token",
  },
];

/** Sentences that sound translated. */
const phrases: readonly BannedWording[] = [
  {
    pattern: /\bcan(not)? be had\b/i,
    write: "name the subject: a check that could not be done",
    found: "what cannot be had is warned of",
    allowed: "cannot be read",
  },
  {
    pattern: /\b(is|are) warned of\b/i,
    write: "logs a warning",
    found: "is warned of",
    allowed: "a warning says so",
  },
  {
    pattern: /(?<!\b(everyone|anyone|person|people|those) )\bwho (has|knows|uses|runs) (it|them)\b/i,
    write: "everyone who …, or name the person",
    found: "who has it can",
    allowed: "the person who has access",
  },
  {
    pattern: /\bbetter twice than never\b/i,
    write: "say what happens",
    found: "better twice than never",
    allowed: "better to retry twice",
  },
  {
    pattern: /\blooked at (is|are)\b/i,
    write: "It checks …",
    found: "Looked at are the runs",
    allowed: "it looked at a run",
  },
  {
    pattern: /\bst(ands?|ood) (in|under|behind|beside|before|alone in)\b/i,
    write: "is in, has",
    found: "the issues stand in the step's log",
    allowed: "a stand-in, stand-alone",
  },
  { pattern: /\bparted by\b/i, write: "separated by", found: "parted by commas", allowed: "a parted list" },
  { pattern: /\banew\b/i, write: "again", found: "copy the key anew", allowed: "a new key" },
  {
    pattern: /\bfor ever\b/i,
    write: "permanently, without an end",
    found: "strikes for ever",
    allowed: "for every run",
  },
  {
    pattern: /\bnobody here (knows|reads)\b/i,
    write: "the task does not know",
    found: "nobody here knows this member",
    allowed: "nobody knows",
  },
  {
    pattern: /\bat fault\b|\bin the way\b/i,
    write: "invalid, unavailable",
    found: "credential or service in the way",
    allowed: "in the ways that follow",
  },
  {
    pattern: /\bto hear of\b|\bspeaks? to it\b|\bwho is spoken to\b/i,
    write: "receives, connects to",
    found: "the channel that is to hear of trouble",
    allowed: "to hear from you",
  },
];

export const bannedWordings: readonly BannedWording[] = [...terms, ...phrases];

/**
 * Returns the banned wordings of a text with what to write instead. `text` is what a person reads: prose of a page, a
 * text of a manifest, or a string of the code.
 */
export function findBannedWords(text: string): string[] {
  const line = text.replaceAll(/\s+/g, " ");
  return bannedWordings.flatMap(({ pattern, write }) => {
    const matches = [...line.matchAll(new RegExp(pattern, `${pattern.flags}g`))];
    return matches.map(({ 0: found, index }) => {
      const around = line.slice(Math.max(0, index - 30), index + found.length + 30);
      return `"${found}" in "…${around}…": write ${write}`;
    });
  });
}

/**
 * Returns the prose of a Markdown page. Code spans quote names and messages, and blocks without a language show output:
 * both are held by what they quote. Other blocks are examples, which people read too. Paths of files are no prose.
 */
export function proseOf(page: string): string {
  return page
    .replaceAll(/^```\n[\s\S]*?^```$/gm, "")
    .replaceAll(/`[^`\n]+`/g, "…")
    .replaceAll(/\]\([^)\s]+\)/g, "]")
    .replaceAll(/\[[\w./-]+\.\w+\]/g, "[…]");
}
