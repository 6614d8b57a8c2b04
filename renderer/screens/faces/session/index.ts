export { FacesProvider, useFaces, useFacesSession, useFacesState } from './use-faces.ts';
export { SAVED_AS } from './faces-session.ts';
