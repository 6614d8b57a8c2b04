import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { say } from './say.ts';

/**
 * @param html rich version for programs that take it
 * @throws AppError if the system refuses, mostly because another window is in front
 */
export async function copyText(text: string, html?: string): Promise<void> {
  const blob = (type: string, content: string) => new Blob([content], { type });
  const item = {
    'text/plain': blob('text/plain', text),
    ...(html === undefined ? {} : { 'text/html': blob('text/html', html) }),
  };
  try {
    await navigator.clipboard.write([new ClipboardItem(item)]);
  } catch (cause) {
    throw new AppError(
      'unexpected',
      'The system clipboard did not accept the text. Bring this window to the front and try again.',
      { action: 'retry', cause },
    );
  }
}

export async function copyAndSay(text: string, done = 'Copied.', html?: string): Promise<void> {
  try {
    await copyText(text, html);
    say(done, 'done');
  } catch (thrown) {
    say(toAppError(thrown).message);
  }
}
