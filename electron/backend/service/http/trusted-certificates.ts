/** The certificates that TLS connections trust. */
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/**
 * Adds the system's list of authorities to Node's own, for this process: companies put the certificate
 * of their proxy there. Reading the list takes some 50 ms. Without it, Node's own list stays in force.
 *
 * SECURITY: S36 certificates are checked as before; only who may vouch for them is the system's decision.
 */
export function trustSystemCertificates(log: (line: string) => void): void {
  try {
    const own = getCACertificates('default');
    setDefaultCACertificates([...own, ...getCACertificates('system')]);
  } catch (error) {
    log(`certificates: the system’s list cannot be read (${String(error)})`);
  }
}
