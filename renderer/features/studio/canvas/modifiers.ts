/**
 * The keys that change what the pointer does while they are held. A pure reducer, so that the awkward
 * cases (released outside the window, held while another window is in front) can be tested.
 */
export interface Modifiers {
  /** Space is held: the pointer moves the photo, whatever the tool. */
  readonly space: boolean;
  /** Ctrl or Cmd is really held; a pinch only pretends it (see `wheel.ts`). */
  readonly control: boolean;
}

export type ModifierEvent =
  | {
      readonly type: 'down' | 'up';
      /** `KeyboardEvent.code` of the key. */
      readonly code: string;
      /** The key is meant for a text field or a focused button. */
      readonly elsewhere: boolean;
    }
  /** The window lost the focus: key releases will not be seen. */
  | { readonly type: 'blur' };

export const NO_MODIFIERS: Modifiers = { space: false, control: false };

const CONTROL_CODES: ReadonlySet<string> = new Set([
  'ControlLeft',
  'ControlRight',
  'MetaLeft',
  'MetaRight',
]);

/** The modifiers after an event; the same object when nothing changed. */
export function reduceModifiers(state: Modifiers, event: ModifierEvent): Modifiers {
  if (event.type === 'blur') return state.space || state.control ? NO_MODIFIERS : state;
  const held = event.type === 'down';
  if (event.code === 'Space') {
    if (held && event.elsewhere) return state;
    return state.space === held ? state : { ...state, space: held };
  }
  if (CONTROL_CODES.has(event.code)) {
    return state.control === held ? state : { ...state, control: held };
  }
  return state;
}
