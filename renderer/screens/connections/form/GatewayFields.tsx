import { Checkbox, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import type { GatewayDraft } from '../../../../shared/contract/connections.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

/** As typed; `gatewayDraftSchema` decides whether it is complete. */
export type GatewayEntry = Omit<GatewayDraft, 'key'> & { readonly key: string };

export const EMPTY_GATEWAY: GatewayEntry = {
  baseUrl: '',
  headerName: 'Helicone-Auth',
  scheme: 'bearer',
  scope: 'language',
  omitRequest: true,
  omitResponse: true,
  key: '',
};

/** @param props.keptKeyHint last characters of the stored key, if there is one */
export function GatewayFields(props: {
  readonly entry: GatewayEntry;
  readonly problems: Readonly<Record<string, string>>;
  readonly keptKeyHint?: string | undefined;
  readonly onChange: (entry: GatewayEntry) => void;
}) {
  const { entry, problems, keptKeyHint, onChange } = props;
  const text = (name: 'baseUrl' | 'headerName' | 'key') => ({
    value: entry[name],
    error: problems[`gateway.${name}`],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...entry, [name]: event.currentTarget.value }),
  });
  const box = (name: 'omitRequest' | 'omitResponse') => ({
    checked: entry[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      onChange({ ...entry, [name]: event.currentTarget.checked }),
  });
  return (
    <Stack gap="sm">
      <TextInput
        label="Gateway address"
        placeholder="https://gateway.example.com"
        inputMode="url"
        {...text('baseUrl')}
      />
      <TextInput label="Header name" {...text('headerName')} />
      <PasswordInput
        label="Gateway key"
        description={
          keptKeyHint === undefined
            ? 'Stored with the API key.'
            : `Leave empty to keep the key ending in ${keptKeyHint}.`
        }
        {...text('key')}
      />
      <Select
        label="Header value"
        data={choicesOf({ bearer: 'Bearer and key', none: 'Key only' })}
        value={entry.scheme}
        onChange={(scheme) => onChange({ ...entry, scheme: scheme === 'none' ? 'none' : 'bearer' })}
      />
      <div>
        <Text size="sm" fw={500} mb="2xs">
          Calls through the gateway
        </Text>
        <Segments
          fullWidth
          aria-label="Calls through the gateway"
          data={choicesOf({ language: 'Language calls', everything: 'All calls' })}
          value={entry.scope}
          onChange={(scope) => onChange({ ...entry, scope })}
        />
      </div>
      <Checkbox size="sm" label="Don’t let the gateway store requests" {...box('omitRequest')} />
      <Checkbox size="sm" label="Don’t let the gateway store responses" {...box('omitResponse')} />
    </Stack>
  );
}

export function toGatewayDraft({ key, ...settings }: GatewayEntry): GatewayDraft {
  return key.trim() === '' ? settings : { ...settings, key };
}

/** Finds problems the schema does not know: a new gateway needs a key. */
export function gatewayProblems(
  entry: GatewayEntry | undefined,
  hasKeptKey: boolean,
): Readonly<Record<string, string>> {
  const isMissing = entry !== undefined && !hasKeptKey && entry.key.trim() === '';
  return isMissing ? { 'gateway.key': 'Enter the gateway key.' } : {};
}
