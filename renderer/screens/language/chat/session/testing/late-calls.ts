import { expect } from 'vitest';

/** A call that waits for its answer. */
export interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  answer(value: unknown): Promise<void>;
  refuse(error: unknown): Promise<void>;
}

export type LateCalls = ReturnType<typeof createLateCalls>;

/** Stands in for procedures of the backend; the test answers each call. */
export function createLateCalls() {
  const calls: Call[] = [];
  const procedures = new Proxy(
    {},
    {
      get: (_target, name) => (input: Readonly<Record<string, unknown>>) =>
        new Promise((resolve, reject) => {
          calls.push({
            name: String(name),
            input,
            async answer(value) {
              resolve(value);
              await new Promise((done) => setTimeout(done));
            },
            async refuse(error) {
              reject(error);
              await new Promise((done) => setTimeout(done));
            },
          });
        }),
    },
  );
  return {
    procedures,
    /** Those that are not answered yet. */
    calls: calls as readonly Call[],
    /** The oldest call of this name that is not answered yet. */
    async call(name: string): Promise<Call> {
      await expect.poll(() => calls.some((each) => each.name === name)).toBe(true);
      const at = calls.findIndex((each) => each.name === name);
      const [found] = calls.splice(at, 1);
      if (found === undefined) throw new Error(`${name} was not called.`);
      return found;
    },
  };
}
