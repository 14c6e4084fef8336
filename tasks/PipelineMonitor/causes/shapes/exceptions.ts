import { likely, many, nextLine, type Shape, sure } from "./shape";

/** Behind the message of an error, and before that of a script that cannot be read. */
const positionOfPowerShell =
  /^(?:At|In|Au caractère|En|Bei|Em|発生場所|В|W|På|Op) .{1,300}:\d+ (?:(?:char|Zeichen|Caractère|carácter|car\.?|caractere|文字|caratteri?|знак|znak|tecken|teken):|:)\s?\d+\s*$/i;

/** Languages and their runtimes. */
export const exceptions: readonly Shape[] = [
  sure("Python", /^[\s|+-]{0,40}(?:Exception Group )?Traceback \(most recent call last\):/, {
    message:
      /^(?:\s*[|+] ?)?(?<message>(?:\w{1,100}\.){0,20}(?:[A-Z]\w{0,100}|(?<=\.)\w{1,100})(?:: .*|:?$))/,
  }),
  sure(
    "Java, Kotlin, Scala, .NET, Node.js",
    /^\s*(?:\[?(?:ERROR|FATAL|SEVERE)\]?:? )?(?:Exception in thread "[^"]{0,200}" |Unhandled [Ee]xception[.:] |Uncaught |Fatal error\. |: )?(?<message>(?:[A-Za-z_$][\w$`]{0,100}\.){0,12}\w{0,100}(?:Error|Exception|Failure|Throwable|Timeout)(?: ?[[(][\w ,='-]{1,80}[\])])?(?: ?: \S.*|:)?)$/,
    {
      goesOn: /^\s*(?:at |Caused by|Suppressed|--->|\.\.\. \d|--- End)|^(?![-*#\s]).{3}/,
      needs: /^\s+at \S|^\s*---> /,
      message: /^\s*(?:Caused by:|--->) (?:\(Inner Exception #\d+\) )?(?<message>\S.*: .*\S.*)/,
      takes: "last",
    },
  ),
  sure("Java", /^\s*Caused by: (?<message>(?:[a-z_$][\w$]{0,100}\.){1,12}[A-Z].*)/, {
    goesOn: /^\s*(?:at |Caused by|\.\.\. \d)|^(?![-*#\s]).{3}/,
    message: /^\s*Caused by: (?<message>\S.*)/,
    takes: "last",
  }),
  sure(
    "Java",
    /^(?:Error: )?(?<message>(?:Could not find or load main class|Unable to access jarfile|A JNI error|LinkageError) .+)/,
  ),
  sure("Java", /^(?<message>#? ?There is insufficient memory for the Java Runtime Environment.*)/),
  sure("Node.js", /^(?:Uncaught )?(?<message>[A-Z_$][\w$]{0,100}(?: \[\w{1,50}\])?: \S.*)$/, {
    goesOn: /^\s+at \S/,
    needs: /^\s+at \S/,
  }),
  sure("Node.js", /^(?:\[UnhandledPromiseRejection.{0,40}: )(?<message>.+?)\]?$/),
  sure("Node.js", /^FATAL ERROR: (?<message>.+)/),
  sure(
    "Deno, Bun",
    /^(?:\S+ )?error: (?:Uncaught )?(?:\(in promise\) )?(?<message>(?:\w+Error|\w*Exception|Module not found).*)/,
  ),
  many("PowerShell", positionOfPowerShell, {
    goesOn: /^\S/,
    message: /^(?<message>(?:\p{Lu}|\p{Lo}).* .*)/u,
  }),
  many("PowerShell 5.1", positionOfPowerShell, { message: "above" }),
  many("PowerShell 5.1", /^\s*\+ CategoryInfo\s+: /, { message: "above" }),
  sure("PowerShell 7", /^\s*\|\s+~+\s*$/, {
    goesOn: /^\s*\|/,
    message: /^\s*\|\s+(?<message>[^\s~^].*)/,
    takes: "all",
  }),
  sure("PowerShell 7", /^Line \|\s*$/, {
    goesOn: /^\s*(?:(?:Line|\d+)\s*)?\|/,
    message: /^\s+\|[\s~^]*(?<message>[^\s~^].*)/,
    takes: "all",
  }),
  sure(
    "PowerShell",
    /^(?<message>(?:[A-Z][A-Za-z]{1,20}-[A-Z]\w{1,60}|Exception|ParserError|InvalidOperation|ResourceUnavailable|RuntimeException|MethodInvocationException) ?: \S.*)/,
    { needs: /^Line \||^\s*\+ CategoryInfo|^\s*\|/ },
  ),
  sure(
    "PowerShell",
    /^(?<message>(?:Add|Clear|Close|Compare|Connect|Convert|ConvertFrom|ConvertTo|Copy|Disable|Disconnect|Enable|Enter|Expand|Export|Find|Format|Get|Grant|Import|Install|Invoke|Join|Mount|Move|New|Open|Out|Publish|Push|Read|Receive|Register|Remove|Rename|Request|Reset|Resolve|Restart|Restore|Resume|Revoke|Save|Search|Select|Send|Set|Split|Start|Stop|Submit|Suspend|Sync|Test|Uninstall|Unregister|Update|Use|Wait|Write)-[A-Z]\w{2,60} ?: \S.*)/,
  ),
  sure("PowerShell", /^(?:[\w-]{1,60} ?: )?(?<message>The (?:term|name) '.{1,300}' is not recognized as .+)/),
  sure(
    ".NET",
    /^(?:Unhandled exception\.? |Error: )?(?<message>System\.(?:\w{1,60}\.){0,5}\w{0,60}Exception(?: \([\w ,]+\))?: .+)/,
  ),
  sure(".NET", /^Unhandled [Ee]xception[.:] (?<message>(?:[A-Za-z_]\w*\.){1,8}\w*Exception: .+)/),
  sure(".NET", /^(?<message>You must install(?: or update)? \.NET .+)/),
  sure(
    ".NET",
    /^(?<message>(?:Could not execute because the specified command or file was not found|The framework '.{1,100}', version .+|It was not possible to find any .{1,60}|A compatible installed \.NET .+|Could not load file or assembly .+))/,
  ),
  sure("Go", /^(?:(?=panic: )|\[signal )(?<message>.+)/),
  sure(
    "Go",
    /^fatal error: (?<message>(?:all goroutines|concurrent map|runtime|stack overflow|out of memory).*)/,
  ),
  sure("Rust", /^thread '[^']{0,100}' (?:\(\d+\) )?panicked at '(?<message>.+)', (?<place>\S+)$/),
  sure("Rust", /^thread '[^']{0,100}' (?:\(\d+\) )?panicked at (?<place>[^'\s]\S*:\d+:\d+):$/, {
    message: nextLine,
  }),
  sure("Rust", /^Error: (?<message>.+)/, {
    needs: /^Caused by:\s*$/,
    message: /^\s+(?:\d+: )?(?<message>\S.*)/,
    takes: "last",
    goesOn: /^\s*$|^Caused by:|^\s+\S/,
  }),
  sure("C++", /^\s*what\(\):\s+(?<message>.+)/),
  sure("C, C++", /^(?:\S{1,100}: )?(?<message>\S{1,200}:\d+: .{0,300}Assertion [`'].+' failed\.?)/),
  sure("Sanitizers", /^(?:==\d+==)?(?:ERROR|WARNING): (?<message>\w+Sanitizer: .+)/),
  sure("Swift", /^(?<message>Fatal error: .+)/),
  sure("PHP", /^(?:PHP )?(?<message>(?:Fatal|Parse|Recoverable fatal) error: .+)/),
  sure("PHP", /^\s*(?:[A-Z]\w+\\)+\w*(?:Exception|Error)\s*$/, { message: nextLine }),
  sure("PHP", /\(\w*(?:Exception|Error)\(code: \w+\): (?<message>.+?) at \//),
  sure("Spring", /^Description:$/, { message: nextLine, needs: /^Action:$/ }),
  sure("Java", /^(?:[a-z]\w*\.){2,8}[\w$]+(?:Exception|Error):\s*$/, { message: nextLine }),
  sure("PHP", /^In (?<place>[\w.-]+\.php line \d+):$/, { message: nextLine }),
  sure("Ruby", /^(?<place>\S+:\d+):in [`'].{1,200}': (?<message>.+)/),
  sure("Ruby", /^(?:bundler: failed to load command.*|\w+ aborted!)$/, { message: nextLine }),
  sure(
    "Perl",
    /^(?<message>(?!Use of uninit|Subroutine |Name "|Odd number|Argument "|BEGIN failed)\S.{0,1000}) at (?<place>\S+ line \d+)(?:, <\w+> (?:line|chunk) \d+)?\.$/,
  ),
  sure("Perl", /^(?<message>Can't locate \S+ in @INC.*)/),
  sure("Elixir", /^\s*\*\* \((?<message>(?:[A-Z]\w*\.?)+\) .+|EXIT.+|exit\) .+)/),
  sure("Erlang", /^(?:escript: |\{"init terminating in do_boot",)(?<message>.+)/),
  sure("R", /^Error in .+ : cannot open the connection/, { message: /^\s+(?<message>cannot open .+)/ }),
  sure("R", /^\s*(?<message>Error in .+ : .+)/),
  sure("R", /^(?<title>Error in .+ ?:)\s*$/, { message: nextLine }),
  likely("R", /^Error(?: in .{1,300})?:\s*$/, { message: nextLine }),
  many("Julia", /^(?<message>(?:Test Failed|Error During Test) at \S.+)/),
  sure("Julia", /^ERROR: (?:LoadError: )?(?<message>.+)/, { needs: /^Stacktrace:/ }),
  sure("MATLAB", /^\{(?<message>[A-Z].+)/, { needs: /^Error in .{1,200} \(line \d+\)$/ }),
  sure("MATLAB", /^Error using \S.*/, { message: nextLine }),
  sure("Lua", /^lua\S*: (?<message>.+)/),
  sure("Haskell", /^(?<place>\S+\.hs:\d+:\d+): error:.*/, { message: nextLine }),
  sure("OCaml", /^Fatal error: exception (?<message>.+)/),
  sure("Dart, Flutter", /^Unhandled exception:$/, { message: nextLine }),
  sure("Tcl, Expect", /^(?<message>.+)/, { needs: /^\s+while executing$/, goesOn: /^\s+while executing$/ }),
  sure("COBOL", /^(?<message>(?:libcob|IGZ\d{4}[SCUE]|CEE\d{4}[SCUE])[: ].+)/),
  sure("Kernel", /^(?:\[[\d. ]+\] )?(?<message>Out of memory: Kill(?:ed)? process .+)/),
  many("Groovy", /^(?<place>(?:WorkflowScript|script\w*\.groovy|\S+\.groovy): \d+): (?<message>.+)/),
];
