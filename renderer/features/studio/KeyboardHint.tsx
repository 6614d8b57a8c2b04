/** How to draw by keyboard, while keys move the pointer. */
import classes from './Studio.module.css';
import { useCanvas } from './session/index.ts';

export function KeyboardHint() {
  const isShown = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
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
