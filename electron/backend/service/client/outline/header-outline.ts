/** Outlines headers: placeholders for keys, values of allow-listed names, shapes of others. */

/** Placeholders in `cURL` commands. */
const PLACEHOLDERS = { key: '$GESSO_API_KEY', gateway: '$GESSO_GATEWAY_KEY' } as const;

/** Headers whose values describe the call and not its content. */
const PLAIN: ReadonlyMap<string, RegExp> = new Map([
  ['content-type', /^[\w.+-]{1,40}\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,20})?$/u],
  ['content-length', /^\d{1,16}$/u],
  ['accept', /^(?:application\/json|\*\/\*)$/u],
  ['accept-ranges', /^(?:bytes|none)$/u],
  ['user-agent', /^Gesso$/u],
  ['range', /^bytes=\d{1,16}-$/u],
  ['content-range', /^bytes \d{1,16}-\d{1,16}\/(?:\d{1,16}|\*)$/u],
  ['retry-after', /^\d{1,6}$/u],
  ['helicone-omit-request', /^true$/u],
  ['helicone-omit-response', /^true$/u],
]);

// SECURITY: S21 S22 a key is logged as the name of a variable.
/** @param gatewayHeader name of the header with the gateway's key, in lower case */
export function requestHeaderOutline(
  headers: Readonly<Record<string, string>>,
  gatewayHeader?: string,
): Readonly<Record<string, string>> {
  return outline(headers, (name, value) => {
    const isBearer = /^bearer\s/iu.test(value) ? 'Bearer ' : '';
    if (name === 'authorization') return `${isBearer}${PLACEHOLDERS.key}`;
    if (name === gatewayHeader) return `${isBearer}${PLACEHOLDERS.gateway}`;
    return undefined;
  });
}

export function answerHeaderOutline(
  header: (name: string) => string | undefined,
): Readonly<Record<string, string>> {
  const found = ['content-type', 'content-length', 'content-range', 'retry-after'].flatMap(
    (name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return outline(Object.fromEntries(found), () => undefined);
}

function outline(
  headers: Readonly<Record<string, string>>,
  special: (name: string, value: string) => string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const known = special(name, value);
      if (known !== undefined) return [[name, known]];
      const form = PLAIN.get(name);
      // The name of any other header may itself be a secret.
      if (form === undefined) return [];
      return [[name, form.test(value) ? value : `<${value.length} characters>`]];
    }),
  );
}
