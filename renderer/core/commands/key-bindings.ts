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

/** The id under which a command's keys are stored. */
export function keyIdOf({ id, keyId }: HasKeys): string {
  return keyId ?? id;
}

/** Replaces a command's default keys by the user's own. */
export function withOwnKeys<C extends HasKeys>(command: C, bindings: KeyBindings): C {
  const own = bindings[keyIdOf(command)];
  return own === undefined ? command : { ...command, shortcuts: own };
}
