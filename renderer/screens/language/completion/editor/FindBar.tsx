/** The find bar of a document: the browser's own sees only the part that is drawn. */
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import { findAll, nextMatch, seek } from '../document/find.ts';
import type { OpenDocument } from '../document/open-document.ts';
import classes from '../Completion.module.css';
import { formatNumber } from '../../../../base/ui/format.ts';

export function FindBar(props: { readonly document: OpenDocument; readonly onClose: () => void }) {
  const { document, onClose } = props;
  const [sought, setSought] = useState('');
  const [place, setPlace] = useState('');
  useEffect(() => {
    document.apply({ effects: seek.of(sought) });
    return () => document.apply({ effects: seek.of('') });
  }, [document, sought]);

  function step(by: 1 | -1, text = sought, fromStart = false): void {
    const state = document.state();
    const matches = findAll(state.doc.toString(), text);
    const { main } = state.selection;
    const at = fromStart ? { from: main.from, to: main.from } : main;
    const index = nextMatch(matches, at, by);
    const match = matches[index];
    if (match === undefined) {
      setPlace(text === '' ? '' : 'Not found');
      return;
    }
    setPlace(`${index + 1}/${formatNumber(matches.length)}`);
    document.apply({
      selection: { anchor: match.from, head: match.to },
      effects: EditorView.scrollIntoView(match.from, { y: 'center' }),
    });
  }

  function close(): void {
    // a found word that stays selected would be replaced by the next Run
    document.apply({ selection: { anchor: document.state().selection.main.from } });
    onClose();
    document.focus();
  }

  return (
    <div className={classes['find']} role="search" aria-label="Find in the document">
      <TextInput
        size="xs"
        className={classes['name'] ?? ''}
        aria-label="Find"
        placeholder="Find"
        autoFocus
        autoComplete="off"
        value={sought}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setSought(value);
          step(1, value, true);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape') close();
        }}
      />
      <Text size="xs" role="status" className={classes['place'] ?? ''}>
        {place}
      </Text>
      <ActionIcon size={26} aria-label="Previous match" onClick={() => step(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size={26} aria-label="Next match" onClick={() => step(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
      <ActionIcon size={26} aria-label="Close find" onClick={close}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
