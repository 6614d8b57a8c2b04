/** @returns at most so many UTF-16 units, without half of an emoji at the end */
export function firstCharacters(text: string, most: number): string {
  return text.slice(0, most).replace(/[\u{D800}-\u{DBFF}]$/u, '');
}
