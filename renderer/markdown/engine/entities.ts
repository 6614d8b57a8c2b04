/** Character references in Markdown, such as `&amp;` and `&#8212;`. */

/** Those that answers are likely to contain; others stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Array.from(
    `
    amp &  lt <  gt >  quot "  apos '  nbsp \u00A0  shy \u00AD  copy ©  reg ®  trade ™  deg °
    plusmn ±  times ×  divide ÷  middot ·  bull •  hellip …  ndash –  mdash —  lsquo ‘  rsquo ’
    ldquo “  rdquo ”  laquo «  raquo »  sect §  para ¶  dagger †  euro €  pound £  yen ¥  cent ¢
    frac12 ½  frac14 ¼  frac34 ¾  sup2 ²  sup3 ³  micro µ  larr ←  uarr ↑  rarr →  darr ↓  harr ↔
    rArr ⇒  infin ∞  ne ≠  le ≤  ge ≥  asymp ≈  minus −  radic √  sum ∑  prod ∏  pi π  alpha α
    beta β  gamma γ  delta δ  lambda λ  mu μ  sigma σ  omega ω  Omega Ω  Delta Δ  check ✓  starf ★
    hearts ♥  ensp \u2002  emsp \u2003  thinsp \u2009  auml ä  ouml ö  uuml ü  Auml Ä  Ouml Ö
    Uuml Ü  szlig ß  eacute é  egrave è  agrave à  ccedil ç  ntilde ñ  lbrace {  rbrace }
    lbrack [  rbrack ]  vert |  num #  ast *  lowbar _  grave \`
  `.matchAll(/(\w+) (.)/gu),
    ([, name = '', character = '']) => [name, character],
  ),
);

/** @returns the text with references replaced by characters */
export function withCharacters(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,30}));/gu,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

/** As in CommonMark, a number that is no character becomes U+FFFD. */
function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? '\uFFFD' : String.fromCodePoint(code);
}
