/** Drops a file's name, which is shown next to the sentence: "Damaged or incomplete." */
export function withoutName(sentence: string, name: string): string {
  const quoted = `“${name}”`;
  if (!sentence.startsWith(`${quoted} is `)) {
    return sentence.replace(quoted, sentence.startsWith(quoted) ? 'This file' : 'this file');
  }
  const rest = sentence.slice(quoted.length + 4);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
