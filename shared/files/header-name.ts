/** RFC 8187, and without characters that `encodeURIComponent` keeps but headers may not contain. */
export function headerName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
