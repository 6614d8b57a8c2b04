import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkedShape, formShape, looseShape, problemsByField } from './parameter-schemas.ts';
import {
  differencesInWords,
  fieldsByPath,
  formFromRequest,
  initialForm,
  requestFromForm,
  wireFields,
  type ParameterTable,
} from './parameter-table.ts';
import { UPSCALE_PARAMETERS } from './upscale-parameters.ts';

const common = { label: 'Grain', hint: 'Adds grain.' } as const;

/** One row of each kind, added to those of Upscale. */
const TABLE = {
  ...UPSCALE_PARAMETERS,
  grain: {
    ...common,
    kind: 'number',
    wire: 'grain_level',
    noun: 'The grain',
    field: 'graininess',
    range: { min: 0, max: 10, isWhole: true },
  },
  film: {
    ...common,
    kind: 'choice',
    wire: 'film_kind',
    noun: 'The film',
    values: ['slow', 'fast'],
    labels: { slow: 'Slow', fast: 'Fast' },
    initial: 'slow',
  },
  isMono: { ...common, kind: 'flag', wire: 'mono' },
  seed: { ...common, kind: 'seed', wire: 'seed', noun: 'The seed', range: { min: 0n, max: 99n } },
} as const satisfies ParameterTable;

const CHOSEN = { film: 'fast', isMono: false, seed: '7' } as const;
const FORM = { ...initialForm(TABLE), upscaler: ' ESRGAN_4x ', graininess: 4, ...CHOSEN } as const;
const REQUEST = { upscaler: 'ESRGAN_4x', grain: 4, ...CHOSEN } as const;

const formSchema = z.strictObject(formShape(TABLE));
const checked = z.strictObject(checkedShape(TABLE));
const loose = z.strictObject(looseShape(TABLE));

it('gives a new row a field in the form, unset at first unless it has an initial value', () => {
  expect(initialForm(TABLE)).toMatchObject({ graininess: null, film: 'slow', isMono: null });
  expect(formSchema.parse(FORM)).toEqual(FORM);
});

it('keeps a stored form from before the row, with the value of a fresh one', () => {
  const before = { ...initialForm(UPSCALE_PARAMETERS), upscaler: 'Lanczos', codeformerWeight: 0.4 };
  expect(formSchema.parse(before)).toEqual({ ...initialForm(TABLE), ...before });
});

it('sends the row under its name on the wire, and nothing that is unset', () => {
  expect(requestFromForm(TABLE, FORM)).toEqual(REQUEST);
  expect(wireFields(TABLE, REQUEST)).toEqual({
    upscaler_1: 'ESRGAN_4x',
    grain_level: 4,
    film_kind: 'fast',
    mono: false,
    seed: 7,
  });
});

it('restores the form from its request', () => {
  expect(formFromRequest(TABLE, REQUEST)).toEqual({ ...FORM, upscaler: 'ESRGAN_4x' });
});

it('accepts a request within all ranges, with a number as seed', () => {
  for (const schema of [checked, loose]) {
    expect(schema.parse({ ...REQUEST, seed: 7 })).toEqual(REQUEST);
  }
});

it('reports a value out of range at its field, and lets the loose schema pass it', () => {
  const wrong = { ...REQUEST, grain: 11, seed: '100' };
  expect(problemsByField(checked, wrong, fieldsByPath(TABLE))).toEqual({
    graininess: 'The grain must be a whole number from 0 to 10, not 11.',
    seed: 'The seed must be a whole number from 0 to 99, not “100”.',
  });
  expect(problemsByField(loose, wrong, fieldsByPath(TABLE))).toEqual({});
});

it('describes what differs from a fresh form', () => {
  expect(differencesInWords(TABLE, ['grain', 'film', 'codeformerWeight'], FORM)).toBe(
    'Grain 4, Grain fast',
  );
  expect(differencesInWords(TABLE, ['grain', 'film'], initialForm(TABLE))).toBe('');
});
