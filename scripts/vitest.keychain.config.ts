/** Vitest for the tests that need a Secret Service; used by `test-keychain.ts`. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One file after another, by name: the vault's locks the keyring at its end. */
class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: ['electron/backend/{connections,vault}/*.secret-service.test.ts'],
    fileParallelism: false,
    sequence: { sequencer: ByName },
  },
});
