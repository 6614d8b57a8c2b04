import { DEFAULT_CHAT_PATH } from '../../../../shared/api/chat.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

export interface ServiceConnection {
  /** May have a path and a trailing slash. */
  readonly baseUrl: string;
  /** With or without `Bearer `. */
  readonly key: string;
  /** Chat path below the base URL, which differs between deployments. */
  readonly chatPath?: string | undefined;
  readonly enterprisePlan?: boolean | undefined;
  readonly gateway?: GatewayConnection | undefined;
}

/** An observability gateway in front of the service (specification, "Gateway use"). */
export interface GatewayConnection {
  /** Replaces the base URL; paths stay. */
  readonly baseUrl: string;
  /** The gateway's own header, such as `Helicone-Auth`; not in the specification. */
  readonly headerName: string;
  /** Complete value, such as `Bearer …`. */
  readonly headerValue: string;
  readonly scope: 'language' | 'everything';
  /** Additional headers, such as those that keep contents out of the gateway's logs. */
  readonly extraHeaders?: Readonly<Record<string, string>> | undefined;
}

export type CallGroup = 'language' | 'media';

interface Endpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws AppError `invalid-input` if nothing is left or the key cannot be in a header */
export function normaliseKey(typed: string): string {
  const key = typed
    .trim()
    .replace(/^(?:[\s"']|authorization["']?\s*:|bearer\s)+/iu, '')
    .replace(/["']+$/u, '')
    .trim();
  if (key === '' || /^bearer$/iu.test(key)) {
    throw invalidField(
      'key',
      'Enter your API key. You can find it in your account’s key settings.',
    );
  }
  if (!/^[\x21-\x7e\xa1-\xff]+$/u.test(key)) {
    throw invalidField(
      'key',
      'The API key contains spaces, line breaks or characters that don’t belong in a key. Copy it again.',
    );
  }
  return key;
}

/** Endings of documented addresses that belong to single calls. */
const CALL_PATH =
  /(?:\/(?:chat\/completions|completions|embeddings|models|async\/task-result|async\/img2video|cleanup|remove-text|merge-face|upscale|progress))$/iu;
const FAMILY_PATH =
  /(?:\/openai\/v[123](?:\.\d)?|\/v[123]\/openai\/v[123]|\/v[123]\/openai|\/openai|\/v[123])$/iu;

/** Accepts a curl command, quotes, brackets, a setting such as `base_url=…`. */
function addressIn(typed: string): string {
  const text = typed.trim();
  const found = /https?:\/\/(?:\[[^\]\s]*\])?[^\s"'`<>\\,;)\]}]+/iu.exec(text)?.[0];
  if (found !== undefined) return found;
  const bare = text.replace(/^["'`<(]+|["'`>),;]+$/gu, '');
  // A bare host with a dot; plain text is no address.
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:[/?#]\S*)?$/iu.test(bare)
    ? `https://${bare}`
    : bare;
}

/** Strips endings of single calls and of compatible clients. */
function basePath(path: string): string {
  const plain = path.replace(/\/+$/u, '').replace(CALL_PATH, '');
  return plain.replace(FAMILY_PATH, '').replace(/\/+$/u, '');
}

/** Cuts a known call's ending; https is the default. @throws AppError `invalid-input` */
export function enteredBaseUrl(typed: string): string {
  const { origin, pathname } = new URL(normaliseBaseUrl(addressIn(typed)));
  return `${origin}${basePath(pathname)}`;
}

/** @throws AppError `invalid-input` for a password, or plain http to another computer */
export function normaliseBaseUrl(typed: string): string {
  const text = typed.trim();
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalidField(
      'baseUrl',
      'This is not a valid address. Enter one like https://api.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('baseUrl', 'Remove the user name and password from the address.');
  }
  // SECURITY: S24 the key travels over TLS only; plain http never leaves this computer.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    throw invalidField(
      'baseUrl',
      url.protocol === 'http:'
        ? 'The address must start with https://, so that nobody can read your key on the way. Plain http:// works only for this computer (127.0.0.1).'
        : 'The address must start with https://.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}

export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/u, '');
  return (
    host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/u.test(host)
  );
}

/** @param path absolute, such as `/v3/cleanup` @throws AppError `invalid-input` */
export function endpointOf(
  connection: ServiceConnection,
  path: string,
  group: CallGroup,
): Endpoint {
  const authorization = `Bearer ${normaliseKey(connection.key)}`;
  const { gateway } = connection;
  if (gateway === undefined || (gateway.scope === 'language' && group !== 'language')) {
    return {
      url: new URL(normaliseBaseUrl(connection.baseUrl) + path),
      headers: { authorization },
    };
  }
  return {
    url: new URL(normaliseBaseUrl(gateway.baseUrl) + path),
    headers: { ...gatewayHeaders(gateway), authorization },
  };
}

/** Specification, "POST /v3/chat/completions". @throws AppError `invalid-input` */
export function chatPathOf(connection: ServiceConnection): string {
  const path = connection.chatPath?.trim() ?? DEFAULT_CHAT_PATH;
  const segments = path.split('/');
  const isPlain =
    /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/u.test(path) &&
    !segments.some((segment) => /^(?:\.|%2e){1,2}$/iu.test(segment));
  if (isPlain && path.length <= 500) return path;
  throw invalidInput(
    'The chat path must look like /v3/chat/completions, without spaces, “?”, “#” or “..”.',
  );
}

/** Headers of the call itself, which a gateway's header must not replace. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** SECURITY: S24 a gateway's header can neither replace the key's nor change how it is sent. */
function gatewayHeaders(gateway: GatewayConnection): Readonly<Record<string, string>> {
  const own = [[gateway.headerName, gateway.headerValue] as const];
  const all = [...Object.entries(gateway.extraHeaders ?? {}), ...own];
  const headers: Record<string, string> = {};
  for (const [typed, typedValue] of all) {
    const name = typed.trim().toLowerCase();
    const value = typedValue.trim();
    // RFC 9110, section 5.1: a name is a token.
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/u.test(name)) {
      throw invalidInput(
        `“${typed.slice(0, 60)}” is not a valid header name. Enter one like Helicone-Auth.`,
      );
    }
    if (RESERVED_HEADERS.has(name)) {
      throw invalidInput(
        `Gesso uses the header ${typed.trim()} for the call itself. Enter the gateway’s own header, such as Helicone-Auth.`,
      );
    }
    if (!/^[\x21-\x7e\xa1-\xff](?:[\x20-\x7e\xa1-\xff]*[\x21-\x7e\xa1-\xff])?$/u.test(value)) {
      throw invalidInput(
        `The value of the header ${typed.trim()} is empty or contains invalid characters. Enter it again.`,
      );
    }
    headers[name] = value;
  }
  return headers;
}

function invalidInput(message: string): AppError {
  return new AppError('invalid-input', message, { action: 'open-settings' });
}

/** @param field of the connection's form */
function invalidField(field: 'key' | 'baseUrl', message: string): AppError {
  return new AppError('invalid-input', message, { details: { field } });
}
