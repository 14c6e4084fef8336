import Mocha from "mocha";

/** Mocha's spec reporter with the closing line that people and machines read: `N passed, N failed`. */
class ClosingLine extends Mocha.reporters.Spec {
  override epilogue(): void {
    super.epilogue();
    const { passes: passed, failures } = this.stats;
    console.log(`${passed} passed, ${failures} failed`);
  }
}

module.exports = ClosingLine;
