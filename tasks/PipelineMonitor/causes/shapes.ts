/**
 * How sure it is that a line is the reason: `sure` if only an error looks so, `likely` if tools use the form for other lines,
 * too, `count` if it only counts failures, `guess` if it is a word alone.
 */
export type Certainty = "sure" | "likely" | "count" | "guess";

/** How the errors of a tool begin and end, and which part of them is the message. */
export interface Shape {
  tool: string;
  certainty: Certainty;
  /**
   * Its first line. Groups: `message`, unless a later line has it; `title`, which comes before that line's message; `place`,
   * which is told last.
   */
  begins: RegExp;
  /** The block: the lines behind the first one that match; by default the next 80. */
  goesOn?: RegExp;
  /** A line of the block without which it is none. Without `goesOn`, one of the next 8. */
  needs?: RegExp;
  /** The line of the block that has the message. `above` is the paragraph before the first line. */
  message?: RegExp | "above";
  /** Which of those lines; the first by default. */
  takes?: "last";
  /** One failure can print many of them, of which the first says most; by default, the last counts. */
  counts?: "first";
  /** A line behind the block that says that it was no failure. */
  unless?: RegExp;
}

const sure = { certainty: "sure" } as const;
const likely = { certainty: "likely" } as const;
const many = { ...sure, counts: "first" } as const;
const count = { certainty: "count" } as const;

/** The first line behind that is not empty. */
const nextLine = /^\s*(?:E\s+)?(?<message>\p{L}.*|\S.*\p{L}.*)/u;

