import { Box, Button } from '@mantine/core';
import { useCallback, useSyncExternalStore } from 'react';
import { useModels } from '../../models/use-models.ts';
import { useCompletionSession } from '../session/index.ts';
import type { OpenDocument } from '../document/open-document.ts';

const BEGINNING =
  'Five ways to photograph a bowl of figs so that they look ripe and freshly cut:\n\n1. ';

export function ExampleLine({ document }: { readonly document: OpenDocument }) {
  const session = useCompletionSession();
  const isPractice = useModels().list?.isPractice === true;
  const subscribe = useCallback((changed: () => void) => document.subscribe(changed), [document]);
  const isEmpty = useSyncExternalStore(subscribe, () => document.state().doc.length === 0);
  if (!isEmpty) return null;
  return (
    <Box pos="absolute" bottom="var(--gesso-space-lg)" left={0} right={0} w="fit-content" mx="auto">
      <Button
        onClick={() => {
          document.apply({
            changes: { from: 0, insert: BEGINNING },
            selection: { anchor: BEGINNING.length },
          });
          document.focus();
          // free in practice; elsewhere the user presses Continue
          if (isPractice) void session.run();
        }}
      >
        Use an example
      </Button>
    </Box>
  );
}
