import type { Photo } from '../../../../../shared/contract/photos.ts';
import type { TextLineFound } from '../../../../../shared/contract/selection.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { blocksOf } from '../../../../../shared/geometry/text-blocks.ts';
import { nameWithKeys } from '../../../../core/commands/shortcut-keys.ts';
import { RUNS } from '../../commands/studio-commands.ts';
import type { ProposalLayer } from '../../canvas/index.ts';
import { takenTextBoxesOf, textBoxesOf, type TextBlock } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import type { PlanActions } from '../plan-actions.ts';
import { boxesOf, openBlocks } from '../../model/block-boxes.ts';

export function createTextActions(
  context: SessionContext,
  plan: Pick<PlanActions, 'chooseOperation' | 'chooseTextMode' | 'setTextBoxes'>,
  layer: ProposalLayer,
) {
  const { backend, attempt, say, store } = context;

  let lookedAt: TextBlock | undefined;

  function show(): void {
    const { text } = store.getState().selecting;
    const photoId = context.work()?.photoId;
    if (store.getState().run.operation !== 'remove-text' || !text || photoId === undefined) {
      layer.show('text', undefined);
      return;
    }
    const open = openBlocks(text, takenTextBoxesOf(store.getState().run, photoId));
    const lines = open.flatMap((block) => block.lines.map(({ outline }) => [outline]));
    const current = open.find((block) => block === lookedAt);
    layer.show(
      'text',
      current === undefined
        ? { things: lines, edge: 'drawn' }
        : { things: [...lines, [cornersOf(current.rect)]], edge: 'drawn', current: lines.length },
    );
  }
  const stop = store.subscribe(({ run }, { run: before }) => {
    const isOther = run.operation !== before.operation;
    if (isOther || run.takenTextBoxes !== before.takenTextBoxes) show();
  });

  function boxesNow() {
    const photoId = context.work()?.photoId;
    return photoId === undefined ? [] : textBoxesOf(store.getState().run, photoId);
  }

  /** Shows lines again even if an earlier run removed them. */
  function showLines(lines: readonly TextLineFound[], photo: Photo): readonly TextBlock[] {
    const blocks = blocksOf(lines, photo);
    plan.chooseOperation('remove-text');
    plan.chooseTextMode('boxes');
    store.setSlice('run', ({ takenTextBoxes }) => ({
      takenTextBoxes: new Map([...takenTextBoxes, [photo.id, []] as const]),
    }));
    store.setSlice('selecting', { text: blocks });
    show();
    return blocks;
  }

  function take(lines: readonly TextLineFound[], photo: Photo): void {
    const blocks = showLines(lines, photo);
    const boxes = boxesNow();
    const missing = blocks.filter((block) => boxesOf(block, boxes).length === 0);
    const added = missing.map(({ rect }) => rect);
    if (added.length > 0) plan.setTextBoxes([...boxes, ...added], 'find text');
    if (blocks.length === 0) {
      say(`No text found. ${nameWithKeys('Draw a box around it', RUNS.textBox)}.`, 'plain');
    }
  }

  const actions = {
    /** Puts boxes around all text, as one undo step. */
    findText: (): Promise<void> =>
      attempt(async () => {
        const { photo } = store.getState();
        if (photo === undefined) return;
        store.setSlice('selecting', { isBusy: true });
        try {
          const large = await backend.selection.text({ photoId: photo.id, pass: 'coarse' });
          if (context.work()?.photoId !== photo.id) return;
          if (large.isWhole) return take(large.lines, photo);
          showLines(large.lines, photo); // large text arrives first; boxes come with all of it
          const { lines } = await backend.selection.text({ photoId: photo.id, pass: 'fine' });
          if (context.work()?.photoId === photo.id) take(lines, photo);
        } finally {
          if (context.work()?.photoId === photo.id) store.setSlice('selecting', { isBusy: false });
        }
      }),
    tickText(block: TextBlock, isTicked: boolean): void {
      const boxes = boxesNow();
      const own = boxesOf(block, boxes);
      if (isTicked === own.length > 0) return;
      plan.setTextBoxes(
        isTicked ? [...boxes, block.rect] : boxes.filter((box) => !own.includes(box)),
        isTicked ? 'add text box' : 'delete box',
      );
    },
    /** Highlights a block, or none. */
    lookAtText(block: TextBlock | undefined): void {
      lookedAt = block;
      show();
    },
  };
  return { actions, stop };
}

/** x and y in turn. */
function cornersOf({ x, y, width, height }: Rect): readonly number[] {
  return [x, y, x + width, y, x + width, y + height, x, y + height];
}
