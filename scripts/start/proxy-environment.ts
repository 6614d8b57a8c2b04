/** @returns variables that Node reads with `NODE_USE_ENV_PROXY=1`; empty without a proxy */
export function proxyEnvironment(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const first = (...names: readonly string[]) =>
    names.map((name) => env[name]).find((value) => value !== undefined && !EMPTY.has(value));
  const https = first('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy');
  const http = first('http_proxy', 'HTTP_PROXY', 'npm_config_http_proxy', 'npm_config_proxy');
  const none = first('no_proxy', 'NO_PROXY', 'npm_config_noproxy');
  if (https === undefined && http === undefined) return {};
  return {
    NODE_USE_ENV_PROXY: '1',
    ...(https === undefined ? {} : { https_proxy: https }),
    ...(http === undefined ? {} : { http_proxy: http }),
    ...(none === undefined ? {} : { no_proxy: none }),
  };
}

/** How npm hands on a setting without a value. */
const EMPTY: ReadonlySet<string> = new Set(['', 'null', 'false', 'undefined']);
