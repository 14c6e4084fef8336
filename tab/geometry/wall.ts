/** How many problems fit below the heading of the wall view, whose letters grow with the width as `wall.css` has it; at least three. */
export function wallCount(width: number, height: number): number {
  const letter = Math.min(36, Math.max(20, 0.019 * width));
  const heading = Math.min(76, Math.max(34, 0.04 * width));
  const above = 3.5 * heading + 2 * letter;
  return Math.max(3, Math.floor((height - above - 60) / (3.4 * letter)));
}
