/** Below an empty document: what a model does with it, and a beginning to try. */
import { Button, Text } from '@mantine/core';
import { useCallback, useSyncExternalStore } from 'react';
import classes from '../Completion.module.css';
import type { OpenDocument } from '../document/open-document.ts';

const BEGINNING =
  'Five ways to photograph a bowl of figs so that they look ripe and freshly cut:\n\n1. ';

export function ExampleLine({ document }: { readonly document: OpenDocument }) {
  const subscribe = useCallback((changed: () => void) => document.subscribe(changed), [document]);
  const isEmpty = useSyncExternalStore(subscribe, () => document.state().doc.length === 0);
  if (!isEmpty) return null;
  return (
    <div className={classes['answerLine']}>
      <Text span size="xs" c="dimmed">
        A model continues where your text ends: a list, a caption, a story.
      </Text>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => {
          document.apply({
            changes: { from: 0, insert: BEGINNING },
            selection: { anchor: BEGINNING.length },
          });
          document.focus();
        }}
      >
        Use an example
      </Button>
    </div>
  );
}
