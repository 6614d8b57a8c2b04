import { expect, it } from 'vitest';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import {
  matchingPreset,
  withoutPreset,
  withPreset,
  withPresetAt,
  withPresetName,
} from './presets.ts';

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

it('undo of a deletion restores it at its position', () => {
  const presets = withPreset(withPreset([], 'Slow', slow, 'a'), 'Fast', fast, 'b');
  const [first] = presets;
  const left = withoutPreset(presets, 'a');
  expect(left.map(({ id }) => id)).toEqual(['b']);
  expect(first && withPresetAt(left, first, 0)).toEqual(presets);
});
