/** Values of columns, whose types SQLite does not have: booleans, JSON, and `undefined` for NULL. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';

type ColumnValue = string | number | bigint | boolean | object | null | undefined;

export type Row = Readonly<Record<string, unknown>>;

/** Stores objects as JSON. */
export function toColumn(value: ColumnValue): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return JSON.stringify(value);
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

export function toBoolean(value: unknown): boolean {
  return Number(value) === 1;
}

/** Returns `undefined` for an empty or invalid column. */
export function storedJson<Schema extends z.ZodType>(
  schema: Schema,
  text: unknown,
): z.output<Schema> | undefined {
  return typeof text === 'string' ? schema.safeParse(parseJson(text)).data : undefined;
}

/** Skips invalid entries. */
export function storedList<Schema extends z.ZodType>(
  entry: Schema,
  text: unknown,
): z.output<Schema>[] {
  const list = typeof text === 'string' ? parseJson(text) : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    const parsed = entry.safeParse(each);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Reads fields from columns of the same name in snake case. @param columns other names */
export function createRowReader<Readers extends Record<string, (value: unknown) => unknown>>(
  readers: Readers,
  columns: { readonly [Name in keyof Readers]?: string } = {},
) {
  const fields = Object.entries(readers).map(([name, read]) => ({
    name,
    column: columns[name] ?? columnOf(name),
    read,
  }));
  // Copying an object with all fields is much faster than adding them one by one.
  const empty = Object.fromEntries(fields.map(({ name }) => [name, undefined as unknown]));
  return (row: Row) => {
    const values = { ...empty };
    for (const { name, column, read } of fields) values[name] = read(row[column]);
    return values as { readonly [Name in keyof Readers]: ReturnType<Readers[Name]> };
  };
}

/** Inserts fields into the columns of the same names in snake case. */
export function prepareInsert<Name extends string>(
  database: DatabaseSync,
  table: string,
  names: readonly Name[],
) {
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (values: { readonly [Field in Name]?: ColumnValue }) =>
    statement.run(...names.map((name) => toColumn(values[name])));
}

/** Updates the row of these keys. Names are as in {@link prepareInsert}. */
export function prepareUpdate<Name extends string, Key extends string>(
  database: DatabaseSync,
  table: string,
  keys: readonly Key[],
  names: readonly Name[],
) {
  const assign = (name: string) => `${columnOf(name)} = ?`;
  const statement = database.prepare(
    `UPDATE ${table} SET ${names.map(assign).join(', ')} WHERE ${keys.map(assign).join(' AND ')}`,
  );
  // all are required, because a forgotten one would become NULL
  return (values: { readonly [Field in Name | Key]: ColumnValue }) =>
    statement.run(...[...names, ...keys].map((name) => toColumn(values[name])));
}

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function orNull<Value>(read: (value: unknown) => Value): (value: unknown) => Value | null {
  return (value) => (value === null ? null : read(value));
}
