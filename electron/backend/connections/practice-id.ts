/** The practice service as a connection: no row, no key, no prices. */
export const PRACTICE_ID = 'practice';

export function isPractice(connectionId: string): boolean {
  return connectionId === PRACTICE_ID;
}
