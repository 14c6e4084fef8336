import { count, likely, many, nextLine, type Shape, sure } from "./shape";

/** Test runners: the failed test and its message, or else the count. */
export const tests: readonly Shape[] = [
  many("RSpec", /^\s*\d{1,4}\) (?<title>\S.*)$/, {
    needs: /^\s+Failure\/Error: /,
    goesOn: /^(?!\s*\d{1,4}\) |\s+# \S+:\d)/,
    message: /^\s{5,}(?!Failure\/Error:|\(compared)(?<message>[A-Za-z].*)/,
    takes: "all",
  }),
  many("Mocha, RSpec, PHPUnit, Playwright", /^\s*\d{1,4}\) (?<title>\S.{0,500}?)(?: ?─+|:)?$/u, {
    goesOn: /^(?!\s*\d{1,4}\) )/,
    message:
      /^\s*(?:Failure\/Error: )?(?<message>(?:Uncaught )?(?:(?:\w+(?:\.|::))*\w*(?:Error|Exception)\b|[Ee]xpect(?:ed)?\b|Failed asserting|Timeout of|Test timeout of).*)/,
    needs:
      /^\s*(?:Failure\/)?(?:(?:Uncaught )?(?:\w+(?:\.|::))*\w*(?:Error|Exception)\b|[Ee]xpected\b|Failed asserting|Timeout of|Test timeout of)/,
  }),
  many("Jest", /^\s*● (?<title>.+ › .+|Test suite failed to run)$/u, {
    message: /^\s+(?<message>(?!at )\S.*)/,
  }),
  many("Jest", /^\s*● (?<title>.{1,200})$/u, {
    needs: /^\s+(?:expect\(|\w*Error\b|Expected\b|thrown: )/,
    message: /^\s+(?<message>(?!at )\S.*)/,
  }),
  many("Vitest, Jest", /^\s*(?:FAIL|❯|×)\s+(?<title>\S.* > .+)/u, {
    message: /^\s*(?:→ )?(?<message>\w*Error: .+)/,
    needs: /^\s*(?:→ )?\w*Error: /,
  }),
  many(
    "VSTest",
    /^\s*(?:Failed|X|Fehler|Échec|Con error|Nicht bestanden|Fehlgeschlagen|Échoué|Erreur|失敗|Не пройден)\s+(?<title>[\w.$]\S*.{0,300}?)(?: \[[^\]]*\])?$/u,
    {
      needs:
        /^\s*(?:Error Message|Fehlermeldung|Message d'erreur|Mensaje de error|Messaggio di errore|エラー メッセージ|Сообщение об ошибке) ?:/,
      goesOn: /^(?!\s*(?:Stack Trace|Stapelüberwachung|Arborescence))/,
      message:
        /^\s*(?!Error Message|Fehlermeldung|Message d'erreur|Mensaje de error|Messaggio di errore|エラー|Сообщение)(?<message>\S.*)/u,
    },
  ),
  many("xUnit", /^\s*(?:\[xUnit\.net \S+\]\s+)?(?<title>\S.{0,300}) \[FAIL\]$/, {
    message: /^\s*(?:\[xUnit\.net \S+\]\s+)?(?<message>\S.*)/,
  }),
  many("dbt", /^Failure in test (?<title>\S+) \(.+\)$/, { message: nextLine }),
  many("NUnit", /^\d+\) (?:Failed|Error|Invalid) : (?<title>\S.*)/, { message: nextLine }),
  many("Go", /^\s*--- FAIL: (?<title>\S+)/, {
    message:
      /^\s+(?:Error:\s+)?(?<message>\S{1,200}\.go:\d+: \S.+|Not equal:.*|Received unexpected error:.*)/,
    goesOn: /^\s+/,
  }),
  count("Go", /^\s*--- FAIL: (?<message>\S+)/, { counts: "first" }),
  many("Go", /^panic: test timed out after (?<message>.+)/),
  many(
    "pytest",
    /^(?:FAILED|ERROR) (?<title>[\w./\\-]{1,300}?(?:\.py\b|::)\S{0,300}(?: .{0,200}?\])?) - (?<message>.+)/,
  ),
  many("pytest", /^E {2,}(?<message>\S.*)/),
  many("pytest", /^(?<message>ERROR: (?:file or directory not found|not found|usage).*)/),
  many("unittest", /^(?:FAIL|ERROR): (?<title>\w+(?: \(.*)?)$/, {
    needs: /^-{20,}$/,
    message: /^(?<message>[\w.]*(?:Error|Exception|Failure)\b(?: ?:.*)?)$/,
  }),
  many("GoogleTest", /^(?<place>\S{1,300}[:(]\d+\)?): (?:Failure|error:) ?$/, { message: nextLine }),
  many(
    "Catch2, doctest, Boost",
    /^(?<place>\S{1,300}[:(]\d+\)?): (?:FAILED|ERROR|FATAL ERROR|error: in ".+"): ?(?<message>.*)$/,
  ),
  count("GoogleTest", /^\[ {2}FAILED {2}\] (?<message>\w+[./]\w.*)/, { counts: "first" }),
  likely("Go", /^\s+(?<place>\S{1,200}_test\.go:\d+): (?<message>.+)/),
  count(
    "CTest",
    /^\s*\d+ - (?<message>\S+ \((?:Failed|SEGFAULT|Timeout|Not Run|.{0,40}[Ee]xception.{0,40})\))/,
    { counts: "first" },
  ),
  many("TAP", /^\s*not ok \d+ ?-? ?(?<message>(?!.*# (?:TODO|SKIP)).+)/i),
  likely("Jest, Playwright", /^\s*(?:Error: )?(?<message>expect\(.{1,200}\)\.\w.*)/),
  many("Robot Framework", /^(?<title>\S.{0,300}?)\s+\| FAIL \|$/, { message: nextLine }),
  many("Pester", /^\s*\[-\] (?<title>\S.{0,300}?)(?: \d+(?:\.\d+)?m?s.*)?$/, { message: nextLine }),
  many("Newman, Postman", /^\s*\d+[.⠄]\s+(?<message>\w*(?:Error|Failure)\s+\S.*)/u),
  many("Surefire", /^\[ERROR\]\s+(?<message>\w+(?:\.\w+)*(?:\[.{0,80}\])?(?::\d+|»).*)/u),
  many("Gradle, JUnit", /^(?<title>\S.{0,200} > .{1,300}) FAILED$/, {
    message: /^\s+(?<message>\S.*)/,
    goesOn: /^\s*$|^\s/,
  }),
  many("Cypress", /^\s+\d+\) (?<title>\S.*)$/, {
    message: /^\s*(?<message>(?:\w*Error|CypressError): .*)/,
    needs: /^\s*(?:\w*Error|CypressError): /,
  }),
  many("Cucumber, Behave", /^(?:Failing scenarios:|Failed scenarios:)$/, { message: nextLine }),
  many("ExUnit", /^\s+\d+\) test (?<title>.+) \(\S+\)$/, {
    message: /^\s+(?<message>\*\* \(.+|Assertion .+|Expected .+|match \(.+)/,
  }),
  many("Karma", /^(?:\w*Chrome|Firefox|Safari|Edge|Electron)\S* .{0,200}\) (?<title>\S.{0,300}) FAILED$/, {
    message: /^\s+(?<message>\S.*)/,
    goesOn: /^\s/,
  }),
  many(
    "k6, Artillery, JMeter",
    /(?<message>thresholds on metrics '.+' have been (?:crossed|breached).*|level=error msg="some thresholds have failed.*)/,
  ),
  sure(
    "Coverage",
    /^(?:ERROR: |FAIL ){0,3}(?<message>(?:Jest: )?(?:Coverage failure: |Required test coverage of |.{0,200}coverage threshold for ).+)/,
  ),
  many("Surefire", /^(?:Failed tests|Tests in error): +(?<message>\S.*)/),
  count("pytest", /^(?:FAILED|ERROR) (?<message>[\w./\\-]{1,300}?(?:\.py\b|::)\S{0,300})$/, {
    counts: "first",
  }),
  count("any", /^\W*(?<message>(?:\w+ ){0,2}[1-9]\d* (?:\w+ ){0,3}fail(?:ing|ed|ures?)\b.*)/),
  count(
    "any",
    /^\W*(?<message>\d+ (?:tests?|examples?|specs?|scenarios?|suites?|assertions?|checks?)\b.{0,200}?\b[1-9]\d* (?:fail\w*|errors?)\b.*)/,
  ),
  count(
    "any",
    /^\W{0,4}(?:ERROR\] )?(?<message>.{0,200}\b(?:Failed|Failures|Errors|Fehler|Échecs?|Con error)!?\s*:\s*[1-9].*)/,
  ),
  count("any", /^\W*(?<message>.{0,100}\b[1-9]\d* (?:failed|errors?),? .{0,40}\d+ [\w-]+.*)/i),
  count("any", /^=* ?(?<message>(?:[1-9]\d* (?:failed|errors?)|no tests ran).* in [\d.:]+s.*?) ?=*$/),
];
