/** Also for attributes. Drops characters that XML forbids. */
export function escapeMarkup(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- characters that no XML file may hold
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
