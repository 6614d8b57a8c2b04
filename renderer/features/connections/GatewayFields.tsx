/** The fields of a gateway before the service, in the form of a new connection and of a known one. */
import {
  Checkbox,
  PasswordInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { GatewayDraft } from '../../../shared/contract/connections.ts';

/** What is typed in so far; complete only as far as `gatewayDraftSchema` says so. */
export type GatewayEntry = Omit<GatewayDraft, 'key'> & { readonly key: string };

/** A gateway as it starts: language only, and nothing is kept there. */
export const EMPTY_GATEWAY: GatewayEntry = {
  baseUrl: '',
  headerName: 'Helicone-Auth',
  scheme: 'bearer',
  scope: 'language',
  omitRequest: true,
  omitResponse: true,
  key: '',
};

/** @param props.keptKeyHint the last characters of the key that is kept already, where there is one */
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
        label="Address of the gateway"
        placeholder="https://gateway.example.com"
        inputMode="url"
        {...text('baseUrl')}
      />
      <TextInput label="Name of its header" {...text('headerName')} />
      <PasswordInput
        label="Key of the gateway"
        description={
          keptKeyHint === undefined
            ? 'Kept where the API key is kept.'
            : `Leave empty to keep the one that ends in ${keptKeyHint}.`
        }
        {...text('key')}
      />
      <Select
        label="The header says"
        allowDeselect={false}
        data={[
          { value: 'bearer', label: 'Bearer and the key' },
          { value: 'none', label: 'the key alone' },
        ]}
        value={entry.scheme}
        onChange={(scheme) => onChange({ ...entry, scheme: scheme === 'none' ? 'none' : 'bearer' })}
      />
      <div>
        <Text size="sm" fw={500} mb={6}>
          Calls that go through it
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Calls that go through the gateway"
          data={[
            { value: 'language', label: 'Language only' },
            { value: 'everything', label: 'Everything' },
          ]}
          value={entry.scope}
          onChange={(scope) => onChange({ ...entry, scope })}
        />
      </div>
      <Checkbox label="Ask it not to keep what is sent" {...box('omitRequest')} />
      <Checkbox label="Ask it not to keep what is answered" {...box('omitResponse')} />
    </Stack>
  );
}

/** What is sent of an entry: an empty key is none. */
export function toGatewayDraft({ key, ...settings }: GatewayEntry): GatewayDraft {
  return key.trim() === '' ? settings : { ...settings, key };
}

/** What is wrong with an entry beside what its schema says: a new gateway has no key that could be kept. */
export function gatewayProblems(
  entry: GatewayEntry | undefined,
  hasKeptKey: boolean,
): Readonly<Record<string, string>> {
  const isMissing = entry !== undefined && !hasKeptKey && entry.key.trim() === '';
  return isMissing ? { 'gateway.key': 'Enter the key of the gateway.' } : {};
}
