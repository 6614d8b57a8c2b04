/** Presets are named values. Every change returns a new list. */
import { firstCharacters } from '../../../shared/first-characters.ts';
import { PRESETS } from '../../../shared/contract/settings.ts';

export interface Preset<Values> {
  readonly id: string;
  readonly name: string;
  readonly form: Values;
}

type PresetList<Values> = readonly Preset<Values>[];

/** Returns the preset with exactly these values. */
export function matchingPreset<Values extends object>(
  presets: PresetList<Values>,
  form: Values,
): Preset<Values> | undefined {
  const text = textOf(form);
  return presets.find((preset) => textOf(preset.form) === text);
}

/** Replaces the values of the preset with this name, or appends a new preset. */
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

/** Renames a preset, and adds a number if another one has the name. */
export function withPresetName<Values>(
  presets: PresetList<Values>,
  id: string,
  name: string,
): PresetList<Values> {
  const others = new Set(presets.filter((preset) => preset.id !== id).map((each) => each.name));
  let free = name;
  for (let number = 2; others.has(free); number++) {
    free = `${firstCharacters(name, PRESETS.nameCharacters - 4)} ${number}`;
  }
  return presets.map((preset) => (preset.id === id ? { ...preset, name: free } : preset));
}

export function withoutPreset<Values>(presets: PresetList<Values>, id: string): PresetList<Values> {
  return presets.filter((preset) => preset.id !== id);
}

/** Restores a deleted preset at its old place, and adds a number if its name was taken since. */
export function withPresetAt<Values>(
  presets: PresetList<Values>,
  preset: Preset<Values>,
  index: number,
): PresetList<Values> {
  return withPresetName(presets.toSpliced(index, 0, preset), preset.id, preset.name);
}

/** Returns equal texts for equal values, in whatever order they were set. */
function textOf(form: object): string {
  return JSON.stringify(Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1)));
}
