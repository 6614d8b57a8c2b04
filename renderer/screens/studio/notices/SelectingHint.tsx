/** Below the photo: how to go on with a proposed selection, or why there is none. */
import classes from '../Studio.module.css';
import { useSelecting } from '../session/index.ts';
import type { PeopleFound } from '../model/selecting-store.ts';
import { count } from '../../../base/ui/format.ts';

const HOW = {
  object: 'Enter adds it to the mask. Shift for more, Alt for less. Esc drops it.',
  line: 'Click to go on. Enter adds it to the mask, Backspace takes a point back.',
  wand: 'Enter or the next click adds it to the mask. Esc drops it.',
} as const;

export function SelectingHint() {
  const note = useSelecting((state) => state.note);
  const proposal = useSelecting((state) => state.proposal);
  const objects = useSelecting((state) => state.objects);
  const people = useSelecting((state) => state.people);
  const adds = proposal && HOW[proposal.tool];
  const how = proposal?.subtract === true ? adds?.replace(/adds it to/u, 'takes it out of') : adds;
  const listed =
    (people && peopleHint(people)) ??
    (objects && 'N and P go through the objects, Enter selects one. Esc closes.');
  const size = (proposal?.readings ?? 1) > 1 ? 'Q selects a larger or smaller thing.' : undefined;
  const isTaken = useSelecting((state) => state.taken !== undefined);
  const offered = isTaken
    ? 'Added to the mask. Enter runs now, Esc lets you run later.'
    : undefined;
  const text =
    note ?? (how === undefined ? (listed ?? offered) : joined([proposal?.remark, how, size]));
  return (
    <div role="status">
      {text !== undefined && <div className={classes['keyboard']}>{text}</div>}
    </div>
  );
}

function peopleHint({ people, ticked }: PeopleFound): string {
  const found = `${count(people.length, 'person', 'people')} found, ${ticked.size} ticked.`;
  const add = ticked.size === 0 ? '' : ' Enter adds those ticked to the mask.';
  return `${found} Click a person to tick or untick.${add} Esc closes.`;
}

function joined(sentences: readonly (string | undefined)[]): string {
  return sentences.filter((each) => each !== undefined).join(' ');
}
