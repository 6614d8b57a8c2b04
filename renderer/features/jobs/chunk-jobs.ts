/** Jobs in one request to the backend. */
const MOST_AT_ONCE = 500;

/** Splits many jobs into requests. */
export function chunkJobs(jobIds: readonly string[]): readonly (readonly string[])[] {
  const number = Math.ceil(jobIds.length / MOST_AT_ONCE);
  return Array.from({ length: number }, (_, index) =>
    jobIds.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}
