import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Sorts by name, because the vault's test locks the keyring at its end. */
class ByName extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((a, b) => a.moduleId.localeCompare(b.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: ['electron/backend/{accounts/connections,service/vault}/*.secret-service.test.ts'],
    fileParallelism: false,
    sequence: { sequencer: ByName },
  },
});
