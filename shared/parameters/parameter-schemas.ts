/** The schemas that follow from a table of parameters. */
import { z } from 'zod';
import {
  numberWithin,
  oneOf,
  textUpTo,
  webAddress,
  wholeNumberText,
} from '../api/request-check.ts';
import {
  byField,
  type FieldOf,
  type FieldValueOf,
  type Parameter,
  type ParameterTable,
  type ValueOf,
} from './parameter-table.ts';

/** Callers may also give a seed as a number. */
type InputOf<Row> = Row extends { readonly kind: 'seed' } ? string | number : ValueOf<Row>;

type RowSchema<Row> = z.ZodType<ValueOf<Row>, InputOf<Row>>;

type RequestShape<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly initial: unknown }
    ? RowSchema<Table[Name]>
    : z.ZodOptional<RowSchema<Table[Name]>>;
};

type FormShape<Table> = {
  [Name in keyof Table as FieldOf<Table, Name>]: z.ZodType<
    FieldValueOf<Table[Name]>,
    FieldValueOf<Table[Name]>
  >;
};

/** Makes the fields of a request's schema. */
export type ToShape = <Table extends ParameterTable>(table: Table) => RequestShape<Table>;

/** Refuses values out of their range, in sentences. */
export const checkedShape: ToShape = (table) => requestShape(table, checkedSchema);

/** For requests that are stored or on their way to the backend, which checks ranges later. */
export const looseShape: ToShape = (table) => requestShape(table, looseSchema);

/** A stored form without a parameter gets that of a fresh one. */
export function formShape<Table extends ParameterTable>(table: Table): FormShape<Table> {
  const field = (_name: string, row: Parameter) =>
    row.initial === undefined
      ? looseSchema(row).nullable().default(null)
      : looseSchema(row).default(row.initial);
  return byField(table, field) as FormShape<Table>;
}

/** Returns the first problem of each field. @param fields by paths in the request */
export function problemsByField<Field extends string>(
  schema: z.ZodType,
  request: unknown,
  fields: Readonly<Record<string, Field>>,
): Readonly<Partial<Record<Field, string>>> {
  const problems: Partial<Record<Field, string>> = {};
  for (const { path, message } of schema.safeParse(request).error?.issues ?? []) {
    const field = fields[path.join('.')];
    if (field !== undefined) {
      problems[field] ??= message.replace(/ Change it and try again\.$/u, '');
    }
  }
  return problems;
}

function requestShape<Table extends ParameterTable>(
  table: Table,
  schemaOf: (row: Parameter) => z.ZodType,
): RequestShape<Table> {
  const shape = Object.entries(table).map(([name, row]) => {
    const schema = schemaOf(row);
    return [name, row.initial === undefined ? schema.optional() : schema];
  });
  return Object.fromEntries(shape) as RequestShape<Table>;
}

function checkedSchema(row: Parameter): z.ZodType {
  const { noun = row.label } = row;
  switch (row.kind) {
    case 'number':
      return numberWithin(noun, row.range);
    case 'choice':
      return oneOf(noun, row.values);
    case 'flag':
      return z.boolean();
    case 'text':
      return textUpTo(noun, row.maxCharacters);
    case 'address':
      return webAddress(noun, row.maxCharacters);
    case 'seed':
      return wholeNumberText(noun, row.range).transform(String);
  }
}

/** Allows longer ones than the service, so that the form can report them. */
const LOOSE_ADDRESS_CHARACTERS = 4000;

function looseSchema(row: Parameter): z.ZodType {
  switch (row.kind) {
    case 'number':
      return z.number();
    case 'choice':
      return z.enum(row.values);
    case 'flag':
      return z.boolean();
    case 'text':
      return z.string().max(row.maxCharacters);
    case 'address':
      return z.string().max(LOOSE_ADDRESS_CHARACTERS);
    case 'seed':
      return z.union([z.string().max(40), z.number()]).transform(String);
  }
}
