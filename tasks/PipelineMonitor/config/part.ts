import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import type { Locate } from "../../../shared/json/lines";
import type { Config } from "./parse";
import type { AddedKeys } from "./schema";

/** A feature's part of the configuration. The core has its own keys. */
export interface ConfigPart<On = unknown> extends AddedKeys {
  /** The name that people use. */
  name: string;
  /** The values that `"preset": "standard"` gives to members of the whole file. */
  preset: Readonly<Record<string, unknown>>;
  /** Objects among them, whose keys people mistype, too. */
  objects: readonly {
    /** `*` stands for each member of a list or of an object. */
    path: readonly string[];
    members: object;
    /** Whether it silences issues, so that an unknown key could silence more than is meant. */
    isSilencing: boolean;
  }[];
  /** Whether an unknown key of an entry could silence more than is meant. */
  isSilencing(key: string, entry: unknown): boolean;
  /** The key that says how many earlier runs are compared, and what to add to the file for enough of them, if it is this feature's. */
  comparing: { key: string; advice: string } | undefined;
  /** Rules between keys. The file may have other problems. `comparing` is that of whichever feature compares runs. */
  problems(value: unknown, comparing: ConfigPart["comparing"]): string[];
  /** Oddities of a valid file that are harmless. */
  warnings(value: unknown): string[];
  /** Reads its part of the configuration and of the step's inputs. Undefined if it is off. Adds to the problems. */
  read(file: ReadFile, step?: StepInputs): On | undefined;
}

/** A configuration, valid or not. */
export interface ReadFile {
  config: Config | undefined;
  value: unknown;
}

/** Where a step that monitors has its secrets. */
export interface StepInputs {
  reader: InputReader;
  agent: Agent;
  /** For a problem of a variable that the file names. */
  locate: Locate;
  /** False if `test_flag` is true. */
  posts: boolean;
  /** The step's own; undefined if there is none, or it is faulty. */
  webhook: URL | undefined;
}
