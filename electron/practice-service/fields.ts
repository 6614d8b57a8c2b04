import { invalidBody } from './errors.ts';

/** The fields of a JSON object, read one by one, so that a misspelt one is noticed. */
export class Fields {
  readonly #left: Map<string, unknown>;

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalidBody('The body is not a JSON object.');
    }
    this.#left = new Map(Object.entries(value));
  }

  any(name: string): unknown {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value;
  }

  text(name: string, otherwise?: string): string {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'string') throw invalidBody(`${name} is not a string.`);
    return value;
  }

  texts(name: string): Readonly<Record<string, string>> {
    const value = this.any(name) ?? {};
    if (typeof value !== 'object' || value === null) throw invalidBody(`${name} is not an object.`);
    return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'boolean') throw invalidBody(`${name} is not true or false.`);
    return value;
  }

  integer(name: string, otherwise: number, least: number, most: number): number {
    return this.optionalInteger(name, least, most) ?? otherwise;
  }

  optionalInteger(name: string, least: number, most: number): number | null {
    const value = this.any(name) ?? null;
    if (value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    throw invalidBody(`${name} is not a whole number from ${least} to ${most}.`);
  }

  checkNothingLeft(): void {
    for (const name of this.#left.keys()) throw invalidBody(`${name} means nothing here.`);
  }
}
