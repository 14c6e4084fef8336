import { fair, likely, many, nextLine, type Shape, sure } from "./shape";

/** Compilers, linkers, linters and formatters: one mistake can make many errors, of which the first says most. */
export const compilers: readonly Shape[] = [
  many("sbt", /^\[error\] (?<place>\S{1,300}:\d+(?::\d+)?): (?<message>.+)/),
  many(
    "MSBuild, C#, TypeScript, Bicep",
    /^\s*(?:Error: )?(?<place>[^\s(][^(]{0,300}\(\d+(?:,\d+){0,3}\)) ?: (?:[\w-]+ ){0,2}?[Ee]rror (?<message>[A-Za-z]+[\w-]*\d* ?: .+)/,
  ),
  many("TypeScript", /^(?:\w+: )?(?<place>\S{1,300}:\d+:\d+) - error (?<message>(?:TS|NG)-?\d+: .+)/),
  many("TypeScript", /^(?:\S{1,300}: )?error (?<message>TS\d+: .+)/),
  many(
    "MSBuild, NuGet, linkers",
    /^\s*(?:(?<place>[A-Za-z][^:]{0,200}(?::[\\/][^:]{1,200})?) ?: )?(?:fatal )?error (?<message>[A-Z]{1,10}\d{2,6} ?: .+)/,
  ),
  many("MSBuild", /^\s*(?<place>[^\s(:][^(]{0,300}\(\d+(?:,\d+)?\)): error : (?<message>.+)/),
  many(
    "MSBuild",
    /^\s*(?<place>\S.{0,300}?) : (?:fatal )?error ?(?:(?<=\s)(?=[A-Z]+\d+ ?:)|: )(?<message>.+)/,
  ),
  many(
    "GCC, Clang, Swift, javac, Nim, Zig",
    /^(?:In file .{1,300})?(?<place>(?:[A-Za-z]:)?[^\s:()]{1,300}:\d+(?::\d+)?): (?:fatal )?error: (?<message>.+)/,
  ),
  many(
    "GCC, Clang",
    /^(?:cc1(?:plus)?|gcc|g\+\+|clang(?:\+\+)?|c\+\+|cc|nvcc fatal|swiftc|ghc|rustc|javac|kotlinc|scalac)(?:-\d+)? ?: (?:fatal )?error ?: (?<message>.+)/,
  ),
  many("Fortran", /^\s*(?:Fatal )?Error: (?<message>.+)/, {
    needs: /^(?:compilation terminated|\S+:\d+:\d+:)/,
  }),
  many(
    "Ada, Delphi, COBOL",
    /^(?<place>\S{1,200}(?:\(\d+\)|:\d+:\d+))(?::)? (?:Fatal|Error|error)(?: ?: |: [A-Z]\d+ )(?<message>.+)/,
  ),
  many("Rust", /^error(?:\[E\d+\])?: (?<message>.+)/, {
    needs: /^\s+--> (?<place>\S+)/,
    goesOn: /^\s*(?:-->|(?:\d+ *)?\|)/,
  }),
  many("Kotlin", /^e: (?<place>\S{1,300}?:? ?\(?\d+[:,] ?\d+\)?):? (?<message>.+)/),
  many("Scala", /^\[error\] -- (?:\[E\d+\] )?(?:.{1,60} )?Error: (?<place>\S+)/, {
    message: /^\[error\] +\| +(?<message>[^\s^|-].*)/,
  }),
  many("Maven", /^\[ERROR\] (?<place>\S{1,300}:\[\d+(?:,\d+)?\]) (?:error: )?(?<message>.+)/),
  many(
    "Go",
    /^(?:vet: )?(?<place>(?:\.{0,2}\/)?[\w./\\@-]{1,300}\.go:\d+:\d+): (?!warning|note|info)(?<message>\S.+)/i,
  ),
  fair(
    "linters",
    /^(?<place>(?:\.{0,2}\/)?[\w./\\@-]{1,300}\.[a-z]{1,6}:\d+:\d+): (?!warning|note|info|remark|in |required|previous)(?:error: |[EF]\d+:? )?(?<message>\S.+)/i,
  ),
  many(
    "mypy, pyright, Pylint, Flake8",
    /^\s*(?<place>[\w./\\@-]{1,300}\.\w{1,5}:\d+(?::\d+)?)(?: -|:) (?:error:? |[EF]\d{3,4}:? )(?<message>.+)/,
  ),
  many("Ruff, Clippy", /^(?<message>[A-Z]{1,4}\d{3,4} (?:\[\*\] )?.+)/, { needs: /^\s+--> (?<place>\S+)/ }),
  many("ESLint, Stylelint", /^\s+(?<place>\d+:\d+)\s+(?:error|✖|×)\s+(?<message>\S.*)/u),
  many(
    "Black, Prettier",
    /^(?:\[warn\] |\[error\] )?(?<message>(?:would reformat|Code style issues|error: cannot format) .+)/,
  ),
  many("ShellCheck", /^In (?<place>\S+ line \d+):$/, { message: /^\s*\^-*\^? (?<message>SC\d+ .*)/ }),
  many(
    "PHPStan, PHP_CodeSniffer",
    /^\s*(?:Line )?(?<place>\d+) +\| +ERROR +\| +(?:\[[ x]\] )?(?<message>.+)/,
  ),
  many("RuboCop", /^(?<place>\S{1,300}:\d+:\d+): [EFCW]: (?:\[Correctable\] )?(?<message>.+)/),
  many(
    "Hadolint, actionlint",
    /^(?<place>\S{1,300}:\d+(?::\d+)?) (?:DL|SC)\d+ (?:error|warning)?:? ?(?<message>.+)/,
  ),
  many("yamllint", /^\s+(?<place>\d+:\d+)\s+error\s+(?<message>\S.*)/),
  many(
    "linkers",
    /^(?:.{1,300}: )?(?<message>(?:undefined reference to|multiple definition of|undefined symbol:?|duplicate symbol) .+)/,
  ),
  many(
    "linkers",
    /^(?:\S*\/)?(?:ld|lld|ld64|ld\.lld|lld-link|collect2|mold)(?:\.\w+)?: (?:error: )?(?<message>(?!warning|ld returned).+)/,
  ),
  many("linkers", /^(?<message>Undefined symbols? for architecture .+)/, {
    message: /^\s+(?<message>"?_.+)/,
  }),
  many("webpack, Angular", /^ERROR in (?<place>\S.*)/, { message: nextLine }),
  many("webpack", /^(?<message>Module not found: (?:Error: )?.+)/),
  many("esbuild, Vite", /^[✘✖✗xX] \[ERROR\] (?<message>.+)/u),
  many("Rollup, Vite", /^(?:\[!\] |error during build:\s*)(?:\(.{1,60}\) )?(?<message>\S.+)/),
  many("Vite", /^error during build:\s*$/, { message: nextLine }),
  many("Next.js, Parcel", /^(?:Failed to compile\.?|[🚨×] Build failed\.?)$/u, {
    message: /^\s*(?<message>(?:\w*Error|Module not found|@parcel\/\S+|Type error)\b.*)/,
    takes: "last",
  }),
  many("Sass", /^(?<message>Error: .+)/, { needs: /^\s*[╷,]\s*$|^\s+on line \d+/u }),
  fair(
    "Svelte, Vue",
    /^\s*\[(?:vue|svelte|vite|plugin|postcss)[\w:/.-]*\] (?:Error: )?(?<message>.*(?:error|failed|cannot|not found|unexpected).*)/i,
  ),
  many("Protocol Buffers", /^(?<place>\S+\.proto:\d+:\d+): (?<message>.+)/),
  sure("CMake", /^CMake Error(?: at (?<place>.{1,300}))?(?: \([\w ]+\))?:\s*$/, { message: nextLine }),
  sure("CMake", /^CMake Error: (?<message>.+)/),
  sure("Meson", /^(?<place>\S*meson\.build:\d+:\d+): ERROR: (?<message>.+)/),
  sure("autoconf", /^configure: error: (?<message>.+)/),
  sure("ninja", /^ninja: (?:error|fatal): (?<message>.+)/),
  fair("make", /^\S*make(?:\[\d+\])?: \*{3} (?<message>(?!\[).+)/),
  fair("Bazel", /^ERROR: (?<place>\S{1,300}:\d+:\d+): (?<message>.+)/),
  many("Xcode", /^(?:❌ {0,2}(?<place>\/\S{1,300}:\d+:\d+)): (?<message>.+)/u),
  many("Xcode", /^(?:❌ {0,2})?(?<place>\/\S{1,300}:\d+:\d+): (?<message>.+)/u),
  likely("Xcode", /^(?:❌ {0,2})?(?:xcodebuild: )?error: (?<message>.+)/u),
  sure(
    "Xcode",
    /^(?<message>Code Signing Error: .+|error: exportArchive.+|.*requires a provisioning profile.*|No profiles? for '.+)/,
  ),
  many(
    "LaTeX",
    /^! (?<message>(?:LaTeX Error: .+|Undefined control sequence.*|Emergency stop.*|Package .+ Error.+|Missing .+ inserted.*|Extra .+|File .+ not found.*))/,
  ),
  many("Doxygen, Sphinx, AsciiDoc", /^(?<place>\S{1,300}:\d+): (?:ERROR|SEVERE|CRITICAL): (?<message>.+)/),
  many("Verilog, VHDL", /^(?:# )?\*{2} Error(?: \(suppressible\))?: (?<message>.+)/),
  many("Unity", /^(?<place>Assets\/\S+\(\d+,\d+\)): error (?<message>.+)/),
  sure("Unreal", /^(?:LogInit|UnrealBuildTool|AutomationTool|Log\w+): (?:Error|ERROR): (?<message>.+)/),
  many("Solidity", /^(?<message>(?:Parser|Type|Declaration|Compiler)Error: .+)/, {
    needs: /^\s*--> (?<place>\S+)/,
  }),
];
