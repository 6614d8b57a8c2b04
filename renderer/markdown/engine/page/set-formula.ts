/** Renders formulas. Loaded with its fonts for the first formula. */
import { render } from 'katex';
import 'katex/dist/katex.min.css';

/** For one formula. */
const LIMITS = {
  /** Largest size, em. */
  maxSize: 12,
  /** Steps of macro expansion. */
  maxExpand: 500,
} as const;

/**
 * SECURITY: S15 formulas are DOM nodes, created without HTML. Links and images in them are refused,
 * and macros are local. A formula that cannot be rendered is shown as source.
 */
export function setFormula(source: string, isDisplay: boolean, into: HTMLElement): void {
  const made = document.createElement('span');
  try {
    render(source, made, {
      displayMode: isDisplay,
      ...LIMITS,
      macros: {},
      output: 'htmlAndMathml',
      strict: 'ignore',
      throwOnError: true,
      trust: false,
    });
  } catch (thrown) {
    into.dataset['tip'] = thrown instanceof Error ? thrown.message : String(thrown);
    return;
  }
  into.replaceChildren(...made.childNodes);
}
