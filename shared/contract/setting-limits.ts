/** Imports no schema, because the first screen needs it. */

export const MAX_STRIP_PHOTOS = 500;

export const MAX_RECENT_COMMANDS = 6;

/** Largest growth of a clean-up's mask, photo pixels. */
export const MOST_MARGIN = 64;

/** Longest silence during an answer, seconds. */
export const ANSWER_SILENCE = { min: 10, max: 3600 } as const;

/** Longest answer, minutes. */
export const ANSWER_MINUTES = { min: 1, max: 1440 } as const;

/** Bounds of the calls and days that Activity keeps. */
export const ACTIVITY = { leastCalls: 100, mostCalls: 100_000, mostDays: 365 } as const;

/** CSS pixels. */
export const PANEL_WIDTH = { min: 240, max: 560, initial: 320 } as const;

/** CSS pixels. */
export const TRAY_HEIGHT = { min: 72, max: 160, initial: 72 } as const;

export const PROMPT_FORMS = ['texts', 'tokens', 'token-lists'] as const;
export type PromptForm = (typeof PROMPT_FORMS)[number];

export const PROMPT_CHARACTERS = 200_000;

/** Most presets of a screen, and most characters of a name. */
export const PRESETS = { most: 100, nameCharacters: 60 } as const;

/** Characters. */
export const MOST_RECIPE_NAME = 120;
