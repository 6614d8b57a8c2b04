/** Settings: the version, the self-check, and the licences of libraries. */
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries, readError } from '../../../base/backend/client.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { reportProblem } from '../../../work/report/report.ts';
import { SelfCheck } from './SelfCheck.tsx';

export function AboutSection() {
  const info = useQuery(queries.app.info.queryOptions()).data;
  return (
    <Stack gap="xs" component="section" aria-label="About">
      <Title order={3} size="md">
        About
      </Title>
      <Group gap="md">
        <Text size="sm">Gesso {info?.version}</Text>
        <Button onClick={reportProblem}>Report a problem…</Button>
      </Group>
      <SelfCheck />
      <Libraries />
    </Stack>
  );
}

/**
 * The LGPL asks to name its libraries, and to say that they can be replaced; the MPL to say where the
 * source is.
 */
function Libraries() {
  const { data, error, refetch } = useQuery(queries.app.libraries.queryOptions());
  if (error !== null) {
    return (
      <ErrorNotice
        error={readError(error)}
        actionLabel="Try again"
        onAction={() => void refetch()}
      />
    );
  }
  return (
    <>
      <Text size="sm">
        Gesso reads and writes pictures with libvips. You can replace libvips and the other
        libraries under the LGPL with your own builds: they are separate files in the folder of the
        program, and the licences lie beside them. Gesso reads and writes clips with mediabunny,
        which is part of the program and under the Mozilla Public License 2.0. Its source is at
        github.com/Vanilagy/mediabunny.
      </Text>
      <Text component="details" size="sm">
        <summary>Licences of the libraries</summary>
        <Table withRowBorders={false} verticalSpacing={2} w={620} aria-label="Libraries">
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
      </Text>
    </>
  );
}
