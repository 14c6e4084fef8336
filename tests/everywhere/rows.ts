import {
  asOtherUser,
  type Machine,
  type Unplayable,
  withCopy,
  withLoad,
  withNode,
  withoutLibraries,
  withVariables,
} from "./machine";

/** A machine on which the tests hold, and those that can differ there. */
export interface Row {
  name: string;
  tests: readonly string[];
  play(): Machine | Unplayable;
}

const inProcess = ["out/tests/*.test.js", "out/tests/shared/**/*.test.js", "out/tests/tasks/**/*.test.js"];
const packaged = ["out/tests/packaged/*.test.js"];
/** Pages in browsers, and the pictures of them. */
const pages = ["out/tests/tab/**/*.test.js", "out/tests/screenshots/*.test.js"];
/** A browser that starts, and draws with its own fonts. */
const oneBrowser = ["out/tests/tab/browser/widget.test.js", "out/tests/screenshots/*.test.js"];
/** What starts programs in the environment of the tests, such as Git, tfx, Stryker and `npm start`. */
const programs = ["out/tests/build/*.test.js", "out/tests/packaged/{start,*-by-hand}*.test.js"];
/** What depends on the place, the owner or the rights of files. Packaged tasks have theirs in the agent's own folders. */
const files = [
  ...programs,
  "out/tests/packaged/{extension,development-extension,register-check-record,register-safety}.test.js",
  "out/tests/shared/{agent,json}/*.test.js",
  "out/tests/shared/*.test.js",
  "out/tests/tasks/DomainRegister/**/*.test.js",
];
/** The agent starts packaged tasks in an environment of its own: `another-zone.test.ts` sets its zone and language. */
const visible = [...inProcess, ...pages, ...programs, "out/tests/packaged/another-zone.test.js"];

export const rows: readonly Row[] = [
  { name: "another time zone", tests: visible, play: () => withVariables({ TZ: "Asia/Kolkata" }) },
  {
    name: "another language",
    tests: visible,
    play: () => withVariables({ LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr" }),
  },
  // This user has unpacked the browser above.
  { name: "another user", tests: [...files, ...oneBrowser], play: asOtherUser },
  { name: "a folder with a space", tests: [...files, ...oneBrowser], play: () => withCopy() },
  // Only the build and its tests ask Git.
  { name: "no repository", tests: programs, play: () => withCopy([".git"]) },
  {
    name: "no NSS and NSPR",
    tests: oneBrowser,
    play: () => withoutLibraries(/^lib(nss3|nssutil3|nspr4|plc4|plds4|smime3|ssl3)\.so/),
  },
  // Its tests are skipped where there is none.
  {
    name: "Firefox",
    tests: ["out/tests/tab/browser/firefox.test.js"],
    play: () => withVariables({ FIREFOX: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr" }),
  },
  // Tests in their own process are handed the time; processes, services and browsers wait for each other.
  { name: "beside four busy loops", tests: [...packaged, ...pages], play: () => withLoad(4) },
  ...["20", "24"].map((version) => ({
    ...{ name: `Node ${version}`, tests: [...inProcess, ...packaged, ...programs, ...oneBrowser] },
    play: () => withNode(version),
  })),
];
