/** A pure reducer, so that keys released outside the window can be tested. */
export interface Modifiers {
  readonly space: boolean;
  /** Ctrl or Cmd is really held; a pinch only simulates it (see `wheel.ts`). */
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** The key that resizes by dragging is held. */
  readonly sizing: boolean;
}

export type ModifierEvent =
  | {
      readonly type: 'down' | 'up';
      readonly code: string;
      /** Meant for a text field or a focused button. */
      readonly elsewhere: boolean;
    }
  /** Mouse and pen events carry the true state, which corrects releases missed in other windows. */
  | {
      readonly type: 'pointer';
      readonly shift: boolean;
      readonly alt: boolean;
      readonly control: boolean;
    }
  | { readonly type: 'blur' };

export const NO_MODIFIERS: Modifiers = {
  space: false,
  control: false,
  shift: false,
  alt: false,
  sizing: false,
};

const MODIFIER_OF_CODE: Readonly<Record<string, keyof Modifiers | undefined>> = {
  Space: 'space',
  ControlLeft: 'control',
  ControlRight: 'control',
  MetaLeft: 'control',
  MetaRight: 'control',
  ShiftLeft: 'shift',
  ShiftRight: 'shift',
  AltLeft: 'alt',
  AltRight: 'alt',
  KeyS: 'sizing',
};

/** Keys that also type; in a text field they only do that. */
const TYPING: ReadonlySet<keyof Modifiers> = new Set(['space', 'sizing']);

/** Returns the same object if nothing changed. */
export function reduceModifiers(state: Modifiers, event: ModifierEvent): Modifiers {
  if (event.type === 'blur') return merge(state, NO_MODIFIERS);
  if (event.type === 'pointer') {
    const { shift, alt, control } = event;
    return merge(state, { shift, alt, control });
  }
  const modifier = MODIFIER_OF_CODE[event.code];
  if (modifier === undefined) return state;
  const held = event.type === 'down';
  if (held && TYPING.has(modifier)) {
    // a letter with another modifier is a shortcut, e.g. Ctrl+S
    if (event.elsewhere || state.control || state.alt) return state;
  }
  return merge(state, { [modifier]: held });
}

function merge(state: Modifiers, changes: Partial<Modifiers>): Modifiers {
  const next = { ...state, ...changes };
  const names = Object.keys(next) as (keyof Modifiers)[];
  return names.every((name) => next[name] === state[name]) ? state : next;
}
