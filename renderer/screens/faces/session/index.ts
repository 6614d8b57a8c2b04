export { FacesProvider, useFaces, useFacesSession } from './use-faces.ts';
export { SAVED_AS } from './faces-session.ts';
