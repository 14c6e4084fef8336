import { builds } from "./builds";
import { commands } from "./commands";
import { compilers } from "./compilers";
import { databases } from "./databases";
import { exceptions } from "./exceptions";
import { services } from "./services";
import { tests } from "./tests";

/** Families of tools. */
export const families = { exceptions, compilers, tests, builds, databases, services, commands };
export const shapes = Object.values(families).flat();
