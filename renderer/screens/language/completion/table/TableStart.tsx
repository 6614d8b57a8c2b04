import { Button, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { templateNames } from '../../../../../shared/language/template.ts';
import { readError } from '../../../../core/backend/read-error.ts';
import { useFileIntake } from '../../../../features/files/file-intake.ts';
import { pickFiles } from '../../../../features/files/file-input.ts';
import { say } from '../../../../core/ui/say.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { GrowingTextarea } from '../../../../core/ui/GrowingTextarea.tsx';
import { useCompletion, useCompletionSession } from '../session/index.ts';

const TABLE_FILES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values';

export function TableStart({ foot }: { readonly foot: HTMLElement | null }) {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const [pasted, setPasted] = useState('');
  const names = document === undefined ? [] : templateNames(document.state().doc.toString());
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined) void session.tables.read(file);
  };
  useFileIntake({
    label: 'Drop a CSV file to fill the variables',
    take,
    refuse: (thrown) => say(readError(thrown).message),
  });
  return (
    <Stack gap="sm" align="flex-start" w="100%" maw="var(--gesso-reading)">
      <Text>
        {names.length === 0
          ? 'Write variables into the document, such as {{product}}. Each row of a table then makes one prompt.'
          : `The document has ${names.map((name) => `{{${name}}}`).join(', ')}. Each row of a table makes one prompt.`}
      </Text>
      <Button
        leftSection={<IconFileSpreadsheet size={16} />}
        onClick={() => pickFiles(take, TABLE_FILES)}
      >
        Open CSV…
      </Button>
      <GrowingTextarea
        w="100%"
        label="Or paste rows here"
        description="The first row has the names. Commas, semicolons or tabs separate the cells."
        leastLines={5}
        mostLines={12}
        spellCheck={false}
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <InFoot place={foot}>
        <Foot>
          <MainButton
            obstacle={pasted.trim() === '' ? 'Paste rows first' : undefined}
            onClick={() => void session.tables.read(pasted)}
          >
            Use these rows
          </MainButton>
        </Foot>
      </InFoot>
    </Stack>
  );
}
