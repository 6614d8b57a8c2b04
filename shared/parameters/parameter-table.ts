/** Parameters as data, without schemas, because the first screen needs the values of fresh forms. */

/** Ends are included unless exclusive. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive?: boolean;
  readonly isMaxExclusive?: boolean;
  readonly isWhole?: boolean;
}

interface AnyParameter {
  /** Its name in the request to the service. */
  readonly wire: string;
  /** Its name in error messages; the label unless given. */
  readonly noun?: string;
  /** Its name in stored forms, if that is another. */
  readonly field?: string;
  readonly label: string;
  /** The effect, as a sentence. */
  readonly hint?: string;
}

/** `initial` is the value in a fresh form. Without it, the parameter may be unset, and is at first. */
export interface NumberParameter extends AnyParameter {
  readonly kind: 'number';
  readonly hint: string;
  readonly range: NumberRange;
  readonly initial?: number;
  readonly unit?: string;
  /** Step of the slider; 1 unless given. */
  readonly step?: number;
  /** The usual value, where the slider is while unset. */
  readonly usual?: number;
  /** False for a range too wide for a slider. */
  readonly hasSlider?: boolean;
  /** The ends of the slider, where those of the range are exclusive. */
  readonly slider?: { readonly min: number; readonly max: number };
}

interface ChoiceParameter extends AnyParameter {
  readonly kind: 'choice';
  readonly hint: string;
  readonly values: readonly string[];
  /** Values without a label are accepted, but not offered. */
  readonly labels: Readonly<Record<string, string>>;
  readonly initial?: string;
  /** The service’s default. */
  readonly usual?: string;
}

interface FlagParameter extends AnyParameter {
  readonly kind: 'flag';
  readonly initial?: boolean;
}

interface TextParameter extends AnyParameter {
  readonly kind: 'text';
  readonly maxCharacters: number;
  readonly suggestions: readonly string[];
  readonly placeholder?: string;
  readonly initial: string;
}

interface AddressParameter extends AnyParameter {
  readonly kind: 'address';
  readonly maxCharacters: number;
  readonly placeholder: string;
  readonly initial: string;
}

/** Decimal text, because a seed may exceed a double. */
interface SeedParameter extends AnyParameter {
  readonly kind: 'seed';
  readonly range: { readonly min: bigint; readonly max: bigint };
  readonly initial?: string;
}

export type Parameter =
  | NumberParameter
  | ChoiceParameter
  | FlagParameter
  | TextParameter
  | AddressParameter
  | SeedParameter;

/** The parameters of a request by their names in it. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

export type ValueOf<Row> = Row extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Row extends { readonly kind: 'number' }
    ? number
    : Row extends { readonly kind: 'flag' }
      ? boolean
      : string;

export type FieldOf<Table, Name extends keyof Table> = Table[Name] extends {
  readonly field: infer Field extends string;
}
  ? Field
  : Name;

/** `null` is unset and is not sent. */
export type FieldValueOf<Row> =
  | ValueOf<Row>
  | (Row extends { readonly initial: unknown } ? never : null);

export type FormOf<Table> = {
  [Name in keyof Table as FieldOf<Table, Name>]: FieldValueOf<Table[Name]>;
};

type RequiredNames<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly initial: unknown } ? Name : never;
}[keyof Table];

type RequestOf<Table> = {
  [Name in RequiredNames<Table>]: ValueOf<Table[Name]>;
} & {
  [Name in Exclude<keyof Table, RequiredNames<Table>>]?: ValueOf<Table[Name]> | undefined;
};

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Returns the values of a fresh form. */
export function initialForm<Table extends ParameterTable>(table: Table): FormOf<Table> {
  return byField(table, (_name, row) => row.initial ?? null) as FormOf<Table>;
}

/** Leaves out what is unset, and trims texts. */
export function requestFromForm<Table extends ParameterTable>(
  table: Table,
  form: FormOf<NoInfer<Table>>,
): RequestOf<Table> {
  const values: Values = form;
  const request = Object.entries(table).flatMap(([name, { field = name }]) => {
    const value = values[field];
    if (value === null) return [];
    return [[name, typeof value === 'string' ? value.trim() : value] as const];
  });
  return Object.fromEntries(request) as RequestOf<Table>;
}

export function formFromRequest<Table extends ParameterTable>(
  table: Table,
  request: RequestOf<NoInfer<Table>>,
): FormOf<Table> {
  const values: Values = request;
  return byField(table, (name) => values[name] ?? null) as FormOf<Table>;
}

/** Returns the set parameters under their names in the request to the service. */
export function wireFields<Table extends ParameterTable>(
  table: Table,
  request: RequestOf<NoInfer<Table>>,
): Readonly<Record<string, unknown>> {
  const values: Values = request;
  const fields = Object.entries(table).flatMap(([name, { kind, wire }]) => {
    const value = values[name];
    if (value === undefined) return [];
    return [[wire, kind === 'seed' ? seedOnTheWire(String(value)) : value] as const];
  });
  return Object.fromEntries(fields);
}

/** Returns values that differ from those of a fresh form, such as "Top P 0.9, Top K 40". */
export function differencesInWords<Table extends ParameterTable>(
  table: Table,
  names: readonly (keyof Table & string)[],
  form: FormOf<NoInfer<Table>>,
): string {
  const values: Values = form;
  return Object.entries(table)
    .filter(([name]) => names.includes(name))
    .flatMap(([name, { field = name, label, initial = null }]) => {
      const value = values[field] ?? null;
      return value === initial ? [] : [`${label} ${String(value)}`];
    })
    .join(', ');
}

/** @param prefix path to the table's values in the whole request, such as "size." */
export function fieldsByPath<Table extends ParameterTable>(
  table: Table,
  prefix = '',
): Readonly<Record<string, keyof FormOf<Table>>> {
  const entries = Object.entries(table).map(([name, { field = name }]) => [prefix + name, field]);
  return Object.fromEntries(entries) as Readonly<Record<string, keyof FormOf<Table>>>;
}

/** Maps each row to a value under its name in stored forms. */
export function byField<Made>(
  table: ParameterTable,
  make: (name: string, row: Parameter) => Made,
): Readonly<Record<string, Made>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [row.field ?? name, make(name, row)]),
  );
}

/** Sends a seed beyond a double's precision digit by digit. */
function seedOnTheWire(seed: string): unknown {
  const number = Number(seed);
  return Number.isSafeInteger(number) ? number : rawJson(seed);
}

/** TypeScript does not know `JSON.rawJSON` yet. */
function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
