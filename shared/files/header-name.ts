/** RFC 8187: encodes also the characters that `encodeURIComponent` leaves alone and the header may not have. */
export function headerName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
