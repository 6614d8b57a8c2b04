/** The tab without a document. */
import { Button } from '@mantine/core';
import classes from '../Completion.module.css';
import { useCompletion, useCompletionSession } from '../session/index.ts';

export function NoDocument() {
  const session = useCompletionSession();
  const isRestored = useCompletion((state) => state.isRestored);
  if (!isRestored) return <div className={classes['editor']} />;
  return (
    <div className={classes['nothing']}>
      <Button variant="filled" onClick={() => void session.create()}>
        New document
      </Button>
    </div>
  );
}
