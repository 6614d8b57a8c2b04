import { namedKeys } from '../../../../core/commands/shortcut-keys.ts';

export const SEND_KEYS = namedKeys('Mod+Enter').join('+');
