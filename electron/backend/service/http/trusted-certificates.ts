import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Adds the system's certificate authorities to Node's own for this process, because companies
 * install the certificate of their proxy there. Takes about 100 ms once. On failure, Node's own
 * list is used.
 * SECURITY: S36 certificates are verified as before; only the trusted authorities are the system's
 * decision.
 */
export function trustSystemCertificates(log: (line: string) => void): void {
  try {
    const own = new Set(getCACertificates('default'));
    const missing = getCACertificates('system').filter((each) => !own.has(each));
    if (missing.length > 0) setDefaultCACertificates([...own, ...missing]);
  } catch (error) {
    log(`certificates: the system’s list cannot be read (${String(error)})`);
  }
}
