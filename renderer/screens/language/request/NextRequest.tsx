/** Shows the next request without sending it. */
import { Modal } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useState } from 'react';
import type { LanguageRequest } from '../../../../shared/contract/language.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { say } from '../../../core/ui/say.ts';
import { RequestView } from './RequestView.tsx';
import { QuietButton } from '../../../core/ui/variants.ts';

/** @param props.load resolves with `undefined` without a model */
export function NextRequest(props: { readonly load: () => Promise<LanguageRequest | undefined> }) {
  const [request, setRequest] = useState<LanguageRequest>();
  const connection = useActiveConnection();
  const show = async (): Promise<void> => {
    try {
      const next = await props.load();
      if (next === undefined) say('Select a model first.');
      else setRequest(next);
    } catch (thrown) {
      sayError(thrown);
    }
  };
  return (
    <>
      <QuietButton
        data-short
        aria-label="Show next request…"
        leftSection={<IconCode size={16} />}
        onClick={() => void show()}
      >
        Request
      </QuietButton>
      <Modal
        opened={request !== undefined}
        onClose={() => setRequest(undefined)}
        title="Next request"
        size="lg"
      >
        {request !== undefined && (
          <RequestView request={request} isPractice={connection?.kind === 'practice'} />
        )}
      </Modal>
    </>
  );
}
