/** Jobs that one order to the backend takes. */
const MOST_AT_ONCE = 500;

/** Many jobs in as many orders as they need. */
export function portions(jobIds: readonly string[]): readonly (readonly string[])[] {
  const number = Math.ceil(jobIds.length / MOST_AT_ONCE);
  return Array.from({ length: number }, (_, index) =>
    jobIds.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}
