/** Links and code blocks of answers: nothing is opened before the user has seen where it leads. */
import { Button, Code, Group, Modal, Text } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import type { MarkdownActions } from '../../../../markdown/index.ts';
import { copyText } from './copy.ts';

/** @returns the same actions each time, and the question that they may ask */
export function useMarkdownActions(): {
  readonly actions: MarkdownActions;
  readonly question: ReactNode;
} {
  const [address, setAddress] = useState<string>();
  const actions = useMemo<MarkdownActions>(
    () => ({
      openLink: setAddress,
      copyCode: (text) => void copyText(text),
    }),
    [],
  );
  const close = (): void => setAddress(undefined);
  const question = (
    <Modal opened={address !== undefined} onClose={close} title="Link in an answer">
      <Text size="sm">This link leads to:</Text>
      <Code block mt="xs">
        {address}
      </Code>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            close();
            void copyText(address ?? '');
          }}
        >
          Copy address
        </Button>
      </Group>
    </Modal>
  );
  return { actions, question };
}
