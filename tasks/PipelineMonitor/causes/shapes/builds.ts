import { count, fair, likely, nextLine, type Shape, sure } from "./shape";

/** Package managers and build tools. */
export const builds: readonly Shape[] = [
  sure("CocoaPods, fastlane", /^\[!\] (?<message>.+)/),
  sure("Gradle", /^\* What went wrong:/, {
    goesOn: /^(?!\* )/,
    message:
      /^\s*> (?!Run with|Get more|There were failing tests|Compilation failed|Process 'command)(?<message>\S.*)/,
    takes: "last",
  }),
  fair("Gradle", /^\* What went wrong:/, { message: nextLine }),
  fair(
    "Maven",
    /^\[(?:ERROR|FATAL)\]\s+(?:Failed to execute goal .{1,300}?: )?(?<message>\S.*?)(?: -> \[Help \d+\])?$/,
  ),
  sure(
    "npm",
    /^npm (?:ERR!|error)\s+(?<message>(?:4\d\d|5\d\d) .+|\S+@\S+: .+|notarget .+|could not .+|Missing script: .+|missing script: .+|(?:code )?ERESOLVE .+|peer .+|enoent .+|.*(?:EACCES|ENOTFOUND|ECONNRESET|ETIMEDOUT|EINTEGRITY|ENOSPC|EBADENGINE|EUSAGE|ECONNREFUSED|CERT_\w+).*|network .+|.*Unsupported .+|.*`npm ci` can only .+|gyp ERR! .+)/,
    { counts: "first" },
  ),
  fair("npm", /^npm (?:ERR!|error)\s+(?<message>\S.*)/),
  sure("pnpm", /^\s*(?<message>ERR_PNPM_\w+\s+\S.*)/),
  likely(
    "Yarn",
    /^➤ YN\d{4}: (?:[│└┌] )?(?<message>.*(?:[Ee]rror|failed|can't|couldn't|not found|unable).*)/u,
  ),
  sure("node-gyp", /^gyp ERR! (?:stack Error|stack|find \S+)? ?(?<message>.+)/, { counts: "first" }),
  sure(
    "pip, uv, Poetry",
    /^\s*(?:ERROR: |error: |× )(?<message>(?:Could not (?:find|install|build|open|fetch)|Cannot install|Failed (?:building|to build)|.{1,100} has inconsistent|Package .{1,100} requires|Failed to (?:fetch|download|resolve|prepare)|Request failed|Distribution not found).*)/u,
    { counts: "first" },
  ),
  sure(
    "pip, uv, Poetry",
    /^\s*(?:ERROR: |error: |× )?(?<message>(?:Could not find (?:a version|any downloads)|No matching distribution|No distributions (?:at all|matching)|No solution found|THESE PACKAGES|ResolutionImpossible|Invalid requirement|Hash(?:es)? mismatch).*)/u,
    { counts: "first" },
  ),
  sure(
    "Poetry, Pipenv",
    /^\s*(?<message>Because .{1,300} (?:depends on|requires|, version solving failed).*)/,
  ),
  sure(
    "conda, mamba",
    /^(?<message>(?:PackagesNotFoundError|LibMambaUnsatisfiableError|CondaHTTPError|UnsatisfiableError|ResolvePackageNotFound|EnvironmentLocationNotFound|CondaError|CondaValueError|NoPackagesFoundError|SpecNotFound|ChecksumMismatchError)(?:: .+)?:?)/,
  ),
  sure("Go", /^(?:go: |)(?<place>\S{1,200}\.go:\d+:\d+): (?<message>.+)/),
  likely("Go", /^go: (?!no module dependencies|downloading|finding|extracting|added|upgraded)(?<message>.+)/),
  sure(
    "Go",
    /^(?<message>(?:no required module provides package|cannot find (?:module|package)|missing go\.sum entry|package \S+ is not in (?:GOROOT|std)) .+)/,
  ),
  sure(
    "Cargo",
    /^error: (?<message>(?:failed to|no matching|package|could not find|the lock file|unable to|the \S+ binary|linking with|toolchain|no such command|rustc \d).+)/,
    {
      counts: "first",
      goesOn: /^\s*$|^\s+\S|^Caused by:/,
      message: /^\s{2,}(?<message>(?!\d+: )\S.*)/,
      takes: "last",
      needs: /^Caused by:/,
    },
  ),
  sure("Composer", /^\s+Problem 1$/, { goesOn: /^\s+- /, message: /^\s+- (?<message>.+)/, takes: "last" }),
  sure("Composer", /^\s*\[(?<title>(?:[A-Z]\w+\\)*\w*Exception)\]\s*$/, { message: nextLine }),
  sure(
    "Bundler, RubyGems",
    /^(?<message>(?:Could not find (?:gem|compatible versions?|\S+-\d)|Bundler could not find|Your Ruby version is|An error occurred while installing|ERROR: {2}(?:Could not|While executing|Error installing|Failed)|Gem::\w+).+)/,
  ),
  sure("Mix, Rebar", /^\*\* \(Mix\) (?<message>.+)/),
  sure("apt, dpkg", /^E: (?<message>(?!Sub-process)\S.+)/, { counts: "first" }),
  sure("apt, dpkg", /^Err:\d+ \S.*/, { message: nextLine, counts: "first" }),
  sure("apt, dpkg", /^(?:dpkg: error|dpkg-deb: error|dpkg: error processing .{1,200}):? (?<message>.+)/),
  sure(
    "yum, dnf, zypper",
    /^(?:Error: |Fehler: |Erreur : )(?<message>(?:Unable to find a match|Failed to download|Cannot find a valid baseurl|Problem|Transaction|GPG check|Nothing to do|Package: |rpmdb|Cannot (?:prepare|retrieve)|Curl error).*)/,
  ),
  sure(
    "apk, pacman",
    /^(?:ERROR: unable to select packages:|error: (?:failed to (?:prepare|commit|retrieve|synchronize|init)|target not found) ?)(?<message>.*)/,
    { message: nextLine },
  ),
  sure(
    "Homebrew, Chocolatey, winget, Scoop",
    /^(?<message>(?:Error: (?:No available formula|No such keg|Cask|.{1,80}: Failed to download).*|.{1,80} (?:not installed|was not found with the source)\..*|No package found matching.*|The package was not found.*|Couldn't find manifest.*))/,
  ),
  sure(
    "Nix",
    /^error: (?<message>(?:builder for|attribute '|undefined variable|hash mismatch|getting status of|infinite recursion).+)/,
    { counts: "first" },
  ),
  sure(
    "NuGet",
    /^(?:error: |\s+)?(?<message>(?:Unable to (?:load the service index|find package|resolve)|The feed .{1,200} lists package|Package .{1,200} is not (?:found|compatible)|Response status code does not indicate success: ).+)/,
  ),
  sure("NuGet", /^.{0,200}?(?<message>Response status code does not indicate success: .+)/),
  fair(
    "Docker",
    /^(?:ERROR: |error: )?(?:failed to build: )?(?<message>failed to solve: (?:process|executor failed).+)/,
  ),
  sure("Ant", /^BUILD FAILED$/, { message: nextLine, needs: /\.xml:\d+:/ }),
  likely(
    "sbt",
    /^\[error\] (?<message>(?!\(|Total time|\s+at |stack trace)(?:.*(?:Exception|Error|not found|failed|unresolved).*))/,
    { counts: "first" },
  ),
  fair("sbt", /^\[error\] \((?:.{1,100})\) (?<message>.+)/),
  sure(
    "Grunt, Gulp",
    /^(?:Warning: |Fatal error: |\[\S+\] )(?<message>.*(?:Use --force to continue|Task never defined|errored after).*)/,
  ),
  sure(
    "Docker",
    /^(?:ERROR: |error: )?(?:failed to build: )?failed to solve: (?!process|executor failed)(?<message>.+)/,
  ),
  sure(
    "Docker",
    /^(?:docker: |error: ){0,4}Error response from daemon: (?:Get "?\S{1,200}?"?: )?(?<message>.+)/i,
  ),
  sure(
    "Docker",
    /^(?:docker: |ERROR: )?(?<message>(?:Cannot connect to the Docker daemon|error during connect|invalid reference format|unable to prepare context|unknown flag|COPY failed|ADD failed|pull access denied|no matching manifest|manifest for |manifest unknown|service ".+" (?:refers|depends)|yaml: |dockerfile parse error|no configuration file provided|env file |dependency failed to start|container .+ is unhealthy|failed to (?:register layer|authorize|compute cache key)|layer does not exist|error pulling image|Bind for|driver failed programming).*)/i,
  ),
  sure("Docker", /^(?<message>(?:denied|unauthorized|toomanyrequests|name unknown): .+)/),
  likely(
    "Docker",
    /^(?<message>(?:The command '.+' returned a non-zero code: \d+|Service '.+' failed to build).*)/,
  ),
  likely(
    "Podman, Buildah, Kaniko, Skopeo",
    /^(?:Error: |error |FATA\[\d+\] )(?<message>(?:error (?:building|pushing|pulling|checking)|initializing source|creating build container|copying|writing blob|trying to reuse|failed to (?:get|push)|committing|pinging container registry|unable to (?:retrieve auth|copy)|determining manifest|reading manifest).+)/,
  ),
  sure("Packer", /^Build '.{1,100}' errored(?: after .{1,60})?: (?<message>.+)/),
  fair(
    "Packer",
    /^(?:==> |\* |--> )\S{1,100}: (?<message>(?!Provisioning step had)(?:error|Error|Timeout|Script exited|Build was|Failed|.*[Ee]rror).+)/,
  ),
  sure("pre-commit", /^\S.{0,100}\.{3,}Failed$/, {
    goesOn: /^(?!\S.{0,100}\.{3,}(?:\(.{1,60}\))?(?:Passed|Failed|Skipped)$)/,
    message: /^(?!- (?:hook id|exit code|duration|files were)|Traceback|[⠀-⣿])(?<message>\S.*)/u,
  }),
  sure("Dependabot", /^(?<title>Dependabot encountered '\d+' error\(s\) during execution)/, {
    message: /^\| (?<message>(?:[\w.:@/-]+ +\| )?[a-z]+(?:_[a-z]+){1,8}) +\|$/,
  }),
  count("pre-commit", /^(?<message>\S.{0,100}?)\.{3,}Failed$/, { counts: "first" }),
  sure(
    "SonarQube",
    /^(?:ERROR: |\[ERROR\] )?(?<message>(?:QUALITY GATE STATUS: FAILED.*|Error during SonarScanner execution|You must define the following mandatory.*|Not authorized\. .*|Project not found\..*|Fail to .+|SonarQube server .+ can not be reached.*))/,
  ),
];
