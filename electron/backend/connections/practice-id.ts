/** The practice service as a connection: it has no row, no key and no prices. */
export const PRACTICE_ID = 'practice';

/** True for the practice service, whose work is free. */
export function isPractice(connectionId: string): boolean {
  return connectionId === PRACTICE_ID;
}
