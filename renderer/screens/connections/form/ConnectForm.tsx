import {
  Button,
  Checkbox,
  Collapse,
  Group,
  Input,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DEFAULT_CHAT_PATH } from '../../../../shared/api/chat.ts';
import {
  type Connection,
  type ConnectionDraft,
  type KeyStorage,
  connectionDraftSchema,
} from '../../../../shared/contract/connections.ts';
import { queries, readError } from '../../../core/backend/client.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { EMPTY_GATEWAY, GatewayFields, gatewayProblems, toGatewayDraft } from './GatewayFields.tsx';
import { Segments } from '../../../core/ui/Segments.tsx';
import type { z } from 'zod';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { QuietButton } from '../../../core/ui/variants.ts';
import { choicesOf } from '../../../core/ui/choices-of.ts';

/** Keyed by field; nested fields are named `outer.inner`. */
type Problems = Readonly<Record<string, string>>;

export function fieldProblems(error: z.ZodError): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[path.map(String).join('.')] ??= message;
  return problems;
}

const CHOICES = choicesOf({ unset: 'Not sent', off: 'Off', on: 'On' });

export function PlanField(props: {
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
}) {
  const { value, onChange } = props;
  return (
    <Input.Wrapper
      label="Enterprise plan"
      description="Sent with clean-ups, text removals, face merges and clips."
    >
      <Segments
        mt="2xs"
        aria-label="Enterprise plan"
        data={CHOICES}
        value={value === null ? 'unset' : value ? 'on' : 'off'}
        onChange={(choice) => onChange(choice === 'unset' ? null : choice === 'on')}
      />
    </Input.Wrapper>
  );
}

const ADVANCED_FIELDS = /^(?:chatPath|gateway)/u;

export function ConnectForm(props: {
  readonly onDone: (connection: Connection) => void;
  readonly onCancel: () => void;
}) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    name: '',
    baseUrl: '',
    key: '',
    chatPath: DEFAULT_CHAT_PATH,
  });
  const [enterprisePlan, setEnterprisePlan] = useState<boolean | null>(null);
  const [isAdvanced, setAdvanced] = useState(false);
  const [hasGateway, setHasGateway] = useState(false);
  const [gateway, setGateway] = useState(EMPTY_GATEWAY);
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  // the pressed button lost the focus while the check ran
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const storage = useQuery(queries.connections.keyStorage.queryOptions()).data;
  const add = useMutation(
    queries.connections.add.mutationOptions({
      gcTime: 0, // SECURITY: S20 nothing in the window remembers a key that was saved
      onSuccess: () => client.invalidateQueries({ queryKey: queries.connections.key() }),
      onError: (thrown) => showProblems(problemOfCheck(readError(thrown), hasGateway) ?? {}),
    }),
  );
  const error = add.error === null ? undefined : readError(add.error);
  const movedTo = error?.details?.['movedTo'];

  function showProblems(found: Problems): void {
    setProblems(found);
    if (Object.keys(found).some((field) => ADVANCED_FIELDS.test(field))) setAdvanced(true);
  }

  function save(): void {
    const entered: ConnectionDraft = {
      ...draft,
      enterprisePlan,
      ...(hasGateway ? { gateway: toGatewayDraft(gateway) } : {}),
    };
    const parsed = connectionDraftSchema.safeParse(entered);
    const missing = gatewayProblems(hasGateway ? gateway : undefined, false);
    add.reset();
    showProblems({ ...missing, ...(parsed.success ? {} : fieldProblems(parsed.error)) });
    const onSuccess = (connection: Connection): void => {
      add.reset();
      props.onDone(connection);
    };
    if (parsed.success && Object.keys(missing).length === 0) add.mutate(parsed.data, { onSuccess });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    save();
  }

  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" placeholder="Studio account" data-autofocus {...field('name')} />
        <TextInput
          label="Service address"
          placeholder="https://api.example.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...field('baseUrl')}
        />
        {typeof movedTo === 'string' && (
          <Button
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setDraft((before) => ({ ...before, baseUrl: movedTo }));
              setProblems({});
              add.reset();
            }}
          >
            Use {movedTo}
          </Button>
        )}
        <PasswordInput
          label="API key"
          autoComplete="off"
          spellCheck={false}
          description={storage === undefined ? ' ' : describeStorage(storage)}
          {...field('key')}
        />
        <div>
          <QuietButton
            color="gray"
            size="compact-sm"
            leftSection={
              isAdvanced ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />
            }
            aria-expanded={isAdvanced}
            onClick={() => setAdvanced(!isAdvanced)}
          >
            Advanced
          </QuietButton>
        </div>
        <Collapse expanded={isAdvanced}>
          <Stack gap="sm">
            <TextInput
              label="Chat path"
              description="Some services use another path for chat."
              autoComplete="off"
              spellCheck={false}
              {...field('chatPath')}
            />
            <PlanField value={enterprisePlan} onChange={setEnterprisePlan} />
            <Checkbox
              size="sm"
              label="Use a gateway"
              checked={hasGateway}
              onChange={(event) => setHasGateway(event.currentTarget.checked)}
            />
            {hasGateway && (
              <GatewayFields entry={gateway} problems={problems} onChange={setGateway} />
            )}
          </Stack>
        </Collapse>
        {error !== undefined && problemOfCheck(error, hasGateway) === undefined && (
          <ErrorNotice error={error} actions={{ retry: save }} />
        )}
        <Group justify="flex-end">
          <Button onClick={props.onCancel}>Cancel</Button>
          <Button variant="filled" type="submit" loading={add.isPending}>
            Check and save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Maps an error of the check to the field it is about.
 * @param hasGateway a gateway's answers look the same as the service's
 * @returns `undefined` if it concerns no single field
 */
function problemOfCheck(
  { kind, message, details }: AppErrorData,
  hasGateway: boolean,
): Problems | undefined {
  const field = details?.['field'];
  if (typeof field === 'string') return { [field]: message };
  if (hasGateway) return undefined;
  switch (kind) {
    case 'key-rejected':
      return { key: 'The service does not accept this key. Copy it again from your account.' };
    case 'unreachable':
      return { baseUrl: message };
    case 'not-the-service':
      // a redirect or a page has its own sentence; without one, the address leads elsewhere
      return {
        baseUrl: /redirect|moved|web page/u.test(message)
          ? message
          : 'The service was not found at this address. Check it for typing errors.',
      };
    default:
      return undefined;
  }
}

export function describeStorage(storage: KeyStorage): string {
  if (storage.kept === 'keychain') return `Stored in ${storage.name}, never in a file.`;
  return 'No keychain is available, so the key stays in memory until you quit Gesso.';
}
