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
  "Add it under Variables in the pipeline's editor, link its variable group, or remove the line";

describe("input reader", () => {
  const text = (reader: InputReader) => reader.text("it");
  const file = (reader: InputReader) => reader.file("it");

  it("trims a text, and returns a path unchanged", () => {
    assert.deepEqual(read("  a b \n", text), ["a b", []]);
    assert.deepEqual(read(" /a b/x.json", file), [" /a b/x.json", []]);
    for (const reading of [text, file]) assert.deepEqual(read("", reading), ["", []]);
  });

  it("never returns a value that still reads $(NAME)", () => {
    const secret = (reader: InputReader, agent: Agent) => readSecretVariable(reader, agent, "it");
    for (const reading of [text, file, secret])
      assert.deepEqual(read("x $(NAME)", reading), ["", [unresolved]]);
  });

  it("advises to write the value itself at a terminal, which replaces no $(NAME)", () => {
    const advice = "which only a pipeline replaces with a value. Put the value itself there";
    assert.deepEqual(read("$(NAME)", text, terminalAdvice), ["", [`it: still reads $(NAME), ${advice}`]]);
  });

  it("accepts one of some words, defaults to the first, and lists them in the error", () => {
    const oneOf = (value: string) => read(value, (reader) => reader.oneOf("it", ["succeed", "warn", "fail"]));
    assert.deepEqual(oneOf("warn"), ["warn", []]);
    assert.deepEqual(oneOf(" fail "), ["fail", []]);
    assert.deepEqual(oneOf(""), ["succeed", []]);
    assert.deepEqual(oneOf("Warn"), ["succeed", ['it: expected succeed, warn or fail, got "Warn"']]);
    const pasted = oneOf("https://chat.example/hooks/canary");
    assert.deepEqual(pasted, ["succeed", ["it: expected succeed, warn or fail, got something else"]]);
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
    const numbers = { "0.5": 0.5, "60": 60, "12.125": 12.125, "007": 7, "": 30 };
    for (const [value, number] of Object.entries(numbers)) assert.deepEqual(decimal(value), [number, []]);
    for (const value of ["0.4", "60.1", "-1", "+1", "1e1", "1,5", ".5", "5.", "5 s", "x5", "0x10"])
      assert.deepEqual(decimal(value), [30, [`it: expected a number from 0.5 to 60, got "${value}"`]]);
  });

  it("accepts a whole number within its bounds, or returns the default", () => {
    const whole = (value: string) => read(value, (reader) => reader.wholeNumber("it", 60, 3, 100));
    const numbers = { "3": 3, "100": 100, "42": 42, "": 60 };
    for (const [value, number] of Object.entries(numbers)) assert.deepEqual(whole(value), [number, []]);
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
    for (const value of ["Onh5==", "", "two words", "line\n"]) {
      const agent = memoryAgent({ environment: { it: value } });
      const reader = createInputReader(agent);
      const isAccepted = !/\s/.test(value);
      assert.equal(readSecretVariable(reader, agent, "it"), isAccepted ? value : "");
      const problem = "it: contains a space or a line break. Copy the credential again";
      assert.deepEqual([agent.secrets, reader.problems], [[value], isAccepted ? [] : [problem]]);
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
