import fs, { type Mode, type OpenMode, type PathLike } from "node:fs";
import os from "node:os";
import { basename } from "node:path";

/**
 * Preloaded into a packaged task: takes away what Node has on POSIX systems alone, and refuses what Windows refuses
 * at times or always. Paths, pipes and signals stay those of this machine.
 */

for (const name of Object.keys(process))
  if (/^([gs]ete?[ug]id|[gs]etgroups|initgroups)$/.test(name)) Reflect.deleteProperty(process, name);
Object.defineProperty(process, "platform", { value: "win32" });
Object.defineProperty(os, "EOL", { value: "\r\n" });

// Ctrl+Break, for which there is no signal here: SIGUSR2 stands for it. Who does not listen is ended by it.
process.on("SIGUSR2", () => {
  if (!process.emit("SIGBREAK", "SIGBREAK")) process.kill(process.pid, "SIGKILL");
});

function refusal(code: string, syscall: string, path: PathLike | number): Error {
  return Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall });
}

const heldTries = 3;
const tries = new Map<string, number>();
/** A virus scanner or an indexer holds each file for a moment, whoever wants to move or remove it. */
function holdForAMoment(syscall: string, path: PathLike): void {
  const key = `${syscall} ${path}`;
  const tried = tries.get(key) ?? 0;
  tries.set(key, tried < heldTries ? tried + 1 : 0);
  if (tried < heldTries) throw refusal("EPERM", syscall, path);
}

const { fsyncSync, openSync, renameSync, rmSync } = fs;
Object.assign(fs, {
  openSync(path: PathLike, flags: OpenMode, mode?: Mode) {
    const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(basename(String(path)));
    if (isDevice) throw refusal("ENOENT", "open", path);
    return openSync(path, flags, mode);
  },
  fsyncSync(file: number) {
    if (fs.fstatSync(file).isDirectory()) throw refusal("EPERM", "fsync", file);
    fsyncSync(file);
  },
  renameSync(from: PathLike, to: PathLike) {
    holdForAMoment("rename", from);
    renameSync(from, to);
  },
  rmSync(path: PathLike, options?: fs.RmOptions) {
    if (fs.existsSync(path)) holdForAMoment("rm", path);
    rmSync(path, options);
  },
});
