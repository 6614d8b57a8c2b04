/** Shows a request as JSON and as a command, without the API key. */
import { Button, Code, Group, Text } from '@mantine/core';
import { CopyButton } from '../../../core/ui/CopyButton.tsx';
import { useState } from 'react';
import type { Shell } from '../../../../shared/activity/curl.ts';
import type { LanguageRequest } from '../../../../shared/contract/language.ts';
import { requestAsCommand, requestAsJson } from '../../../../shared/language/show-request.ts';
import { useConnections } from '../../../core/backend/connections.ts';
import classes from '../Language.module.css';
import { Segments } from '../../../core/ui/Segments.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

/** @param props.connectionName missing: the active connection */
export function RequestView(props: {
  readonly request: LanguageRequest;
  readonly connectionName?: string | undefined;
  readonly isPractice: boolean;
}) {
  const { request, connectionName, isPractice } = props;
  const [as, setAs] = useState<'json' | Shell>('json');
  const connections = useConnections();
  const connection =
    connections?.find(({ name }) => name === connectionName) ??
    connections?.find(({ isActive }) => isActive);
  const canShowCurl = connection !== undefined && !isPractice;
  const text =
    as !== 'json' && connection !== undefined
      ? requestAsCommand(as, request, connection)
      : requestAsJson(request);
  return (
    <>
      <Group justify="space-between" mb="2xs">
        <Text fw={600} size="sm">
          Request
        </Text>
        {canShowCurl && (
          <Segments
            aria-label="Form of the request"
            data={choicesOf({ json: 'JSON', bash: 'cURL', PowerShell: 'PowerShell' })}
            value={as}
            onChange={setAs}
          />
        )}
      </Group>
      <Code block className={classes['code'] ?? ''}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button mt="xs" onClick={copy}>
            {copied ? 'Copied' : 'Copy request'}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
