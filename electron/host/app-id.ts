/** The program's id, by which Windows groups its windows and notifications; `appId` of the packages. */
export const APP_ID = 'app.gesso.desktop';
