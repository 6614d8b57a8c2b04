import { shortcutKeys } from '../../../../core/commands/shortcut-keys.ts';

export const SEND_KEYS = shortcutKeys('Mod+Enter').join('+');
