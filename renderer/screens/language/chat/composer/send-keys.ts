/** The keys that always send. */
import { shortcutKeys } from '../../../../base/commands/shortcut-keys.ts';

/** As this system names them. */
export const SEND_KEYS = shortcutKeys('Mod+Enter').join('+');
