/** Words of a line that says that something failed, and not why. A tool may use them beside its reason. */
export const endings: readonly RegExp[] = [
  /\bexited with (?:return )?code\b/i,
  /\b(?:exit|return) code:? ?['"]?-?\d/i,
  /\bnon-zero exit code\b/i,
  /\bdetermine the exit code\b/i,
  /\bwrote one or more lines to the standard error stream\b/i,
  /\bone or more lines were written to the STDERR stream\b/i,
  /\bhas output to stderr\. Failing as failOnStdErr\b/i,
  /\bscript completed with \d+ errors\b/i,
  /\bcaused the job to fail\b/i,
  /\b(?:returned|with|got) (?:a )?non-zero (?:exit )?(?:code|status)\b/i,
  /\bdid not complete successfully: exit code\b/i,
  /\b(?<!control process )(?:failed|exited|finished|returned|ended|terminated) with (?:an? )?(?:exit|return|error|status)? ?(?:code|status|value|errors?)\b(?!.*[(:] ?\S{3}| \w+ (?:is|was|are|has|not|cannot|could)\b)/i,
  /\breturn(?:ed)? (?:code|value)[:=]? ?-?\d+\.?$/i,
  /^(?:(?:\*{1,3}|the|this|your) ){0,2}(?!.{0,80}\b(?:log-?[io]n|auth\w*|connection|handshake|certificate|checksum|assertion|validation|verification|signature|syntax|name|memory|disk|dns|lookup|permission|health|quality)\b)(?:[\p{L}-]{1,30} ){1,3}(?:(?:has |have |was |is )?(?:failed|failure|unsuccessful|aborted)|was not successful)[.!]{0,3}(?: \*{1,3})?$/iu,
  /^(?:failed|unable) to (?:deploy|run|execute|build|publish|start|complete|finish|process|perform|install|update|upload|download|import|export|sync|restore|compile|test|apply|load) (?:the )?[\p{L}-]{1,30}(?: [\p{L}-]{1,30})?[.!]?$/iu,
  /^Process exited with (?:an )?error\b|^(?:error|exit|return|status) code (?:from|of) .{1,40}\d$|\bfailed: (?:Exception|Error)\.?$|^(?:script returned|returned) (?:exit|error) /i,
];

/** Lines that say that something failed, and not why; told only if nothing says more. */
export const footers: readonly RegExp[] = [
  // Tasks of Azure Pipelines, and its agent.
  /^the operation (?:was|will be) cancell?ed\b/i,
  /^(?:the )?packages failed to (?:restore|install|publish)\b/i,
  /^an error occurred while trying to pack\b/i,
  /^vstest (?:task failed|failed with error)\b/i,
  /^there are one or more test failures\b/i,
  /^(?:script|build|task|job|step|command|tests?) failed\.?(?: Check errors above\.?)?$/i,
  /^exit status:? \d+$|^(?:[\w.]+Exception: )?(?:The )?test run (?:was|is) aborted\b|^Package \S+ errored during testing$|^There was an error during testing$/i,
  /^\S*make(?:\[\d+\])?: \*{3} .*\] \S+ -?\d+$/,
  /^$/,
  /^At least one resource deployment operation failed\b|^There were errors in your deployment\b|^Task failed while\b|^Details:?$/,
  /^(?:Error: )*(?:the )?(?:package )?deploy(?:ment|ing)? (?:using \w+ deploy )?failed\b.{0,20}(?:refer|check|see)?.{0,60}$/i,
  /^Check out the troubleshooting guide\b|^Process completed\b|^Job failed\b|^Terminating\b|^Stopping at\b|^Azure CLI \d|^Publishing (?:build|test) .* failed$/i,
  /^(?:Error: )?(?:The (?:nuget|dotnet|npm|maven|gradle|ant|xcode|terraform|helm|kubectl|docker) command failed\b.{0,200}|Build FAILED\.?)$/i,
  // Drivers: another program failed, and has said why.
  /^(?:Error: )?(?:command|process|task|script|step|job|tool|build|target|recipe|lint(?:ing)?) (?:.{1,300} )?(?:failed|exited|finished|returned)(?: with\b.{0,80}|\.|!)?$/i,
  /^(?:the )?(?:command|process|task|script|program|tool) .{1,400} (?:failed|exited|finished|returned) with\b(?!.{0,30}: \S)/i,
  /^(?:MSB3073|MSB6006|MSB4181|U1077|MSB3721|MSB8066|MSB8020)\b/,
  /^(?:subprocess\.)?CalledProcessError\b|^SystemExit\b|^subprocess-exited-with-error|^(?!.*\w{3}\. \w).*\bexit status \d+\b\.?$/i,
  /^(?:collect2: error: )?ld returned \d+ exit status|^(?:clang.{0,10}: error: )?linker command failed|^could not compile\b|^aborting due to\b|^build stopped\b|^FAILED: (?:\S+\/|\S+\.(?:o|obj|so|dll|lib|exe|a|out)\b|\[|[A-Z]:\\)|^compilation terminated\b/i,
  /^failed to solve: (?:process|executor failed)|^executor failed running\b|^process ".*" did not\b|^The command '.*' returned a non-zero/i,
  /^(?:[^\s@]{0,80}@\S{1,80} )?[\w:.-]{1,200}: `.*`\s*$|^Failed at the .* script|^Exit status \d|^Test failed\.|^Lifecycle script|^command (?:failed|sh|\/|C:)|^Error: command failed|^command \S+ /i,
  /^(?:in|at) (?:workspace|location)\b|^(?:code(?! E\d)|errno|syscall|path|dest|signal|notsup|node|cwd|workspace|config|sources|prefix) ?\S*\s*$/i,
  /^(?:path|dest|cwd|location|workspace|errno|syscall|code(?! E\d)) \S+$|^spawn ENOENT$|^(?:npm .* )?a complete log\b|^This is probably not a problem with|^(?:cb|gyp)\(\) never called/i,
  /^Execution failed for task\b|^Compilation (?:failed|error|failure)\b|^There (?:were|are|was) (?:some |a )?(?:failing tests|test failures?|errors?|failures?|\d+ errors|problems?)\b.{0,60}$/i,
  /^Failed to execute goal .*: (?:Compilation failure|There are test failures|Command execution failed|.* did not).{0,60}$|^Failures:\s*$|^Errors:\s*$|^COMPILATION ERROR\b|^Compilation failure(?: \S+)?$|^(?:Tests|Failed tests|Tests in error):\s*$/,
  /^(?:Command|Script|Process|Recipe|Task|Hook|Target) (?:failed|error)\b.{0,12}$|^\[?(?:exec|java)\]? (?:Result|Returned): -?\d+|^Result: -?\d+$/i,
  /^(?:ERROR: )?(?:\.?\/\S{1,200}|[\w./-]{1,80}\.(?:sh|ps1|bat|cmd|py)) (?:failed|exited|aborted)\.?!?$|\.\.\. ?(?:ERROR|FAILED|failed|error|fail)\.?$/i,
  /^(?:lerna|nx|turbo|ERROR|Tasks?)\b.{0,40}(?:run failed|Command failed|tasks? failed)\b.{0,60}$|^Failed tasks:|^Running target .* failed$/i,
  /^(?:error )?Command failed with exit code|^ELIFECYCLE\b|^ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL|^code (?:ELIFECYCLE|\d+)$|^gyp ERR! not ok|^not ok$/,
  // Totals, and where a failed test is.
  /^(?:\*+ )?(?:build|test|archive|test run|tests?|deployment|compilation|installation|pipeline|analysis|backup|restore|sync|migration|import|export|upload|download|job|run) (?:failed|failure|has failed|was not successful|unsuccessful|completed with errors|finished with errors)\b[\s.!*]*(?:in [\dms. ]+)?$/i,
  /^FAILURE: Build (?:failed|completed)|^FAIL(?:\s+\S+\s+[\d.]+m?s|ED)?$|^FAIL\b\s+\S+(?:\s+\[build failed\])?$|^Test Run Failed\.?|^Testlauf (?:fehlgeschlagen|abgebrochen)|^Échec de la série de tests/i,
  /^(?:found )?\d+ (?:error|erro\b|err\b|fehler|erreur|errore|warnung|warning|problem|avertissement)\S*(?: (?:and|generated|found|und|et|in)\b.*)?\.?$/i,
  /^(?:total )?(?:errors?|failures?|failed|warnings?)(?: count)? ?[:=] ?\d+\.?$/i,
  /^(?:some|one or more|\d+|several) (?:tests?|checks?|errors?|files?|hosts?|jobs?|hooks?|commands?|steps?|tasks?|items?|packages?) (?:failed|occurred|were found|have failed|errors?)\b[^:]{0,40}$/i,
  /^(?:one or more|multiple) errors? (?:occurred|were)\b.{0,80}[:.]?$/i,
  /^\S+\s+: ok=\d+\s+changed=\d+|^NO MORE HOSTS LEFT|^PLAY RECAP|^to retry, use: --limit|^Gathering Facts\b/,
  /^Exiting with failure status due to previous errors|^Error is not recoverable|^(?:\S{0,80}\/)?(?:tar|gtar|bsdtar): (?:Exiting|Error is not|Child returned)\b|^Error exit delayed from previous errors/i,
  /^Execution halted$|^DTExec: The package execution|terminating abnormally\.$|^\((?:Compile|Test|compile|run) \/ |^[\w-]+ aborted!$|^errors? occurred!?$|^Tasks: TOP/,
  /^(?:Errors?|Failures?|Failed|Fehler|Erreur)(?: (?:occurred|during|while|in|running|executing) .{0,40})?[:.!]*$/i,
  /^(?:[\w-]{1,30} ){0,3}(?:gate|status|result|outcome|state|verdict|conclusion)\s?[:=] ?(?:failed|failure|not ok|nok|errors?|unsuccessful|aborted|broken|red)\b\W*$|^The job failed\. {1,2}The Job was invoked by\b|^The \S{1,80} function did not succeed\.$/i,
  /^(?:Completed|Finished|Exited|Ended) with (?:errors?|failures?|\d+ errors?)\b.{0,40}$|^(?:Finished: )?FAILURE$|^Failed$/i,
  /^\d+ (?:of|out of|\/) \d+ .{0,60}(?:failed|errors?)\b.{0,40}$/i,
  // Crashes behind an exception.
  /^(?:\S+ )?(?:aborted|abgebrochen|abandon) ?\(core dumped\)|^terminate called\b|^\s*\d+ Aborted\b|^goroutine \d+|^Fatal Python error: Aborted|^Triggered (?:internally|uncaughtException)/i,
  /^(?:[\w.]+: )?An error occurred while calling o\d+|^Exception (?:thrown|occurred|raised)?[.:!]*$|^Unhandled exception\.?:?$|^An exception occurred\.?$/i,
  // Services that say that a part failed.
  /^non-zero return code$|^MODULE FAILURE|^The template deployment .* (?:is not valid|failed)\b|^The (?:resource )?operation completed with terminal provisioning state\b|^The resource write operation failed\b/i,
  /^(?:at least one|one or more) (?:resource )?(?:deployment )?(?:operations?|resources?|tasks?)\b.{0,60}failed\b/i,
  /^(?:Error: )?(?:update|preview|destroy|apply|plan|command|stack) failed(?:\.|$)|^The following resource\(s\) failed\b|^Resource creation cancelled\b/i,
  /^rsync error: some files\b|^rsync error: .*see previous errors|^(?:rsync: )?connection unexpectedly closed\b|^lost connection$|^Connection (?:closed|to .* closed)|^(?:rsync )?error in rsync protocol data stream/,
  /^(?:Migration of schema|ERROR: Migration)\b|^---.*---$|^Changes? (?:successfully )?rolled back/,
  /^pg_(?:dump|restore): (?:error: )?(?:query was|detail: Query was|command was|Command was)|^(?:pg_restore: )?(?:while |error: |\[.{1,20}\] )*(?:Error )?(?:from TOC entry|while PROCESSING TOC|INITIALIZING:|PROCESSING TOC:)|^pg_restore: warning: errors ignored|^RMAN-00569|^RMAN-00571|^RMAN-0300[29]|^Recovery Manager complete/,
  /^(?:[\w.]+Exception: )?Connection has been unexpectedly closed\b|^unknown error\b(?!: )|^RETRY LIMIT EXCEEDED|^failed to push some refs\b|^Could not read from remote repository|^(?:the )?remote end hung up\b|^early EOF|^index-pack failed|^Aborting\.?$|^Please make sure you have the correct|^unpack-objects/i,
  /^(?:error: )?(?:Could not|Cannot) (?:apply|pull) .{0,30}(?:unmerged|conflict)|^Automatic merge failed|^fetch-pack|^clone of .* failed|^Failed to clone|^Git fetch failed/i,
  /^Command failed with errors on remote machine|^(?:Error: )?(?:failed|unsuccessful|failure|error|fatal|abort(?:ed|ing)?|exception|critical)\.?!?$/i,
  /^operable program or batch file|^konnte nicht gefunden werden|^ou un fichier de commandes|^programa o archivo por lotes|^o file batch/i,
  /^(?:Upload|Download|Copy|Import|Export|Sync) failed: \S+$|^Error on or near line \d+|^Status: \d+ ERROR|: recipe for target '.*' failed$|^Provisioning step had errors\b|Migration failed for change set .{1,300}:$/i,
  /^Failed to deploy web package to App Service\.?$|^The error most likely occurred in/i,
  /^ninja: build stopped|^(?:==> \S{1,100}: )?Provisioning step had errors\b|^Fin de error$|^mvn <|^failed to run: \S|^Invoking ".*" failed/i,
  /^\S+ encountered (?:an?|some|one or more|'?\d+'?) (?:[\w-]+ )?errors?(?:\(s\))?(?: \w+ing\b| during\b|,|\.|$)(?!.*: )/i,
  /^(?:Hook|Pre-commit hook|husky) .{0,60}(?:failed|exited)\b|^Error: (?:Job|Task|Workflow|Pipeline|Playbook) failed/i,
  /^Sub-process .+ returned an error code|^Errors were encountered while processing|^(?:E: )?Problem executing scripts|^Some index files failed|\(pre-receive hook declined\)|^failed to compile `|^An error occurred while (?:running|executing|calling) \S{1,40}$/i,
  /^(?:BCP\d+: )?The referenced module has errors|^Errors printed on page|^Could not retrieve catalog; skipping run|^Not using cache on failed catalog|^Stacktrace dumped to|^Running exception handlers/i,
  /^SSIS Error Code DTS_E_(?:PROCESSINPUT|PRIMEOUTPUT|INDUCEDTRANSFORM|OLEDBERROR|PRODUCTLEVEL|THREAD)|^(?:The connection|No se encuentra la conexión) ".*"(?: is not found|\. La colección)|^(?:End Error|Fin de error)$/,
  /\btask \d+: (?:Terminated|Exited with exit code \d+|Killed)$|^Assertion failed\.? Exiting|^CertUtil: -\w+ command FAILED|^Command has been aborted\.$|^Conversion failed!$/i,
  /^Error Code: \[\d+\]$|^(?:Error: )?Error in setting up subscription$|ChildConvergeError|^A task was cancell?ed\.?$|^System\.Management\.Automation\.RemoteException$|^(?:An error occurred|Something went wrong|There was an error)\W*$/i,
  /^(?:Error response from daemon: )?Container \S+ is not running$|^command terminated with\b|^container .* exited\b|^Killed$|^Terminated$|^Hangup$|^ExitCode\b/i,
];

/** Lines that say what came of a failure: the reason only if no other line says why. */
export const effects: readonly RegExp[] = [
  /^\S+$/,
  /\b(?:fail(?:ed|ure)|abort(?:ed|ing)|unsuccessful(?:ly)?|rejected|died|crashed|job)\b[.!]*(?: \d+(?: times?)?)?$/i,
  /(?:(?:Error|Exception)|(?<!syntax |parse )(?:error|exception))[.!]?$/,
  /\bafter \d+ (?:attempts|tries|retries)\b(?!.{0,200}: )|\bexited (?:with |\()\d+\)?\.?$|\bsee (?:above|below)\b/i,
  /^\W*failed (?:\w+ing )?\d|^A failure occurred while executing \S+$|^Encountered errors? while \w+ing [\w ]+\.?$/i,
];

/** Lines that are never the reason: advice, headings, warnings, positions and progress. */
export const besides: readonly RegExp[] = [
  /^\P{L}*$/u,
  /^\[?(?:ERROR|FATAL)\]?:?$|^npm (?:ERR!|error)\s*$|^throw |^Traceback \(most recent|^-> \[Help|^\[Help \d|^➜ |^\d+▕|^Storing debug log|^(?:[\w-]+ ?: )?\S+\.ps1:\d+$|^(?:At|In|Au caractère|En|Bei|Em) .{1,300}:\d+ (?:(?:char|Zeichen|Caractère|carácter|car\.?|caractere):|:) ?\d+$|^Permission denied, please try again/,
  /^\W{0,3}(?:info|note|hint|debug|notice|verbose|trace|hinweis)\b(?![-_.])|\bnpm notice\b/i,
  // Headings of a table, code, and the end of an element
  /^[|│ #]*(?:[\w%/]{1,30}(?: [\w%]{1,30})?(?: {2} *|\t+| ?[|│]+ *)){2,}[\w%/]+(?: [\w%]+)?[|│ ]*$/,
  /^[^A-Za-z]{0,20}(?:throw|raise|return|if|catch|except|const|let|var|await|def|function)\b.*[;{(,]$|^echo ["']|^<\/[\w:]+>$/,
  /^(?:for (?:more|further|additional|help|details)|see (?:also|the|above|below|https?:)|more info|more help|please (?:see|check|list|read|refer|visit|run|try|contact|make|report|note|consult|review|open|provide|attach|submit|file|include)|check (?:out|the|logs|that|your)|try (?:running|to|again|one|adding|using)|to (?:fix|see|view|learn|get|debug|run|resolve|retry|troubleshoot|install|enable|disable|do|diagnose|address|ignore|use|continue)\b|re-?run\b|run (?:with|`|')|use (?:the |--|-|')|usage:|visit\b|hint\b|after correcting|refer to|consult|read more|documentation|troubleshoot|additional information|you (?:can|may|might|should|need to|could)|did you mean|make sure|if you|consider\b|the error may|solution|\[Help \d|suggest|possible (?:causes?|reasons?|solutions?)|tip:|learn more|get more help|or,? |alternatively|this (?:can|may|might|usually|is (?:most likely|probably))|tell the author|(?:go: )?no (?:\w+ ){1,2}to (?:download|install)\b|not with |perhaps|maybe|fix the|then run|contact )/i,
  /-debug(?:-\d+)?\.log$|^▸ |^Stack backtrace|^Require stack|^Stack ?trace\b|^\(Use `?node --trace|^Node\.js v\d|^Ruby version|^Python \d|^Support info|^Error info/i,
  /^(?:https?:\/\/\S*|KuduStackTraceURL\b.*|(?:request|correlation|trace|tracking|activity|client) ?-?id ?[:=].{0,200}|timestamp ?[:=].{0,60}|x-ms-\S+.*|date: .*)$/i,
  /^\++ (?![A-Z][a-z]+ [a-z]+ )|^\s*\^|^\s*~+|^\s*\d+ ?\||^> \S|^\$ \S|^PS [A-Z]:|^[A-Z]:\\[^>]{0,200}>/,
  /^(?:# ?#\[(?:warning|debug|section|command|group|endgroup)\]|Starting: |Finishing: |\[command\])/,
  /^(?!.*\b[1-9]\d* (?:error|fail)).*?(?<![\d.])\b(?:0|no|zero|without)(?: \w+)? (?:errors?|fail(?:ures?|ed)|exceptions?)\b/i,
  /^(?!.*(?:error|fail)\w{0,9}(?:\(s\))?["']?\s{0,3}[:=]\s{0,3}[1-9]).*?\b(?:errors?|fail(?:ures?|ed)|exceptions?)(?:\(s\))?["']?\s{0,3}[:=]\s{0,3}0\b(?!\.\d)/i,
  /^\[?Help \d+\]|^Total time\b|^\s*[|│]\s*[-^~╵╷─]+|^(?:→|>|-->)?\s*\d+\s?[│|]|^\(\d+ rows? affected\)/u,
  /^\* ?\d+ errors? occurred:|^\d+ errors? occurred:|^(?:✖ )?\S+ {1,4}masks /u,
  /^--- End of|^\s*at (?:"[^"]{1,200}", line \d|\S+\(|\S+ \(|async |new |[\w.$<>[\]]+\()|^\.\.\. \d+ more|^SQL State|^Error Code : 0|^CategoryInfo|\], \w{0,60}Exception$|^FullyQualifiedErrorId|^\s*File ".*", line \d+|^(?:<\S+> )?(?:from )?\S{1,300}:\d+:in [`'].{1,100}'$|^from \S+:\d+:in|^#\d+ {1,3}0?x?[\da-f]* ?(?:in|at|\/)/,
  /^(?:dependencies|devDependencies|package|module|file|line|column|host|server|user|database|schema|table|step|task|job|stage|pool|agent|time|duration|elapsed|status|total|summary|result|version|location|path|source|target|statement|sql) ?:? ?\S{0,60}:?$/i,
];

/** Lines that say what a program begins to do. */
export const progress: readonly RegExp[] = [
  /^(?:Uploading|Publishing|Skipping|Cleaning|Downloading|Restoring|Result Attachments|Run Attachments|Creating|Collecting|Processing|Compiling|Building|Installing|Fetching|Checking|Executing|Running|Loading|Deploying|Connecting|Testing|Validating|Initializing|Preparing)\b(?!.*\b(?:fail|error|not found|denied|refused|exception|unable|cannot|invalid|timed out))/i,
];

/** Lines that are the reason only if nothing else is. */
export const warnings: readonly RegExp[] = [
  // What cleans up after a failure finds nothing.
  /^(?:\S{1,200}: line \d+: )?(?:rm|rmdir|unlink|kill|pkill|killall|umount|fusermount): .*(?:no such|not found|not mounted|no process|nicht gefunden|aucun fichier|no existe)|\bNo such container\b/i,
  /\b(?:permanently added|known hosts)\b|\bretrying\b(?!.{0,60}:)|\bwill retry\b|\bback ?off\b|\bdeprecat|\battempt(?:ing)? \d+ (?:of|\/)|\bretry(?:ing)? (?:in|after|attempt|\d)/i,
  /(?:\)|\]) ?: ?warning [A-Z]+\d+\b/i,
  /^\s*⚠|^\W{0,3}(?:W: |(?:warn(?:ing)?|avertissement|warnung|advertencia|avviso|aviso)\b(?![-_.]))|(?:^|\s)warning: |\bnpm warn\b/i,
];

/** Texts that have a word for a failure in another sense. */
export const otherSenses: readonly RegExp[] = [
  /\b(?:0|no|zero|without)(?: \w+)? (?:errors?|fail(?:ures?|ed)|exceptions?)(?:\(s\))?/gi,
  /\b(?:errors?|fail(?:ures?|ed)|exceptions?)(?:\(s\))?["']?\s{0,3}[:=]\s{0,3}0\b(?!\.)/gi,
  /\b0\s{1,3}(?:error|failure)\(s\)|\b(?:error|failure|exception)s? (?:count|rate|total):?\s{0,3}0\b(?!\.)/gi,
  /\b(?:errors?|exceptions?|failures?|err)["']?\s{0,3}[:=]\s{0,3}(?:null|nil|none|undefined|false|N\/A|""|''|\[\s?\]|\{\s?\})(?![\w"'])/gi,
  // Options of tools and shells: -Werror, --fail-on-error, set -o errexit, /errorlog:x
  /(?<![^\s"'=([])-{1,2}[A-Za-z][\w-]*|(?<!\S)\/[a-z]\w+:\S+|\berrexit\b|\berrorlevel\b/gi,
  // Members of code: console.error, on_error, errorHandler
  /(?<![\w$])[A-Za-z_$][\w$]{0,100}[._-](?:error|fail(?:ure)?|exception|fatal)s?\b(?!:)|\b(?:error|exception|fail(?:ure)?)[A-Z_-]\w*/g,
  // Files and folders: error.log, errors/404.html
  /(?<![^\s"':(`])[^\s"':(`]{0,120}(?:error|fail(?:ure|ed)?|exception|fatal)[\w-]{0,50}(?:\.[A-Za-z]\w{0,9}\b|[\\/])[^\s"':(`]{0,200}/gi,
];

/** Lines that are no reason either if no line says what failed. */
export const noOutput: readonly RegExp[] = [
  /\bmvn <(?:goals|args)>|^To (?:https?:|ssh:|\S+@)|^[+-](?![ \d-])\S|: (?:Entering|Leaving) directory\b/,
  /^\s*"[\w.-]+" ?: .*$|^[\w.-]+(?: CLI)? v?\d+(?:\.\d+)+$/,
  // Progress: Receiving objects:  45% (90/200), [====>   ], 45%, the meter of curl.
  /^\[\d+\/\d+\] |^\W*\d{1,3}(?:\.\d+)? ?%|: +\d{1,3}% \(|\d% ?[|\]#=>]|\[[=#>. -]{3,}\]|--:--:--|^\s*(?:\d+\s+){4}/,
  /^\W*(?:(?:re)?(?:start|runn|build|compil|load|download|upload|fetch|pull|push|clon|receiv|resolv|extract|install|unpack|cop[yi]|collect|process|wait|initializ|prepar|generat|restor|check|creat|upgrad|updat|remov|clean|test|retry|send|connect|swapp|roll|revert|clos|delet|shutt|unlock|unmount|stopp|exit|releas|disconnect)(?:ing|ed)|progress|step \d+\/\d+)\b/i,
  /\b(?:passed|succe(?:ss|eded|ssful|ssfully)|completed?|done|finished|up[- ]to[- ]date|started|ok)\W*$|^\W*ran all\b|\b\d+ (?:warnings?|passed)\b/i,
  /^\W*(?:(?:time )?elapsed|total time|duration|took|finished in|done in|(?:real|user|sys)\s+\d+)\b/i,
  /^\s+at \S|^\s*File \W|^Node\.js v\d|^\W*(?:try|see|usage|visit|more info\w*)\b|^\W*https?:\/\/\S*$/i,
];

/** Where the output of the last command begins. What is before it is of another, or is the script itself. */
export const beginsOutput =
  /^={3,}(?:$| Starting Command Output )|# ?#\[(?:command|section)\]|^\[command\]|^Starting: /;

/** How the agent ends a step that is a script. */
export const scriptEnding =
  /^(?:Error: )?(?:(?:Bash|PowerShell|Cmd\.exe|Script|SSH)\b.{0,40}\b(?:exit|code)|The process '.*(?:bash|sh|pwsh|powershell|cmd|python\d?)(?:\.exe)?' failed|Process completed)\b/i;

/** Stands before a line, and says nothing of it. */
const mark =
  /^(?:[*•·-] |(?:Message|Description|Reason) ?\s{0,8}[:=] ?|\[(?:ERROR|FATAL|error)\] |(?:(?:[\w./-]{1,40}: )?(?:error|fatal|failed|Err)(?:\[\w+\])?|(?:[a-z][\w$]{0,60}\.){1,10}\w{0,80}(?:Error|Exception)): ?)/i;

export function withoutMark(text: string): string {
  return text.replace(mark, "");
}

const isOneOf =
  (rows: readonly RegExp[], ofWhole: readonly RegExp[] = []) =>
  (text: string) => {
    const whole = text.trim();
    const said = withoutMark(whole);
    return (
      ofWhole.some((row) => row.test(whole)) ||
      rows.some((row) => row.test(whole) || (said !== whole && row.test(said)))
    );
  };

/** Whether a text only says that something failed. */
export const isFooter = isOneOf([...endings, ...footers]);
/** The same for the message of a tool. */
export const isFooterOfTool = isOneOf(footers);
export const isProgress = isOneOf([], progress);
export const isBeside = isOneOf(besides, progress);
/** The same for the message of a tool, which may begin like progress behind a word for an error. */
export const isBesideOfTool = isOneOf(besides);
export const isEffect = isOneOf([], effects);
export const isWarning = isOneOf(warnings);
