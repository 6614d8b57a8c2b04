/** The user's own shortcuts, which replace the defaults. */
import { create } from 'zustand';
import type { KeyBindings, KeyMatch } from '../../../shared/contract/keys.ts';

export interface OwnKeys {
  readonly bindings: KeyBindings;
  readonly match: KeyMatch;
}

interface HasKeys {
  readonly id: string;
  readonly keyId?: string | undefined;
  readonly shortcuts?: readonly string[];
}

/** Empty until the settings are loaded. */
export const useOwnKeys = create<OwnKeys>(() => ({ bindings: {}, match: 'letter' }));

/** Commands that replace each other; their keys are stored under the first id. */
const TURNS: readonly (readonly [id: string, other: string])[] = [
  ['studio.maskHide', 'studio.maskShow'],
  ['studio.compare.begin', 'studio.compare.end'],
  ['studio.cleaned.show', 'studio.cleaned.hide'],
  ['studio.original.show', 'studio.original.hide'],
  ['studio.spotsView.show', 'studio.spotsView.hide'],
];
const KEY_IDS = new Map(TURNS.map(([id, other]) => [other, id]));

/** The id under which a command's keys are stored. */
export function keyIdOf({ id, keyId }: HasKeys): string {
  return keyId ?? KEY_IDS.get(id) ?? id;
}

/** Replaces a command's default keys by the user's own. */
export function withOwnKeys<C extends HasKeys>(command: C): C {
  const own = useOwnKeys.getState().bindings[keyIdOf(command)];
  return own === undefined ? command : { ...command, shortcuts: own };
}
