import { Box, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { count, formatBytes, formatMegapixels } from '../../../core/ui/format.ts';
import { ZoomOption } from '../options/ZoomOption.tsx';
import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { hasAppleKeys } from '../../../core/commands/shortcut-keys.ts';
import type { ToolName } from '../canvas/index.ts';
import type { PeopleFound } from '../model/studio-store.ts';

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

const HOW = {
  object: 'Enter adds it to the mask. Shift for more, Alt for less. Esc drops it.',
  line: 'Click to continue. Enter adds it to the mask, Backspace takes a point back.',
  wand: 'Enter or the next click adds it to the mask. Esc drops it.',
} as const;

const BEING_ADDED = 'It goes into the mask as soon as its edge is exact.';

const BY_KEYBOARD = 'Arrow keys move, Shift farther. Enter starts and ends, Esc stops.';

/** Faster changes cannot be read, and each repaints the line. */
const POINTER_MILLISECONDS = 100;

/** @param props.hasZoom shows the zoom because there is no toolbar */
export function StatusLine({ hasZoom }: { readonly hasZoom: boolean }) {
  const photo = useStudio((state) => state.photo);
  // keeps the line, so that the canvas does not move while a photo opens
  if (photo === undefined) return <span />;
  return (
    <Box display="contents" role="group" aria-label="Status">
      <span>
        {photo.width} × {photo.height} px
      </span>
      <span>{formatMegapixels(photo.width, photo.height)}</span>
      <span>{formatBytes(photo.byteLength)}</span>
      {hasZoom && <ZoomOption />}
      <StatusEnd>
        <Pointer />
        <Hints />
      </StatusEnd>
    </Box>
  );
}

function Hints() {
  const tool = useCanvas((snapshot) => snapshot.tool);
  const sentence = useSentence();
  return (
    <>
      <Text span inherit truncate role="status">
        {sentence}
      </Text>
      {sentence === undefined && tool !== undefined && <ToolKeys tool={tool} />}
    </>
  );
}

function ToolKeys({ tool }: { readonly tool: ToolName }) {
  return TOOL_KEYS[tool]?.map(([keys, does]) => (
    <KeyHint key={keys} keys={[keys === 'Alt' && hasAppleKeys() ? 'Option' : keys]}>
      {does}
    </KeyHint>
  ));
}

function useSentence(): string | undefined {
  const isKeyboard = useCanvas((snapshot) => snapshot.isKeyboardPointer) ?? false;
  const note = useStudio(({ selecting }) =>
    selecting.isBeingAdded ? BEING_ADDED : selecting.note,
  );
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

function peopleHint({ people, ticked }: PeopleFound): string {
  const found = `${count(people.length, 'person', 'people')} found, ${ticked.size} ticked.`;
  return `${found} ${ticked.size === 0 ? 'Click one to tick it.' : 'Enter adds them.'} Esc closes.`;
}

function joined(sentences: readonly (string | undefined)[]): string {
  return sentences.filter((each) => each !== undefined).join(' ');
}

/** Written without React, since it changes all the time. */
function Pointer() {
  const core = useStudioSession()?.core;
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (core === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      timer = undefined;
      const pointer = core.pointerOnPhoto();
      const text = pointer === undefined ? '' : `${pointer.x}, ${pointer.y}`;
      if (element.current !== null && element.current.textContent !== text) {
        element.current.textContent = text;
      }
    };
    const plan = (): void => {
      timer ??= setTimeout(write, POINTER_MILLISECONDS);
    };
    const stopPointer = core.onPointerMoved(plan);
    const stopView = core.subscribe(plan); // the photo may move under a resting pointer

    return () => {
      stopPointer();
      stopView();
      clearTimeout(timer);
    };
  }, [core]);
  return (
    <Box
      component="span"
      ref={element}
      flex="none"
      w="var(--gesso-label)"
      ta="right"
      // isolates the layout of text that changes with the pointer
      style={{ contain: 'strict' }}
    />
  );
}
