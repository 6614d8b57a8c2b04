/** Run and Stop before the backend has answered, and undo of an answer without a text. */
import { undoDepth } from '@codemirror/commands';
import { expect, it } from 'vitest';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { AnswerListener } from '../../../../markdown/answers/index.ts';
import { createOpenDocument } from '../document/open-document.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import { createCompletionStore } from './completion-store.ts';
import { DEFAULT_DOCUMENT_SETTINGS } from './document-settings.ts';
import { createGenerations } from './generations.ts';
import { FINISHED_RUN } from '../testing/fixtures.ts';

/** A window whose backend answers when the test says so. */
function openWindow() {
  const store = createCompletionStore();
  const stopped: string[] = [];
  const starts: ((run: { readonly runId: string }) => void)[] = [];
  const listeners: AnswerListener[] = [];
  const errors: unknown[] = [];
  const parts = {
    backend: {
      language: {
        start: () => new Promise<{ readonly runId: string }>((resolve) => starts.push(resolve)),
        stop: async ({ runId }: { readonly runId: string }) => void stopped.push(runId),
      },
    },
    store,
    answers: {
      track: () => undefined,
      follow(_runId: string, listener: AnswerListener) {
        listeners.push(listener);
        return () => undefined;
      },
    },
    defaultModel: () => 'm',
    modelObstacle: () => undefined,
    isSeedLocked: () => true,
  } as unknown as CompletionDeps;
  const generations = createGenerations({
    ...parts,
    front: () => entry,
    attempt: async (action) => await action().catch((thrown: unknown) => void errors.push(thrown)),
    fail: (thrown) => void errors.push(thrown),
  });
  const document = createOpenDocument({
    id: 'd',
    text: '',
    marks: undefined,
    nonce: '',
    actions: generations.actions,
  });
  const entry = {
    document,
    keeper: { touch: () => undefined, flush: async () => undefined },
    name: '',
    settings: DEFAULT_DOCUMENT_SETTINGS,
    running: undefined,
  } as unknown as OpenedDocument;
  document.apply({ changes: { from: 0, insert: 'Once' }, userEvent: 'input.type' });
  store.setState({ document });
  return { generations, document, stopped, starts, listeners, errors };
}

it('stops an answer that the backend has not started yet', async () => {
  const { generations, stopped, starts, errors } = openWindow();
  const run = generations.run();
  generations.stop();
  expect(stopped).toEqual([]);
  starts[0]?.({ runId: 'r' });
  await run;
  expect(stopped).toEqual(['r']);
  expect(errors).toEqual([]);
});

it('ignores a second press of Run', async () => {
  const { generations, starts, errors } = openWindow();
  const runs = [generations.run(), generations.run()];
  starts[0]?.({ runId: 'r' });
  await Promise.all(runs);
  expect(starts).toHaveLength(1);
  expect(errors).toEqual([]);
});

it('reverts nothing else when the answer has no text yet', async () => {
  const { generations, document, starts, stopped } = openWindow();
  const run = generations.run();
  starts[0]?.({ runId: 'r' });
  await run;
  const steps = undoDepth(document.state());
  expect(generations.actions.undo()).toBe(true);
  expect(stopped).toEqual(['r']);
  expect(undoDepth(document.state())).toBe(steps);
  expect(document.state().doc.toString()).toBe('Once');
  generations.actions.undo();
  expect(document.state().doc.toString()).toBe('');
});

it('adds no empty step after an edit inside an answer', async () => {
  const { generations, document, starts, listeners } = openWindow();
  const run = generations.run();
  starts[0]?.({ runId: 'r' });
  await run;
  const write = (text: string, end?: LanguageRun): void => {
    const event = { is: 'text', choice: 0, text, pieces: 1, logprobs: [] } as const;
    listeners[0]?.take({ events: [event], end });
  };
  write(' upon');
  document.apply({ changes: { from: 6, insert: '!' }, userEvent: 'input.type' });
  write(' a time', FINISHED_RUN);
  const whole = document.state().doc.toString();
  expect(whole).toBe('Once u!pon a time');
  const { actions } = generations;
  const texts = [actions.undo, actions.undo, actions.redo, actions.redo].map((act) => {
    act();
    return document.state().doc.toString();
  });
  expect(texts).toEqual(['Once', '', 'Once', whole]);
});
