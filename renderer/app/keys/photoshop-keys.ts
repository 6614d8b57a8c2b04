/** Keys for people who come from Photoshop: those that differ from Gesso’s own. */
import type { KeyBindings } from '../../../shared/contract/keys.ts';

/** By the command’s id. Where a key is taken from a command of Gesso, that one gets another. */
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
