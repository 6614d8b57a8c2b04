/** The strings that stand for tokens in `logprobs`. */

/**
 * The text that tokens make up. A token that is no whole character is written by its bytes, such
 * as `bytes:\xf0\x9f`.
 */
export function textOfTokens(tokens: readonly unknown[]): string {
  const bytes = tokens.map((token) => {
    const written = /^bytes:((?:\\x[\da-f]{2})+)$/u.exec(String(token))?.[1];
    if (written === undefined) return Buffer.from(String(token));
    return Buffer.from(written.replaceAll('\\x', ''), 'hex');
  });
  return Buffer.concat(bytes).toString();
}