const exceptions: readonly Shape[] = [
  { ...sure, tool: "Elixir", begins: /^\*\* \((?<message>[\w.]+\) .+)/ },
  { ...sure, tool: "R", begins: /^(?<message>Error in .+)/ },
  { ...sure, tool: "Rake", begins: /^\w+ aborted!$/, message: nextLine },
  { ...sure, tool: ".NET", begins: /^(?<message>You must install(?: or update)? \.NET .+)/ },
  {
    ...{ ...sure, tool: "Python" },
    begins: /^(?:\s*[|+] ?)?Traceback \(most recent call last\):/,
    message: /^(?<message>[^\s|+].*)/,
  },
  {
    ...{ ...sure, tool: "Java, .NET and Node.js" },
    begins:
      /^\s*(?:\[?(?:ERROR|FATAL|SEVERE)\]?:? )?(?:Exception in thread "[^"]{0,200}" |Unhandled [Ee]xception[.:] |Uncaught |: )?(?<message>(?:[A-Za-z_$][\w$`]{0,100}\.){0,12}\w{0,100}(?:Error|Exception)(?: ?[[(][\w ,='-]{1,80}[\])])?(?: ?: \S.*|:)?)$/,
    goesOn: /^\s*(?:at |Caused by|Suppressed|--->|\.\.\. \d|--- End)|^(?![-*#\s]).{3}/,
    needs: /^\s+at \S|^\s*---> /,
    message: /^\s*(?:Caused by:|--->) (?:\(Inner Exception #\d+\) )?(?<message>\S.*)/,
    takes: "last",
  },
  {
    ...{ ...sure, tool: "Node.js" },
    begins: /^(?:Uncaught )?(?<message>[A-Za-z_$][\w$]{0,100}(?: \[\w{1,50}\])?: \S.*)$/,
    goesOn: /^\s+at \S/,
    needs: /^\s+at \S/,
  },
  {
    ...{ ...sure, tool: "PowerShell 5.1" },
    begins:
      /^(?:At|In|Au caractère|En|Bei) .{1,300}:\d+ (?:char|Zeichen|Caractère|carácter|car\.?|caractere):\d+\s*$/,
    message: "above",
  },
  { ...sure, tool: "PowerShell 5.1", begins: /^\s*\+ CategoryInfo\s+: /, message: "above" },
  {
    ...{ ...sure, tool: "PowerShell 7" },
    begins: /^Line \|\s*$/,
    goesOn: /^\s*(?:(?:Line|\d+)\s*)?\|/,
    message: /^\s+\|[\s~^]*(?<message>[^\s~^].*)/,
  },
  { ...sure, tool: "PowerShell", begins: /^(?<message>[A-Z][A-Za-z]{1,20}-[A-Z]\w{1,60} ?: \S.*)/ },
  { ...sure, tool: "Go", begins: /^panic: (?<message>.+)/ },
  { ...sure, tool: "Rust", begins: /^thread '[^']{0,100}' panicked at '(?<message>.+)', (?<place>\S+)$/ },
  {
    ...{ ...sure, tool: "Rust" },
    begins: /^thread '[^']{0,100}' (?:\(\d+\) )?panicked at (?<place>[^'\s]\S*:\d+:\d+):$/,
    message: nextLine,
  },
  { ...sure, tool: "C++", begins: /^\s*what\(\):\s+(?<message>.+)/ },
  { ...sure, tool: "PHP", begins: /^(?:PHP )?(?<message>(?:Fatal|Parse) error: .+)/ },
  { ...sure, tool: "Ruby", begins: /^(?<place>\S+\.rb:\d+):in [`'].{1,100}': (?<message>.+)/ },
  {
    ...sure,
    tool: "Perl",
    begins: /^(?<message>\S.{0,1000}) at (?<place>\S+ line \d+)(?:, <\w+> line \d+)?\.$/,
  },
];

const compilers: readonly Shape[] = [
  { ...many, tool: "sbt", begins: /^\[error\] (?<place>\S{1,300}:\d+(?::\d+)?): (?<message>.+)/ },
  { ...many, tool: "Black", begins: /^(?<message>would reformat .+)/ },
  {
    ...{ ...many, tool: "MSBuild, C#, TypeScript, Bicep" },
    begins:
      /^\s*(?:Error: )?(?<place>[^\s(][^(]{0,300}\(\d+(?:,\d+){0,3}\)) ?: (?:[\w-]+ ){0,2}?[Ee]rror (?<message>[A-Z]+\w*\d+ ?: .+)/,
  },
  {
    ...{ ...many, tool: "TypeScript" },
    begins: /^(?:\w+: )?(?<place>\S{1,300}:\d+:\d+) - error (?<message>(?:TS|NG)-?\d+: .+)/,
  },
  {
    ...{ ...many, tool: "MSBuild, NuGet, linkers" },
    begins:
      /^\s*(?:(?<place>[A-Za-z][^:]{0,200}(?::[\\/][^:]{1,200})?) ?: )?(?:fatal )?error (?<message>[A-Z]{1,10}\d{2,6} ?: .+)/,
  },
  {
    ...many,
    tool: "MSBuild",
    begins: /^\s*(?<place>[^\s(:][^(]{0,300}\(\d+(?:,\d+)?\)): error : (?<message>.+)/,
  },
  {
    ...{ ...many, tool: "GCC, Clang, Swift, javac" },
    begins:
      /^(?:In file .{1,300})?(?<place>(?:[A-Za-z]:)?[^\s:()]{1,300}:\d+(?::\d+)?): (?:fatal )?error: (?<message>.+)/,
  },
  {
    ...many,
    tool: "Rust",
    begins: /^error(?:\[E\d+\])?: (?<message>.+)/,
    needs: /^\s+--> (?<place>\S+)/,
    goesOn: /^\s*(?:-->|(?:\d+ *)?\|)/,
  },
  { ...many, tool: "Kotlin", begins: /^e: (?<place>\S{1,300}?:? ?\(?\d+[:,] ?\d+\)?):? (?<message>.+)/ },
  {
    ...many,
    tool: "Maven",
    begins: /^\[ERROR\] (?<place>\S{1,300}:\[\d+(?:,\d+)?\]) (?:error: )?(?<message>.+)/,
  },
  {
    ...{ ...many, tool: "Go, linters" },
    begins:
      /^(?:vet: )?(?<place>(?:\.{0,2}\/)?[\w./\\@-]{1,300}\.\w{1,10}:\d+:\d+): (?!warning|note|info)(?<message>\S.+)/,
  },
  { ...many, tool: "ESLint", begins: /^\s+(?<place>\d+:\d+)\s+error\s+(?<message>\S.*)/ },
  {
    ...many,
    tool: "linkers",
    begins: /^(?:.{1,300}: )?(?<message>(?:undefined reference to|multiple definition of) .+)/,
  },
  {
    ...many,
    tool: "linkers",
    begins: /^(?:\S*\/)?(?:ld|lld|ld64)(?:\.\w+)?: (?:error: )?(?<message>(?!warning).+)/,
  },
  { ...many, tool: "webpack", begins: /^ERROR in (?<place>\S.*)/, message: nextLine },
  { ...many, tool: "esbuild", begins: /^[✘✖✗] \[ERROR\] (?<message>.+)/u },
  { ...sure, tool: "CMake", begins: /^CMake Error(?: at (?<place>.{1,300}))?:\s*$/, message: nextLine },
  { ...sure, tool: "CMake", begins: /^CMake Error: (?<message>.+)/ },
  { ...sure, tool: "ninja", begins: /^ninja: (?:error|fatal): (?<message>.+)/ },
  { ...sure, tool: "make", begins: /^\S*make(?:\[\d+\])?: \*{3} (?<message>(?!\[).+)/ },
  { ...many, tool: "Xcode", begins: /^(?:❌ {0,2})?(?<place>\/\S{1,300}:\d+:\d+): (?<message>.+)/u },
  { ...likely, tool: "Xcode", begins: /^(?:❌ {0,2})?(?:xcodebuild: )?error: (?<message>.+)/u },
];

const tests: readonly Shape[] = [
  {
    ...{ ...many, tool: "Mocha, RSpec, PHPUnit, Playwright" },
    begins: /^\s*\d{1,4}\) (?<title>\S.{0,500}?)(?: ?─+|:)?$/u,
    goesOn: /^(?!\s*\d{1,4}\) )/,
    message:
      /^\s*(?:Failure\/Error: )?(?<message>(?:Uncaught )?(?:(?:\w+\.)?\w*(?:Error|Exception)\b|[Ee]xpect(?:ed)?\b|Failed asserting|Timeout of).*)/,
    needs:
      /^\s*(?:Failure\/)?(?:(?:Uncaught )?(?:\w+\.)?\w*(?:Error|Exception)\b|[Ee]xpected\b|Failed asserting|Timeout of)/,
  },
  {
    ...many,
    tool: "Jest",
    begins: /^\s*● (?<title>.+ › .+|Test suite failed to run|.{1,200})$/u,
    message: /^\s+(?<message>(?!at )\S.*)/,
  },
  {
    ...{ ...many, tool: "Vitest, Jest" },
    begins: /^\s*(?:FAIL|❯)\s+(?<title>\S.* > .+)/u,
    message: /^\s*(?<message>\w*Error: .+)/,
    needs: /^\s*\w*Error: /,
  },
  {
    ...{ ...many, tool: "VSTest" },
    begins: /^\s*(?:Failed|X|Fehler|Échec|Con error)\s+(?<title>[\w.$]\S*.{0,300}?)(?: \[[^\]]*\])?$/u,
    needs: /^\s*(?:Error Message|Fehlermeldung|Message d'erreur|Mensaje de error) ?:/,
    goesOn: /^(?!\s*(?:Stack Trace|Stapelüberwachung))/,
    message: /^\s*(?!Error Message|Fehlermeldung|Message d'erreur|Mensaje de error)(?<message>\S.*)/,
  },
  {
    ...{ ...many, tool: "xUnit" },
    begins: /^\s*(?:\[xUnit\.net \S+\]\s+)?(?<title>\S.{0,300}) \[FAIL\]$/,
    message: /^\s*(?:\[xUnit\.net \S+\]\s+)?(?<message>\S.*)/,
  },
  {
    ...many,
    tool: "Go",
    begins: /^\s*--- FAIL: (?<title>\S+)/,
    message: /^\s+(?<message>\S{1,200}\.go:\d+: .+)/,
    goesOn: /^\s+/,
  },
  {
    ...many,
    tool: "pytest",
    begins: /^(?:FAILED|ERROR) (?<title>[\w./\\-]{1,300}?(?:\.py\b|::)\S{0,300}) - (?<message>.+)/,
  },
  { ...many, tool: "pytest", begins: /^E {2,}(?<message>\S.*)/ },
  {
    ...many,
    tool: "GoogleTest",
    begins: /^(?<place>\S{1,300}[:(]\d+\)?): (?:Failure|error: )$/,
    message: nextLine,
  },
  { ...count, counts: "first", tool: "GoogleTest", begins: /^\[ {2}FAILED {2}\] (?<message>\w+[./]\w.*)/ },
  {
    ...count,
    counts: "first",
    tool: "CTest",
    begins: /^\s*\d+ - (?<message>\S+ \((?:Failed|SEGFAULT|Timeout|Not Run|.{0,40}[Ee]xception.{0,40})\))/,
  },
  { ...many, tool: "TAP", begins: /^\s*not ok \d+ ?-? ?(?<message>(?!.*# (?:TODO|SKIP)).+)/i },
  { ...many, tool: "Robot Framework", begins: /^(?<title>\S.{0,300}?)\s+\| FAIL \|$/, message: nextLine },
  {
    ...many,
    tool: "Pester",
    begins: /^\s*\[-\] (?<title>\S.{0,300}?)(?: \d+(?:\.\d+)?m?s.*)?$/,
    message: nextLine,
  },
  { ...many, tool: "Newman", begins: /^\s*\d+\.\s+(?<message>\w*Error\s+\S.*)/ },
  { ...many, tool: "Surefire", begins: /^\[ERROR\]\s+(?<message>\w+(?:\.\w+)*(?::\d+|»).*)/u },
  {
    ...count,
    tool: "pytest",
    begins: /^(?:FAILED|ERROR) (?<message>[\w./\\-]{1,300}?(?:\.py\b|::)\S{0,300})$/,
    counts: "first",
  },
  {
    ...count,
    tool: "any",
    begins: /^\W*(?<message>(?:\w+ ){0,2}[1-9]\d* (?:\w+ ){0,3}fail(?:ing|ed|ures?)\b.*)/,
  },
  {
    ...count,
    tool: "any",
    begins:
      /^\W*(?<message>\d+ (?:tests?|examples?|specs?|scenarios?|suites?|assertions?)\b.{0,200}?\b[1-9]\d* (?:fail\w*|errors?)\b.*)/,
  },
  {
    ...count,
    tool: "any",
    begins: /^\W{0,4}(?:ERROR\] )?(?<message>.{0,200}\b(?:Failed|Failures|Errors)!?\s*:\s*[1-9].*)/,
  },
  {
    ...count,
    tool: "any",
    begins: /^=* ?(?<message>(?:[1-9]\d* (?:failed|errors?)|no tests ran).* in [\d.:]+s.*?) ?=*$/,
  },
];

const builds: readonly Shape[] = [
  { ...sure, tool: "CocoaPods, fastlane", begins: /^\[!\] (?<message>.+)/ },
  {
    ...sure,
    tool: "Gradle",
    begins: /^\* What went wrong:/,
    goesOn: /^(?!\* )/,
    message: /^\s*> (?<message>\S.*)/,
    takes: "last",
  },
  { ...count, tool: "Gradle", begins: /^\* What went wrong:/, message: nextLine },
  {
    ...likely,
    tool: "Maven",
    begins: /^\[(?:ERROR|FATAL)\]\s+(?<message>\S.*?)(?: -> \[Help \d+\])?$/,
    counts: "first",
  },
  { ...many, tool: "npm", begins: /^npm (?:ERR!|error)\s+(?<message>\S.*)/ },
  { ...sure, tool: "pnpm", begins: /^\s*(?<message>ERR_PNPM_\w+\s+\S.*)/ },
  {
    ...likely,
    tool: "Yarn",
    begins:
      /^➤ YN\d{4}: (?:[│└┌] )?(?<message>.*(?:[Ee]rror|failed|can't|couldn't|doesn't|not found|unable).*)/u,
  },
  { ...likely, tool: "Go", begins: /^go: (?!downloading|finding|extracting|added|upgraded)(?<message>.+)/ },
  { ...sure, tool: "Composer", begins: /^\s+Problem 1$/, message: /^\s+- (?<message>.+)/ },
  { ...sure, tool: "Bundler", begins: /^(?<message>Could not find (?:gem|compatible versions?) .+)/ },
];

const services: readonly Shape[] = [
  {
    ...many,
    tool: "SSIS",
    begins: /^Error: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+$/,
    message: /^\s+Description: (?<message>.+)/,
  },
  {
    ...sure,
    tool: "NuGet, .NET",
    begins: /^.{0,200}?(?<message>Response status code does not indicate success: .+)/,
  },
  {
    ...{ ...many, tool: "Terraform" },
    begins: /^│\s+Error: (?<title>.+)/u,
    goesOn: /^│/u,
    message: /^│ (?<message>\p{L}.*)/u,
  },
  {
    ...{ ...many, tool: "Ansible" },
    begins:
      /^(?:fatal|failed): \[(?<place>[^\]]{1,200})\](?::| \(item=.{0,500}?\) =>)? ?(?:FAILED! |UNREACHABLE! )?=>\s*(?<message>.*)/,
    goesOn: /^\s+\S/,
    message: /^\s+(?:msg|"msg"|stderr): ?(?:['"|>-]*)(?<message>\p{L}.*)/u,
    unless: /^\.\.\.ignoring/,
  },
  { ...sure, tool: "Ansible", begins: /^ERROR! (?<message>.+)/ },
  { ...sure, tool: "Azure CLI", begins: /^ERROR: (?<message>\(\w+\) .+)/ },
  {
    ...sure,
    tool: "Azure",
    begins: /^(?:.{0,200}?[: ])?(?<message>\{\s*\\?"(?:error|code|status|message|odata\.error)\\?"\s*:.*)/,
  },
  { ...sure, tool: "Azure DevOps", begins: /^(?:remote: |\S{1,40}: )?(?<message>(?:TF|VS)\d{5,7}: .+)/ },
  { ...sure, tool: "Microsoft Entra", begins: /^(?:.{0,300}?)(?<message>AADSTS\d+: .+)/ },
  {
    ...sure,
    tool: "Oracle",
    begins:
      /^(?:.{0,80}? )?(?<message>(?:ORA-(?!06512|39\d{3}|31693|02063)|SP2-|PLS-|TNS-|RMAN-(?!00569|00571)|UDI-|UDE-|LRM-)\d{4,5}: \S.*)/,
  },
  { ...likely, tool: "Oracle", begins: /^(?<message>ORA-39\d{3}: \S.*)/ },
  {
    ...sure,
    tool: "SQL Server",
    begins: /^Msg \d+, Level \d+, State \d+(?:, \w+ [^,\s]+)*$/,
    message: nextLine,
  },
  {
    ...sure,
    tool: "SQL Server",
    begins: /^(?<message>Msg \d+, Level \d+, State \d+,? .{0,200}?Line \d+ \S.+)/,
  },
  {
    ...many,
    tool: "SqlPackage",
    begins: /^\*{0,3} ?(?<message>(?:Error SQL\d+|Could not deploy package): ?.+)/,
  },
  { ...sure, tool: "sqlcmd, bcp", begins: /^(?:Sqlcmd: )?(?<message>Error(?:: | = \[)Microsoft.+)/i },
  { ...sure, tool: "PostgreSQL", begins: /^psql:(?<place>.{1,300}:\d+): (?:ERROR|FATAL): +(?<message>.+)/ },
  {
    ...sure,
    tool: "PostgreSQL",
    begins:
      /^(?:[\w-]+: )?(?:(?:error|FATAL|ERROR): ){0,2}(?:connection to server .{1,200} failed: )?(?:ERROR|FATAL|PANIC): {2}(?<message>.+)/,
  },
  { ...sure, tool: "MySQL", begins: /^(?<message>ERROR \d{4} \(\w+\).*?: .+)/ },
  { ...sure, tool: "Db2", begins: /^(?<message>SQL\d{4,5}[NC] .+)/ },
  { ...sure, tool: "Flyway", begins: /^Message\s+: (?<message>.+)/ },
  {
    ...sure,
    tool: "Liquibase",
    begins:
      /^\s*(?:Reason: (?:liquibase\.exception\.\w+: )?|Unexpected error running Liquibase: )(?<message>.+)/,
  },
  {
    ...many,
    tool: "dbt",
    begins: /^\s*(?<title>(?:Database|Compilation|Runtime) Error in .+)/,
    message: nextLine,
  },
  {
    ...sure,
    tool: "Docker",
    begins:
      /^(?:docker: |ERROR: |Error: )*(?:Error response from daemon|Error response from daemon): (?<message>.+)/,
  },
  { ...likely, tool: "Docker", begins: /^(?:ERROR: )?failed to solve: (?<message>.+)/ },
  { ...sure, tool: "Docker", begins: /^(?<message>(?:denied|unauthorized|toomanyrequests): .+)/ },
  { ...sure, tool: "Kubernetes", begins: /^(?:Error: .{0,200}?)?(?<message>Error from server.{0,40}: .+)/ },
  { ...sure, tool: "Kubernetes", begins: /^(?<message>The \w+ "[^"]{1,200}" is invalid: .+)/ },
  {
    ...sure,
    tool: "Helm",
    begins: /^Error: (?<message>(?:UPGRADE|INSTALLATION|ROLLBACK|UNINSTALL) FAILED: .+)/,
  },
];

const commands: readonly Shape[] = [
  { ...sure, tool: "sudo", begins: /^(?<message>sudo: .+)/ },
  {
    ...count,
    tool: "scanners",
    begins:
      /^(?<message>Total: [1-9]\d* \(.*(?:HIGH|CRITICAL).*|.*leaks found: [1-9].*|[1-9]\d* issue(?:s|\(s\)) found.*)/,
  },
  { ...sure, tool: "curl", begins: /^(?<message>curl: \(\d+\) .+)/ },
  { ...sure, tool: "wget", begins: /^(?:\S+ \S+ |\S+ )?(?<message>ERROR \d{3}: .+)/ },
  {
    ...sure,
    tool: "ssh",
    begins: /^(?<message>(?:ssh|scp|sftp|wget|kex_exchange_identification|ssh_exchange_identification): .+)/,
  },
  {
    ...sure,
    tool: "ssh",
    begins: /^(?<message>(?:\S+: )?Permission denied \([\w,-]+\)\.?|Host key verification failed\.)\s*$/,
  },
  { ...sure, tool: "rsync", begins: /^rsync: (?:\[\w+\] )?(?<message>.+)/ },
  { ...likely, tool: "rsync", begins: /^(?<message>rsync error: .+)/ },
  { ...sure, tool: "robocopy", begins: /^(?<title>\S+ \d+ \(0x[\dA-Fa-f]+\) \S.*)/, message: nextLine },
  { ...sure, tool: "git", begins: /^ ! \[(?:remote )?rejected\] (?<message>.+)/ },
  { ...many, tool: "git", begins: /^(?<message>CONFLICT \(.+)/ },
  { ...likely, tool: "git", begins: /^(?:remote: )?(?:fatal|FATAL): (?<message>.+)/, counts: "first" },
  {
    ...{ ...likely, tool: "shells" },
    begins:
      /^(?<place>[^\s:]{1,300}: (?:line|Zeile|ligne|línea|linea|riga|linha|regel|rad|linje|wiersz|строка|行) ?\d+) ?:\s+(?:\d+ )?(?<message>\S.*)/u,
  },
  { ...likely, tool: "shells", begins: /^(?<place>\S{1,200}: \d+): (?<message>[\w./-]{1,100}: \S.*)/ },
  {
    ...sure,
    tool: "cmd.exe",
    begins:
      /^(?<message>['"].{1,300}['"] (?:is not recognized as an internal|n'est pas reconnu|no se reconoce|non è riconosciuto|não é reconhecido|kann nicht gefunden|не является).*)/u,
  },
  {
    ...sure,
    tool: "cmd.exe",
    begins: /^(?<message>Der Befehl ".{1,300}" ist entweder falsch geschrieben.*)/u,
  },
  {
    ...{ ...likely, tool: "Windows" },
    begins:
      /^(?<message>(?:The system cannot find|The process cannot access|Access is denied|The filename, directory name|The syntax of the command|There is not enough space|The network path was not|Das System kann|Zugriff verweigert|Der Prozess kann nicht|Accès refusé|Le chemin d'accès|Acceso denegado|El sistema no puede).*)/u,
  },
  { ...count, tool: "AzCopy", begins: /^(?<message>(?:Number of )?(?:File )?Transfers Failed: [1-9].*)/ },
];

/** Words that a program puts before its message in any language. */
const errorWord =
  "(?:error|fatal(?: error)?|critical|severe|failure|exception|fehler|erreur|errore|erro|fout|fel|błąd|ошибка|エラー|错误|錯誤|오류)";

/** In the form of many programs; for lines that no row of `shapes` knows. */
export const anyProgram: readonly Shape[] = [
  { ...likely, tool: "any", begins: /^\s*\[(?:error|err|fatal|crit(?:ical)?)\][:\s]+(?<message>\S.*)/i },
  { ...likely, tool: "any", begins: /^\[\d\d:\d\d:\d\d (?:ERR|FTL)\] (?<message>.+)/ },
  { ...likely, tool: "any", begins: /^(?:fail|crit): [\w.]+\[\d+\]$/, message: nextLine },
  {
    ...likely,
    tool: "any",
    begins: /^[EF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (?<place>\S+:\d+)\] (?<message>.+)/,
  },
  { ...likely, tool: "any", begins: /^(?:\S+\t)?Failed: (?<message>.+)/ },
  {
    ...{ ...likely, tool: "any" },
    begins: new RegExp(`^\\W{0,4}${errorWord}[\\])>]?(?: ?[:!-]+ ?| \\[)\\s*(?<message>\\S.*)`, "iu"),
  },
  {
    ...{ ...likely, tool: "any" },
    begins: new RegExp(
      `^\\s*(?<message>(?:\\S{1,80} ){0,3}(?:[\\w./\\\\-]{1,80}:? ?)${errorWord}(?: [A-Z]?\\d+)?[\\])>]?: \\S.*)`,
      "iu",
    ),
  },
  {
    ...likely,
    tool: "any",
    begins: /^\W{0,4}\[?(?:ERROR|FATAL|CRITICAL|SEVERE|PANIC)\]?:? +(?<message>\S.*)/,
  },
  {
    ...likely,
    tool: "any",
    begins: /^(?:\S{1,60} ){1,6}\[?(?:ERROR|FATAL|CRITICAL|SEVERE)\]? (?<message>\S.*)/,
  },
  { ...likely, tool: "any", begins: /\blevel=(?:error|fatal|panic)\b.{0,300}?\bmsg="?(?<message>[^"]+)/ },
  {
    ...likely,
    tool: "any",
    begins:
      /"(?:level|severity|@l)": ?"(?:error|fatal|critical)".{0,500}?"(?:msg|message|@m|@mt)": ?"(?<message>[^"]+)/i,
  },
  {
    ...likely,
    tool: "any",
    begins: /^(?:[\w.]{1,200}\.)?(?<message>\w*[a-z](?:Error|Exception)(?: \[\w+\])?: \S.*)/,
  },
  { ...likely, tool: "any", begins: /^error (?<message>[A-Z"']\S.*)/ },
  { ...likely, tool: "any", begins: /^[✘✖✗×❌✕]\s{0,3}(?<message>\p{L}.+)/u },
  { ...likely, tool: "any", begins: /^E: (?<message>.+)/ },
  {
    ...{ ...likely, tool: "any" },
    begins:
      /^(?<message>(?:\.{0,2}\/)?[\w./+-]{1,200}(?:\[\d+\])?: (?:cannot|can't|could not|unable|failed|invalid|unknown|unrecognized|illegal|missing|unexpected|bad|no such)\b.*)/i,
  },
  {
    ...{ ...likely, tool: "any" },
    begins:
      /^(?<message>[\w./+-]{1,200}: .{1,1000}: (?:No such file or directory|Permission denied|Connection (?:refused|timed out|reset by peer)|Not a directory|Is a directory|File exists|No space left on device|Read-only file system|Operation not permitted|command not found|not found|Input\/output error))\.?$/,
  },
];

/** By tool. */
export const shapes: readonly Shape[] = [
  ...[...exceptions, ...compilers, ...tests, ...builds, ...services, ...commands],
];
