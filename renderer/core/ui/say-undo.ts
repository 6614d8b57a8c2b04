import { sayWithAction } from './say-with-action.tsx';

/** @param undo is called at most once */
export function sayUndo(message: string, undo: () => void): void {
  sayWithAction(message, { label: 'Undo', run: undo });
}
