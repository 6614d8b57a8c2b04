import { shortcutKeys } from '../../../../base/commands/shortcut-keys.ts';

export const SEND_KEYS = shortcutKeys('Mod+Enter').join('+');
