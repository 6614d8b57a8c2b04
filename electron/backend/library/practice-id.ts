export const PRACTICE_ID = 'practice';

export function isPractice(connectionId: string): boolean {
  return connectionId === PRACTICE_ID;
}
