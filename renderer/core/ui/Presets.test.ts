import { expect, it } from 'vitest';
import { DEFAULT_VIDEO_FORM } from '../../../shared/contract/video-form.ts';
import { PRESETS } from '../../../shared/contract/settings.ts';
import {
  matchingPreset,
  withoutPreset,
  withPreset,
  withPresetAt,
  withPresetName,
} from './Presets.tsx';

const slow = { ...DEFAULT_VIDEO_FORM, motion: 20 };
const fast = { ...DEFAULT_VIDEO_FORM, motion: 240 };

it('names settings, and finds them again by their values', () => {
  const presets = withPreset(withPreset([], 'Slow', slow, 'a'), 'Fast', fast, 'b');
  expect(presets.map(({ name }) => name)).toEqual(['Slow', 'Fast']);
  expect(matchingPreset(presets, { ...fast })?.name).toBe('Fast');
  expect(matchingPreset(presets, DEFAULT_VIDEO_FORM)).toBeUndefined();
});

it('replaces the settings when saving under an existing name', () => {
  const presets = withPreset(withPreset([], 'Slow', slow, 'a'), 'Slow', fast, 'b');
  expect(presets).toEqual([{ id: 'a', name: 'Slow', form: fast }]);
});

it('keeps names unique after renaming', () => {
  const presets = withPreset(withPreset([], 'Slow', slow, 'a'), 'Fast', fast, 'b');
  expect(withPresetName(presets, 'b', 'Slow').map(({ name }) => name)).toEqual(['Slow', 'Slow 2']);
  expect(withPresetName(presets, 'b', 'Fast')).toEqual(presets);
});

it('shortens a long name to make room for a number', () => {
  const long = 'x'.repeat(PRESETS.nameCharacters);
  const presets = withPreset(withPreset([], long, slow, 'a'), 'Fast', fast, 'b');
  const renamed = withPresetName(presets, 'b', long)[1]?.name;
  expect(renamed).toMatch(/^x+ 2$/u);
  expect(renamed?.length).toBeLessThanOrEqual(PRESETS.nameCharacters);
});

it('shortens a long name without cutting an emoji in half', () => {
  const long = `x${'🌊'.repeat(PRESETS.nameCharacters / 2 - 1)}`;
  const presets = withPreset(withPreset([], long, slow, 'a'), 'Fast', fast, 'b');
  expect(withPresetName(presets, 'b', long)[1]?.name).toMatch(/^x🌊+ 2$/u);
});

it('finds values again in whatever order they were set', () => {
  const presets = withPreset<object>([], 'Sober', { temperature: 0.3, seed: 4 }, 'a');
  expect(matchingPreset(presets, { seed: 4, temperature: 0.3 })?.name).toBe('Sober');
  expect(matchingPreset(presets, { seed: 4 })).toBeUndefined();
});

it('restores a deleted preset at its position', () => {
  const presets = withPreset(withPreset([], 'Slow', slow, 'a'), 'Fast', fast, 'b');
  const [first] = presets;
  const left = withoutPreset(presets, 'a');
  expect(left.map(({ id }) => id)).toEqual(['b']);
  expect(first && withPresetAt(left, first, 0)).toEqual(presets);
});

it('gives a restored preset another name if its own was taken since', () => {
  const [first] = withPreset([], 'Slow', slow, 'a');
  const saved = withPreset([], 'Slow', fast, 'b');
  const restored = first && withPresetAt(saved, first, 0);
  expect(restored?.map(({ name }) => name)).toEqual(['Slow 2', 'Slow']);
});
