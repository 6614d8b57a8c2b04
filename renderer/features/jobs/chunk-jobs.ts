/** Jobs in one request to the backend. */
const MOST_AT_ONCE = 500;

export function chunkJobs(jobIds: readonly string[]): readonly (readonly string[])[] {
  const number = Math.ceil(jobIds.length / MOST_AT_ONCE);
  return Array.from({ length: number }, (_, index) =>
    jobIds.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE),
  );
}

/**
 * Removes runs request by request.
 * @param failed receives the error of a request, after which no other is sent
 * @returns what was removed, even if a later request failed, so that it can be undone
 */
export async function removedUntilError<Selection>(
  selections: readonly Selection[],
  remove: (selection: Selection) => Promise<readonly string[]>,
  failed: (thrown: unknown) => void,
): Promise<readonly string[]> {
  const removed: string[] = [];
  try {
    for (const selection of selections) removed.push(...(await remove(selection)));
  } catch (thrown) {
    failed(thrown);
  }
  return removed;
}
