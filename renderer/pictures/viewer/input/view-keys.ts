/** Keys that move and zoom the view while the stage has the focus. DOM-free. */
export const VIEW_KEYS = {
  /** CSS pixels of an arrow key, and with Shift. */
  pan: 40,
  panFar: 240,
  /** Zoom factor of one press. */
  zoom: 1.25,
} as const;

export type ViewKeyAction =
  /** CSS pixels by which the picture moves. */
  | { readonly type: 'pan'; readonly x: number; readonly y: number }
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'fit' }
  | { readonly type: 'actual-size' };

/** The parts of a `KeyboardEvent` that matter. */
export interface KeyInput {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** An arrow key moves the view, so the picture goes the other way. */
const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The effect of a key on the view; `undefined` for every other key. Plus, minus, 0 and 1 also with Ctrl or Cmd. */
export function viewKey(input: KeyInput): ViewKeyAction | undefined {
  if (input.altKey) return undefined;
  const arrow = ARROWS[input.key];
  if (arrow !== undefined) {
    if (input.ctrlKey || input.metaKey) return undefined;
    const by = input.shiftKey ? VIEW_KEYS.panFar : VIEW_KEYS.pan;
    return { type: 'pan', x: arrow.x * by + 0, y: arrow.y * by + 0 }; // + 0: −0 is no other than 0
  }
  switch (input.key) {
    case '+':
    case '=':
      return { type: 'zoom', factor: VIEW_KEYS.zoom };
    case '-':
      return { type: 'zoom', factor: 1 / VIEW_KEYS.zoom };
    case '0':
      return { type: 'fit' };
    case '1':
      return { type: 'actual-size' };
    default:
      return undefined;
  }
}
