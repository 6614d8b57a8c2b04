/** Values under names. Pure: every change makes a new list. */
import { PRESETS } from '../../../shared/contract/setting-limits.ts';

export interface Preset<Values> {
  readonly id: string;
  readonly name: string;
  readonly form: Values;
}

type PresetList<Values> = readonly Preset<Values>[];

/** A preset that has exactly these values. */
export function matchingPreset<Values extends object>(
  presets: PresetList<Values>,
  form: Values,
): Preset<Values> | undefined {
  const text = textOf(form);
  return presets.find((preset) => textOf(preset.form) === text);
}

/** One of the same name gets these values; otherwise a new one stands at the end. */
export function withPreset<Values>(
  presets: PresetList<Values>,
  name: string,
  form: Values,
  id: string,
): PresetList<Values> {
  const known = presets.find((preset) => preset.name === name);
  if (known === undefined) return [...presets, { id, name, form }];
  return presets.map((preset) => (preset.id === known.id ? { ...preset, form } : preset));
}

/** Another one of that name keeps its own by a number behind it. */
export function withPresetName<Values>(
  presets: PresetList<Values>,
  id: string,
  name: string,
): PresetList<Values> {
  const others = new Set(presets.filter((preset) => preset.id !== id).map((each) => each.name));
  let free = name;
  for (let number = 2; others.has(free); number++) {
    free = `${name.slice(0, PRESETS.nameCharacters - 4)} ${number}`;
  }
  return presets.map((preset) => (preset.id === id ? { ...preset, name: free } : preset));
}

export function withoutPreset<Values>(presets: PresetList<Values>, id: string): PresetList<Values> {
  return presets.filter((preset) => preset.id !== id);
}

/** Undo of a deletion: at its old place. */
export function withPresetAt<Values>(
  presets: PresetList<Values>,
  preset: Preset<Values>,
  index: number,
): PresetList<Values> {
  return [...presets.slice(0, index), preset, ...presets.slice(index)];
}

/** The same for the same values, in whatever order they were set. */
function textOf(form: object): string {
  return JSON.stringify(Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1)));
}
