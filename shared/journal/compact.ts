// The form of a journal in its file: deflated, it takes a fifth of plain JSON. Rows become columns, and each number becomes
// its difference from the one before.

/** Keeps only the values of a map. */
export function compact(value: unknown): unknown {
  if (value instanceof Map) return compact([...value.values()]);
  if (!Array.isArray(value)) return isRow(value) ? mapMembers(value, compact) : value;
  if (value.every(isNumberOrNothing)) return differencesOf(value);
  if (!value.every(isRow)) return value.map(compact);
  const columns: Row = {};
  for (const row of value)
    for (const name in row) columns[name] ??= compact(value.map((other) => other[name]));
  return { columns };
}

/** Leaves out the members that were undefined, or infinite. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.every(isNumberOrNothing) ? sumsOf(value) : value.map(expand);
  if (!isRow(value)) return value;
  return isRow(value["columns"]) ? rowsOf(value["columns"], expand) : mapMembers(value, expand);
}

/** The rows of a list, whose own lists are still compact. Throws if it is no list of rows. */
export function rowsIn(value: unknown): Row[] {
  if (Array.isArray(value) && value.length === 0) return [];
  if (!isRow(value) || !isRow(value["columns"])) throw new Error("There are no rows.");
  return rowsOf(value["columns"], (column) =>
    Array.isArray(column) && !column.every(isNumberOrNothing) ? column : expand(column),
  );
}

type Row = Record<string, unknown>;

function rowsOf(columns: Row, read: (column: unknown) => unknown): Row[] {
  const rows: Row[] = [];
  for (const [name, column] of Object.entries(mapMembers(columns, read)))
    for (const [index, member] of Array.isArray(column) ? column.entries() : []) {
      const row = rows[index] ?? {};
      rows[index] = row;
      if (member !== null) row[name] = member;
    }
  return rows;
}

function differencesOf(values: readonly (number | null | undefined)[]): (number | undefined)[] {
  let last = 0;
  return values.map((value) => {
    if (!isNumber(value)) return undefined;
    const difference = value - last;
    last = value;
    return difference;
  });
}

function sumsOf(differences: readonly (number | null | undefined)[]): (number | null)[] {
  let last = 0;
  return differences.map((difference) => {
    last += difference ?? 0;
    return isNumber(difference) ? last : null;
  });
}

function mapMembers(row: Row, map: (member: unknown) => unknown): Row {
  const members = Object.entries(row).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, map(member)]));
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isNumberOrNothing(value: unknown): value is number | null | undefined {
  return value === undefined || value === null || typeof value === "number";
}
