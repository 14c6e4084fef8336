/**
 * How programs log a line: groups `level`, `message`, and `more`, which follows the message. A line of an error is read like
 * that of a program without a logger; a line of another level is no reason.
 */
export const loggers: readonly RegExp[] = [
  // klog, glog
  /^(?<level>[EFWI])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ \S+:\d+\] (?<message>.+)/,
  // Commands for an agent that did not run them
  /^# ?#vso\[task\.logissue[^\]]{0,300}type=(?<level>error|warning)[^\]]{0,300}\]\s*(?<message>\S.*)/,
  /^::(?<level>error|warning|notice)(?: [^:]{0,300})?::(?<message>\S.*)/,
  // logfmt: logrus, slog, Terragrunt, Prometheus
  /^(?:.{0,200}\s)?(?:level|lvl|severity)="?(?<level>[A-Za-z]+)"?\s(?:.{0,300}?\s)?(?:msg|message)=(?:"(?<message>(?:[^"\\]|\\.)+)"|(?<bare>\S+))(?:.{0,300}?\s(?:err|error)=(?:"(?<more>(?:[^"\\]|\\.)+)"|(?<moreBare>\S+)))?/,
  // JSON lines: pino, bunyan, zap, winston, Serilog, structlog, MongoDB
  /^\s*\{.{0,400}?"(?:level|severity|lvl|levelname|@l|log\.level|Level|loglevel|s)" ?: ?"?(?<level>\w+)"?[,}](?=.*?"(?:msg|message|Message|@m|@mt|event|RenderedMessage|MessageTemplate|text)" ?: ?"(?<message>(?:[^"\\]|\\.)+)")(?=(?:.*?"(?:error|err|exception|@x|Exception|reason|exc_info)" ?: ?"(?<more>(?:[^"\\]|\\.)+)")?)/,
  /^\s*\{.{0,600}?"(?:msg|message|Message|event|@m|@mt|RenderedMessage|MessageTemplate|text)" ?: ?"(?<message>(?:[^"\\]|\\.)+)".{0,600}?"(?:level|severity|lvl|levelname|Level|@l|log\.level|loglevel)" ?: ?"?(?<level>\w+)(?=(?:.*?"(?:error|err|exception|@x|Exception|reason|exc_info)" ?: ?"(?<more>(?:[^"\\]|\\.)+)")?)/,
  // Programs that name their level as syslog does: x[12]: err y
  /^[\w.-]{1,60}\[\d+\]: (?<level>emerg|alert|crit|err|error|warning|notice|info|debug):? (?<message>\S.*)/,
  // IBM, VMware, SAP: ANS1005E x
  /^(?:\S{1,60} ){0,3}(?<message>[A-Z]{3,6}\d{3,5}(?<level>[DIWES])\b:? {0,4}\S.*)/,
  // Serilog, zerolog: [03:00:00 ERR] x, 3:04AM ERR x error=y
  /^\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d?:\d\d(?::\d\d)?(?:[.,]\d+)?(?:[AP]M)? \|?\[?(?<level>ERR|FTL|WRN|INF|DBG|VRB|TRC|PNC|ERROR|FATAL|WARN|INFO|DEBUG)\b\]? ?(?:> )?(?<message>\S.*)/,
  // logrus on a terminal, Argo CD: FATA[0000] x
  /^(?<level>FATA|ERRO|WARN|INFO|DEBU|PANI)\[[\d:TZ.+-]*\] (?<message>\S.*)/,
  // zap on a terminal
  /^(?:\S{1,40}\t| ?\S{1,40} {0,1}\S{0,40}\t)(?<level>debug|info|warn|error|dpanic|panic|fatal|DEBUG|INFO|WARN|ERROR|FATAL)\t(?:\S{1,80}:\d+\t)?(?<message>\S.*)/,
  // Ruby: E, [2026-11-20T03:00:00 #12] ERROR -- : x
  /^[EFWIDA], \[[^\]]{1,60}\] +(?<level>[A-Z]+) -- [^:]{0,60}: (?<message>\S.*)/,
  // Monolog: [2026-11-20 03:00:00] production.ERROR: x
  /^\[[^\]]{1,60}\] [\w-]{1,60}\.(?<level>[A-Z]+): (?<message>\S.*)/,
  // Apache, nginx, PHP-FPM: [Fri Nov 20 03:00:00 2026] [core:error] [pid 1] x
  /^(?:\[[^\]]{1,60}\] |\S{1,30} \S{1,30} )\[(?:\w{1,30}:)?(?<level>[a-z]+)\] (?:\[[^\]]{1,60}\] |\d+#\d+: (?:\*\d+ )?){0,3}(?<message>\S.*)/,
  // Python: ERROR:root:x
  /^(?<level>ERROR|CRITICAL|WARNING|INFO|DEBUG):[\w.]{1,100}:(?<message>\S.*)/,
  // .NET on one line: fail: Microsoft.Hosting[0] x
  /^(?<level>fail|crit|warn|info|dbug|trce): [\w.`+]{1,200}\[\d+\] (?<message>\S.*)/,
  // fastlane: ERROR [2026-11-20 03:00:00.12]: x
  /^(?<level>[A-Z]{4,8}) \[\d{4}-\d\d-\d\d [\d:.]{8,15}\]: (?<message>\S.*)/,
  // loguru, NLog: 2026-11-20 03:00:00 | ERROR | module:function:12 - x
  /^(?:[^|]{1,60}\|){0,2} {0,3}(?<level>ERROR|FATAL|CRITICAL|WARN|WARNING|INFO|DEBUG|TRACE|SUCCESS)\s{0,5}\|\s{0,3}(?:[^|]{1,120}? - |[^|]{1,120}\| )?(?<message>\S.*)/,
  // Times, threads and names before a level: log4j, Logback, log4net, Python, Spring, systemd, Airflow
  /^(?:(?=\S{0,79}[\d[\](){}.:|/#*@=_-])\S{1,80}[ \t]{1,4}){0,8}[[(<|]?(?<level>ERROR|FATAL|CRITICAL|SEVERE|PANIC|ALERT|EMERG|ERR|CRIT|WARN|WARNING|INFO|NOTICE|DEBUG|TRACE|VERBOSE|FINE)[\])>|]?(?:\/[\w-]{1,60}\])?(?:\s?[-:|]+|(?=[ \t])|(?<=[\])>|]))[ \t]{0,8}(?:\[[^\]]{1,120}\][ \t]{0,4}|\([^)]{1,80}\)[ \t]{1,4}){0,3}(?:[\w.$/:<>[\]*~-]{1,120}[ \t]{1,30}[-|:][ \t]{1,4})?(?:[-:][ \t]+)?(?<message>\S.*)/,
  /^\[(?<level>error|err|fatal|crit(?:ical)?|emerg|alert|warn(?:ing)?|info|notice|debug|trace)\][:\s]+(?<message>\S.*)/i,
];

/** A command that a shell traces, or a test that passed: either can name any error. */
export const harmless = /^\++ [a-z_./"'[(]|^\s*(?:[✓✔√] |PASS(?:ED)?\b|ok \d+\b|--- PASS: )/u;

/** No logger's line is without one of these. */
export const hasLevel =
  /[EFWI]\d{4} |\d[DIWES]\b|level|lvl|sever|"s"|err|fatal?|ftl|crit|warn|wrn|inf|debu?g?|dbu?g|trc|trace|notice|pan[ic]|alert|fine|vrb|verb|fail|emerg|success|pnc/i;

export const errorLevels =
  /^(?:e|err|erro|error|f|fatal|fata|ftl|crit|critical|severe|panic|pani|pnc|alert|emerg|fail|failure|50|60)$/i;

/** Any other word where a level may stand is none. */
export const quietLevels =
  /^(?:i|inf|info|information|informational|notice|note|n|d|d[1-5]|dbg|dbug|debug|debu|t|trc|trce|trace|v|vrb|verb|verbose|fine\w*|config|success|ok|10|20|30)$/i;

/** The agent, BuildKit, Docker Compose, MSBuild, syslog and pods put this before a line of a program. */
export const prefixes: readonly RegExp[] = [
  /^➤ YN0000: (?:│ )?(?:\[[^\]]{1,80}\]:? ?)?/u,
  /^# ?#\[warning\]/,
  // npm's own log
  /^\d{1,5} (?=(?:error|warn|info|http|verbose|silly) )/,
  /^[Rr]emote: (?=\S)/,
  // Terragrunt
  /^\S{1,40} STD(?:ERR|OUT) {1,4}(?:\[[^\]]{1,80}\] )?\w+: /,
  /^\[?\d{4}[/.-]\d\d[/.-]\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?\]?:?(?: - | )\s*/,
  /^\[?\d\d?[./]\d\d?[./]\d{4},? \d\d?:\d\d(?::\d\d)?(?: [AP]M)?\]?:?(?: - | )\s*/i,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?:?(?: - | )\s*/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:\d\d:\d\d \S{1,100} (?=\S{1,60}: )/,
  /^#\d+ (?:\d+\.\d+ )?/,
  /^\d+\.\d{1,3} (?=\S)/,
  /^\s*\d{1,3}(?::\d+)?>(?=\s*\S)/,
  /^[a-z][\w.-]{0,60} +\| /,
  /^\[(?!(?:error|err|fatal|crit|critical|info|warn|warning|debug|trace|notice|fail|failed|xunit|ok|done)\b)[a-z@][\w./@-]{1,60}\] (?:[<>|] )?(?=\S)/i,
  /^(?:\[?(?:stderr|STDERR|stdout|STDOUT|err|out)\]?[:|] |\[std(?:err|out)\] )/,
];
