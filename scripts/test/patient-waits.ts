/** Before each file of unit tests: what is waited for comes soon, or on a busy machine later than in Vitest's second. */
import { vi } from 'vitest';

/** As `expect.poll` in `vitest.config.ts`. */
const PATIENCE = { timeout: 15_000 } as const;

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? PATIENCE);
