/** For the Retry of an error that any of several queries may have. */
export function reloadFailed(
  queries: readonly { readonly error: unknown; readonly reload: () => unknown }[],
): void {
  for (const { error, reload } of queries) if (error !== null) reload();
}
