import { useTimeout } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { copyText } from './copy-text.ts';
import { say } from './say.ts';

/** How long it is shown that the text was copied, ms. */
const SHOWN = 1000;

/** Unlike Mantine’s, says so if the system refuses. */
export function CopyButton(props: {
  readonly value: string;
  readonly children: (state: { readonly copied: boolean; readonly copy: () => void }) => ReactNode;
}) {
  const { value, children } = props;
  const [copied, setCopied] = useState(false);
  const { start } = useTimeout(() => setCopied(false), SHOWN);
  async function copy(): Promise<void> {
    try {
      await copyText(value);
      setCopied(true);
      start();
    } catch (thrown) {
      say(toAppError(thrown).message);
    }
  }
  return children({ copied, copy: () => void copy() });
}
