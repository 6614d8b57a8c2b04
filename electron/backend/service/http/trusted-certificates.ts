/** The certificates that TLS connections trust. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Adds the system's list of authorities to Node's own, for this process: companies put the certificate
 * of their proxy there. Reading the list takes some 50 ms, and setting it as much again: a second time
 * nothing is left to do. Without it, Node's own list stays in force.
 *
 * SECURITY: S36 certificates are checked as before; only who may vouch for them is the system's decision.
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
