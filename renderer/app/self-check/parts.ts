/**
 * The parts of the self-check, in order. Each uses the same path as a screen: through the contract
 * to the backend's workers and processes, or to a worker of the window.
 */
import type { EndurancePart } from '../../../shared/contract/self-check.ts';
import { backend } from '../../core/backend/client.ts';
import { loadBytes, loadMask, saveMask } from '../../core/backend/media.ts';
import { windowClips } from '../../viewer/clips/window-clips.ts';
import { createReference } from '../../viewer/stage/comparing/reference.ts';
import { tryPainting } from '../../screens/studio/canvas/index.ts';
import { openCodeBlock } from '../../markdown/engine/index.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { Photo } from '../../../shared/contract/photos.ts';
import type { SaveOutcome } from '../../../shared/contract/export.ts';

export interface CheckedPart {
  /** In the report. */
  readonly name: string;
  /** Rejects when the part does not work. @returns a note for the report, if any */
  run(): Promise<unknown>;
}

/** Bundled samples. */
const PHOTO = 'dandelions-small';
const TEXT = 'postcard';
const FACE = 'astronaut';

export const PARTS: readonly CheckedPart[] = [
  { name: 'Showing the first screen', run: showFirstScreen },
  { name: 'Writing and reading the library', run: useLibrary },
  { name: 'Painting a mask', run: paint },
  { name: 'Cleaning up a photo', run: cleanUp },
  { name: 'Comparing pictures', run: compare },
  { name: 'Selecting by colour', run: selectByColour },
  { name: 'Finding objects', run: findObjects },
  { name: 'Finding text', run: findText },
  { name: 'Finding people', run: findPeople },
  { name: 'Saving a picture', run: () => save('webp', 'RIFF') },
  { name: 'Saving layers', run: () => save('psd', '8BPS') },
  { name: 'Making and playing a clip', run: makeClip },
  { name: 'Streaming an answer', run: streamAnswer },
  { name: 'Colouring code', run: colourCode },
  { name: 'Importing a conversation', run: importConversation },
  { name: 'Copying the library', run: () => endure('copy') },
  { name: 'Starting and ending threads', run: () => endure('threads') },
  { name: 'Starting and ending the helper process', run: () => endure('helper') },
  { name: 'Ending a thread without memory', run: () => endure('memory') },
  { name: 'Using the keychain', run: () => backend.selfCheck.keychain() },
];

/** With practice in use. */
async function showFirstScreen(): Promise<void> {
  await backend.connections.activatePractice();
  const button = (): HTMLElement | undefined =>
    [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'start without a photo',
    );
  await until(() => button() !== undefined, 20, 'The page shows no first screen.');
  button()?.click();
  const hasShell = (): boolean => document.querySelector('nav [aria-current="page"]') !== null;
  await until(hasShell, 20, 'The page does not leave its first screen.');
}

async function useLibrary(): Promise<void> {
  const photo = await sample(PHOTO);
  await backend.photos.open({ photoId: photo.id });
  const recent = await backend.photos.recent();
  must(
    recent.some(({ id }) => id === photo.id),
    'A photo was added, and is not in the library.',
  );
  await backend.settings.update({ appearance: 'light' });
  const { appearance } = await backend.settings.get();
  must(appearance === 'light', 'A setting was changed, and is not in the library.');
  await backend.settings.update({ appearance: 'dark' });
}

async function paint(): Promise<void> {
  const photo = await sample(PHOTO);
  const { id, url, width, height } = photo;
  const tiles = await tryPainting({ id, url, size: { width, height } });
  await saveMask(photo.maskUrl, tiles);
  const saved = await loadMask(photo.maskUrl);
  must(saved.length === tiles.length, 'The library gave back another mask than the painted one.');
}

async function cleanUp(): Promise<void> {
  const photo = await sample(PHOTO);
  const { jobId } = await backend.cleanup.run({ photoId: photo.id });
  await untilDone(jobId);
  const { patch } = await backend.photos.resultOf({ photoId: photo.id, jobId });
  must(patch !== undefined, 'The result of the clean-up does not lie on the photo.');
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(await loadBytes(patch.url))]));
  const isWhole = bitmap.width === patch.rect.width && bitmap.height === patch.rect.height;
  must(isWhole, 'The result of the clean-up has another size than its place.');
}

/** Starts the workers that decode and enlarge. */
async function compare(): Promise<void> {
  const { url, width, height, hasAlpha } = await sample(PHOTO);
  const size = { width, height };
  const target = { width: 2 * width, height: 2 * height };
  const whole = { x: 0, y: 0 };
  const reference = await createReference(
    {
      url,
      size,
      hasAlpha,
      rect: { ...whole, ...size },
      target,
      placement: { ...whole, ...target },
      kernel: 'lanczos',
    },
    new AbortController().signal,
  );
  try {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [200, 200];
    const context = canvas.getContext('2d');
    must(context !== null, 'The page has no canvas.');
    const part = { ...whole, width: 200, height: 200 };
    const isExact = new Promise<void>((resolve) => reference.onChanged(resolve));
    const transform = { zoom: 1, x: 0, y: 0 };
    reference.source.draw(context, { ...whole, ...target }, part, transform, false);
    await isExact;
    must((context.getImageData(100, 100, 1, 1).data[3] ?? 0) > 0, 'Nothing was drawn.');
  } finally {
    reference.destroy();
  }
}

