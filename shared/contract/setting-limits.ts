/** Limits of the settings, for their schema, their fields and their defaults. Imports no schema: the first screen needs them. */

/** Most photos that are open side by side. */
export const MAX_STRIP_PHOTOS = 500;

/** Commands that the palette remembers. */
export const MAX_RECENT_COMMANDS = 6;

/** Most photo pixels by which the mask of a clean-up is grown. */
export const MOST_MARGIN = 64;

/** Longest silence in an answer, seconds. */
export const ANSWER_SILENCE = { min: 10, max: 3600 } as const;

/** Longest answer, minutes. */
export const ANSWER_MINUTES = { min: 1, max: 1440 } as const;

/** Calls that Activity keeps, and for how many days. */
export const ACTIVITY = { leastCalls: 100, mostCalls: 100_000, mostDays: 365 } as const;

/** Width of a panel, CSS pixels. */
export const PANEL_WIDTH = { min: 240, max: 560, initial: 320 } as const;

/** Height of the tray below a stage, CSS pixels. */
export const TRAY_HEIGHT = { min: 72, max: 160, initial: 72 } as const;

/** Forms of prompts beside a document's text. */
export const PROMPT_FORMS = ['texts', 'tokens', 'token-lists'] as const;
export type PromptForm = (typeof PROMPT_FORMS)[number];

/** Most characters of prompts that are typed as a list. */
export const PROMPT_CHARACTERS = 200_000;

/** Longest name of a recipe, characters. */
export const MOST_RECIPE_NAME = 120;
