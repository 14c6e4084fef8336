/**
 * How sure it is that a line is the reason: `sure` if only an error looks so, `fair` if another program may have said more, or
 * if scripts often go on after it, `likely` if tools use the form for other lines, too, `count` if it only counts failures,
 * `guess` if it is a word alone, `hint` if it only says that something is not as it should be.
 */
export type Certainty = "sure" | "fair" | "likely" | "count" | "guess" | "hint";

/** How the errors of a tool begin and end, and which part of them is the message. */
export interface Shape {
  tool: string;
  certainty: Certainty;
  /**
   * Its first line. Groups: `message`, unless a later line has it; `title`, which comes before that line's message; `place`,
   * which is told last.
   */
  begins: RegExp;
  /** The block: the lines behind the first one that match; by default the next 80. */
  goesOn?: RegExp;
  /** A line of the block without which it is none, in the next 8. It may have the place. */
  needs?: RegExp;
  /** The line of the block that has the message. `above` is the paragraph before the first line. */
  message?: RegExp | "above";
  /** Which of those lines; the first by default. */
  takes?: "last" | "all";
  /** One failure can print many of them, of which the first says most; by default, the last counts. */
  counts?: "first";
  /** A line behind the block that says that it was no failure. */
  unless?: RegExp;
}

type More = Omit<Shape, "tool" | "certainty" | "begins">;
type Row = (tool: string, begins: RegExp, more?: More) => Shape;

const rowOf =
  (certainty: Certainty, own: More = {}): Row =>
  (tool, begins, more) => ({ tool, certainty, begins, ...own, ...more });

/** One function for each kind of row. What is sure has a counter-example among the tests. */
export const sure = rowOf("sure");
/** One failure prints many of them. */
export const many = rowOf("sure", { counts: "first" });
export const fair = rowOf("fair", { counts: "first" });
export const likely = rowOf("likely");
export const count = rowOf("count");
export const guess = rowOf("guess");
export const hint = rowOf("hint");

/** The first line behind that is not empty. */
export const nextLine = /^\s*(?:E\s+)?(?<message>\p{L}.*|\S.*\p{L}.*)/u;
