/** SQL and its values. SQLite has no booleans and JSON; `undefined` is NULL. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { z } from 'zod';
import { parseJson } from '../../../shared/parse-json.ts';

type ColumnValue = string | number | bigint | boolean | object | null | undefined;

export type Row = Readonly<Record<string, unknown>>;

/** Stores objects as JSON. */
function toColumn(value: ColumnValue): SQLInputValue {
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

/** A part of a statement, with its values. */
export class SqlPart {
  readonly text: string;
  readonly values: readonly SQLInputValue[];

  constructor(text: string, values: readonly SQLInputValue[]) {
    this.text = text;
    this.values = values;
  }
}

type SqlValue = ColumnValue | SqlPart;

/** Only text of the source becomes SQL; every other value is bound. */
export function sqlPart(text: TemplateStringsArray, ...values: readonly SqlValue[]): SqlPart {
  const parts = values.map((value) =>
    value instanceof SqlPart ? value : new SqlPart('?', [toColumn(value)]),
  );
  return new SqlPart(
    text.map((piece, index) => piece + (parts[index]?.text ?? '')).join(''),
    parts.flatMap((part) => part.values),
  );
}

export type Fields = Readonly<Record<string, ColumnValue>>;

export function joinSql(parts: readonly SqlPart[], separator: ', ' | ' AND '): SqlPart {
  const text = parts.map((part) => part.text).join(separator);
  return new SqlPart(
    text,
    parts.flatMap(({ values }) => values),
  );
}

/** Conditions joined by AND; none is true. */
export function allOf(conditions: readonly SqlPart[]): SqlPart {
  return joinSql([sqlPart`TRUE`, ...conditions], ' AND ');
}

/** The assignments of `SET`. */
export function assigned(fields: Fields): SqlPart {
  const text = Object.keys(fields).map((name) => `${columnOf(name)} = ?`);
  return new SqlPart(text.join(', '), Object.values(fields).map(toColumn));
}

/** A short list for `IN`. Each length is a statement that is kept: use `json_each` for long ones. */
export function listOf(values: readonly ColumnValue[]): SqlPart {
  return new SqlPart(`(${values.map(() => '?').join(', ')})`, values.map(toColumn));
}

/** Runs SQL where it is written; equal statements are prepared once. */
export function createSql(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  function statement(text: string): StatementSync {
    const known = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, known);
    return known;
  }
  function run(text: TemplateStringsArray, ...values: readonly SqlValue[]) {
    const part = sqlPart(text, ...values);
    return statement(part.text).run(...part.values);
  }
  return {
    all(text: TemplateStringsArray, ...values: readonly SqlValue[]) {
      const part = sqlPart(text, ...values);
      return statement(part.text).all(...part.values);
    },
    get(text: TemplateStringsArray, ...values: readonly SqlValue[]) {
      const part = sqlPart(text, ...values);
      return statement(part.text).get(...part.values);
    },
    /** The first column of the first row. */
    value(text: TemplateStringsArray, ...values: readonly SqlValue[]) {
      const part = sqlPart(text, ...values);
      return Object.values(statement(part.text).get(...part.values) ?? {})[0];
    },
    /** The first column of all rows. */
    texts(text: TemplateStringsArray, ...values: readonly SqlValue[]): readonly string[] {
      const part = sqlPart(text, ...values);
      return statement(part.text)
        .all(...part.values)
        .map((row) => String(Object.values(row)[0]));
    },
    run,
    /** Fields go into the columns of the same names in snake case. */
    insert: (table: string, fields: Fields) =>
      statement(insertion(table, fields)).run(...Object.values(fields).map(toColumn)),
    /** Inserts a row, or changes these fields of the row with this key. */
    upsert(table: string, key: Fields, fields: Fields) {
      const columns = Object.keys(fields).map(columnOf);
      const set = columns.map((column) => `${column} = excluded.${column}`).join(', ');
      const conflict = Object.keys(key).map(columnOf).join(', ');
      const row = { ...key, ...fields };
      return statement(
        `${insertion(table, row)} ON CONFLICT (${conflict}) DO UPDATE SET ${set}`,
      ).run(...Object.values(row).map(toColumn));
    },
    update(table: string, key: Fields, fields: Fields) {
      const [set, where] = [
        assigned(fields),
        Object.keys(key).map((name) => `${columnOf(name)} = ?`),
      ];
      return statement(`UPDATE ${table} SET ${set.text} WHERE ${where.join(' AND ')}`).run(
        ...set.values,
        ...Object.values(key).map(toColumn),
      );
    },
  };
}

function insertion(table: string, fields: Fields): string {
  const columns = Object.keys(fields).map(columnOf);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

export function orNull<Value>(read: (value: unknown) => Value): (value: unknown) => Value | null {
  return (value) => (value === null ? null : read(value));
}