async function selectByColour(): Promise<void> {
  const { id, width, height } = await sample(PHOTO);
  const point = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  const { pixels } = await backend.selection.wand({
    photoId: id,
    point,
    tolerance: 30,
    isContiguous: true,
  });
  must(pixels > 0, 'Nothing was selected.');
}

async function findObjects(): Promise<void> {
  const { id } = await sample(FACE);
  const objects = await backend.selection.objects({ photoId: id });
  must(objects.length > 0, 'No object was found in a portrait.');
}

async function findText(): Promise<void> {
  const { id } = await sample(TEXT);
  const { lines } = await backend.selection.text({ photoId: id, pass: 'coarse' });
  must(lines.length > 0, 'No text was found on a postcard.');
}

async function findPeople(): Promise<void> {
  const { id } = await sample(FACE);
  const people = await backend.selection.people({ photoId: id, withShadow: false });
  must(people.length > 0, 'Nobody was found in a portrait.');
}

async function save(format: 'webp' | 'psd', beginning: string): Promise<void> {
  const { id } = await sample(PHOTO);
  const options = { photoId: id, format, quality: 80, lossless: false };
  await mustBeSaved(await backend.export.save(options), beginning);
}

async function makeClip(): Promise<void> {
  const { id } = await sample(PHOTO);
  const { jobId } = await backend.jobs.start({
    kind: 'video',
    picture: { photoId: id },
    parameters: { model: 'SVD', resizeMode: 'CROP_TO_ASPECT_RATIO', steps: 1 },
  });
  const [output] = (await untilDone(jobId)).outputs;
  must(output !== undefined, 'The task has no clip.');
  const { url, mediaType, clip: facts } = output;
  must(facts !== undefined, 'The clip could not be measured.');
  const clip = windowClips().take(url, mediaType, 200e6);
  try {
    const isOver = (): boolean => clip.snapshot.status.kind !== 'loading';
    await until(isOver, 60, 'The clip was not decoded within a minute.');
    const { decoded } = clip;
    const { status } = clip.snapshot;
    must(status.kind === 'ready', status.kind === 'failed' ? status.reason : status.kind);
    must(decoded === facts.frameCount, `${decoded} of ${facts.frameCount} frames were decoded.`);
  } finally {
    clip.release();
  }
}

async function streamAnswer(): Promise<void> {
  const [model] = await backend.language.models();
  must(model !== undefined, 'The practice service offers no model.');
  const { runId } = await backend.language.start({
    kind: 'chat',
    model: model.id,
    messages: [{ role: 'user', content: 'Say hello.' }],
    maxTokens: 60,
  });
  let texts = 0;
  for await (const message of await backend.language.follow({ runId, afterSequence: -1 })) {
    texts += message.events.filter(({ is }) => is === 'text').length;
    if (message.end === undefined) continue;
    const { state, error } = message.end;
    must(state === 'done', `The answer ended as ${state}. ${error?.message ?? ''}`.trim());
    must(texts > 0, 'The answer has no text.');
    return;
  }
  throw new Error('The stream of the answer ended.');
}

async function colourCode(): Promise<void> {
  const lines = await new Promise<unknown>((resolve) => {
    openCodeBlock('javascript').send(['const answer = 42;'], true, resolve);
  });
  must(lines !== undefined, 'The code stayed without colours.');
}

async function importConversation(): Promise<void> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const file = new Blob([JSON.stringify({ messages })], { type: 'application/json' });
  for await (const step of await backend.conversations.import({ file })) {
    if (step.kind === 'report') {
      must(step.report.conversations === 1, 'The conversation was not imported.');
    }
  }
}

async function endure(part: EndurancePart): Promise<string | undefined> {
  return (await backend.selfCheck.endure({ part })).note;
}

/** @param sentence for the report */
function must(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new Error(sentence);
}

const opened = new Map<string, Promise<Photo>>();

/** Adds a bundled photograph to the library. */
function sample(sampleId: string): Promise<Photo> {
  const known = opened.get(sampleId);
  if (known !== undefined) return known;
  const photo = backend.photos.openSample({ sampleId });
  opened.set(sampleId, photo);
  return photo;
}

/** @throws Error with the job's message if it does not succeed */
async function untilDone(jobId: string): Promise<Job> {
  for await (const jobs of await backend.jobs.changes({ afterRevision: -1 })) {
    const job = jobs.find(({ id }) => id === jobId);
    if (job === undefined) continue;
    if (job.state === 'done') return job;
    const hasEnded = ['failed', 'unknown', 'expired', 'cancelled'].includes(job.state);
    must(!hasEnded, `The practice call ended as ${job.state}. ${job.error?.message ?? ''}`.trim());
  }
  throw new Error('The stream of jobs ended.');
}

/** In a browser, also checks the file's content. @param beginning its first bytes */
async function mustBeSaved(outcome: SaveOutcome, beginning: string): Promise<void> {
  must(outcome.kind !== 'cancelled', 'No file was saved.');
  if (outcome.kind !== 'download') return;
  const bytes = await loadBytes(outcome.url);
  const found = new TextDecoder('latin1').decode(bytes.subarray(0, beginning.length));
  must(found === beginning, 'The saved file has another format.');
}

/** @param isTrue checked ten times a second, for at most `seconds` */
async function until(isTrue: () => boolean, seconds: number, sentence: string): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(sentence);
}
