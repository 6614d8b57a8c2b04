/** Above the document: its name, its model, and the colours of probability. */
import { SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconButton } from '../../../../base/ui/IconButton.tsx';
import { IconFilePlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DOCUMENT_LIMITS } from '../../../../../shared/contract/documents.ts';
import { LanguageHead } from '../../models/LanguageHead.tsx';
import { ModelPicker } from '../../models/ModelPicker.tsx';
import { modelForNew } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import classes from '../Completion.module.css';
import { COMPLETION_MODES, useCompletion, useCompletionSession } from '../session/index.ts';

const MODES = { text: 'Text', prompts: 'Prompts', table: 'Table' } as const;

export function DocumentHead() {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const name = useCompletion((state) => state.name);
  const settings = useCompletion((state) => state.settings);
  const mode = useCompletion((state) => state.mode);
  const { list } = useModels();
  return (
    <LanguageHead>
      <IconButton
        label="New document"
        icon={<IconFilePlus size={16} />}
        size={30}
        variant="default"
        onClick={() => void session.create()}
      />
      {document !== undefined && (
        <NameField
          key={`${document.id} ${name}`}
          name={name}
          onName={(next) => void session.rename(document.id, next)}
        />
      )}
      <SegmentedControl
        aria-label="Prompts"
        data={COMPLETION_MODES.map((value) => ({ value, label: MODES[value] }))}
        value={mode}
        onChange={(next) => session.showMode(next)}
      />
      <ModelPicker
        value={settings.model ?? modelForNew(list, undefined)}
        onChange={(model) => session.change({ model })}
        hasShortcut
      />
      {mode === 'text' && (
        <Switch
          size="xs"
          label="Probabilities"
          checked={settings.areProbabilitiesShown}
          onChange={(event) =>
            session.change({ areProbabilitiesShown: event.currentTarget.checked })
          }
        />
      )}
    </LanguageHead>
  );
}

function NameField(props: { readonly name: string; readonly onName: (name: string) => void }) {
  const [name, setName] = useState(props.name);
  const isCancelled = useRef(false);
  const save = (): void => {
    if (isCancelled.current) setName(props.name);
    else if (name.trim() !== props.name) props.onName(name.trim());
    isCancelled.current = false;
  };
  return (
    <TextInput
      size="xs"
      className={classes['name'] ?? ''}
      aria-label="Name of the document"
      placeholder="Untitled document"
      autoComplete="off"
      maxLength={DOCUMENT_LIMITS.nameCharacters}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.stopPropagation();
        isCancelled.current = event.key === 'Escape';
        event.currentTarget.blur();
      }}
    />
  );
}
