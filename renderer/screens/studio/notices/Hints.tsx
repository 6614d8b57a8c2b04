import { Text } from '@mantine/core';
import { KeyHint } from '../../../core/frame/Frame.tsx';
import { count } from '../../../core/ui/format.ts';
import { hasAppleKeys } from '../../../core/commands/shortcut-keys.ts';
import type { ToolName } from '../canvas/index.ts';
import type { PeopleFound } from '../model/selecting-state.ts';
import { useCanvas, useStudio } from '../session/index.ts';

export function Hints() {
  const tool = useCanvas((snapshot) => snapshot.tool);
  const sentence = useSentence();
  return (
    <>
      <Text span inherit truncate role="status" title={sentence}>
        {sentence}
      </Text>
      {sentence === undefined && tool !== undefined && <ToolKeys tool={tool} />}
    </>
  );
}

/** At most three keys per tool. */
const TOOL_KEYS: Readonly<
  Partial<Record<ToolName, readonly (readonly [keys: string, does: string])[]>>
> = {
  brush: [
    ['Shift', 'straight line'],
    ['Alt', 'erase'],
    ['[ ]', 'size'],
  ],
  eraser: [
    ['Shift', 'straight line'],
    ['[ ]', 'size'],
  ],
  rectangle: [
    ['Shift', 'square'],
    ['Alt', 'subtract'],
  ],
  lasso: [
    ['Click', 'corner'],
    ['Alt', 'subtract'],
  ],
  object: [
    ['Shift', 'adds'],
    ['Alt', 'takes away'],
  ],
  line: [
    ['Enter', 'ends the line'],
    ['Backspace', 'takes a point back'],
  ],
  wand: [['Alt', 'subtract']],
  'text-box': [['Delete', 'removes a box']],
  'result-brush': [
    ['Alt', 'the other way'],
    ['[ ]', 'size'],
  ],
  hand: [['0', 'fits the photo']],
};

function ToolKeys({ tool }: { readonly tool: ToolName }) {
  return TOOL_KEYS[tool]?.map(([keys, does]) => (
    <KeyHint key={keys} keys={[keys === 'Alt' && hasAppleKeys() ? 'Option' : keys]}>
      {does}
    </KeyHint>
  ));
}

const HOW = {
  object: 'Enter adds it to the mask. Shift for more, Alt for less. Esc drops it.',
  line: 'Click to go on. Enter adds it to the mask, Backspace takes a point back.',
  wand: 'Enter or the next click adds it to the mask. Esc drops it.',
} as const;

function useSentence(): string | undefined {
  const isKeyboard = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
  const note = useStudio((state) => state.selecting.note);
  const proposal = useStudio((state) => state.selecting.proposal);
  const objects = useStudio((state) => state.selecting.objects);
  const people = useStudio((state) => state.selecting.people);
  const adds = proposal && HOW[proposal.tool];
  const how = proposal?.subtract === true ? adds?.replace(/adds it to/u, 'takes it out of') : adds;
  const listed =
    (people && peopleHint(people)) ??
    (objects && 'N and P go through the objects, Enter selects one. Esc closes.');
  const size = (proposal?.readings ?? 1) > 1 ? 'Q selects a larger or smaller thing.' : undefined;
  const isTaken = useStudio((state) => state.selecting.taken !== undefined);
  const offered = isTaken
    ? 'Added to the mask. Enter runs now, Esc lets you run later.'
    : undefined;
  const text =
    note ?? (how === undefined ? (listed ?? offered) : joined([proposal?.remark, how, size]));
  return text ?? (isKeyboard ? BY_KEYBOARD : undefined);
}

const BY_KEYBOARD = 'Arrow keys move, Shift farther. Enter starts and ends, Esc stops.';

function peopleHint({ people, ticked }: PeopleFound): string {
  const found = `${count(people.length, 'person', 'people')} found, ${ticked.size} ticked.`;
  return `${found} ${ticked.size === 0 ? 'Click one to tick it.' : 'Enter adds them.'} Esc closes.`;
}

function joined(sentences: readonly (string | undefined)[]): string {
  return sentences.filter((each) => each !== undefined).join(' ');
}
