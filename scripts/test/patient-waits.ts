/** Lets waits take longer than Vitest's default of one second, for a busy machine. */
import { vi } from 'vitest';

/** As `expect.poll` in `vitest.config.ts`. */
const PATIENCE = { timeout: 15_000 } as const;

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? PATIENCE);
