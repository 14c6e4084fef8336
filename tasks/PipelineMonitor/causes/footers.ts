import { endings } from "./endings";

/** Lines that say that something failed, and not why; told only if nothing says more. */
export const footers: readonly RegExp[] = [
  // Drivers: another program failed, and has said why.
  /\b(?:returned|with|got) (?:a )?non-zero (?:exit )?(?:code|status)\b/i,
  /\bdid not complete successfully: exit code\b/i,
  /^(?:Error: )?(?:command|process|task|script|step|job|tool|build|target|recipe|lint(?:ing)?) (?:.{1,300} )?(?:failed|exited|finished|returned)(?: with\b.{0,80}|\.|!)?$/i,
  /^(?:the )?(?:command|process|task|script|program|tool) .{1,400} (?:failed|exited|finished|returned) with\b/i,
  /\b(?:failed|exited|finished|returned|ended) with (?:an? )?(?:exit|return|error|status)? ?(?:code|status|value|errors?)\b(?!.*\()/i,
  /\breturn(?:ed)? (?:code|value)[:=]? ?-?\d+\.?$/i,
  /^MSB3073\b|^MSB6006\b|^MSB4181\b|^U1077\b|^MSB3721\b/,
  /^(?:subprocess\.)?CalledProcessError\b|^SystemExit\b|^subprocess-exited-with-error|\bexit status \d+\b\.?$/i,
  /^ld returned \d+ exit status|^linker command failed|^could not compile\b|^aborting due to\b|^build stopped\b|^FAILED: \S/i,
  /^failed to solve: (?:process|executor failed)|^executor failed running\b|^process ".*" did not\b/i,
  /^Failed at the .* script|^Exit status \d|^Test failed\.|^Lifecycle script|^command (?:failed|sh|\/|C:)|^Error: command failed|^command \S+ /,
  /^(?:\S+@\S+ )?[\w:.-]+: `.*`\s*$|^(?:in|at) (?:workspace|location)\b|^(?:code|errno|syscall|path|dest|signal|notsup|node|cwd|workspace) ?\S*\s*$/i,
  /^(?:path|dest|cwd|location|workspace) \S+$|^spawn ENOENT$|^a complete log\b|^This is probably not a problem with/i,
  /^Execution failed for task\b|^Compilation (?:failed|error|failure)\b|^There (?:were|are) (?:some )?(?:failing tests|test failures|errors|\d+ errors)\b/i,
  /^Failed to execute goal .*: (?:Compilation failure|There are test failures|Command execution failed).{0,60}$|^Failures:\s*$|^Errors:\s*$|^COMPILATION ERROR\b/,
  // Totals, and where a failed test is.
  /^(?:\*+ )?(?:build|test|archive|test run|tests?|deployment|compilation|installation|pipeline|analysis) (?:failed|failure|has failed|was not successful)\b[\s.!*]*(?:in [\dms. ]+)?$/i,
  /^FAILURE: Build (?:failed|completed)|^FAIL(?:\s+\S+\s+[\d.]+m?s|ED)?$|^FAIL\b\s+\S+(?:\s+\[build failed\])?$/,
  /^(?:found )?\d+ (?:error|fehler|erreur|warnung|warning|problem)\S*(?: (?:and|generated|found)\b.*)?\.?$/i,
  /^(?:total )?(?:errors?|failures?)(?: count)? ?[:=] ?\d+\.?$/i,
  /^(?:some|one or more|\d+) (?:tests?|checks?|errors?|files?|hosts?|jobs?|hooks?) (?:failed|occurred|were found|have failed|errors?)\b.{0,40}$/i,
  /^(?:one or more|multiple) errors? (?:occurred|were)\b/i,
  /^\S+\s+: ok=\d+\s+changed=\d+/,
  /^NO MORE HOSTS LEFT|^PLAY RECAP|^to retry, use: --limit/,
  /^Exiting with failure status due to previous errors|^tar: Exiting\b|^Execution halted$|^DTExec: The package execution|terminating abnormally\.$|^\((?:Compile|Test) \/ |^[\w-]+ aborted!$|^errors? occurred!?$/,
  // Crashes behind an exception.
  /^(?:\S+ )?(?:aborted|abgebrochen|abandon) ?\(core dumped\)|^terminate called\b|^\s*\d+ Aborted\b|^goroutine \d+|^exit status \d+$/i,
  // Tasks of Azure Pipelines, and the services that they call.
  /^At least one resource deployment operation failed\b|^There were errors in your deployment\b|^Task failed while\b|^Details:?$/,
  /^(?:Error: )*(?:the )?(?:package )?deploy(?:ment|ing)? (?:using \w+ deploy )?failed\b.{0,20}(?:refer|check|see)?.{0,60}$/i,
  /^non-zero return code$|^MODULE FAILURE|^The template deployment .* (?:is not valid|failed)\b|^The (?:resource )?operation completed with terminal provisioning state\b|^The resource write operation failed\b/i,
  /^rsync error: some files\b|^rsync error: .*see previous errors|^(?:rsync: )?connection unexpectedly closed\b|^lost connection$|^Connection (?:closed|to .* closed)/,
  /^(?:Migration of schema|Migration \S+ failed|ERROR: Migration)\b/,
  /^RETRY LIMIT EXCEEDED|^failed to push some refs\b|^Could not read from remote repository|^(?:the )?remote end hung up\b|^early EOF|^index-pack failed|^Aborting\.?$/i,
  /^Command failed with errors on remote machine|^(?:Error: )?(?:failed|unsuccessful|failure|error)\.?!?$/i,
  /^Process completed\b|^Job failed\b|^Terminating\b|^Stopping at\b|^operable program or batch file|^konnte nicht gefunden werden/i,
];

/** Lines that are never the reason: advice, headings, warnings, positions and progress. */
export const besides: readonly RegExp[] = [
  /^[\s\W\d]*$/,
  /^(?:warn(?:ing)?|info|note|hint|debug|notice|verbose|trace)\b|^\W{1,3}(?:warn(?:ing)?|info|note|hint|debug|notice|verbose|trace)\b|: warning\b/i,
  /^(?:for (?:more|further|additional|help|details)|see (?:also|the|above|below|https?:)|more info|please (?:see|check|list|read|refer|visit|run)|check (?:out|the|logs)|try (?:running|to|again|one|adding)|to (?:fix|see|view|learn|get|debug|run|resolve|retry|troubleshoot)\b|re-?run\b|run with|use (?:the |--|-)|usage:|visit\b|hint\b|after correcting|refer to|consult|read more|documentation|troubleshoot|additional information|you (?:can|may|might|should)|did you mean|make sure|if you|consider\b|the error may|solution|\[Help \d)/i,
  /-debug(?:-\d+)?\.log$|^▸ |^Stack backtrace|^Require stack/,
  /^(?:https?:\/\/\S*|KuduStackTraceURL\b.*)$/,
  /^.{0,60}:$/,
  /^\+ |^\s*\^|^\s*~+|^\s*\d+ ?\|/,
  /^(?:##\[(?:warning|debug|section|command|group|endgroup)\]|Starting: |Finishing: |\[command\])/,
  /\b(?:permanently added|known hosts)\b|\bretrying\b(?!.{0,60}:)|\bwill retry\b|\bback ?off\b|\bdeprecat/i,
  /\b(?:0|no|zero|without)(?: \w+)? (?:errors?|fail(?:ures?|ed)|exceptions?)\b(?!.*[1-9]\d* (?:error|fail))/i,
  /^(?:Uploading|Publishing|Skipping|Cleaning|Downloading|Restoring|Result Attachments|Run Attachments)\b(?!.*\b(?:fail|error|not found|denied))/i,
  /^--- End of|^\s+at \S|^\.\.\. \d+ more|^SQL State|^Error Code : 0|^CategoryInfo|^FullyQualifiedErrorId/,
];

export function isFooter(message: string): boolean {
  const text = message.trim();
  return endings.some((ending) => ending.test(text)) || footers.some((footer) => footer.test(text));
}

export function isBeside(message: string): boolean {
  return besides.some((other) => other.test(message.trim()));
}
