/** Reads pasted numbers. A number field alone would drop signs and so change the value. */
import type { ClipboardEvent } from 'react';

/** Signs that stand for a minus, and spaces between thousands. */
const MINUS = /^[\u{2212}\u{2013}]/u;
const SPACES = /[\s\u{A0}\u{202F}\u{2009}']/gu;

const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u;
const POINTED_THOUSANDS = /^[+-]?\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?$/u;
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/iu;

/**
 * "1,5" → 1.5, "1e3" → 1000, "−0.5" → −0.5, "12 000" → 12000; `undefined` for anything else.
 * @param isWhole whether "1,000" is a thousand, otherwise 1
 */
export function readNumber(text: string, isWhole: boolean): number | undefined {
  const plain = text.trim().replace(MINUS, '-').replaceAll(SPACES, '');
  if (THOUSANDS.test(plain) && (isWhole || plain.includes('.') || plain.split(',').length > 2)) {
    return Number(plain.replaceAll(',', ''));
  }
  if (POINTED_THOUSANDS.test(plain)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : undefined;
}

/**
 * For `onPasteCapture` of a number field: a pasted text that replaces the whole value is read as a
 * number, and ignored if it is none.
 */
export function pasteNumber(
  event: ClipboardEvent<HTMLInputElement>,
  isWhole: boolean,
  onNumber: (number: number) => void,
): void {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (!isAll) return;
  event.preventDefault();
  event.stopPropagation();
  const number = readNumber(event.clipboardData.getData('text/plain'), isWhole);
  if (number !== undefined) onNumber(number);
}
