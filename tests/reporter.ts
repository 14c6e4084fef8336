import Mocha from "mocha";
import { noteFigures } from "./figures";

/**
 * Mocha's spec reporter with the closing line that people and machines read: `N passed, N failed`. With
 * `--reporter-option figures`, it also notes how many tests passed, if all did.
 */
class ClosingLine extends Mocha.reporters.Spec {
  private readonly isNoted: boolean;

  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    this.isNoted = "figures" in (options?.reporterOptions ?? {});
  }

  override epilogue(): void {
    super.epilogue();
    const { passes: passed, failures } = this.stats;
    if (this.isNoted && failures === 0)
      noteFigures((figures, at) => ({ ...figures, tests: { ...at, passed } }));
    console.log(`${passed} passed, ${failures} failed`);
  }
}

module.exports = ClosingLine;
