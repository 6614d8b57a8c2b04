import { expect, it } from 'vitest';
import { orderOfKey } from './preview-keys.ts';

const RUN = { position: 1, file: { position: 1, state: 'done' }, isRun: true, files: 3 } as const;

it('the keys of a preview judge the picture that is shown, and go on to the next', () => {
  expect(orderOfKey('A', RUN)).toEqual({ to: 2, judgement: 'accepted' });
  expect(orderOfKey('u', RUN)).toEqual({ to: 1, judgement: 'none' });
  expect(orderOfKey('r', { ...RUN, position: 2, file: { position: 2, state: 'done' } })).toEqual({
    to: 2,
    judgement: 'rejected',
  });
});

it('the keys of a preview judge nothing while the next picture is on its way', () => {
  expect(orderOfKey('r', { ...RUN, position: 2 })).toEqual({ to: 2 });
  expect(orderOfKey('r', { ...RUN, file: undefined })).toEqual({ to: 1 });
  expect(orderOfKey('ArrowLeft', { ...RUN, file: undefined })).toEqual({ to: 0 });
});

it('the keys of a preview only show pictures before a run', () => {
  const draft = { ...RUN, file: { position: 1, state: 'waiting' }, isRun: false } as const;
  expect(orderOfKey('ArrowRight', draft)).toEqual({ to: 2 });
  expect(orderOfKey('a', draft)).toBeUndefined();
});
