/** Asks before a link of an answer is opened, and shows where it really leads. */
import { Alert, Button, Code, Group, Modal, Text } from '@mantine/core';
import { memo } from 'react';
import type { LinkTarget, LinkWarning } from '../../../shared/contract/links.ts';
import { backend } from '../../core/backend/client.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { copyAndSay } from '../../core/ui/copy-text.ts';
import { useLinkQuestion } from './link-question.ts';
import { Note } from '../../core/ui/variants.ts';

const WARNINGS: Readonly<Record<LinkWarning, string>> = {
  name: 'The name has letters from other alphabets, which can look like familiar ones.',
  user: 'The address had text before the host that looks like another host. It was removed.',
  text: 'The text of the link names another host.',
  hidden: 'The link has characters that cannot be seen.',
};

export const LinkQuestion = memo(function LinkQuestion() {
  const target = useLinkQuestion((state) => state.target);
  const close = useLinkQuestion((state) => state.close);
  return (
    <Modal
      opened={target !== undefined}
      onClose={close}
      title={target?.kind === 'mail' ? 'Write to this address?' : 'Open this link?'}
    >
      {target !== undefined && <Question target={target} close={close} />}
    </Modal>
  );
});

function Question(props: { readonly target: LinkTarget; readonly close: () => void }) {
  const { target, close } = props;
  const open = (): void => {
    close();
    backend.links.open({ href: target.href }).catch(sayError);
  };
  const copy = (): void => {
    close();
    void copyAndSay(target.href, 'Link copied.');
  };
  return (
    <>
      <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
        {target.host}
      </Text>
      <Code block my="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {target.href}
      </Code>
      {target.warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="light" my="xs" p="xs">
          {WARNINGS[warning]}
        </Alert>
      ))}
      <Note mb="sm">A model wrote this link. Open it only if you trust the address.</Note>
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus onClick={close}>
          Cancel
        </Button>
        <Button onClick={copy}>Copy link</Button>
        {target.isOpenable && (
          <Button variant="filled" onClick={open}>
            {target.kind === 'mail' ? 'Write' : 'Open in browser'}
          </Button>
        )}
      </Group>
    </>
  );
}
