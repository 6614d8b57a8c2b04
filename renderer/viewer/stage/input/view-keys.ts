/** Keys that pan and zoom while the stage has the focus. */
const VIEW_KEYS = {
  /** CSS pixels per arrow key; `panFar` with Shift. */
  pan: 40,
  panFar: 240,
  zoom: 1.25,
} as const;

type ViewKeyAction =
  | { readonly type: 'pan'; readonly x: number; readonly y: number }
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'fit' }
  | { readonly type: 'actual-size' };

interface KeyInput {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** An arrow key moves the view, so the picture moves the other way. */
const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** Returns `undefined` for other keys. Plus, minus, 0 and 1 also work with Ctrl or Cmd. */
export function viewKey(input: KeyInput): ViewKeyAction | undefined {
  if (input.altKey) return undefined;
  const arrow = ARROWS[input.key];
  if (arrow !== undefined) {
    if (input.ctrlKey || input.metaKey) return undefined;
    const by = input.shiftKey ? VIEW_KEYS.panFar : VIEW_KEYS.pan;
    return { type: 'pan', x: arrow.x * by + 0, y: arrow.y * by + 0 }; // + 0 turns −0 into 0
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
