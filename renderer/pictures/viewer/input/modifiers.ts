/**
 * The keys that change the pointer's action while they are held. A pure reducer, so that the awkward
 * cases (released outside the window, held while another window is in front) can be tested.
 */
export interface Modifiers {
  /** Space is held: the pointer moves the photo with every tool. */
  readonly space: boolean;
  /** Ctrl or Cmd is really held; a pinch only pretends it (see `wheel.ts`). */
  readonly control: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** The key that turns a drag into a change of the size is held. */
  readonly sizing: boolean;
}

export type ModifierEvent =
  | {
      readonly type: 'down' | 'up';
      /** `KeyboardEvent.code` of the key. */
      readonly code: string;
      /** The key is meant for a text field or a focused button. */
      readonly elsewhere: boolean;
    }
  /** A mouse or pen event, which knows the truth: releases in another window are made up for. */
  | {
      readonly type: 'pointer';
      readonly shift: boolean;
      readonly alt: boolean;
      readonly control: boolean;
    }
  /** The window lost the focus: key releases will not be seen. */
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

/** Keys that also type something: in a text field they only type. */
const TYPING: ReadonlySet<keyof Modifiers> = new Set(['space', 'sizing']);

/** The modifiers after an event; the same object when nothing changed. */
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
    // Ctrl+S saves, Alt+Space is the window's menu: a letter with another modifier is no modifier
    if (event.elsewhere || state.control || state.alt) return state;
  }
  return merge(state, { [modifier]: held });
}

function merge(state: Modifiers, changes: Partial<Modifiers>): Modifiers {
  const next = { ...state, ...changes };
  const names = Object.keys(next) as (keyof Modifiers)[];
  return names.every((name) => next[name] === state[name]) ? state : next;
}
