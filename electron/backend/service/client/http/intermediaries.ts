/** Detects refusals by intermediaries: firewalls, proxies, captive portals. */
import type { ErrorBody } from '../../../../../shared/api/error-body.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';

/** Headers of firewalls on blocked requests. */
const BLOCK_HEADERS = ['cf-mitigated', 'x-amzn-waf-action', 'x-sucuri-block', 'x-squid-error'];

/** `Server` headers of CDNs and proxies. */
const SERVERS =
  /cloudflare|akamai|cloudfront|awselb|imperva|incapsula|sucuri|ddos-guard|squid|bigip|fortiweb/iu;

const BLOCK_WORDS =
  /\bACCESS_DENY\b|just a moment|attention required|checking your browser|enable javascript and cookies|captcha|web application firewall|\bWAF\b|you have been blocked|request (?:was |has been )?blocked|error code: ?1\d{3}\b|incapsula|challenge-platform|cdn-cgi|errors\.aliyun\.com|cloudflare_error|browser_signature_banned/iu;

/** Statuses with which an HTML page is a firewall's refusal. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 406, 418, 451]);

interface RefusedAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** False for the service's own refusal. */
export function isBlocked({ status, header, text }: RefusedAnswer, body: ErrorBody): boolean {
  if (status < 400) return false;
  if (BLOCK_HEADERS.some((name) => header(name) !== undefined)) return true;
  if (body.reason !== 'ACCESS_DENY' && body.shape === 'json' && body.reason !== undefined) {
    return false; // The service's own reason.
  }
  if (BLOCK_WORDS.test(text)) return true;
  if (body.shape === 'json') return false;
  if (body.shape === 'html') return REFUSALS.has(status);
  return status === 403 && SERVERS.test(header('server') ?? '');
}

export function signInError(
  status: number,
  details: Readonly<Record<string, string | number>>,
): AppError | undefined {
  const message = SIGN_IN[status];
  if (message === undefined) return undefined;
  return new AppError('unreachable', message, { action: 'retry', details });
}

const SIGN_IN: Readonly<Record<number, string>> = {
  // RFC 9110, section 15.5.8
  407: 'A proxy between Gesso and the service asks for a sign-in. Check the proxy settings of this computer.',
  // RFC 6585, section 6
  511: 'This network asks you to sign in. Open a browser, sign in, and try again.',
};

/** A network error, because waiting may be enough. */
export function blockedError(details: Readonly<Record<string, string | number>>): AppError {
  return new AppError(
    'unreachable',
    'A firewall or proxy between Gesso and the service refused the call. The API key is not the cause. Try again in a moment, or from another network.',
    { action: 'retry', details },
  );
}
