/** Reads a file of shortcuts. It is untrusted, so its size is checked before it is parsed. */
import {
  KEY_LIMITS,
  type KeyBindings,
  type KeyFile,
  keyFileSchema,
} from '../../../shared/contract/keys.ts';

/** @returns `undefined` for a file without shortcuts, or one that has disappeared */
export async function readKeyFile(file: Blob): Promise<KeyFile | undefined> {
  if (file.size > KEY_LIMITS.fileBytes) return undefined;
  try {
    const text = await file.text();
    // SECURITY: S49 the number of values is known before one is built
    if (text.split(/[,[{]/u).length > KEY_LIMITS.fileValues) return undefined;
    return keyFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON, or the file has disappeared
  }
}

/** By command id. A Gesso command whose key is taken gets another. */
export const PHOTOSHOP_KEYS: KeyBindings = {
  'studio.rectangle': ['M'],
  'studio.maskHide': ['Q'],
  'studio.largerObject': ['Alt+Q'],
  'studio.smallerObject': ['Shift+Alt+Q'],
  'studio.object': ['W', 'O'],
  'studio.wand': ['Shift+W'],
  'studio.invert': ['Shift+Mod+I'],
  'studio.undo': ['Mod+Z', 'Alt+Mod+Z'],
  'studio.run.cleanup': ['Mod+Enter', 'Shift+F5', 'Shift+Backspace'],
  'studio.saveMany': ['Shift+Alt+Mod+S'],
  'studio.holes': ['Shift+Alt+H'],
  'view.fullScreen': ['F', 'F11'],
  'app.shortcuts': ['?', 'Shift+Alt+Mod+K'],
};
