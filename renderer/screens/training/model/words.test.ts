import { expect, test } from 'vitest';
import type { TrainingFile } from '../../../../shared/contract/training.ts';
import { noteOf } from './words.ts';

const FILE = { name: 'scan.png', state: 'skipped', marks: [] } as unknown as TrainingFile;

test('the reason next to a name does not repeat it', () => {
  const withError = (message: string): TrainingFile => ({
    ...FILE,
    error: { kind: 'damaged-file', message },
  });
  expect(noteOf(withError('“scan.png” is damaged or incomplete.'), false)).toBe(
    'Damaged or incomplete.',
  );
  expect(noteOf(withError('Gesso can’t read “scan.png”.'), false)).toBe(
    'Gesso can’t read “scan.png”.',
  );
});
