import assert from "node:assert/strict";
import * as v from "valibot";
import { readPage } from "./pages";

const manifestSchema = v.object({ engines: v.object({ node: v.string() }) });
const lockSchema = v.object({ packages: v.record(v.string(), v.unknown()) });

/** Its numbers; undefined for a member that may be any, such as the x of 0.8.x. */
const numbersIn = (version: string) =>
  version.split(".").map((number) => (/^\d+$/.test(number) ? Number(number) : undefined));

function compare(one: readonly number[], other: readonly (number | undefined)[]): number {
  for (const [index, number] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 0;
    if (number !== against) return number - against;
  }
  return 0;
}

/** Whether a range of package.json, such as `^18.19.0 || >=20.5.0`, has a version. */
function accepts(range: string, version: readonly number[]): boolean {
  return range.split("||").some((some) =>
    [...some.matchAll(/(>=|<=|>|<|\^|~)?\s*v?([\d*x][\d.*x]*)/g)].every(([, sign = "=", given = ""]) => {
      const numbers = numbersIn(given);
      // A whole version follows, such as 22.22.3 after 22.
      const whole = [0, 1, 2].map((index) => numbers[index] ?? 0);
      const [order, exact] = [compare(version, whole), compare(version, numbers)];
      if (sign === ">=") return order >= 0;
      if (sign === ">") return order > 0;
      if (sign === "<=") return exact <= 0;
      if (sign === "<") return order < 0;
      if (sign === "^") return order >= 0 && version[0] === numbers[0];
      if (sign === "~") return order >= 0 && version[0] === numbers[0] && version[1] === numbers[1];
      return exact === 0;
    }),
  );
}

describe("the packages of a fresh clone", () => {
  it("run on the oldest Node that the README names, so that npm ci warns of none", () => {
    const { engines } = v.parse(manifestSchema, JSON.parse(readPage("package.json")));
    const oldest = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? assert.fail(engines.node);
    const version = [Number(oldest[1]), Number(oldest[2]), 0];
    const { packages } = v.parse(lockSchema, JSON.parse(readPage("package-lock.json")));
    const others = Object.entries(packages).flatMap(([path, one]) => {
      const manifest = v.safeParse(manifestSchema, one);
      return manifest.success && !accepts(manifest.output.engines.node, version)
        ? [`${path}: ${manifest.output.engines.node}`]
        : [];
    });
    assert.deepEqual(others, []);
  });

  it("are compared with ranges as npm reads them", () => {
    for (const [range, isAccepted] of Object.entries({
      ...{ "22.22.3": false, ">=20.19": true, "18 || 20 || >=22": true, "20 || >=22": true, "*": true },
      ...{
        ">=23.5.0 || ^22.13.0 || ^20.17.0": true,
        "^20.20.0 || >=22.9.0": false,
        ">=16 || 14 >=14.17": true,
      },
      ...{ ">=0.6.11 <=0.7.0": false, ">=0.8.x": true, "6.* || 8.*": false, "20.*": true, "<20": false },
    }))
      assert.equal(accepts(range, [20, 19, 0]), isAccepted, range);
  });
});
