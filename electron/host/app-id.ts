/** App id by which Windows groups windows and notifications; `appId` of the packages. */
export const APP_ID = 'app.gesso.desktop';
