import { Button, Menu, Switch } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { DocumentEntry } from '../../../../../shared/contract/documents.ts';
import { Toolbar, ToolbarLine } from '../../../../core/frame/Frame.tsx';
import { ScreenDocument } from '../../../../core/frame/screen-document.tsx';
import { LanguageTabs } from '../../LanguageTabs.tsx';
import { ModelPicker } from '../../models/ModelPicker.tsx';
import { modelForNew } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { NextRequest } from '../../request/NextRequest.tsx';
import { RenameDocument } from '../DocumentList.tsx';
import { COMPLETION_MODES, useCompletion, useCompletionSession } from '../session/index.ts';
import { Segments } from '../../../../core/ui/Segments.tsx';

const MODES = { text: 'Text', prompts: 'Prompts', table: 'Table' } as const;

export function DocumentBar() {
  const session = useCompletionSession();
  const settings = useCompletion((state) => state.settings);
  const mode = useCompletion((state) => state.mode);
  const { list } = useModels();
  return (
    <Toolbar label="Completion" end={<Exports />}>
      <LanguageTabs />
      <ToolbarLine />
      <Segments
        aria-label="Prompts"
        data={COMPLETION_MODES.map((value) => ({ value, label: MODES[value] }))}
        value={mode}
        onChange={(next) => session.store.setState({ mode: next })}
      />
      <ModelPicker
        value={settings.model ?? modelForNew(list, undefined)}
        onChange={(model) => session.change({ model })}
        hasShortcut
      />
      <InFront />
    </Toolbar>
  );
}

function InFront() {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const name = useCompletion((state) => state.name);
  const [renamed, setRenamed] = useState<Pick<DocumentEntry, 'id' | 'name'>>();
  if (document === undefined) return null;
  const { id } = document;
  return (
    <>
      <ScreenDocument name={name === '' ? 'Untitled document' : name}>
        <Menu.Item onClick={() => void session.create()}>New document</Menu.Item>
        <Menu.Item onClick={() => setRenamed({ id, name })}>Rename…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void session.saveAs(id, 'text')}>Save as text…</Menu.Item>
        <Menu.Item onClick={() => void session.saveAs(id, 'json')}>
          Save as JSON, with all versions…
        </Menu.Item>
      </ScreenDocument>
      <RenameDocument entry={renamed} onClose={() => setRenamed(undefined)} />
    </>
  );
}

function Exports() {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const mode = useCompletion((state) => state.mode);
  const areShown = useCompletion((state) => state.settings.areProbabilitiesShown);
  const save = (as: 'text' | 'json') => (): void => {
    if (document !== undefined) void session.saveAs(document.id, as);
  };
  return (
    <>
      {mode === 'text' && (
        <>
          <Switch
            data-wide
            size="xs"
            label="Probabilities"
            checked={areShown}
            onChange={(event) =>
              session.change({ areProbabilitiesShown: event.currentTarget.checked })
            }
          />
          <NextRequest load={() => Promise.resolve(session.nextRequest())} />
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button disabled={document === undefined} rightSection={<IconChevronDown size={16} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={save('text')}>Text…</Menu.Item>
          <Menu.Item onClick={save('json')}>JSON, with all versions…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
