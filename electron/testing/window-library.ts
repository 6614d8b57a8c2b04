/** A real library for each test of a file, in a window without a page. */
import { beforeEach, vi } from 'vitest';
import { createBackendFixture, type BackendFixture } from './backend-fixture.ts';

/** @returns the library of the test that runs */
export function windowLibrary(): () => BackendFixture {
  let fixture: BackendFixture | undefined;
  beforeEach(async () => {
    vi.stubGlobal('window', new EventTarget());
    fixture = await createBackendFixture({});
  });
  return () => {
    if (fixture === undefined) throw new Error('There is a library during a test only.');
    return fixture;
  };
}
