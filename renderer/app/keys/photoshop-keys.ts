import type { KeyBindings } from '../../../shared/contract/keys.ts';

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
