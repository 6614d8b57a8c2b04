import { describe, expect, it } from 'vitest';
import { workerEntry } from './worker-entry.ts';

describe('the file of a worker thread', () => {
  const find = (from: string) => workerEntry('../picture-worker', from).href;

  it('is the source next to its caller', () => {
    expect(find('file:///g/electron/practice-service/pictures/pool.ts')).toBe(
      'file:///g/electron/practice-service/picture-worker.ts',
    );
  });

  it('is a bundle of its own, for the main script or another worker', () => {
    const bundle = 'file:///g/out/workers/picture-worker.mjs';
    expect(find('file:///g/out/main/main.js')).toBe(bundle);
    expect(find('file:///g/out/workers/service-worker.mjs')).toBe(bundle);
  });

  it('is next to the archive in a package', () => {
    const beside = 'file:///o/resources/app.asar.unpacked/out/workers/picture-worker.mjs';
    expect(find('file:///o/resources/app.asar/out/main/main.js')).toBe(beside);
    expect(find('file:///o/resources/app.asar.unpacked/out/workers/service-worker.mjs')).toBe(
      beside,
    );
  });
});
