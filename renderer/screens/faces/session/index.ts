export { FacesProvider, useFaces, useFacesSession, useFacesState } from './screen.ts';
export { SAVED_AS } from './faces-session.ts';
