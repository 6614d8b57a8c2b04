import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, readError } from '../../../core/backend/client.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { SettingBlock, SettingGroup, SettingRow } from '../../../core/ui/SettingRows.tsx';
import { reportProblem } from '../../../features/report/report.ts';
import { SelfCheckSection } from './SelfCheckSection.tsx';

export function AboutSection() {
  const info = useQuery(queries.app.info.queryOptions()).data;
  return (
    <SettingGroup>
      <SettingRow name="Version" line={info && `Gesso ${info.version}`}>
        <Button onClick={reportProblem}>Report a problem…</Button>
      </SettingRow>
      <SelfCheckSection />
      <Libraries />
    </SettingGroup>
  );
}

/**
 * The LGPL requires naming its libraries and saying that they can be replaced; the MPL requires
 * saying where the source is.
 */
function Libraries() {
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery(queries.app.libraries.queryOptions());
  if (error !== null) {
    return (
      <SettingBlock>
        <ErrorNotice
          error={readError(error)}
          actionLabel="Try again"
          onAction={() => void refetch()}
        />
      </SettingBlock>
    );
  }
  return (
    <>
      <SettingRow
        name="Libraries"
        line={data && `${data.length} parts by others`}
        keywords="licences licenses LGPL MPL libvips"
      >
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          Licences of the libraries
        </Button>
      </SettingRow>
      {isShown && (
        <SettingBlock>
          <Text size="sm">
            Gesso reads and writes pictures with libvips. You can replace libvips and the other
            libraries under the LGPL with your own builds: they are separate files in the folder of
            the program, and the licences lie beside them. Gesso reads and writes clips with
            mediabunny, which is part of the program and under the Mozilla Public License 2.0. Its
            source is at github.com/Vanilagy/mediabunny.
          </Text>
          <Table withRowBorders={false} verticalSpacing={2} aria-label="Libraries">
            <Table.Tbody>
              {data?.map(({ name, version, licence }) => (
                <Table.Tr key={name}>
                  <Table.Td pl={0}>{name}</Table.Td>
                  <Table.Td c="dimmed">{version}</Table.Td>
                  <Table.Td>{licence}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </SettingBlock>
      )}
    </>
  );
}
