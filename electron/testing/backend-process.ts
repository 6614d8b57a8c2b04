/**
 * Takes one command after the other from its parent and says when each is done, durably. Arguments:
 * data folder, base URL, key, and perhaps the step at which it dies (`Death`).
 */
import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { createBackendFixture, paintedPhoto } from './backend-fixture.ts';
import type { Command, Reply } from './crashing-backend.ts';
import { dieBefore, type Death } from './die-before.ts';
import { noisePng } from './pictures.ts';
import { STANDS_STILL } from '../backend/work/recipes/follow/scan-folder.ts';
import { draftOf, followedFolders, followFolder, sameMask, startOnPhotos } from './recipes.ts';
import { untilNone, WHOLE_LIST } from './training-list.ts';

const [dataFolder = '', baseUrl = '', key = '', death] = process.argv.slice(2);
// A killed process cleans nothing up: the test that kills it owns the folder around the data.
const folder = dirname(dataFolder);
if (death !== undefined) dieBefore(JSON.parse(death) as Death);
const fixture = await createBackendFixture({
  folder,
  dataFolder,
  service: { baseUrl, key },
  followEvery: 0,
  ports: { chooseFolder: death === undefined ? followedFolders(folder) : undefined },
});
// … and writes nothing at its end: the next process finds the code compiled.
flushCompileCache();

/** Waits that would cost a user seconds. */
function lookOften(): void {
  setInterval(() => void fixture.client().jobs.pollNow(), 20);
}

async function carryOut(command: Command): Promise<Reply> {
  switch (command.kind) {
    case 'paint-photo': {
      const { id } = await paintedPhoto(fixture, command.rect, command.size, command.seed);
      return { photoId: id };
    }
    case 'paint':
      await fixture.paint(command.photoId, command.rect);
      return {};
    case 'run': {
      const { jobId } = await fixture.client().cleanup.run({ photoId: command.photoId });
      return { jobId };
    }
    case 'import': {
      const { width, height } = command.size;
      const { id } = await fixture.importPhoto(await noisePng(width, height, command.seed));
      return { photoId: id };
    }
    case 'same-mask': {
      const step = await sameMask(fixture, command.photoIds[0] ?? '');
      return { runId: await startOnPhotos(fixture, command.photoIds, step) };
    }
    case 'recipe': {
      await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
      const runId = await draftOf(fixture, command.paths);
      const { recipe } = command;
      await fixture.client().recipes.start({ runId, recipe, stored: 'ignore' });
      return { runId };
    }
    case 'follow':
      await followFolder(fixture, command.recipe);
      void lookWithoutEnd();
      return {};
    case 'start': {
      const { jobId } = await fixture.client().jobs.start(command.request);
      lookOften();
      return { jobId };
    }
    case 'watch': {
      const { jobId } = await fixture.client().jobs.watch(command.task);
      lookOften();
      return { jobId };
    }
    case 'sweep': {
      const { runId, jobIds } = await fixture.client().jobs.startSweep(command.sweep);
      const [, , third, fourth] = jobIds;
      // the last of those that wait is to leave first
      if (third !== undefined && fourth !== undefined) {
        await fixture.client().jobs.reorder({ jobId: fourth, beforeJobId: third });
      }
      lookOften();
      return { runId };
    }
    case 'train': {
      await fixture.backend().training.addPaths([command.folder]);
      await untilNone(fixture, 'checking');
      await fixture.client().training.upload({ selection: { view: WHOLE_LIST } });
      return {};
    }
    case 'move':
      await fixture.client().storage.move({ typed: command.to });
      return await untilCopied();
    case 'restore':
      await fixture.client().storage.restore({ typed: command.file });
      return await untilCopied();
    case 'write':
      return await fixture.client().language.start(command.request);
    case 'show':
      void show(command.runId);
      return {};
    case 'converse':
      return await converse(command.model, command.draft);
    case 'regenerate': {
      const { messageId } = command;
      const { answers } = await fixture.client().conversations.regenerate({ messageId });
      return { runId: answers[0]?.runId ?? '' };
    }
  }
}

/** Looks over the followed folder, each time as if the last look had been long ago. */
async function lookWithoutEnd(): Promise<void> {
  for (let now = Date.now(); ; now += STANDS_STILL) {
    await fixture.backend().recipes.scanFolder(now);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

async function untilCopied(): Promise<Reply> {
  for (;;) {
    const work = await fixture.client().storage.work();
    if (work?.state === 'done') return {};
    if (work?.state !== 'running') throw new Error(work?.error?.message ?? 'It has stopped.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function show(runId: string): Promise<void> {
  const { language } = fixture.client();
  for await (const { events } of await language.follow({ runId, afterSequence: -1 })) {
    const shown = events.map((event) => (event.is === 'text' ? event.text : '')).join('');
    if (shown !== '') process.send?.({ shown });
  }
}

async function converse(model: string, draft: string): Promise<Reply> {
  const { conversations, language } = fixture.client();
  const { id: conversationId } = await conversations.create({ model });
  const { answers } = await conversations.send({ conversationId, text: 'Name a warm colour' });
  const { runId = '', messageId = '' } = answers[0] ?? {};
  for await (const { end } of await language.follow({ runId, afterSequence: -1 })) {
    if (end !== undefined) break;
  }
  await conversations.saveDraft({ conversationId, text: draft, pictures: [] });
  return { conversationId, messageId };
}

let turn: Promise<unknown> = Promise.resolve();
process.on('message', (command: Command) => {
  turn = turn.then(async () => process.send?.(await carryOut(command)));
});
process.send?.({ isReady: true });
