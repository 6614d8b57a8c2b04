/** How to draw by keyboard, while keys move the pointer. */
import classes from '../Studio.module.css';
import { useCanvas, useSelecting } from '../session/index.ts';

export function KeyboardHint() {
  const isPointer = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
  // its own hint is in the same place
  const isShown = useSelecting((state) => state.proposal === undefined) && isPointer;
  return (
    <div role="status">
      {isShown && (
        <div className={classes['keyboard']}>
          Arrow keys move, Shift farther. Enter starts and ends, Esc stops.
        </div>
      )}
    </div>
  );
}
