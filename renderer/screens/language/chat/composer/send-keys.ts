/** The keys that always send. */
import { describeShortcut, isApple } from '../../../../base/commands/shortcut.ts';

/** As this system names them. */
export const SEND_KEYS = describeShortcut('Mod+Enter', isApple(navigator.platform)).join('+');
