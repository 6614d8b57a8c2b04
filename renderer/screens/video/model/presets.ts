import type { VideoForm, VideoPreset } from '../../../../shared/contract/video-form.ts';

type PresetList = readonly VideoPreset[];

/** Returns the preset with exactly these settings. */
export function matchingPreset(presets: PresetList, form: VideoForm): VideoPreset | undefined {
  return presets.find((preset) => isSameForm(preset.form, form));
}

/** Replaces the settings of the same name, or appends. */
export function withPreset(
  presets: PresetList,
  name: string,
  form: VideoForm,
  id: string,
): PresetList {
  const known = presets.find((preset) => preset.name === name);
  if (known === undefined) return [...presets, { id, name, form }];
  return presets.map((preset) => (preset.id === known.id ? { ...preset, form } : preset));
}

/** Numbers the name if another preset has it. */
export function withPresetName(presets: PresetList, id: string, name: string): PresetList {
  const others = new Set(presets.filter((preset) => preset.id !== id).map((each) => each.name));
  let free = name;
  for (let number = 2; others.has(free); number++) free = `${name} ${number}`;
  return presets.map((preset) => (preset.id === id ? { ...preset, name: free } : preset));
}

export function withoutPreset(presets: PresetList, id: string): PresetList {
  return presets.filter((preset) => preset.id !== id);
}

export function withPresetAt(presets: PresetList, preset: VideoPreset, index: number): PresetList {
  return [...presets.slice(0, index), preset, ...presets.slice(index)];
}

function isSameForm(a: VideoForm, b: VideoForm): boolean {
  const keys = Object.keys(a) as (keyof VideoForm)[];
  return keys.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
}
