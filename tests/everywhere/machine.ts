import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { installNode } from "../../build/reproduce";
import { root } from "../root";
import { missingProgram } from "../skippable";

/** A machine that this one plays: where the repository is on it, and how Node is started. */
export interface Machine {
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** The command that the path of a script follows. */
  node: readonly string[];
  /** Takes back what was done for it. */
  leave(): void;
}

/** Why this machine cannot play another. */
export interface Unplayable {
  because: string;
}

export const thisMachine: Machine = {
  ...{ folder: root, environment: process.env, node: [process.execPath], leave() {} },
};

export function withVariables(variables: Record<string, string>): Machine {
  return { ...thisMachine, environment: { ...process.env, ...variables } };
}

/** In a copy of the repository without these, in a folder whose name has a space. */
export function withCopy(left: readonly string[] = []): Machine {
  const home = mkdtempSync(join(tmpdir(), "everywhere-"));
  const folder = join(home, "a clone");
  const leftOut = [...left, "node_modules", "reports", "coverage", ".stryker"].map((name) =>
    join(root, name),
  );
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.includes(path) });
  // Half a gigabyte in small files: links to them are made at once. A link to the folder would lead back to this clone.
  const copyTo = (way: string) => spawnSync("cp", [way, join(root, "node_modules"), folder]).status === 0;
  if (!copyTo("-al") && !copyTo("-a")) throw new Error(`node_modules could not be copied to ${folder}`);
  return { ...thisMachine, folder, leave: () => rmSync(home, { recursive: true, force: true }) };
}

/** `nobody` on every Linux. */
const otherUser = 65_534;

/** As a user who shares the folder for temporary files with this one, and owns a clone. */
export function asOtherUser(): Machine | Unplayable {
  if (process.getuid?.() !== 0) return { because: "only root can be another user" };
  const because = missingProgram("setpriv");
  if (because !== undefined) return { because };
  const copy = withCopy();
  const home = dirname(copy.folder);
  chownSync(home, otherUser, otherUser);
  for (const path of [copy.folder, ...below(copy.folder)]) chownSync(path, otherUser, otherUser);
  const user = [`--reuid=${otherUser}`, `--regid=${otherUser}`, "--clear-groups"];
  const environment = { ...process.env, HOME: home, USER: "nobody", LOGNAME: "nobody" };
  return { ...copy, environment, node: ["setpriv", ...user, "--", ...copy.node] };
}

/** Files and folders that belong to a clone itself, not its packages, whose files are shared with this one. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink() && entry.name !== "node_modules")
    .map(({ name }) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? [path, ...below(path)] : [path]));
}

/** With empty files in place of libraries, for these processes only. */
export function withoutLibraries(pattern: RegExp): Machine | Unplayable {
  if (process.getuid?.() !== 0) return { because: "only root can hide libraries" };
  const because = missingProgram("unshare");
  if (because !== undefined) return { because };
  const { stdout } = spawnSync("ldconfig", ["-p"], { encoding: "utf8" });
  const paths = [...stdout.matchAll(/=> (\/.*)$/gm)].map(([, path = ""]) => path);
  const hidden = paths.filter((path) => pattern.test(basename(path)));
  const mounts = hidden.map((path) => `mount --bind /dev/null '${path}'`);
  const script = [...mounts, 'exec "$@"'].join(" && ");
  return { ...thisMachine, node: ["unshare", "--mount", "sh", "-c", script, "sh", process.execPath] };
}

/** With another version of Node, from the registry. */
export function withNode(version: string): Machine | Unplayable {
  if (process.versions.node.startsWith(`${version}.`))
    return { because: `\`npm test\` runs on it, Node ${process.versions.node}` };
  const folder = mkdtempSync(join(tmpdir(), "everywhere-node-"));
  const program = installNode(version, folder);
  const path = [dirname(program), process.env["PATH"]].join(delimiter);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  return { ...thisMachine, environment: { ...process.env, PATH: path }, node: [program], leave };
}

/** Beside so many processes that never rest. */
export function withLoad(count: number): Machine {
  // They end with this process, however it ends.
  const endless = "const parent = process.ppid; while (process.ppid === parent);";
  const busy: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", endless], { stdio: "ignore" }),
  );
  return { ...thisMachine, leave: () => busy.forEach((one) => void one.kill("SIGKILL")) };
}
