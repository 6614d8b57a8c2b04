/** Start-up of the renderer. */
import '@fontsource-variable/inter/index.css';
import './app/tokens.css';
import './app/mantine-styles.ts';
import '@mantine/notifications/styles.css';
import './app/mantine.css';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { preloadFirstScreen } from './app/screens.tsx';
import { leaveKeysToInputMethods } from './core/ui/composing.ts';
import { installTrustedTypes } from './trusted-types.ts';

installTrustedTypes();
leaveKeysToInputMethods(window);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id “root”.');
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// the dialogs' scroll lock creates a style element and reads its nonce from here
Object.assign(globalThis, { __webpack_nonce__: nonce });
preloadFirstScreen();
createRoot(root).render(
  <StrictMode>
    <App nonce={nonce} />
  </StrictMode>,
);
// Only set by a host that runs the self-check; elsewhere the backend refuses it. Not awaited: the
// check imports from this module, so waiting for it here would never end.
if (location.hash === '#self-check') {
  void import('./app/self-check/self-check.ts').then(({ runSelfCheck }) => runSelfCheck());
}
