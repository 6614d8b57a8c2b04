/** Sets formulas. Loaded with its fonts when the first one is seen. */
import { render } from 'katex';
import 'katex/dist/katex.min.css';

/** Limits of one formula. */
const LIMITS = {
  /** Largest size that it may ask for, em. */
  maxSize: 12,
  /** Steps of macros that it may take. */
  maxExpand: 500,
} as const;

/**
 * SECURITY: S15 formulas are nodes, made without HTML; links and images of theirs are refused, and
 * their macros end with them. One that cannot be set stays as its source.
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
    into.title = thrown instanceof Error ? thrown.message : String(thrown);
    return;
  }
  into.replaceChildren(...made.childNodes);
}
