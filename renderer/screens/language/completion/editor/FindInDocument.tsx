/** The browser's own find only searches the rendered lines. */
import { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import { FindBar } from '../../FindBar.tsx';
import { findAll, nextMatch, seek } from '../document/find.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { formatNumber } from '../../../../core/ui/format.ts';

export function FindInDocument(props: {
  readonly document: OpenDocument;
  readonly onClose: () => void;
}) {
  const { document, onClose } = props;
  const [sought, setSought] = useState('');
  const [found, setFound] = useState({ document, place: '' });
  const setPlace = (place: string): void => setFound({ document, place });
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
    if (match === undefined) return setPlace(text === '' ? '' : 'Not found');
    setPlace(`${index + 1}/${formatNumber(matches.length)}`);
    document.apply({
      selection: { anchor: match.from, head: match.to },
      effects: EditorView.scrollIntoView(match.from, { y: 'center' }),
    });
  }

  function close(): void {
    // the next Run would replace a match that stays selected
    document.apply({ selection: { anchor: document.state().selection.main.from } });
    onClose();
    document.focus();
  }

  return (
    <FindBar
      label="Find in the document"
      words={sought}
      place={found.document === document ? found.place : ''}
      onWords={(words) => {
        setSought(words);
        step(1, words, true);
      }}
      onStep={step}
      onClose={close}
    />
  );
}
