/**
 * Settings of a fresh installation. The first screen needs them before anything else, so this file
 * imports no schema.
 */
import { ACTIVITY } from './setting-limits.ts';
import type { Settings } from './settings.ts';

export const DEFAULT_SETTINGS: Settings = {
  appearance: 'dark',
  pressureChangesSize: true,
  maskStep: 4,
  maskColor: '#ff2ec4',
  maskOpacity: 0.5,
  selecting: {
    afterLoop: 'propose',
    withShadow: false,
    tolerance: 32,
    isContiguous: true,
    spotSensitivity: 50,
  },
  exportFormat: 'source',
  exportQuality: 92,
  exportLossless: false,
  exportExif: 'without-place',
  exportName: '{name}_cleanup',
  concurrentCalls: 2,
  imageCallsPerMinute: 10,
  videoCallsPerMinute: 2,
  answerSilence: 120,
  answerMinutes: 60,
  margin: 4,
  matchColors: false,
  studioResponseType: 'png',
  resultsMegabytes: 5000,
  ground: null,
  textSize: 100,
  spikeFloor: 50_000,
  videoPresets: [],
  areClipsPaused: false,
  isClipMuted: false,
  clipVolume: 100,
  languagePresets: [],
  trainingUploads: 3,
  trainingLeastSide: 512,
  trainingKeepsCameraData: false,
  chatEnterSends: true,
  isLanguageSeedLocked: true,
  isActivityKept: true,
  activityCalls: ACTIVITY.mostCalls,
  activityDays: ACTIVITY.mostDays,
  csvStyle: 'comma',
  keyBindings: {},
  keyMatch: 'letter',
};
