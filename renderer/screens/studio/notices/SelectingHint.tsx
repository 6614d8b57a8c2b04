/** Below the photo: how to go on with a proposed selection, or why there is none. */
import classes from '../Studio.module.css';
import { useSelecting } from '../session/index.ts';

const HOW = {
  object: 'Enter adds it to the mask. Shift + drag for more, Alt + drag for less. Esc drops it.',
  line: 'Click to go on. Enter adds it to the mask, Backspace takes a point back.',
  wand: 'Enter or the next click adds it to the mask. Esc drops it.',
} as const;

export function SelectingHint() {
  const note = useSelecting((state) => state.note);
  const proposal = useSelecting((state) => state.proposal);
  const adds = proposal && HOW[proposal.tool];
  const how = proposal?.subtract === true ? adds?.replace(/adds it to/u, 'takes it out of') : adds;
  const text = note ?? how;
  return (
    <div role="status">
      {text !== undefined && <div className={classes['keyboard']}>{text}</div>}
    </div>
  );
}
