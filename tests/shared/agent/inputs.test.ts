import assert from "node:assert/strict";
import fc from "fast-check";
import { pipelineAdvice, terminalAdvice } from "../../../shared/agent/advice";
import type { Agent } from "../../../shared/agent/agent";
import { createInputReader, type InputReader, readSecretVariable } from "../../../shared/agent/inputs";
import { memoryAgent } from "../../memory-agent";

/** `value` is that of the input "it". */
function read<T>(
  value: string,
  reading: (reader: InputReader, agent: Agent) => T,
  advice = pipelineAdvice,
): [T, string[]] {
  const agent = memoryAgent({ inputs: { it: value }, environment: { it: value }, advice });
  const reader = createInputReader(agent);
  return [reading(reader, agent), reader.problems];
}

const unresolved =
  "it: still reads $(NAME), because this variable does not exist here. " +
  "Define it or remove the line. Map a secret variable under `env:` in the step";

describe("input reader", () => {
  it("trims a text, and returns a path unchanged", () => {
    assert.deepEqual(
      read("  a b \n", (reader) => reader.text("it")),
      ["a b", []],
    );
    assert.deepEqual(
      read(" /a b/x.json", (reader) => reader.file("it")),
      [" /a b/x.json", []],
    );
    assert.deepEqual(
      read("", (reader) => [reader.text("it"), reader.file("it")]),
      [["", ""], []],
    );
  });

  it("never returns a value that still reads $(NAME)", () => {
    for (const reading of [
      (reader: InputReader) => reader.text("it"),
      (reader: InputReader) => reader.file("it"),
      (reader: InputReader, agent: Agent) => readSecretVariable(reader, agent, "it"),
    ])
      assert.deepEqual(read("x $(NAME)", reading), ["", [unresolved]]);
  });

  it("advises to write the value itself at a terminal, which replaces no $(NAME)", () => {
    assert.deepEqual(
      read("$(NAME)", (reader) => reader.text("it"), terminalAdvice),
      [
        "",
        ["it: still reads $(NAME), which only a pipeline replaces with a value. Put the value itself there"],
      ],
    );
  });

  it("accepts one of some words, defaults to the first, and lists them in the error", () => {
    const oneOf = (value: string) => read(value, (reader) => reader.oneOf("it", ["succeed", "warn", "fail"]));
    assert.deepEqual(oneOf("warn"), ["warn", []]);
    assert.deepEqual(oneOf(" fail "), ["fail", []]);
    assert.deepEqual(oneOf(""), ["succeed", []]);
    assert.deepEqual(oneOf("Warn"), ["succeed", ['it: expected succeed, warn or fail, got "Warn"']]);
  });

  it("accepts true and false in any case, and defaults to false", () => {
    const trueOrFalse = (value: string) => read(value, (reader) => reader.trueOrFalse("it"));
    for (const value of ["true", "True", " TRUE "]) assert.deepEqual(trueOrFalse(value), [true, []]);
    for (const value of ["false", "False", ""]) assert.deepEqual(trueOrFalse(value), [false, []]);
    for (const value of ["yes", "1", "truely"])
      assert.deepEqual(trueOrFalse(value), [false, [`it: expected true or false, got "${value}"`]]);
  });

  it("accepts a number within its bounds, decimals allowed, or returns the default", () => {
    const decimal = (value: string) => read(value, (reader) => reader.decimal("it", 30, 0.5, 60));
    for (const [value, number] of [
      ["0.5", 0.5],
      ["60", 60],
      ["12.125", 12.125],
      ["007", 7],
    ] as const)
      assert.deepEqual(decimal(value), [number, []]);
    assert.deepEqual(decimal(""), [30, []]);
    for (const value of ["0.4", "60.1", "-1", "+1", "1e1", "1,5", ".5", "5.", "5 s", "x5", "0x10"])
      assert.deepEqual(decimal(value), [30, [`it: expected a number from 0.5 to 60, got "${value}"`]]);
  });

  it("accepts a whole number within its bounds, or returns the default", () => {
    const whole = (value: string) => read(value, (reader) => reader.wholeNumber("it", 60, 3, 100));
    for (const [value, number] of [
      ["3", 3],
      ["100", 100],
      ["42", 42],
    ] as const)
      assert.deepEqual(whole(value), [number, []]);
    assert.deepEqual(whole(""), [60, []]);
    for (const value of ["2", "101", "5.0", "-5", "1e1", "5 s", "x5"])
      assert.deepEqual(whole(value), [60, [`it: expected a whole number from 3 to 100, got "${value}"`]]);
  });

  it("rejects a whole number that a double cannot represent exactly", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (wanted) => {
        const [number, problems] = read(String(wanted), (reader) =>
          reader.wholeNumber("it", -1, 0, Number.POSITIVE_INFINITY),
        );
        return problems.length === 0 ? BigInt(number) === wanted : number === -1;
      }),
    );
  });

  it("returns a credential unchanged and keeps it secret, even one that it rejects", () => {
    for (const [value, problems] of [
      ["Onh5==", []],
      ["", []],
      ["two words", ["it: contains a space or a line break. Copy the credential again"]],
      ["line\n", ["it: contains a space or a line break. Copy the credential again"]],
    ] as const) {
      const agent = memoryAgent({ environment: { it: value } });
      const reader = createInputReader(agent);
      assert.equal(readSecretVariable(reader, agent, "it"), problems.length === 0 ? value : "");
      assert.deepEqual([agent.secrets, reader.problems], [[value], problems]);
    }
  });

  it("collects every problem instead of stopping at the first", () => {
    const [, problems] = read("x", (reader) => {
      reader.trueOrFalse("it");
      reader.decimal("it", 1, 0, 1);
      reader.oneOf("it", ["a", "b"]);
    });
    assert.equal(problems.length, 3);
  });

  it("finds a service connection, and reports an unknown one by its input, without the value", () => {
    const connections = { "6fcd-1": { address: "https://host/" } };
    const inputs = { known: " 6fcd-1 ", pasted: "https://hook.example/canary" };
    for (const [advice, words] of [
      [pipelineAdvice, "name one of the project's that this pipeline may use"],
      [terminalAdvice, "leave it empty, because only pipelines have connections"],
    ] as const) {
      const reader = createInputReader(memoryAgent({ inputs, connections, advice }));
      assert.equal(reader.connection("known")?.url, "https://host/");
      assert.equal(reader.connection("absent"), undefined);
      assert.deepEqual(reader.problems, []);
      assert.equal(reader.connection("pasted"), undefined);
      assert.deepEqual(reader.problems, [`pasted: there is no such service connection here; ${words}`]);
    }
  });
});
