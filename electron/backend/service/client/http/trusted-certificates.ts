import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Companies install the certificate of their proxy in the system. Takes about 100 ms once.
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
