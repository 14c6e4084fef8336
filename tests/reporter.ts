import Mocha from "mocha";
import { saysWhySkipped } from "./skippable";

/**
 * Mocha's spec reporter with the closing line that people and machines read: `N passed, N failed`, and `, N skipped` if the
 * machine lacks what some tests need. A test that is skipped without a reason fails.
 */
class ClosingLine extends Mocha.reporters.Spec {
  #skipped = 0;
  #withoutReason = 0;

  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.on("pending", (test) => {
      if (saysWhySkipped(test.fullTitle())) this.#skipped++;
      else {
        this.#withoutReason++;
        runner.emit("fail", test, new Error("skipped without a reason: see tests/skippable.ts"));
      }
    });
  }

  override epilogue(): void {
    super.epilogue();
    const { passes: passed, failures } = this.stats;
    const skipped = this.#skipped === 0 ? "" : `, ${this.#skipped} skipped`;
    console.log(`${passed} passed, ${failures} failed${skipped}`);
  }

  /** Mocha calls this with its own count, and ends with the one that it is handed. */
  override done(failures: number, end?: (failures: number) => void): void {
    end?.(failures + this.#withoutReason);
  }
}

module.exports = ClosingLine;
