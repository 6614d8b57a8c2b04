import { AppError } from '../../../../shared/errors/app-error.ts';
import { saveClipPart } from '../../../core/backend/clip-files.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { pngOf } from '../../../viewer/clips/frame-files.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { say } from '../../../core/ui/say.ts';
import { layoutOf, placeInFrame } from '../../../viewer/stage/comparing/panes.ts';
import { frameWords } from '../../../viewer/clips/frame-words.ts';
import type { OpenedClip } from './compared-clips.ts';

/** Pixels: between the frames, and of the caption under each. */
const PAIR = { gap: 8, caption: 40, font: 20, ground: '#181818', text: '#e8e8e8' } as const;

interface PairPart {
  readonly clip: Clip;
  readonly open: OpenedClip;
  readonly frame: number;
}

/** @param lead frame of the leading clip, for the file name @throws AppError */
export async function savePair(parts: readonly PairPart[], lead: number): Promise<void> {
  const [first] = parts;
  if (first === undefined) return;
  const sizes = parts.map(({ clip }) => clip.snapshot.head?.size ?? { width: 1, height: 1 });
  // cells have the size of the largest clip, so that none is reduced
  const cell = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const { columns, rows } = layoutOf(parts.length);
  const size = {
    width: columns * cell.width + (columns - 1) * PAIR.gap,
    height: rows * (cell.height + PAIR.caption),
  };
  const png = await pngOf(size, (context) => {
    context.fillStyle = PAIR.ground;
    context.fillRect(0, 0, size.width, size.height);
    context.font = `${PAIR.font}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    for (const [index, { clip, open, frame }] of parts.entries()) {
      const picture = clip.picture(frame);
      if (picture === undefined) throw notRead();
      const x = (index % columns) * (cell.width + PAIR.gap);
      const y = Math.floor(index / columns) * (cell.height + PAIR.caption);
      const place = placeInFrame(sizes[index] ?? cell, cell);
      context.drawImage(picture, x + place.x, y + place.y, place.width, place.height);
      const words = frameWords(frame, clip.snapshot.times.length - 1);
      context.fillStyle = PAIR.text;
      context.fillText(
        `${open.title}, ${words}`,
        x + PAIR.gap,
        y + cell.height + PAIR.caption / 2,
        cell.width - 2 * PAIR.gap,
      );
    }
  });
  const { job, file } = first.open;
  const reference = { jobId: job.id, output: file.id };
  finishSave(await saveClipPart(reference, 'pair', { first: lead, last: lead }, png), say);
}

function notRead(): AppError {
  return new AppError({ kind: 'not-found', message: 'A clip has not been read yet. Try again.' });
}
